"""The game of Go: options, points, notation, rulebooks."""

import pytest

from rules.go import GO, handicap_points
from rules.go.board import BLACK, WHITE
from rules.go.game import game_of
from rules.go.laws import CHINA, CHINA_CLUB
from rules.registry import game_by_name
from rules.rulebook import Remedy, SeenBy
from rules.terms import LawId, RulesError
from rules.touch import Pattern, Touches, obligation
from tests.rules.go_boards import picture, play


def test_the_points_of_19_by_19() -> None:
    assert (len(GO.points), GO.points[0], GO.points[-1]) == (361, "a1", "t19")
    assert not any("i" in name for name in GO.points)
    assert GO.place(GO.index["j3"]) == (8, 2)
    assert GO.turned(GO.index["a1"]) == GO.index["t19"]
    assert GO.neighbours(GO.index["a1"]) == GO.board.mask(["a2", "b1", "b2"])
    assert GO.neighbours(GO.index["j10"]).bit_count() == 8
    largest = game_by_name("go", {"size": 25})
    assert (largest.columns, largest.points[-1]) == (25, "z25")


def test_options_make_games_and_the_same_options_the_same_game() -> None:
    small = GO.with_options({"size": 9, "komi": 5.5})
    assert small is GO.with_options({"komi": 5.5, "size": 9}) is game_of(small.options)
    assert small.options == {"size": 9, "komi": 5.5, "handicap": []}
    assert small.start().size == 9
    assert GO.with_options({}) is GO is GO.with_options({"size": 19})
    assert GO.options == {"size": 19, "komi": 7.5, "handicap": []}
    full = {
        "size": 13,
        "komi": 0.5,
        "handicap": ["d4", "k10"],
        "superko": "situational",
        "compensation": "stones",
    }
    assert GO.with_options(full).options == full


def test_handicap_stones_stand_and_white_begins() -> None:
    points = handicap_points(19, 9)
    start = GO.with_options({"handicap": list(points)}).start()
    assert set(start.board.named(start.black)) == set(points)
    assert (start.white, start.side_to_move) == (0, WHITE)
    assert GO.start().side_to_move == BLACK


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"size": 18}, "odd number from 1 to 25"),
        ({"size": 27}, "odd number from 1 to 25"),
        ({"size": -1}, "odd number from 1 to 25"),
        ({"size": True}, "odd number"),
        ({"size": "19"}, "odd number"),
        ({"size": 19.0}, "odd number"),
        ({"komi": 6.3}, "komi must be points in halves or quarters"),
        ({"komi": float("nan")}, "komi must be points in halves"),
        ({"komi": float("inf")}, "komi inf is more than the 361 points"),
        ({"komi": "7.5"}, "komi must be points in halves"),
        ({"komi": True}, "komi must be points in halves"),
        ({"handicap": 4}, "handicap must be a list of points"),
        ({"handicap": ["d4", 5]}, "handicap must be a list of points"),
        ({"handicap": ["d4", "i4"]}, "no points of 19 by 19: i4"),
        ({"handicap": ["d4", "d4"]}, "two handicap stones"),
        ({"handicap": ["d4"]}, "one handicap stone is no handicap"),
        ({"size": 1, "handicap": ["a1", "b1"]}, "no points of 1 by 1: b1"),
        ({"size": 3, "handicap": [f"{c}{r}" for c in "abc" for r in "123"]}, "no liberties"),
        ({"superko": "none"}, "superko must be"),
        ({"superko": []}, "superko must be"),
        ({"compensation": 5}, "compensation must be"),
        ({"byo": 1}, '"byo" is no option'),
        ({"size": 2, "komi": None, "x": 1}, '"x" is no option.*odd number.*komi'),
    ],
)
def test_bad_options_are_refused_with_every_reason(options: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError, match=why):
        GO.with_options(options)


def test_notation() -> None:
    start = GO.start()
    move = start.by_text("q16")
    assert move is not None
    assert GO.notation(start, move) == {"gtp": "Q16", "sgf": "pd"}
    assert GO.notation(start, start.moves()[-1]) == {"gtp": "pass", "sgf": ""}
    with pytest.raises(RulesError, match="q16 is not a legal move"):
        GO.notation(play(start, "q16"), move)


@pytest.mark.law("GO-17.release")
def test_touches_oblige_to_nothing() -> None:
    position = picture(". X .\n. O .\n. . .")
    touches = Touches(own=(7,), enemy=(4,), order=(7, 4))
    for book in GO.rulebooks.values():
        assert set(book.touch.alternatives) == set(Pattern)
        assert obligation(position, touches, book.touch) is None


# What each text does about each irregularity: remedy and what is counted; None where it has no row.
WRONG = {
    "GO-17.colour": (None, (Remedy.ARBITER, "")),
    "GO-17.two": ((Remedy.LOSES, "loss"), (Remedy.RESTORE, "warning")),
    "GO-17.release": ((Remedy.RESTORE, "warning"), (Remedy.RESTORE, "warning")),
    "GO-17.clock": ((Remedy.ARBITER, ""), (Remedy.SET_RIGHT, "warning")),
    "GO-17.shift": ((Remedy.ARBITER, ""), (Remedy.ARBITER, "")),
    "GO-17.scatter": ((Remedy.RESTORE, ""), (Remedy.RESTORE, "")),
    "GO-18.alive": ((Remedy.RESTORE, "warning"), (Remedy.RESTORE, "warning")),
    "GO-18.dead": ((Remedy.SET_RIGHT, ""), (Remedy.SET_RIGHT, "warning")),
    "GO-19": ((Remedy.TURN_LOST, ""), (Remedy.TURN_LOST, "")),
    "GO-20.ko": ((Remedy.TURN_LOST, ""), (Remedy.TURN_LOST, "warning")),
    "GO-20.super": ((Remedy.ARBITER, ""), (Remedy.ARBITER, "")),
    "GO-22.sealed": ((Remedy.TURN_LOST, ""), None),
    "GO-22.7": ((Remedy.ARBITER, ""), (Remedy.ARBITER, "")),
}


@pytest.mark.law(
    "GO-17.colour",
    "GO-17.two",
    "GO-17.release",
    "GO-17.clock",
    "GO-17.shift",
    "GO-17.scatter",
    "GO-18.alive",
    "GO-18.dead",
    "GO-19",
    "GO-20.ko",
    "GO-20.super",
    "GO-22.sealed",
    "GO-22.7",
)
@pytest.mark.parametrize("law", WRONG)
def test_what_follows_from_irregularities(law: str) -> None:
    for book, wanted in zip((CHINA, CHINA_CLUB), WRONG[law], strict=True):
        row = book.irregularities.get(LawId(law))
        assert (None if row is None else (row.remedy, row.penalty)) == wanted
        if row is not None:
            assert row.law == law
            assert row.english
            assert not row.english.endswith(".")
            assert any("\u4e00" <= sign <= "\u9fff" for sign in row.chinese)


def test_the_rulebooks_have_no_other_irregularities() -> None:
    assert set(CHINA.irregularities) | set(CHINA_CLUB.irregularities) == set(WRONG)
    by_people = {
        law
        for book in (CHINA, CHINA_CLUB)
        for law, row in book.irregularities.items()
        if row.seen_by is SeenBy.PEOPLE
    }
    assert by_people == {"GO-17.colour", "GO-22.sealed", "GO-22.7"}


@pytest.mark.law(
    "GO-17.release", "GO-18.dead", "GO-17.two", "GO-19", "GO-17.shift", "GO-17.scatter"
)
def test_the_completion_of_a_play() -> None:
    assert list(GO.rulebooks) == ["go-china", "go-china-club"]
    assert GO.rulebook is CHINA
    for book in (CHINA, CHINA_CLUB):
        laws = book.completion
        assert laws.released == "GO-17.release"
        assert laws.capture == "GO-18.dead"
        assert laws.turn == "GO-17.two"
        assert laws.illegal == "GO-19"
        assert laws.displaced == "GO-17.shift"
        assert laws.wrong_array == laws.wrong_turned == "GO-17.scatter"
        assert laws.promotion is laws.castling is laws.rook_first is None
