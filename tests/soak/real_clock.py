"""A running program's clock in real time, while the wall clock steps by days and the process is stopped for ten seconds.

COUNT seconds of `touchmove run`, of which six hours are demanded. A small library (wall_clock.c) steps the wall clock of
the process alone: a day on and back, the hours of summer time, leap seconds either way. The arbiter pauses the
clocks and lets them go on; now and then the process is stopped. What the faces show must be, to the nanosecond, what the
program's own monotonic times say; these must lie within what this process read before and after each command; the wall
clock has no effect at all; and every stop is told by the clock and counted by the board's health.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen

from tests.end_to_end.clocking import left_ns, now_ns, stopped_for, told
from tests.end_to_end.listening import service
from tests.end_to_end.programs import free_port

if TYPE_CHECKING:
    from controller.core.messages import Clock
    from tests.end_to_end.listening import Board

COUNT = 6 * 3600
STOPPED_S = 10.0
WHOLE_NS = 12 * 3600 * 10**9
STEPS_S = (86_400, 0, -86_400, 3600, -3600, 1, -1, 0)
"""What the wall clock is off by, in turn."""
SOURCE = Path(__file__).with_name("wall_clock.c")
NEAR_S = 30
"""A wall clock that is off by a leap second cannot be told by the seconds of HTTP; the others can."""


@dataclass
class Run:
    """One run of the program.

    Attributes:
        begun_ns: when the clocks began to run, by the program's monotonic clock.
        stood_ns: how long they have stood, likewise.
        widest_ms: the longest that a command took, within which its moment is known.
        worst_ns: how far a face was off.
    """

    folder: Path
    board: Board
    begun_ns: int = 0
    stood_ns: int = 0
    widest_ms: float = 0.0
    worst_ns: int = 0
    steps: int = 0
    stops: int = 0
    commands: int = 0

    async def cycle(self, number: int, stopped_s: float) -> None:
        """The wall clock steps; the clocks are stopped and go on; the process is stopped."""
        await self._step(STEPS_S[number % len(STEPS_S)])
        stopped = await self._commanded("pause", why="a test")
        self._check(stopped)
        again = await self._commanded("resume")
        self.stood_ns += now_ns(again) - now_ns(stopped)
        self._check(again)
        if number % 3 == 0:
            self._check(await stopped_for(self.board, self.folder, stopped_s))
            self.stops += 1

    async def _commanded(self, name: str, **args: object) -> Clock:
        """Gives a command to the clock; its message. The moment lies within that of the command."""
        before = len(told(self.folder))
        from_ns = time.monotonic_ns()
        reply = await self.board.command("arbiter", name, **args)
        until_ns = time.monotonic_ns()
        assert reply["accepted"], reply
        self.commands += 1
        self.widest_ms = max(self.widest_ms, (until_ns - from_ns) / 1e6)
        message = told(self.folder)[before]
        assert from_ns <= now_ns(message) <= until_ns, (name, from_ns, now_ns(message), until_ns)
        return message

    def _check(self, clock: Clock) -> None:
        """White's clock has run for all the time in which the clocks did not stand."""
        want_ns = WHOLE_NS - (now_ns(clock) - self.begun_ns - self.stood_ns)
        self.worst_ns = max(self.worst_ns, abs(left_ns(clock, "white") - want_ns))
        assert left_ns(clock, "black") == WHOLE_NS

    async def _step(self, off_s: int) -> None:
        """The wall clock of the process is off by so much from now on; its answers show it."""
        with (self.folder / "wall").open("r+b") as file:
            file.write(off_s.to_bytes(8, sys.byteorder, signed=True))

        def shown_s() -> float:
            with urlopen(f"{self.board.kiosk}/api/state", timeout=20) as answer:
                date = parsedate_to_datetime(answer.headers["date"])
            return (date - datetime.now(UTC)).total_seconds()

        async with asyncio.timeout(60):
            while abs(await asyncio.to_thread(shown_s) - off_s) > NEAR_S:  # noqa: ASYNC110 - polled
                await asyncio.sleep(0.1)
        self.steps += 1


def wall_clock(folder: Path) -> dict[str, str]:
    """What a process needs around it so that its wall clock can be stepped by the file `wall`."""
    library, wall = folder / "wall_clock.so", folder / "wall"
    wall.write_bytes(bytes(8))
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "WALL_CLOCK": str(wall)}


async def ran(folder: Path, seconds: float, *, stopped_s: float = STOPPED_S) -> Run:
    """Runs the program for so long, at least one cycle."""
    keys = f'time_control = "{WHOLE_NS // 10**9 // 3600}:00:00"'
    async with service(
        folder,
        free_port(),
        embedded=True,
        keys=keys,
        roles=("operator", "arbiter"),
        environment=wall_clock(folder),
    ) as board:
        run = Run(folder, board, begun_ns=now_ns(told(folder)[0]))
        number, until_s = 0, time.monotonic() + seconds
        while number == 0 or time.monotonic() < until_s:
            await run.cycle(number, stopped_s)
            number += 1
            await asyncio.sleep(1)
        return run


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Runs the program for so many seconds.

    Raises:
        AssertionError: a face was wrong, a moment impossible, a stop not told.
    """
    del seed  # nothing is drawn
    with tempfile.TemporaryDirectory() as folder:
        run = asyncio.run(ran(Path(folder), count))
    assert run.worst_ns == 0, run.worst_ns
    return {
        "seconds_run": count, "error_ns": run.worst_ns, "commands": run.commands,
        "widest_command_ms": round(run.widest_ms, 1), "wall_clock_steps": run.steps, "stops": run.stops,
        "stops_told": run.stops,
    }  # fmt: skip
