"""The rulebooks of draughts: what they name, and what follows from it."""

import re

import pytest

from rules.draughts import laws
from rules.draughts.laws import (
    IRREGULARITIES,
    POINTS,
    RULEBOOKS_100,
    RULEBOOKS_BRAZILIAN,
    RULEBOOKS_RUSSIAN,
)
from rules.draughts.profiles import PROFILES
from rules.rulebook import Outcome, PenaltyLaw, Remedy, Rulebook, SeenBy, Termination
from rules.terms import LawId
from rules.time_control import Bonus, Period, read_time_control

BOOKS = [
    book for group in (RULEBOOKS_100, RULEBOOKS_RUSSIAN, RULEBOOKS_BRAZILIAN) for book in group.values()
]  # fmt: skip
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


@pytest.mark.parametrize(
    ("books", "names"),
    [
        (RULEBOOKS_100, ["draughts-100"]),
        (RULEBOOKS_RUSSIAN, ["draughts-russian", "draughts-russian-national"]),
        (RULEBOOKS_BRAZILIAN, ["draughts-brazilian", "draughts-brazilian-cbd"]),
    ],
)
def test_the_first_rulebook_is_the_default(books: dict[str, Rulebook], names: list[str]) -> None:
    assert list(books) == names
    assert [book.name for book in books.values()] == names


@pytest.mark.law(
    "DR-7.4.1", "DR-7.4.2", "DR-7.4.3", "DR-7.4.4", "DR-7.4.5", "DR-7.4.6", "DR-7.4.7", "DR-7.4.8",
    "DR-7.4.9", "DR-7.4.10", "DR-7.4.11", "DR-7.4.12", "DR-7.4.13", "DR-7.4.14", "DR-7.4.15",
    "DR-7.4.16",
)  # fmt: skip
@pytest.mark.parametrize("number", range(1, 17))
def test_the_opponent_chooses_after_each_of_the_sixteen(number: int) -> None:
    found = IRREGULARITIES[LawId(f"DR-7.4.{number}")]
    assert found.law == f"DR-7.4.{number}"
    assert found.remedy is Remedy.OPPONENT_CHOOSES
    assert found.penalty == ""
    # Which hand does what no sensor can tell.
    assert found.seen_by is (SeenBy.PEOPLE if number == 16 else SeenBy.SENSORS)


@pytest.mark.parametrize(
    ("law", "kind", "remedy"),
    [
        pytest.param(
            "DR-6.11", "wrong-removal-order", Remedy.OPPONENT_CHOOSES,
            marks=pytest.mark.law("DR-6.11"),
        ),
        pytest.param("DR-7.1", "board-turned", Remedy.ARBITER, marks=pytest.mark.law("DR-7.1")),
        pytest.param("DR-7.2", "wrong-array", Remedy.SET_RIGHT, marks=pytest.mark.law("DR-7.2")),
        pytest.param(
            "DR-7.3", "man-on-light-square", Remedy.SET_RIGHT, marks=pytest.mark.law("DR-7.3")
        ),
        pytest.param("DR-7.5", "displaced", Remedy.SET_RIGHT, marks=pytest.mark.law("DR-7.5")),
    ],
)  # fmt: skip
def test_the_other_irregularities(law: str, kind: str, remedy: Remedy) -> None:
    found = IRREGULARITIES[LawId(law)]
    assert (found.kind, found.remedy) == (kind, remedy)


def test_there_are_no_more_irregularities() -> None:
    others = {"DR-6.11", "DR-7.1", "DR-7.2", "DR-7.3", "DR-7.5"}
    assert set(IRREGULARITIES) == others | {f"DR-7.4.{n}" for n in range(1, 17)}
    assert all(law == each.law for law, each in IRREGULARITIES.items())


def test_each_irregularity_has_its_own_name_in_every_language() -> None:
    every = IRREGULARITIES.values()
    for field in ("kind", "english", "chinese"):
        assert len({getattr(each, field) for each in every}) == len(every)
    for each in every:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", each.kind)
        assert re.fullmatch(r"[a-z][a-z ,-]*[a-z]", each.english)
        assert re.fullmatch(r"[\u4e00-\u9fff，]+", each.chinese)


@every_book
def test_every_rulebook_shares_irregularities_and_penalties(book: Rulebook) -> None:
    assert book.irregularities == IRREGULARITIES
    assert book.touch is laws.TOUCH
    assert not book.illegal_at_press


@pytest.mark.law("DR-14")
@every_book
def test_two_severe_warnings_lose(book: Rulebook) -> None:
    assert book.penalties == (
        PenaltyLaw(law=LawId("DR-14"), kind="warning", loses_at=None),
        PenaltyLaw(law=LawId("DR-14"), kind="severe-warning", loses_at=2),
    )


@pytest.mark.law("DR-5.10", "DR-6.4", "DR-7.4.1", "DR-7.4.2", "DR-7.5", "DR-7.2", "DR-7.1")
@every_book
def test_what_completes_a_move_and_what_goes_against_it(book: Rulebook) -> None:
    found = book.completion
    assert (found.released, found.capture) == ("DR-5.10", "DR-6.4")
    assert (found.turn, found.illegal) == ("DR-7.4.1", "DR-7.4.2")
    assert (found.displaced, found.wrong_array) == ("DR-7.5", "DR-7.2")
    assert found.wrong_turned == "DR-7.1"
    for chess_only in ("castling", "promotion", "rook_first", "press_without_move"):
        assert getattr(found, chess_only) is None


@pytest.mark.law("DR-8.1.1", "DR-8.1.2", "DR-8.1.3")
@every_book
def test_the_named_time_controls_can_be_read(book: Rulebook) -> None:
    stages = {preset.law: read_time_control(preset.text).stages for preset in book.times}
    assert list(stages) == ["DR-8.1.1", "DR-8.1.2", "DR-8.1.3"]
    sudden, fischer, both = stages.values()
    assert all(isinstance(stage, Period) for stage in (*sudden, *fischer, *both))
    assert [(stage.moves, stage.bonus) for stage in sudden if isinstance(stage, Period)] == [
        (None, Bonus.NONE)
    ]
    assert [stage.bonus for stage in fischer if isinstance(stage, Period)] == [Bonus.INCREMENT]
    assert [stage.bonus for stage in both if isinstance(stage, Period)] == [
        Bonus.NONE,
        Bonus.INCREMENT,
    ]


@pytest.mark.law("DR-12.6")
def test_a_win_gives_two_points_and_a_draw_one_each() -> None:
    assert POINTS[Outcome.FIRST_WINS] == (2, 0)
    assert POINTS[Outcome.SECOND_WINS] == (0, 2)
    assert POINTS[Outcome.DRAW] == (1, 1)
    assert POINTS[Outcome.BOTH_LOSE] == (0, 0)
    assert set(Outcome) - set(POINTS) == {Outcome.OPEN, Outcome.VOID}


@pytest.mark.law("DR-12.5")
@every_book
def test_every_draw_of_a_profile_is_adjudicated_by_default(book: Rulebook) -> None:
    profile = PROFILES[book.name]
    assert book.automatic_draws == profile.terminations
    assert Termination.THREEFOLD_REPETITION in book.automatic_draws
    assert {clause.termination for clause in profile.clauses} <= book.automatic_draws
    assert Termination.NO_PROGRESS not in book.automatic_draws  # theory is claimed


def test_there_is_a_profile_for_each_rulebook_and_no_other() -> None:
    assert list(PROFILES) == [book.name for book in BOOKS]
