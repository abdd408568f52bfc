"""The service in real time on a kernel's bus: its event loop goes on whatever the bus does."""

import asyncio
import itertools
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.core.stages import Stage
from controller.journal.store import Journal
from controller.shell.boardclock import BoardClock
from controller.shell.pauses import keep_pauses_short
from controller.shell.running import scanning
from drivers.sim.bus import Absent, Held
from drivers.sim.i2cdev import I2cDevice
from tests.kernel.guest.boards import BUS, MS, SCRIPT, Board
from tests.kernel.plugin import Buses

TICK_S = 0.005
HELD_S = 0.25
"""A time-out much longer than the driver asks for: a loop that waited for the bus would show it."""
STALL_MAX_S = HELD_S / 2
"""Between a wait for the bus and what another thread takes on a machine with one busy core."""
PATIENCE_S = 60

BESIDE = """
import sys, time
print(flush=True)
last = time.monotonic()
while True:
    time.sleep(0.005)
    now = time.monotonic()
    if now - last > 0.01:
        print(last, now, flush=True)
    last = now
"""
"""A program that does nothing but look at the clock, and tells when it could not."""

Gap = tuple[float, float]
Tick = tuple[float, float]
"""When the loop came round, and how long its thread had worked by then."""


class Beside:
    """When the machine itself stood still: no program of it ran then."""

    def __init__(self) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-S", "-c", BESIDE], stdout=subprocess.PIPE, text=True
        )
        assert self._program.stdout is not None
        self._program.stdout.readline()

    def gaps(self) -> list[Gap]:
        self._program.kill()
        told, _ = self._program.communicate()
        return [(float(a), float(b)) for a, b in (line.split() for line in told.splitlines())]


def stalls(ticks: Sequence[Tick], beside: Sequence[Gap]) -> list[float]:
    """How long the loop waited, each time: neither worked itself nor stood still with the whole machine."""
    return [
        (b - a) - (worked - before) - _overlap((a, b), beside)
        for (a, before), (b, worked) in itertools.pairwise(ticks)
    ]


def _overlap(gap: Gap, beside: Sequence[Gap]) -> float:
    return sum(max(0.0, min(gap[1], b) - max(gap[0], a)) for a, b in beside)


class LiveBoard(Board):
    """A board in real time.

    Attributes:
        ticks: of the event loop, in seconds.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, BoardClock())
        self.ticks: list[Tick] = []
        self._ticking = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        keep_pauses_short()  # as the service does
        tasks = [
            asyncio.create_task(scanning(self.service, self.hardware, self.scan_hz)),
            asyncio.create_task(self._tick()),
        ]
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self.until(lambda: self.service.session.stage is Stage.PLAY)
                yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():  # noqa: ASYNC110 - what is waited for knows nothing of events
            await asyncio.sleep(TICK_S)

    async def move(self, text: str) -> None:
        """Hands make a move; returns when it is published."""
        plies = len(self.moves())
        self.begin_move(text)
        await self.until(lambda: len(self.moves()) > plies)

    async def _tick(self) -> None:
        self._ticking = True
        while self._ticking:
            self.ticks.append((time.monotonic(), time.thread_time()))
            await asyncio.sleep(TICK_S)


@pytest.fixture
def board(tmp_path: Path, kernel_buses: Buses) -> Iterator[LiveBoard]:
    with Journal.open(tmp_path / "journal", "board-1") as journal:
        made = LiveBoard(journal)
        device = kernel_buses.nodes[1].device
        real = I2cDevice(made.wire).stall
        usual, device.stall = device.stall, lambda seconds: real(HELD_S)
        yield made
        device.stall = usual
        made.hardware.close()


def test_the_loop_never_waits_for_the_bus(board: LiveBoard, kernel_buses: Buses) -> None:
    async def play() -> None:
        node = kernel_buses.nodes[1]
        async with board.running():
            await board.move(SCRIPT[0])
            now_ns = board.clock.now_ns()
            board.wire.inject(Held(from_ns=now_ns, until_ns=now_ns + 800 * MS))
            await board.until(lambda: f"{BUS}: bus-stuck" in board.faults())
            await board.until(lambda: not board.faults())
            now_ns = board.clock.now_ns()
            board.wire.inject(Absent(address=0x21, from_ns=now_ns, until_ns=now_ns + 300 * MS))
            await board.until(lambda: f"{BUS} chip 0x21: " in board.faults())
            await board.until(lambda: not board.faults())
            node.unplug()
            await board.until(lambda: f"{BUS}: bus-missing" in board.faults())
            await asyncio.to_thread(node.plug)
            await board.until(lambda: not board.faults())
            await board.move(SCRIPT[1])

    beside = Beside()
    asyncio.run(play())
    assert board.moves() == list(SCRIPT[:2])
    assert board.wire.timeouts >= 2
    worst_s = max(stalls(board.ticks, beside.gaps()))
    assert worst_s < STALL_MAX_S, f"the event loop stood still for {worst_s:.3f} s"
