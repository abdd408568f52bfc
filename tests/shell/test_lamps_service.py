"""From a man that is set down to the light beside him: scans, service, lamps' line."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.inputs import Input
from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.boardclock import SteppedClock
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from controller.shell.scanner import Scanner
from controller.shell.service import Service
from drivers.ports import Symptom, WorldFault
from drivers.sim.noise import CLEAN
from rules.registry import game_by_name

CHESS = game_by_name("chess")
MS = 1_000_000
SCAN_MS = 5
FIRST_ROW = {f"{file}1" for file in "abcdefgh"}


class Board:
    """A simulated board behind a service, whose lamps are read from their line."""

    def __init__(self, folder: Path) -> None:
        self.clock = SteppedClock()
        self.hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), CLEAN, seed=1)
        assert self.hardware.bench is not None
        self.bench = self.hardware.bench
        self.loop = asyncio.new_event_loop()
        self.journal = Journal.open(folder, "b1")
        settings = Settings(game=CHESS, rulebook=CHESS.rulebook)
        self.service = Service(self.journal, settings, self.clock)
        self.seen: list[Input] = []
        self.scanner = Scanner(self.hardware, self.seen.append)
        self.service.scanner, self.service.hardware = self.scanner, self.hardware
        self.set_up()

    def set_up(self) -> None:
        """The men stand in their array."""
        start = CHESS.start()
        self.bench.board.setup(
            {p: man.letter for p in range(64) if (man := start.piece_at(p)) is not None}
        )

    def run(self, ms: int) -> Board:
        for _ in range(0, ms, SCAN_MS):
            self.clock.at_ns += SCAN_MS * MS
            self.scanner.step(self.clock.at_ns)
            while self.seen:
                self.loop.run_until_complete(self.service.take(self.seen.pop(0)))
        return self

    def move(self, source: str, target: str) -> None:
        now_ns = self.clock.at_ns
        self.bench.board.lift(CHESS.index[source], now_ns)
        self.bench.board.place(CHESS.index[target], now_ns + 300 * MS)
        self.run(3000)

    def command(self, role: str, name: str, **args: object) -> None:
        body = {"id": f"{name}-{self.clock.at_ns}", **args}
        reply = self.loop.run_until_complete(self.service.command(role, name, body, "http"))
        assert reply.accepted, reply.reason

    @property
    def lit(self) -> set[str]:
        return {CHESS.points[lamp] for lamp in self.bench.lit()}

    def close(self) -> None:
        self.hardware.close()
        self.journal.close()
        self.loop.close()


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    made = Board(tmp_path)
    made.run(1000)
    yield made
    made.close()


def test_the_last_move_is_lit_and_then_the_end_and_a_new_game_begins_dark(board: Board) -> None:
    assert board.lit == set()
    board.move("e2", "e4")
    assert board.lit == {"e2", "e4"}
    board.command("black", "resign")
    board.run(SCAN_MS)
    assert board.lit == {"e2", "e4"} | FIRST_ROW
    board.set_up()
    board.run(1000)
    board.command("operator", "start")
    board.run(1000)
    assert board.service.session.stage.value == "play"
    assert board.lit == set()


def test_lamps_that_fail_are_named_and_play_goes_on(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(data: bytes) -> None:
        raise WorldFault(Symptom.IO, "/dev/spidev0.0", "Look after it.")

    strip = board.bench._strip
    with monkeypatch.context() as patch:
        patch.setattr(strip, "write", broken)
        board.move("e2", "e4")
        assert "/dev/spidev0.0" in str(board.scanner.scans.lamp_fault)
        assert board.lit == set()
    board.run(1000)
    assert board.scanner.scans.lamp_fault is None
    assert [move.move for move in board.service.session.view().moves] == ["e2e4"]
    assert board.lit == {"e2", "e4"}


def test_a_strip_whose_supply_has_dipped_is_right_within_a_second(board: Board) -> None:
    board.move("e2", "e4")
    board.bench._strip.brown_out()
    assert board.lit == set()
    board.run(1000)
    assert board.lit == {"e2", "e4"}
