"""A board as it is sold, on a kernel's bus: profile, driver, scanner, core, journal; hands play and the bus fails.

In virtual time, so that every fault meets the moment it is meant for.
"""

import asyncio
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.inputs import Input
from controller.journal.store import Journal
from controller.shell.boardclock import SteppedClock
from controller.shell.scanner import Scanner
from drivers.ports import Symptom
from drivers.sim.bus import Absent, BrownOut, Held, NthTransfer
from tests.kernel.guest.boards import BUS, MS, SCRIPT, Board
from tests.kernel.plugin import Buses

SCAN_MS = 5
IDLE_SCAN_MS = 20
"""Between scans while nobody moves a man: rarer than on a board, to save time."""
SETTLED_MS = 1500
HEALING_MS = 1000
SYMPTOMS = (
    Symptom.NAK,
    Symptom.STUCK,
    Symptom.ARBITRATION,
    Symptom.IO,
    Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
)


TRANSFERS = 8
"""From the first of a scan on: five chips, and what a change takes besides."""
GAMES = 2
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


class SteppedBoard(Board):
    """A board whose time goes on scan by scan."""

    def __init__(self, journal: Journal) -> None:
        self.stepped = SteppedClock()
        super().__init__(journal, self.stepped)
        self._seen: list[Input] = []
        self.scanner = Scanner(self.hardware, self._seen.append)
        self.service.scanner, self.service.hardware = self.scanner, self.hardware

    @property
    def now_ns(self) -> int:
        return self.stepped.at_ns

    async def wait(self, ms: int) -> None:
        """Nobody moves a man for so long."""
        until_ns = self.now_ns + ms * MS
        while self.now_ns < until_ns:
            await self._scan(IDLE_SCAN_MS)

    async def move(self, text: str, spoil: list[tuple[int, Symptom]] | None = None) -> None:
        """Hands make a move and leave the board alone until it has settled.

        Args:
            spoil: a fault for each scan in which contacts change, while there are any.
        """
        end_ns = self.begin_move(text)
        while self.now_ns < end_ns:
            change_ns = self.sim.next_change_ns(self.now_ns)
            due = change_ns is not None and change_ns <= self.now_ns + SCAN_MS * MS
            if spoil and due:
                offset, symptom = spoil.pop()
                n = self.wire.transfers + offset
                self.wire.inject(NthTransfer(n=n, symptom=symptom, after=len(spoil) % 2))
            await self._scan(SCAN_MS)
        await self.wait(SETTLED_MS)

    async def _scan(self, after_ms: int) -> None:
        self.stepped.at_ns += after_ms * MS
        self.scanner.step(self.now_ns)
        while self._seen:
            await self.service.take(self._seen.pop(0))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SteppedBoard]:
    with Journal.open(tmp_path / "journal", "board-1") as journal:
        made = SteppedBoard(journal)
        yield made
        made.hardware.close()


def faults_of(game: int) -> list[tuple[int, Symptom]]:
    """One game's share: which transfer of a scan fails, and how."""
    ways = list(itertools.product(range(TRANSFERS), SYMPTOMS))
    random.Random(1).shuffle(ways)
    return ways[game::GAMES]


def check_heals(board: SteppedBoard) -> None:
    """Within a second everything is known again and nobody complains."""
    asyncio.run(board.wait(HEALING_MS))
    assert board.faults() == ""
    assert board.service.status().state == "online"
    scan = board.hardware.matrix.scan(board.now_ns)
    assert (scan.unknown, scan.faults) == (0, ())


@pytest.mark.parametrize("game", range(GAMES))
def test_transfers_failing_once_cost_no_move(board: SteppedBoard, game: int) -> None:
    spoil = faults_of(game)
    script = itertools.cycle(SHUFFLE)
    played = []

    async def play() -> None:
        await board.wait(SETTLED_MS)
        while spoil:
            played.append(next(script))
            await board.move(played[-1], spoil)

    asyncio.run(play())
    assert board.moves() == played
    assert board.asked() == []
    check_heals(board)


@pytest.mark.parametrize("address", [0x21, 0x24])
def test_a_chip_that_vanishes_is_named_and_comes_back(board: SteppedBoard, address: int) -> None:
    async def play() -> None:
        await board.wait(SETTLED_MS)
        await board.move(SCRIPT[0])
        gone_ns = board.now_ns
        board.wire.inject(Absent(address=address, from_ns=gone_ns, until_ns=gone_ns + 700 * MS))
        await board.wait(600)

    asyncio.run(play())
    assert f"{BUS} chip {address:#04x}: chip-missing" in board.faults()
    assert board.service.status().state == "degraded"
    asyncio.run(board.wait(100))
    check_heals(board)
    asyncio.run(board.move(SCRIPT[1]))
    assert board.moves() == list(SCRIPT[:2])


def test_a_brown_out_is_named_and_mended(board: SteppedBoard) -> None:
    asyncio.run(board.wait(SETTLED_MS))
    board.wire.inject(BrownOut(address=0x22, at_ns=0))
    named: list[str] = []

    async def watch() -> None:
        for _ in range(HEALING_MS // IDLE_SCAN_MS):
            await board.wait(IDLE_SCAN_MS)
            named.append(board.faults())

    asyncio.run(watch())
    assert f"{BUS} chip 0x22: brown-out" in " ".join(named)
    check_heals(board)
    asyncio.run(board.move(SCRIPT[0]))
    assert board.moves() == [SCRIPT[0]]


def test_a_held_bus_is_named_and_comes_back(board: SteppedBoard) -> None:
    asyncio.run(board.wait(SETTLED_MS))
    now_ns = board.now_ns
    board.wire.inject(Held(from_ns=now_ns, until_ns=now_ns + 700 * MS))
    asyncio.run(board.wait(600))
    assert f"{BUS}: bus-stuck" in board.faults()
    asyncio.run(board.wait(100))
    check_heals(board)
    asyncio.run(board.move(SCRIPT[0]))
    assert board.moves() == [SCRIPT[0]]


def test_an_adapter_that_is_unplugged_in_play(board: SteppedBoard, kernel_buses: Buses) -> None:
    node = kernel_buses.nodes[1]
    asyncio.run(board.wait(SETTLED_MS))
    node.unplug()
    asyncio.run(board.wait(600))
    assert f"{BUS}: bus-missing" in board.faults()
    assert not Path(BUS).exists()
    node.plug()
    check_heals(board)
    asyncio.run(board.move(SCRIPT[0]))
    assert board.moves() == [SCRIPT[0]]
