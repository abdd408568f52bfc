"""From a wire of the clock's lever to the figures on its display: pins, scans, service, modules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from controller.core.inputs import Input, Press
from controller.core.messages import Clock
from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.boardclock import SteppedClock
from controller.shell.config import load_config
from controller.shell.hardware import bench_hardware, open_hardware
from controller.shell.profile import Wiring
from controller.shell.scanner import Scanner
from controller.shell.service import Service
from drivers import gpio, i2c
from drivers.keys import GpioKeys, Key
from drivers.machine import PiMachine
from drivers.segments import Face
from drivers.sim.bus import Absent, BrownOut, SimI2c, Wire
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.noise import CLEAN
from drivers.sim.segments import FourDigits
from rules.registry import game_by_name

CHESS = game_by_name("chess")
MS = 1_000_000
SCAN_MS = 5
WHITE_PIN, BLACK_PIN, LEVER_PIN = 5, 6, 22
BUTTONS = (Key(name="white", pin=WHITE_PIN), Key(name="black", pin=BLACK_PIN))
PROFILE = Path(__file__).parents[2] / "hardware" / "chess-clock-14.toml"
MOVES = (("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"))


class Board:
    """A simulated board with a clock of real drivers on mock pins and modelled modules."""

    def __init__(self, folder: Path, buttons: tuple[Key, ...], control: str | None) -> None:
        self.pins = MockFactory()
        self.clock = SteppedClock()
        self.hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), CLEAN, seed=1)
        self.hardware.keys = GpioKeys(buttons, PiMachine(self.pins))
        assert self.hardware.bench is not None
        self.bench = self.hardware.bench
        self.loop = asyncio.new_event_loop()
        self.journal = Journal.open(folder, "b1")
        settings = Settings(game=CHESS, rulebook=CHESS.rulebook, time_control=control)
        self.service = Service(self.journal, settings, self.clock)
        start = self.service.session.line.position
        self.bench.board.setup(
            {p: man.letter for p in range(64) if (man := start.piece_at(p)) is not None}
        )
        self.seen: list[Input] = []
        self.presses: list[str] = []
        self.scanner = Scanner(self.hardware, self.seen.append)
        self.service.scanner, self.service.hardware = self.scanner, self.hardware
        self._made = 0

    def run(self, ms: int) -> Board:
        """Scans for a time."""
        for _ in range(0, ms, SCAN_MS):
            self.clock.at_ns += SCAN_MS * MS
            self.scanner.step(self.clock.at_ns)
            while self.seen:
                item = self.seen.pop(0)
                if isinstance(item, Press):
                    self.presses.append(item.side)
                self.loop.run_until_complete(self.service.take(item))
        return self

    def move(self) -> None:
        """A hand makes the next move."""
        source, target = (CHESS.index[name] for name in MOVES[self._made])
        self._made += 1
        self.bench.board.lift(source, self.clock.at_ns)
        self.bench.board.place(target, self.clock.at_ns + 300 * MS)
        self.run(500)

    def pin(self, number: int, *, closed: bool) -> None:
        """A contact closes its line to ground, or opens."""
        line = self.pins.pin(f"GPIO{number}")
        line.drive_low() if closed else line.drive_high()

    def command(self, role: str, name: str) -> None:
        body = {"id": f"{name}-{self.clock.at_ns}"}
        reply = self.loop.run_until_complete(self.service.command(role, name, body, "http"))
        assert reply.accepted, reply.reason

    @property
    def shown(self) -> tuple[str, str]:
        """What the players read; the sign of the clock that runs may be off."""
        white, black = (module.text for module in self.bench.segments)
        return white, black

    @property
    def running(self) -> str | None:
        timer = self.service.session.state.clock
        assert timer is not None
        return timer.clock.running

    def close(self) -> None:
        self.hardware.close()
        self.journal.close()
        self.loop.close()
        self.pins.reset()


@pytest.fixture
def board_of(tmp_path: Path) -> Iterator[Callable[..., Board]]:
    made: list[Board] = []

    def make(buttons: tuple[Key, ...] = BUTTONS, control: str | None = "5:00") -> Board:
        made.append(Board(tmp_path / f"journal-{len(made)}", buttons, control))
        return made[-1]

    yield make
    for board in made:
        board.close()


def push(board: Board, pin: int) -> None:
    """A button goes down and up again."""
    board.pin(pin, closed=True)
    board.run(200)
    board.pin(pin, closed=False)
    board.run(100)


def test_buttons_switch_the_clock(board_of: Callable[..., Board]) -> None:
    board = board_of().run(1000)
    assert board.running == "white"
    for side, pin in (("black", WHITE_PIN), ("white", BLACK_PIN), ("black", WHITE_PIN)):
        board.move()
        push(board, pin)
        assert board.running == side
    assert board.presses == ["white", "black", "white"]
    board.run(2000)
    assert [m.move for m in board.service.session.line.lines] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.parametrize("closed", ["white", "black"])
def test_a_lever_with_one_switch(board_of: Callable[..., Board], closed: str) -> None:
    opened = "black" if closed == "white" else "white"
    board = board_of((Key(name=closed, pin=LEVER_PIN, up_name=opened),))
    board.pin(LEVER_PIN, closed=closed == "black")  # it lies down on Black's side
    board.run(1000)
    for side in ("white", "black", "white"):
        assert board.running == side
        board.move()
        board.pin(LEVER_PIN, closed=side == closed)
        board.run(200)
    assert board.presses == ["white", "black", "white"]
    assert board.running == "black"


def test_a_rocker_with_a_contact_under_each_end(board_of: Callable[..., Board]) -> None:
    board = board_of()
    board.pin(BLACK_PIN, closed=True)
    board.run(1000)
    for side, down, up in (
        ("white", WHITE_PIN, BLACK_PIN), ("black", BLACK_PIN, WHITE_PIN),
        ("white", WHITE_PIN, BLACK_PIN),
    ):  # fmt: skip
        assert board.running == side
        board.move()
        board.pin(up, closed=False)
        board.run(40)  # half way, neither contact is closed
        for _ in range(3):  # the contact bounces
            board.pin(down, closed=True)
            board.run(5)
            board.pin(down, closed=False)
            board.run(5)
        board.pin(down, closed=True)
        board.run(200)
    assert board.presses == ["white", "black", "white"]


def test_the_profile_that_ships_has_the_lever_and_the_display(
    board_of: Callable[..., Board],
) -> None:
    config = load_config(PROFILE)
    assert config.display is not None
    assert config.display.addresses == (0x70, 0x71)
    board = board_of(config.keys)
    board.run(1000)
    board.move()
    board.pin(LEVER_PIN, closed=True)
    board.run(200)
    assert (board.presses, board.running) == (["white"], "black")


def test_the_hardware_of_the_profile_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = FourDigits(), FourDigits()
    chips = {address: Mcp23017() for address in range(0x20, 0x25)}
    wire = Wire({**chips, 0x70: modules[0], 0x71: modules[1]})
    pins = MockFactory()
    monkeypatch.setattr(i2c, "SmbusI2c", lambda bus: SimI2c(wire, name=bus))
    monkeypatch.setattr(gpio, "lgpio_factory", lambda errors: (pins, errors))
    hardware = open_hardware(load_config(PROFILE))
    assert hardware.matrix.scan(0).unknown == 0
    assert hardware.keys is not None
    assert hardware.display is not None
    for level in (1, 0):
        line = pins.pin(f"GPIO{LEVER_PIN}")
        line.drive_high() if level else line.drive_low()
        pressed = [name for at in range(3) for name in hardware.keys.pressed(at)]
    assert pressed == ["white"]
    for at_ms in range(0, 100, SCAN_MS):
        assert hardware.display.show((Face(ms=5_400_000), Face(ms=90_000)), at_ms * MS) == ()
    assert [module.text for module in modules] == [" 1.30", " 1:30"]
    assert modules[0].brightness == 8
    hardware.close()
    assert [module.text for module in modules] == ["", ""]


@pytest.mark.law("DR-3")
def test_at_a_press_one_display_stops_and_the_other_starts(board_of: Callable[..., Board]) -> None:
    board = board_of().run(1000)
    board.move()
    push(board, WHITE_PIN)
    white = board.shown[0]
    assert white == " 4:59"
    seen = set()
    for _ in range(40):
        board.run(100)
        assert board.shown[0] == white
        seen.add(board.shown[1])
    assert {" 5:00", " 4:58", " 4 58"} <= seen
    told = [m for m in board.journal.messages_of("g1") if isinstance(m, Clock)]
    assert [clock.running for clock in told][-2:] == ["white", "black"]


@pytest.mark.law("DR-3")
def test_both_buttons_at_once_never_start_both(board_of: Callable[..., Board]) -> None:
    board = board_of().run(1000)
    board.move()
    board.pin(WHITE_PIN, closed=True)
    board.pin(BLACK_PIN, closed=True)
    moved = [set[str](), set[str]()]
    for _ in range(30):
        board.run(100)
        for side, text in zip(moved, board.shown, strict=True):
            side.add(text.replace(" ", ":"))
    assert sorted(len(side) > 1 for side in moved) == [False, True]


@pytest.mark.law("DR-3")
def test_a_stop_from_the_kiosk_stops_both_displays(board_of: Callable[..., Board]) -> None:
    board = board_of().run(1500)
    board.command("arbiter", "pause")
    board.run(100)
    stands = board.shown
    assert stands == (" 4:59", " 5:00")
    for _ in range(30):
        board.run(100)
        assert board.shown == stands
    board.command("arbiter", "resume")
    board.run(1500)
    assert board.shown[0].replace(" ", ":") == ":4:58"
    assert board.shown[1] == stands[1]


@pytest.mark.law("DR-3")
def test_which_side_overstepped_is_shown_at_once(board_of: Callable[..., Board]) -> None:
    board = board_of(control="0:03").run(2500)
    white, black = board.bench.segments
    for _ in range(200):
        if white.blinking:
            break
        assert white.text.replace(" ", ":") in {":0:01", ":0:00"}
        board.run(SCAN_MS)
    timer = board.service.session.state.clock
    assert timer is not None
    fell_ns = timer.clock.faces[timer.clock.sides[0]].fell_ns
    assert fell_ns is not None
    assert board.clock.at_ns - timer.origin_ns - fell_ns <= 100 * MS
    assert (white.text, black.text, black.blinking) == (" 0:00", " 0:03", False)
    board.run(3000)
    assert (white.text, white.blinking, black.text) == (" 0:00", True, " 0:03")


def test_dark_without_a_time_control_and_after_the_end_of_the_service(
    board_of: Callable[..., Board],
) -> None:
    assert board_of(control=None).run(1000).shown == ("", "")
    board = board_of().run(1000)
    assert board.shown != ("", "")
    board.hardware.close()
    assert board.shown == ("", "")


def test_a_dead_module_is_named_in_the_health_and_play_goes_on(
    board_of: Callable[..., Board],
) -> None:
    board = board_of().run(1000)
    assert board.service.health().faults == []
    gone_ns = board.clock.at_ns
    board.bench.wires[0].inject(Absent(address=0x71, from_ns=gone_ns, until_ns=gone_ns + 6000 * MS))
    board.run(1200)
    (fault,) = board.service.health().faults
    assert fault.startswith("clock display, simulated bus 1 chip 0x71: no-answer. ")
    assert board.service.health().bus == "ok"
    assert board.service.status().state == "degraded"
    assert board.service.status().cause == "clock display, simulated bus 1 chip 0x71: no-answer"
    board.move()
    push(board, WHITE_PIN)
    board.run(2000)
    assert [m.move for m in board.service.session.line.lines] == ["e2e4"]
    assert board.running == "black"
    assert board.service.health().gaps == 0
    board.run(4000)
    assert board.service.health().faults == []
    assert board.service.status().state == "online"
    assert board.shown[1].startswith(" 4")


def test_a_display_whose_supply_dips_shows_the_time_again_within_a_second(
    board_of: Callable[..., Board],
) -> None:
    board = board_of().run(1000)
    board.bench.wires[0].inject(BrownOut(address=0x71, at_ns=board.clock.at_ns))
    board.run(1100)
    assert board.shown[1] == " 5:00"
