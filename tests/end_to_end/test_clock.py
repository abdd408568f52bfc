"""The clock of a running program: killed in mid-move, stopped for ten seconds; not a millisecond is lost.

How long each thing takes is the machine's affair. What the clock shows is compared with the monotonic times
that the program itself has written down, so that it must be right to the millisecond however long it took.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from controller.core.messages import Move
from controller.core.settings import MS
from controller.journal.store import Journal
from tests.end_to_end.clocking import left_ns, now_ns, stopped_for, told
from tests.end_to_end.listening import Board, service
from tests.end_to_end.programs import free_port
from tests.soak import real_clock

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

WHOLE_NS = 90 * 60 * 1000 * MS
STOPPED_S = 10.0
KEYS = 'time_control = "90:00"'


def board_in(folder: Path) -> AbstractAsyncContextManager[Board]:
    return service(
        folder,
        free_port(),
        embedded=True,
        keys=KEYS,
        roles=("operator", "arbiter", "white", "black"),
    )


def shown(state: dict[str, Any], side: str) -> int:
    """Milliseconds that the kiosk shows, right for `at_us`."""
    left: int = state["view"]["clock"]["sides"][side]["remaining_ms"]
    return left


@pytest.mark.slow
def test_a_program_killed_in_mid_move_has_lost_no_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with board_in(tmp_path) as board:
            await board.move("e2", "e4")
            await board.until_ply(1)
            reply = await board.command("white", "press-clock")
            assert reply["accepted"]
            await board._bench({"act": "lift", "point": "e7"})
            await board.until(lambda state: "e7" not in state["view"]["standing"])
            board.process.kill()
            await board.process.wait()
        before = told(tmp_path)[-1]
        assert before.running == "black"
        async with board_in(tmp_path) as board:
            state = await board.until(lambda state: state["view"]["clock"]["running"] == "black")
            (again,) = [clock for clock in told(tmp_path) if clock.why == "program-restarted"]
            assert again.gap_ms is not None
            assert now_ns(again) - now_ns(before) >= again.gap_ms * MS
            # What Black had when White pressed, less what the machine's own clock says has passed.
            assert left_ns(again, "black") == left_ns(before, "black") - (
                now_ns(again) - now_ns(before)
            )
            assert left_ns(again, "white") == left_ns(before, "white")
            at_us = state["view"]["clock"]["at_us"]
            passed_ms = (at_us * 1000 - now_ns(again)) // MS
            assert abs(shown(state, "black") + passed_ms - left_ns(again, "black") // MS) <= 1
            reply = await board.command("arbiter", "pause", why="after a power cut")
            assert reply["accepted"]

    asyncio.run(run())


@pytest.mark.slow
def test_a_program_that_was_stopped_for_ten_seconds_has_lost_no_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with board_in(tmp_path) as board:
            start = told(tmp_path)[0]
            gap = await stopped_for(board, tmp_path, STOPPED_S)
            assert left_ns(gap, "white") == WHOLE_NS - (now_ns(gap) - now_ns(start))
            assert (gap.running, left_ns(gap, "black")) == ("white", WHOLE_NS)
            await board.move("e2", "e4")
            await board.until_ply(1)
            await board.command("white", "press-clock")
            await board.until(lambda _: told(tmp_path)[-1].running == "black")
            pressed = told(tmp_path)[-1]
            assert left_ns(pressed, "white") == WHOLE_NS - (now_ns(pressed) - now_ns(start))
        with Journal.read(tmp_path / "journal") as journal:
            moves = [m for m in journal.messages_of("g1") if isinstance(m, Move)]
        assert [move.move for move in moves] == ["e2e4"]

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.needs("cc")
def test_the_wall_clock_has_no_effect(tmp_path: Path) -> None:
    """It steps by a day; `scripts/soak real-clock` does that for hours."""
    run = asyncio.run(real_clock.ran(tmp_path, 0, stopped_s=1.0))
    assert run.worst_ns == 0
    assert (run.steps, run.stops, run.commands) == (1, 1, 2)
