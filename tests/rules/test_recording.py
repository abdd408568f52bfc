"""The duty to write the moves down, and when time is too short for it."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.arbiter_law import Effect, sanctions
from rules.game import Game
from rules.record import GameRecord
from rules.recording import RECORDING, excused_plies
from rules.registry import GAMES
from rules.sheet_form import FORMS
from rules.terms import RulesError, Side
from rules.time_control import read_time_control

WHITE, BLACK, RED = Side("white"), Side("black"), Side("red")
MINUTE = 60_000
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


# Time trouble


def excused(
    book: str,
    control: str,
    side: Side,
    left: Sequence[float | None],
    elapsed: list[float] | None = None,
) -> list[int]:
    """The plies that a side need not have written; minutes left to the mover after each ply."""
    first = RED if book.startswith("xiangqi") else WHITE
    movers = [(first, BLACK)[n % 2] for n in range(len(left))]
    record = GameRecord(
        moves=("-",) * len(left),
        clocks_ms=tuple(None if m is None else round(m * MINUTE) for m in left),
        elapsed_ms=tuple(round(m * MINUTE) for m in elapsed) if elapsed else (None,) * len(left),
    )
    relief = RECORDING[book].relief
    return sorted(excused_plies(record, movers, side, read_time_control(control), relief))


@pytest.mark.law("FIDE-8.4")
@pytest.mark.parametrize(
    ("control", "free"),
    [
        ("60:00", [3, 4, 5, 6]),
        ("60:00+0:29", [3, 4, 5, 6]),
        ("60:00+0:30", []),
        ("60:00d0:30", []),
        ("3/60:00,10:00", [3, 4, 5]),
        ("2/60:00,10:00+0:30", [3]),
    ],
)
def test_chess_under_five_minutes(control: str, free: list[int]) -> None:
    # White has 4.9 minutes after ply 3; Black is never short. In the last control ply 3 ends a period,
    # and half a minute comes with each move of the next.
    assert excused("chess-fide-2023", control, WHITE, [20, 20, 4.9, 20, 4.5, 20]) == free
    assert excused("chess-fide-2023", control, BLACK, [20, 20, 4.9, 20, 4.5, 20]) == []


@pytest.mark.law("FIDE-8.4", "CH-11.2")
@pytest.mark.parametrize("book", ["chess-fide-2023", "chess-classic"])
def test_five_minutes_exactly_are_not_under_five(book: str) -> None:
    assert excused(book, "60:00", WHITE, [5, 20]) == []
    assert excused(book, "60:00", WHITE, [5 - 0.001, 20]) == [1, 2]


@pytest.mark.law("FIDE-8.4")
def test_an_increment_that_lifts_the_clock_over_five_minutes_does_not_hide_that_it_was_less() -> (
    None
):
    assert excused("chess-fide-2023", "60:00+0:10", WHITE, [5.1, 20]) == [1, 2]


@pytest.mark.law("CH-11.2")
def test_the_older_laws_do_not_look_at_time_that_comes_with_a_move() -> None:
    assert excused("chess-classic", "60:00+0:30", WHITE, [4, 20]) == [1, 2]


@pytest.mark.law("CH-11.2", "FIDE-8.4", "FIDE-8.5")
@pytest.mark.parametrize("book", ["chess-fide-2023", "chess-classic"])
def test_the_next_period_ends_the_excuse(book: str) -> None:
    left = [50, 50, 2, 50, 16, 50, 15, 50]
    # The third move ends the period; its clock shows the new time already.
    assert excused(book, "3/60:00,15:00", WHITE, left) == [3, 4, 5]
    # What it took shows that the third move was made in time trouble.
    left = [50, 50, 10, 50, 18, 50, 15, 50]
    took = [10.0, 10, 40, 0, 7, 0, 3, 0]
    assert excused(book, "3/60:00,15:00", WHITE, left, took) == [5]


@pytest.mark.law("XQ-7.2")
def test_xiangqi_under_three_minutes_until_the_next_period() -> None:
    left = [20, 20, 3, 20, 2.9, 20, 14, 20, 2.5, 20]
    assert excused("xiangqi-cxa", "4/20:00,10/15:00*", RED, left) == [5, 6, 7, 9, 10]
    assert excused("xiangqi-cxa", "3/20:00,2/15:00*", RED, left) == [5, 9]
    assert excused("xiangqi-wxf", "20:00", RED, left) == [5, 6, 7, 8, 9, 10]


@pytest.mark.law("DR-10")
@pytest.mark.parametrize(
    ("control", "free"),
    [
        ("60:00", [3, 4]),
        ("80:00+1:00", []),
        ("40/60:00,20:00", []),
        ("60:00,10:00+0:30", []),
        ("1/60:00,10:00", [3, 4]),
    ],
)
def test_draughts_under_five_minutes_of_sudden_death(control: str, free: list[int]) -> None:
    assert excused("draughts-100", control, WHITE, [20, 20, 4, 20]) == free


def test_a_period_for_all_moves_gives_way_to_the_next_when_the_clock_goes_up() -> None:
    # From 0.1 to 9.9 minutes: the second period has come, and there half a minute comes with each move.
    left = [1, 60, 0.1, 60, 9.9, 60, 4, 60]
    assert excused("chess-fide-2023", "60:00,10:00+0:30", WHITE, left) == [1, 2, 3, 4]


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 20)), min_size=1, max_size=12),
    st.sampled_from(["20:00", "20:00+0:10", "99/20:00,10:00"]),
)
def test_within_one_period_the_excuse_lasts_from_the_first_short_move_on(
    left: list[int | None], control: str
) -> None:
    found = excused("chess-fide-2023", control, WHITE, [*left])
    bonus = 1 / 6 if "+" in control else 0
    short = [n for n, m in enumerate(left, 1) if n % 2 and m is not None and m - bonus < 5]
    assert found == (list(range(short[0], len(left) + 1)) if short else [])


@pytest.mark.law("XQ-7.1", "XQ-7.2", "XQ-7.4")
def test_both_players_of_xiangqi_write_and_refusing_loses() -> None:
    for book in GAMES["xiangqi"].rulebooks:
        recording = RECORDING[book]
        assert recording.law == "XQ-7.1"
        assert recording.relief is not None
        assert recording.relief.law == "XQ-7.2"
        refuses = sanctions(GAMES["xiangqi"].rulebooks[book])["refuses-recording"]
        assert (refuses.law, refuses.effect) == ("XQ-7.4", Effect.LOSS)


def test_movers_and_moves_must_be_as_many() -> None:
    relief = RECORDING["chess-classic"].relief
    with pytest.raises(RulesError, match="as many movers"):
        excused_plies(GameRecord(), [WHITE], WHITE, read_time_control("5:00"), relief)


@every_game
def test_every_rulebook_that_lays_the_duty_on_players_is_known(game: Game) -> None:
    assert game.name in FORMS
    known = set(game.rulebooks) & set(RECORDING)
    assert known == (set() if game.name == "go" else set(game.rulebooks))


@pytest.mark.law("FIDE-8.4")
@pytest.mark.parametrize(
    ("control", "left", "took", "free"),
    [
        # A period of reading time comes whole for each move: half a minute is enough, less is not.
        ("20:00,3x0:30", [6, 6, 0.5, 6], [14, 14, 6.1, 1], []),
        ("20:00,3x0:29", [6, 6, 29 / 60, 6], [14, 14, 6.1, 1], [3, 4]),
        ("3x0:29", [0.4, 1], None, [1, 2]),
        ("~5:00", [4, 6], None, [1, 2]),
        ("~9:00", [8, 10, 6, 12], None, []),
        # What Bronstein's clock gave back is no time that was there during the move.
        ("20:00b0:10", [5.1, 20], [1, 1], [1, 2]),
        ("20:00b0:10", [5.1, 20], [0.01, 1], []),
        # The increment is there after the last move of a period too.
        ("1/20:00+0:10,20:00", [5.1, 20], None, [1]),
        # The first ten seconds of a move do not run.
        ("20:00,10:00", [6, 20, None, 20], [14, 1, 0.9, 1], []),
        ("20:00,10:00", [6, 20, None, 20], [14, 1, 1.1, 1], [3, 4]),
        ("20:00d0:10", [6, 20, None, 20], [14, 1, 1.1, 1], []),
        ("20:00d0:10", [6, 20, None, 20], [14, 1, 1.2, 1], [3, 4]),
        # Nothing is known.
        ("20:00", [None, None, None, None], None, []),
    ],
)
def test_kinds_of_clocks(
    control: str, left: list[float | None], took: list[float] | None, free: list[int]
) -> None:
    assert excused("chess-fide-2023", control, WHITE, left, took) == free


@pytest.mark.law("CH-11.2")
def test_where_no_law_gives_relief_every_move_is_due() -> None:
    record = GameRecord(moves=("e2e4",), clocks_ms=(1,), elapsed_ms=(1,))
    assert excused_plies(record, [WHITE], WHITE, read_time_control("5:00"), None) == frozenset()
