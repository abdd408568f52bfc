"""What the clock's own display shows, with any time control, as the session has last said it."""

from __future__ import annotations

import pytest

from controller.core.settings import MS
from controller.shell.dial import LOOK_NS, DialHand, dial_of
from drivers.segments import Face
from drivers.sim.bench import SimBench
from rules.registry import game_by_name
from tests.core.clocks import clocked, left
from tests.core.rig import Rig

GO = game_by_name("go")
OPENING = "1000 e2- 300 e4+ 400 w!"
"""White thinks for a second, moves and presses."""


def faces(board: Rig, later_ms: int = 0) -> tuple[Face, Face]:
    """The faces some time after the session has heard the last of the board."""
    dial = dial_of(board.board)
    assert dial is not None
    return dial.faces(board.at_ns + later_ms * MS)


def times(board: Rig, later_ms: int = 0) -> tuple[int | None, int | None]:
    first, second = faces(board, later_ms)
    return first.ms, second.ms


def test_without_a_time_control_there_is_nothing_to_show() -> None:
    assert dial_of(Rig().board) is None


def test_before_the_game_it_shows_what_is_set() -> None:
    board = clocked("5:00", standing=[])
    assert faces(board, 60_000) == (Face(ms=300_000), Face(ms=300_000))


@pytest.mark.parametrize(
    "control", ["5:00", "5:00+0:03", "5:00d0:10", "5:00b0:10", "~5:00", "0:30,3x0:30", "40/5:00"]
)
def test_between_two_inputs_it_shows_what_the_session_then_says(control: str) -> None:
    board = clocked(control).hands("500")
    for ms in (1, 499, 730, 3000, 9000):
        ahead = times(board, ms)
        board.wait(ms)
        assert ahead == times(board)
        assert ahead == (left(board), left(board, "black"))


@pytest.mark.law("DR-3")
def test_one_runs_where_the_other_stops_and_never_both() -> None:
    board = clocked("5:00").hands(f"1000 {OPENING}")
    before = faces(board)
    after = faces(board, 2000)
    assert after[0] == before[0]
    assert (before[1].ms, after[1].ms) == (300_000, 298_000)
    assert before[0].ms == left(board)


@pytest.mark.law("DR-3")
def test_the_sign_beats_on_the_side_whose_clock_runs_and_on_no_other() -> None:
    board = clocked("5:00").hands(OPENING)
    marks = [tuple(face.mark for face in faces(board, ms)) for ms in range(0, 2000, 250)]
    assert [white for white, _ in marks] == [True] * 8
    assert [black for _, black in marks] == [True, True, False, False] * 2


@pytest.mark.law("DR-3")
def test_both_stop_together() -> None:
    board = clocked("5:00").hands(f"{OPENING} 2000")
    assert board.command("arbiter", "pause")
    stands = faces(board)
    assert faces(board, 60_000) == stands
    assert all(face.mark for face in stands)
    assert board.command("arbiter", "resume")
    assert faces(board, 1000)[0] == stands[0]
    assert faces(board, 1000)[1].ms == (stands[1].ms or 0) - 1000


@pytest.mark.law("DR-3")
def test_the_last_two_minutes_show_seconds() -> None:
    bench = SimBench()
    hand = DialHand(bench.display)
    board = clocked("1:30:00").hands("1000")
    assert shown(bench, hand, board, 0) == (" 1.29", " 1.30")
    assert shown(bench, hand, board, 5_399_000 - 119_000) == (" 1:59", " 1.30")


def shown(bench: SimBench, hand: DialHand, board: Rig, later_ms: int) -> tuple[str, str]:
    """What can be read 100 ms after a moment, while the sign is lit."""
    dial = dial_of(board.board)
    for at_ms in range(later_ms, later_ms + 100, 5):
        hand.step(dial, board.at_ns + at_ms * MS)
    first, second = bench.segments
    return first.text, second.text


@pytest.mark.law("DR-3")
def test_the_side_that_overstepped_is_shown_when_the_session_says_so_and_not_before() -> None:
    board = clocked("0:10").hands("9500")
    assert times(board, 499) == (1, 10_000)
    held = faces(board, 60_000)[0]
    assert (held.ms, held.flag) == (1, False)
    board.wait(2000)
    assert faces(board) == (Face(ms=0, flag=True), Face(ms=10_000))
    assert faces(board, 60_000) == faces(board)


def test_after_the_game_it_shows_what_was_left() -> None:
    board = clocked("5:00").hands(f"{OPENING} 2000")
    assert board.command("black", "resign")
    assert faces(board, 60_000) == faces(board)
    assert times(board) == (left(board), left(board, "black"))


def test_byo_yomi_counts_its_periods() -> None:
    board = clocked("0:05,3x0:10", game=GO, rulebook="go-china").hands("1000")
    assert faces(board)[0].periods == 0
    board.wait(5000)
    assert faces(board)[0].periods == 3
    assert times(board) == (9000, 5000)
    board.wait(10_000)
    assert faces(board)[0].periods == 2
    assert faces(board)[1].periods == 0


def test_in_its_delay_the_clock_runs_and_its_time_stands() -> None:
    board = clocked("5:00d0:10").hands("500")
    assert times(board, 3000) == (300_000, 300_000)
    assert {faces(board, ms)[0].mark for ms in range(0, 1000, 250)} == {True, False}


def test_while_it_is_not_known_what_time_it_is_the_clock_stands() -> None:
    board = clocked("5:00").hands(f"{OPENING} 2000")
    timer = board.board.state.clock
    assert timer is not None
    timer.adrift = True
    assert faces(board, 60_000) == faces(board)
    assert all(face.mark for face in faces(board, 250))


def test_a_figure_is_late_by_a_look_and_its_transfers_at_most() -> None:
    bench = SimBench()
    hand = DialHand(bench.display)
    board = clocked("5:00").hands("500")
    dial = dial_of(board.board)
    assert dial is not None
    late_ms = 0
    for at_ms in range(500, 20_000, 5):
        hand.step(dial, at_ms * MS)
        due = dial.faces(at_ms * MS)[0].ms or 0
        read = bench.segments[0].text.replace(" ", ":")
        seconds = -(-due // 1000)
        late_ms = 0 if read.endswith(f":{seconds % 60:02}") else late_ms + 5
        assert late_ms <= LOOK_NS // MS + 40


def test_a_clock_that_runs_takes_little_of_the_bus() -> None:
    """The figures of docs/hardware/panel.md."""
    bench = SimBench()
    hand = DialHand(bench.display)
    dial = dial_of(clocked("5:00").hands("500").board)
    (wire,) = bench.wires
    used = []
    for at_ms in range(500, 61_500, 5):
        before = wire.clocks
        hand.step(dial, at_ms * MS)
        used.append(wire.clocks - before)
    assert max(used) == 111
    assert sum(used[200:]) / 60 == pytest.approx(480, abs=1)
