"""What the laws say of the clock."""

from __future__ import annotations

import pytest

from rules.clock_law import (
    HOUR_MS,
    MINUTE_MS,
    Restoring,
    clock_law,
    lateness,
    least_ms,
    must_be_replaced,
    overstepped,
    preset,
    shared_out,
    true_used_ms,
)
from rules.registry import GAMES, game_by_name
from rules.rulebook import Outcome, Rulebook
from rules.terms import RulesError, Side
from rules.time_control import Bonus, Period, read_time_control

CHESS = game_by_name("chess")
FIDE, CLASSIC = CHESS.rulebooks["chess-fide-2023"], CHESS.rulebooks["chess-classic"]
DRAUGHTS = game_by_name("draughts-100")
GO = game_by_name("go")
CHINA, CLUB = GO.rulebooks["go-china"], GO.rulebooks["go-china-club"]
XIANGQI = game_by_name("xiangqi")
WHITE, BLACK, RED = Side("white"), Side("black"), Side("red")
ARRAY = None
MATE_POSSIBLE = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
BARE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
KNIGHT = "4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1"
BISHOP = "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"


def books() -> list[Rulebook]:
    return [book for game in GAMES.values() for book in game.rulebooks.values()]


@pytest.mark.parametrize("rulebook", books(), ids=lambda book: str(book.name))
def test_every_rulebook_has_a_clock_law_with_controls_that_can_be_read(rulebook: Rulebook) -> None:
    law = clock_law(rulebook)
    assert law.presets
    for each in law.presets:
        assert str(read_time_control(each.text)) == each.text
        assert preset(rulebook, each.name) == each


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="known: classical, standard, rapid"):
        preset(FIDE, "bullet")


@pytest.mark.parametrize(
    ("rulebook", "start", "side", "outcome", "law"),
    [
        pytest.param(FIDE, ARRAY, WHITE, Outcome.SECOND_WINS, "FIDE-6.9",
                     marks=pytest.mark.law("FIDE-6.8", "FIDE-6.9")),
        pytest.param(FIDE, ARRAY, BLACK, Outcome.FIRST_WINS, "FIDE-6.9"),
        # The queen's side oversteps: a bare king can never mate.
        pytest.param(FIDE, MATE_POSSIBLE, WHITE, Outcome.DRAW, "FIDE-6.9",
                     marks=pytest.mark.law("FIDE-6.9")),
        pytest.param(FIDE, MATE_POSSIBLE, BLACK, Outcome.FIRST_WINS, "FIDE-6.9"),
        # A knight cannot mate a king and queen (the queen cannot be in the way of her own king's flight).
        pytest.param(FIDE, KNIGHT, WHITE, Outcome.DRAW, "FIDE-6.9"),
        pytest.param(CLASSIC, ARRAY, WHITE, Outcome.SECOND_WINS, "CH-10.14",
                     marks=pytest.mark.law("CH-10.14")),
        pytest.param(CLASSIC, MATE_POSSIBLE, WHITE, Outcome.DRAW, "CH-10.5",
                     marks=pytest.mark.law("CH-10.5")),
        # By the older law only a bare king cannot win.
        pytest.param(CLASSIC, KNIGHT, WHITE, Outcome.SECOND_WINS, "CH-10.14"),
        pytest.param(CLASSIC, BARE, BLACK, Outcome.DRAW, "CH-10.14",
                     marks=pytest.mark.law("CH-10.14")),
    ],
)  # fmt: skip
def test_what_a_fallen_flag_means_in_chess(
    rulebook: Rulebook, start: str | None, side: Side, outcome: Outcome, law: str
) -> None:
    assert overstepped(CHESS, rulebook, CHESS.start(start), side) == (outcome, law)


@pytest.mark.parametrize(
    ("name", "rulebook", "side", "outcome", "law"),
    [
        pytest.param("draughts-100", "draughts-100", WHITE, Outcome.SECOND_WINS, "DR-8.2",
                     marks=pytest.mark.law("DR-8.2")),
        pytest.param("xiangqi", "xiangqi-cxa", RED, Outcome.SECOND_WINS, "XQ-6",
                     marks=pytest.mark.law("XQ-6")),
        pytest.param("go", "go-china", WHITE, Outcome.FIRST_WINS, "GO-22.time",
                     marks=pytest.mark.law("GO-22.time")),
        pytest.param("go", "go-china-club", BLACK, Outcome.SECOND_WINS, "GO-22.time",
                     marks=pytest.mark.law("GO-22.time")),
    ],
)  # fmt: skip
def test_overstepping_loses_in_every_other_game(
    name: str, rulebook: str, side: Side, outcome: Outcome, law: str
) -> None:
    game = game_by_name(name)
    assert overstepped(game, game.rulebooks[rulebook], game.start(), side) == (outcome, law)


@pytest.mark.law("FIDE-6.9")
def test_a_bishop_against_one_of_the_other_colour_may_still_be_mated() -> None:
    # f8 is dark and f1 light: each side's bishop may take its own king's flight square.
    assert overstepped(CHESS, FIDE, CHESS.start(BISHOP), WHITE) == (Outcome.SECOND_WINS, "FIDE-6.9")


@pytest.mark.law("FIDE-6.9")
@pytest.mark.parametrize(
    ("start", "outcome"),
    [
        # The king must take the last man that could give mate; in the others he need not, or another is left.
        pytest.param("7k/8/8/8/8/8/6q1/7K w - - 0 1", Outcome.DRAW),
        pytest.param("7k/8/8/8/8/8/5Pq1/7K w - - 0 1", Outcome.DRAW),
        pytest.param("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", Outcome.SECOND_WINS),
        pytest.param("7k/8/8/8/8/8/r5q1/7K w - - 0 1", Outcome.SECOND_WINS),
        pytest.param("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Outcome.SECOND_WINS),
    ],
)
def test_nobody_wins_whose_last_man_must_be_taken(start: str, outcome: Outcome) -> None:
    assert overstepped(CHESS, FIDE, CHESS.start(start), WHITE) == (outcome, "FIDE-6.9")


MIN = MINUTE_MS


@pytest.mark.parametrize(
    ("rulebook", "late", "charged", "lost", "law"),
    [
        # White's clock runs from the appointed start; Black's only once White has moved.
        pytest.param(CLASSIC, (10, 0), (10, 0), (), "CH-10.15", marks=pytest.mark.law("CH-10.15")),
        pytest.param(CLASSIC, (20, 30), (20, 10), (), "CH-10.15"),
        pytest.param(CLASSIC, (0, 60), (0, 60), (), "CH-10.15"),
        pytest.param(CLASSIC, (0, 61), (0, 61), (BLACK,), "CH-10.15",
                     marks=pytest.mark.law("CH-10.15")),
        pytest.param(CLASSIC, (61, 62), (61, 1), (WHITE, BLACK), "CH-10.15"),
        pytest.param(FIDE, (1, 0), (1, 0), (WHITE,), "FIDE-6.7", marks=pytest.mark.law("FIDE-6.7")),
        pytest.param(DRAUGHTS.rulebook, (10, 0), (10, 0), (), "DR-8.3",
                     marks=pytest.mark.law("DR-8.3")),
        pytest.param(DRAUGHTS.rulebook, (20, 30), (10, 20), (), "DR-9.2",
                     marks=pytest.mark.law("DR-9.2")),
        pytest.param(DRAUGHTS.rulebook, (0, 61), (0, 61), (BLACK,), "DR-8.3"),
        pytest.param(CHINA, (0, 20), (0, 20), (), "GO-22.time", marks=pytest.mark.law("GO-22.time")),
        pytest.param(CLUB, (0, 10), (0, 20), (), "GO-22.time", marks=pytest.mark.law("GO-22.time")),
        pytest.param(CLUB, (0, 16), (0, 32), (BLACK,), "GO-22.time"),
    ],
)  # fmt: skip
def test_what_coming_late_costs(
    rulebook: Rulebook,
    late: tuple[int, int],
    charged: tuple[int, int],
    lost: tuple[Side, ...],
    law: str,
) -> None:
    sides = (WHITE, BLACK)
    found = lateness(rulebook, sides, {s: m * MIN for s, m in zip(sides, late, strict=True)})
    assert tuple(found.charged_ms[side] // MIN for side in sides) == charged
    assert (found.lost, found.law) == (lost, law)


@pytest.mark.law("FIDE-6.7")
def test_the_event_may_name_its_own_default_time() -> None:
    found = lateness(FIDE, (WHITE, BLACK), {WHITE: 14 * MIN}, limit_ms=15 * MIN)
    assert found.lost == ()
    assert lateness(FIDE, (WHITE, BLACK), {WHITE: 16 * MIN}, limit_ms=15 * MIN).lost == (WHITE,)


def test_nobody_is_early_by_the_law_of_lateness() -> None:
    with pytest.raises(RulesError, match="from 0"):
        lateness(FIDE, (WHITE, BLACK), {WHITE: -1})


@pytest.mark.law("CH-12.4")
def test_a_correction_leaves_five_minutes_or_a_minute_a_move() -> None:
    assert least_ms(CLASSIC, None) == 5 * MIN
    assert least_ms(CLASSIC, 3) == 5 * MIN
    assert least_ms(CLASSIC, 12) == 12 * MIN
    assert least_ms(FIDE, 12) == 0


@pytest.mark.law("CH-12.6")
def test_unknown_times_are_in_proportion_to_the_moves_made() -> None:
    assert shared_out(60 * MIN, 30, 20) == 40 * MIN
    assert shared_out(60 * MIN, 30, 31) == 60 * MIN
    assert shared_out(MIN, 0, 0) == MIN


@pytest.mark.law("GO-22.8")
def test_a_clock_off_by_two_minutes_an_hour_is_replaced_and_the_times_set_in_proportion() -> None:
    assert must_be_replaced(2 * MIN, HOUR_MS)
    assert must_be_replaced(-MIN, 30 * MIN)
    assert not must_be_replaced(2 * MIN - 1, HOUR_MS)
    assert not must_be_replaced(MIN, 0)
    assert true_used_ms(31 * MIN, 2 * MIN, HOUR_MS) == 30 * MIN
    assert clock_law(CLUB).replaced == "GO-22.8"
    assert clock_law(CHINA).replaced is None


@pytest.mark.law("DR-8.2")
def test_only_in_draughts_men_are_put_back_on_the_offenders_time() -> None:
    running = {book.name for book in books() if clock_law(book).restoring is Restoring.OFFENDER}
    assert running == {book.name for book in books() if book.name.startswith("draughts")}


@pytest.mark.law("FIDE-A", "FIDE-B")
def test_rapid_and_blitz_have_presets_of_their_length() -> None:
    for name, low_s, high_s in (("rapid", 600, 3600), ("blitz", 0, 601)):
        stage = read_time_control(preset(FIDE, name).text).stages[0]
        assert isinstance(stage, Period)
        assert stage.bonus is Bonus.INCREMENT
        assert low_s < stage.time_s + 60 * stage.bonus_s < high_s
