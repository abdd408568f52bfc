"""Illegal moves that the press completes: counted, with time for the opponent, and the second loses."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import Clock, Irregularity, Penalty, Result
from rules.arbiter_law import quick
from rules.time_control import read_time_control
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig
from tests.core.rulings import CLOCK, board, check_recovery, penalise

E4_PRESSED = "e2- 300 e4+ 300 w! 1200"
BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
"""Black has nothing to mate with."""


@pytest.mark.law("FIDE-7.5.5", "FIDE-7.5.1")
@pytest.mark.parametrize(
    ("control", "ms"),
    [(CLOCK, 120_000), ("60:00", 120_000), ("15:00+0:10", 60_000), ("3:00+0:02", 60_000)],
)
def test_the_first_illegal_move_gives_the_opponent_time(control: str, ms: int) -> None:
    rig = Rig(time_control=control).hands(f"1000 {E4_PRESSED} d7- 300 d4+ 300 b! 2000")
    assert rig.odd == [("FIDE-7.5.1", "illegal-move")]
    (said,) = rig.of(Penalty)
    assert (said.side, said.kind, said.law, said.count, said.by, said.gives_ms) == (
        "black", "illegal-move", "FIDE-7.5.5", 1, "referee", ms,
    )  # fmt: skip
    assert rig.stage == "restore"
    check_recovery(rig)
    given = [m for m in rig.of(Clock) if m.why == "penalty:illegal-move"]
    before = rig.of(Clock)[rig.of(Clock).index(given[0]) - 1]
    assert allotted(given[0], "white") - allotted(before, "white") == ms


@pytest.mark.law("FIDE-7.5.1", "FIDE-7.5.5")
@pytest.mark.parametrize("first", ["a1- 300 a7-", "a7- 300 a1-"])
@pytest.mark.parametrize("before", ["", "h2- 300 h3+ 300 w! 900 h7- 300 h6+ 300 b! 900 "])
def test_an_illegal_capture_is_completed_by_the_press(first: str, before: str) -> None:
    rig = Rig(time_control=CLOCK).hands(f"1000 {before}{first} 300 a7+ 300 w! 6500")
    assert rig.odd == [("FIDE-7.5.1", "illegal-capture")]
    assert [(p.side, p.count) for p in rig.of(Penalty)] == [("white", 1)]
    assert rig.stage == "restore"


@pytest.mark.law("FIDE-7.5.1", "FIDE-7.5.5")
def test_a_press_upon_an_illegal_move_that_was_named_before_completes_it() -> None:
    rig = Rig(time_control=CLOCK).hands("1000 d2- 300 d5+ 3000")
    assert rig.odd == [("FIDE-7.5.1", "illegal-move")]
    assert rig.of(Penalty) == []
    rig.hands("b! 500 w! 500 w! 500")
    assert [(p.side, p.count, p.gives_ms) for p in rig.of(Penalty)] == [("white", 1, 120_000)]
    assert rig.odd == [("FIDE-7.5.1", "illegal-move")]
    rig.hands("d5- 300 d2+ 2000")
    assert rig.stage == "play"


@pytest.mark.law("FIDE-7.5.1")
def test_who_puts_an_illegal_move_right_before_the_press_has_completed_none() -> None:
    rig = Rig(time_control=CLOCK).hands("1000 d2- 300 d5+ 3000 d5- 300 w! 300 d2+ 2000")
    assert rig.stage == "play"
    assert rig.of(Penalty) == []


def allotted(said: Clock, side: str) -> int:
    """All the time of a side, used or not."""
    return int(said.sides[side]["remaining_ms"] + said.sides[side]["used_ms"])


@pytest.mark.law("FIDE-A", "FIDE-B")
@pytest.mark.parametrize(
    ("control", "is_quick"),
    [
        ("60:00", False),
        ("59:59", True),
        ("30:00+0:30", False),
        ("29:00+0:30", True),
        ("40/90:00,30:00", False),
        ("40/30:00,10:00", True),
        ("30/5:00*", True),
        ("20/20:00*", False),
        ("15:00", True),
        ("60:00,3x0:30", False),
        ("10:00,3x0:30", True),
        ("~5:00", True),
    ],
)
def test_rapid_and_blitz(control: str, is_quick: bool) -> None:  # noqa: FBT001
    assert quick(read_time_control(control)) is is_quick


@pytest.mark.law("FIDE-7.5.5")
def test_the_second_illegal_move_loses() -> None:
    rig = Rig(time_control=CLOCK).hands(f"1000 {E4_PRESSED}")
    for target in ("d4", "d3"):
        rig.hands(f"d7- 300 {target}+ 300 b! 2000")
        rig.hands(f"{target}- 300 d7+ 1500")
    assert [(p.side, p.count, p.gives_ms) for p in rig.of(Penalty)] == [
        ("black", 1, 120_000), ("black", 2, 0),
    ]  # fmt: skip
    result = rig.of(Result)[-1]
    assert (result.result, result.termination, result.law, result.winner) == (
        "1-0", "penalties", "FIDE-7.5.5", "white",
    )  # fmt: skip
    assert result.by is None
    check_recovery(rig)


@pytest.mark.law("FIDE-7.5.5")
def test_it_is_drawn_where_the_opponent_could_not_mate() -> None:
    rig = Rig(BARE, time_control=CLOCK).hands("1000")
    for target in ("e6", "e5"):
        rig.hands(f"e2- 300 {target}+ 300 w! 2000 {target}- 300 e2+ 1500")
    assert [p.count for p in rig.of(Penalty)] == [1, 2]
    assert rig.of(Result)[-1].result == "1/2-1/2"


@pytest.mark.law("FIDE-7.5.3", "FIDE-7.5.5")
def test_a_press_without_a_move_counts_as_an_illegal_move() -> None:
    rig = Rig(time_control=CLOCK).hands("1000 w! 1500")
    assert rig.odd == [("FIDE-7.5.3", "press-without-move")]
    assert [(p.kind, p.gives_ms) for p in rig.of(Penalty)] == [("illegal-move", 120_000)]


@pytest.mark.law("FIDE-7.5.5")
@pytest.mark.parametrize(
    "options",
    [{"time_control": None}, {"mode": "observer"}, {"rulebook": CLASSIC}],
)
def test_nothing_is_counted(options: dict[str, Any]) -> None:
    """Not completed by a press; or the board only observes; or the older laws, which count nothing."""
    rig = Rig(**{"time_control": CLOCK, **options}).hands(f"1000 {E4_PRESSED} d7- 300 d4+ 3000")
    if options.get("mode") == "observer":
        rig.hands("b! 2000")
    assert not rig.of(Penalty)


@pytest.mark.law("FIDE-7.5.4", "FIDE-7.5.5")
def test_two_hands_are_entered_and_counted_as_an_illegal_move() -> None:
    rig = board(FIDE, time_control=CLOCK)
    assert penalise(rig, "two-hands", "white", why="castled with both hands")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.kind, found.remedy) == ("FIDE-7.5.4", "two-hands", "none")
    (said,) = rig.of(Penalty)
    assert (said.kind, said.by, said.why) == (
        "illegal-move", "arbiter", "castled with both hands",
    )  # fmt: skip
    assert penalise(rig, "illegal-move", "white")
    assert rig.of(Result)[-1].by == "arbiter"
    check_recovery(rig)


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("role", ["arbiter", "black"])
def test_a_man_who_went_where_the_last_one_came_from_takes_nothing_back(
    book: str, role: str
) -> None:
    """Black's bishop has captured on f6; White's pawn goes from d2 to g7: that is let stand, or nothing is."""
    start = "4k3/6b1/5p2/4P3/8/8/3P4/4K3 w - - 0 1"
    rig = Rig(start, rulebook=book).hands("1000 e5- 300 f6- 300 f6+ 1500 g7- 300 f6- 300 f6+ 1500")
    rig.hands("d2- 300 g7+ 3000")
    assert rig.line == ["e5f6", "g7f6"]
    (found,) = rig.of(Irregularity)
    assert (found.observed.origin, found.observed.to) == ("d2", "g7")
    let_stand = rig.command(role, "accept-irregularity", id=found.id)
    assert rig.line == ["e5f6", "g7f6", *["d2g7"] * let_stand], rig.story()
    assert let_stand or role == "black"
