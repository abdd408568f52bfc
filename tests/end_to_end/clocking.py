"""What a running board's clock has told, and boards that are stopped by the system for a while."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import TYPE_CHECKING

from controller.core.messages import Clock
from controller.journal.store import Journal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.end_to_end.listening import Board

SLACK_MS = 100
"""A stop is seen from the last scan before it, and told with the first behind it."""


def told(folder: Path) -> list[Clock]:
    """Every clock message of the journal's only game."""
    with Journal.read(folder / "journal") as journal:
        (game,) = journal.games()
        return [m for m in journal.messages_of(game.game_id) if isinstance(m, Clock)]


def now_ns(clock: Clock) -> int:
    """The monotonic moment for which a message is right."""
    assert clock.origin is not None
    moment: int = clock.origin["at_ns"] + clock.state["clock"]["since"]
    return moment


def left_ns(clock: Clock, side: str) -> int:
    left: int = clock.state["clock"]["faces"][side]["left_ns"]
    return left


async def stopped_for(board: Board, folder: Path, seconds: float) -> Clock:
    """Stops the program (SIGSTOP) for so long; what its clock tells of the gap, which its health counts."""
    gaps = (await board.state())["health"]["gaps"]
    before = len(told(folder))
    os.kill(board.process.pid, signal.SIGSTOP)
    await until(time.monotonic() + seconds)
    os.kill(board.process.pid, signal.SIGCONT)
    await board.until(lambda _: any(clock.why == "gap" for clock in told(folder)[before:]))
    found = [clock for clock in told(folder)[before:] if clock.why == "gap"]
    longest = max(found, key=lambda clock: clock.gap_ms or 0)
    assert longest.gap_ms is not None
    assert longest.gap_ms >= seconds * 1000 - SLACK_MS, longest.gap_ms
    state = await board.until(lambda state: state["health"]["gaps"] > gaps)
    assert state["health"]["gaps"] > gaps
    return longest


async def until(moment_s: float) -> None:
    """Waits for a moment of the monotonic clock: how long it is stopped is what the test is about."""
    async with asyncio.timeout(60):
        while time.monotonic() < moment_s:  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.02)
