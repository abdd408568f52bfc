"""The game as programs for electronic boards see it, read back by our own driver for such boards."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import msgspec
import pytest

from controller.core.messages import Json
from controller.core.view import View
from controller.shell.config import read_config
from controller.shell.config_types import EmulatorConfig
from controller.shell.emulator.serving import serial_board
from controller.shell.emulator.shown import Emulator
from controller.shell.install_files import drop_in, needs_of
from controller.shell.toml_section import ConfigError
from drivers.ports import SerialPort, WorldFault
from drivers.serial_board import SerialBoardMatrix, watched
from drivers.serial_clock import SerialClock
from drivers.serial_codec import Id, Message, Parser
from drivers.serial_port import SerialLine
from drivers.serial_pty import PseudoTerminal
from rules.game import Game
from rules.position import Position
from rules.registry import GAMES
from tests.shell.fake_desk import FakeDesk, view_of

MS = 1_000_000
PATIENCE_S = 20


class Pipe:
    """An emulator's line without a line. Implements `SerialPort`."""

    name = "pipe"

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.to_host = b""

    def write(self, data: bytes) -> None:
        self.to_host += self.emulator.received(data)

    def read(self) -> bytes:
        data, self.to_host = self.to_host, b""
        return data

    def close(self) -> None:
        pass


class Host:
    """A program that reads an emulator through our driver for serial boards."""

    def __init__(self, name: str) -> None:
        self.game = GAMES[name]
        self.pipe = Pipe(Emulator(self.game))
        self.lever = SerialClock(left="first", right="second")
        port: SerialPort = self.pipe
        fields = 100 if name == "draughts-100" else 64
        codes = "chess" if name == "chess" else "draughts"
        self.matrix = SerialBoardMatrix(port, fields=fields, codes=codes, clock=self.lever)  # type: ignore[arg-type]
        row_major = sorted(range(len(self.game.points)), key=lambda p: self.game.place(p)[::-1])
        self._points = [self.game.points[point] for point in row_major]
        self.at_ms = 0

    def show(self, view: View) -> None:
        self.pipe.to_host += self.pipe.emulator.shown(view)

    def wait(self, ms: int) -> dict[str, object]:
        """What the host believes, by point."""
        for _ in range(0, ms, 10):
            self.at_ms += 10
            self.pipe.to_host += self.pipe.emulator.passed(self.at_ms * 1000)
            scan = self.matrix.scan(self.at_ms * MS)
        assert not scan.unknown
        assert scan.readings is not None
        return {self._points[channel]: letter for channel, letter in scan.readings.items()}


def standing(men: dict[str, str], *, without: str | None = None, clock: Json | None = None) -> View:
    return msgspec.structs.replace(
        view_of(), men=men, standing=[point for point in men if point != without], clock=clock
    )


def men_of(game: Game, position: Position) -> dict[str, str]:
    found = {name: position.piece_at(point) for point, name in enumerate(game.points)}
    return {name: man.letter for name, man in found.items() if man is not None}


def random_boards(
    game: Game, dice: random.Random, plies: int
) -> Iterator[tuple[dict[str, str], str | None]]:
    """Men as they stand in a random game: at first, with each mover in the air (his point), and after each move."""
    position = game.start()
    men = men_of(game, position)
    yield men, None
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            return
        position = position.play(dice.choice(moves))
        before, men = men, men_of(game, position)
        lifted = next((point for point in before if point not in men), None)
        if lifted is not None:  # else a capture that ends where it began
            yield before, lifted
        yield men, None


GAMES_EACH = {"chess": 200, "draughts-100": 200, "draughts-russian": 50, "draughts-brazilian": 50}
PLIES = 10


@pytest.mark.parametrize("name", sorted(GAMES_EACH))
def test_random_games_come_through(name: str) -> None:
    host, dice = Host(name), random.Random(4)
    host.show(standing(men_of(host.game, host.game.start())))
    host.wait(1000)
    for _ in range(GAMES_EACH[name]):
        for men, lifted in random_boards(host.game, dice, PLIES):
            host.show(standing(men, without=lifted))
            assert host.wait(20) == {point: man for point, man in men.items() if point != lifted}


def test_fields_are_those_of_the_protocol() -> None:
    emulator = Emulator(GAMES["chess"])
    board = chess.Board()
    men = {chess.square_name(at): man.symbol() for at, man in board.piece_map().items()}
    emulator.received(b"\x40")
    assert emulator.shown(standing(men)) == b""
    (dump,) = Parser().feed(emulator.received(b"\x42"))
    assert isinstance(dump, Message)
    assert dump.data == bytes([8, 9, 10, 12, 11, 10, 9, 8]) + bytes([7] * 8) + bytes(32) + bytes(
        [1] * 8
    ) + bytes([2, 3, 4, 6, 5, 4, 3, 2])


def test_a_man_that_the_record_does_not_know_is_not_shown() -> None:
    emulator = Emulator(GAMES["chess"])
    emulator.received(b"\x44")
    emulator.shown(standing({"e2": "P"}))
    view = msgspec.structs.replace(standing({"e2": "P"}), standing=["e4"])
    assert emulator.shown(view) == bytes.fromhex("8e00053400")
    unknown = msgspec.structs.replace(view, standing=[], unknown=["e2"])
    assert emulator.shown(unknown) == bytes.fromhex("8e00053401")


def test_men_are_lifted_before_they_are_set_down() -> None:
    emulator = Emulator(GAMES["chess"])
    emulator.received(b"\x44")
    emulator.shown(standing({"a1": "R", "h8": "k"}))
    found = list(Parser().feed(emulator.shown(standing({"a8": "R", "h8": "k"}))))
    assert found == [Message(Id.FIELD, bytes([56, 0])), Message(Id.FIELD, bytes([0, 2]))]


def clock(running: str | None, white_ms: int = 5_400_000, black_ms: int = 300_000) -> Json:
    return {
        "sides": {"white": {"remaining_ms": white_ms}, "black": {"remaining_ms": black_ms}},
        "running": running,
        "at_us": 0,
    }


def test_the_clock_runs_down() -> None:
    emulator = Emulator(GAMES["chess"])
    emulator.shown(standing({}, clock=clock("black")))
    told = [
        emulator.received(b"\x41") for at_s in (0, 1, 61, 400) if not emulator.passed(at_s * 10**6)
    ]
    assert [body[3:] for body in told] == [
        bytes.fromhex(f"00{black}0130000b") for black in ("0500", "0459", "0359", "0000")
    ]


def test_presses_are_the_levers() -> None:
    host = Host("chess")
    pressed = []
    for number, running in enumerate(["white", "black", "white", None, "white", "black"]):
        host.show(standing({}, clock=clock(running, white_ms=5_400_000 - number)))
        host.wait(1500)
        pressed.append(list(host.lever.pressed(0)))
    assert pressed == [[], ["first"], ["second"], [], [], ["first"]]


def test_lamps_that_the_host_wants() -> None:
    emulator = Emulator(GAMES["chess"])
    emulator.received(bytes.fromhex("600401343400600401242400"))
    assert sorted(emulator.lamps) == ["e2", "e4"]
    emulator.forget()
    assert emulator.lamps == []


@pytest.mark.parametrize("name", ["go", "xiangqi"])
def test_games_that_the_protocol_has_no_men_for(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Emulator(GAMES[name])


def test_a_program_at_the_pseudo_terminal(tmp_path: Path) -> None:
    link = tmp_path / "eboard"
    desk = FakeDesk(standing({"e2": "P", "e8": "k"}))
    line = SerialLine(str(link), 9600)
    matrix = SerialBoardMatrix(line)
    channels = watched(64, "chess", turned=False)
    assert channels[12] == 52

    async def until(readings: dict[int, str]) -> None:
        end = time.monotonic() + PATIENCE_S
        while matrix.scan(time.monotonic_ns()).readings != readings:
            assert time.monotonic() < end
            await asyncio.sleep(0.005)

    async def evening() -> None:
        port = PseudoTerminal(link)
        serving = asyncio.create_task(serial_board(desk, Emulator(GAMES["chess"]), port))
        await until({12: "P", 60: "k"})
        desk.now = standing({"e4": "P", "e8": "k"})
        await desk.change()
        await until({28: "P", 60: "k"})
        serving.cancel()
        await asyncio.wait([serving])

    asyncio.run(evening())
    assert not link.is_symlink()
    assert matrix.scan(time.monotonic_ns()).faults
    matrix.close()


def test_nobody_reads_the_pseudo_terminal(tmp_path: Path) -> None:
    port = PseudoTerminal(tmp_path / "eboard")

    def fill() -> None:
        for _ in range(10_000):
            port.write(bytes(100))

    with pytest.raises(WorldFault, match="Nobody reads"):
        fill()
    port.write(b"\x40")
    assert port.read() == b""
    port.close()


def test_what_else_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "eboard").write_text("mine", encoding="ascii")
    with pytest.raises(WorldFault, match="Something else"):
        PseudoTerminal(tmp_path / "eboard")
    (tmp_path / "old").symlink_to("/dev/pts/none")
    port = PseudoTerminal(tmp_path / "old")
    (tmp_path / "old").unlink()
    port.close()
    with pytest.raises(WorldFault):
        PseudoTerminal(tmp_path / "nowhere" / "eboard")


MINIMAL = '[board]\nid = "a"\n[sensors]\ndriver = "bench"\n'


def read(text: str) -> EmulatorConfig | None:
    return read_config((MINIMAL + text).encode(), Path("/etc/board.toml")).emulator


def test_it_is_off_unless_it_is_configured() -> None:
    assert read("") is None
    assert read("[emulator]\n") is None
    found = read('[emulator]\nlink = "eboard"\nserial = "12345"\n')
    assert found == EmulatorConfig(link=Path("/etc/eboard"), serial="12345")
    assert read('[emulator]\ndevice = "/dev/ttyGS0"\n') == EmulatorConfig(device="/dev/ttyGS0")


def test_its_device_is_the_boards_and_taken_once() -> None:
    text = MINIMAL + '[emulator]\ndevice = "/dev/ttyGS0"\n'
    config = read_config(text.encode(), Path("c"))
    assert config.uses()["/dev/ttyGS0"] == "the line for other programs"
    assert "DeviceAllow=char-ttyGS rw" in drop_in(needs_of(config, text))
    twice = text.replace('"bench"', '"serial"\ndevice = "/dev/ttyGS0"')
    with pytest.raises(ConfigError, match="belongs to the sensors"):
        read_config(twice.encode(), Path("c"))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('serial = "12345"', "emulator.serial"),
        ('link = "a"\ndevice = "/dev/ttyGS0"', "emulator.device"),
        ('device = "/etc/passwd"', "emulator.device"),
        ('link = "a"\nserial = "1"', "emulator.serial"),
    ],
)
def test_mistakes_in_its_configuration(text: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read(f"[emulator]\n{text}\n")
    assert [each.key for each in caught.value.mistakes] == [key]


def test_it_is_for_games_that_the_protocol_has_men_for() -> None:
    text = MINIMAL.replace('"a"', '"a"\ngame = "go"') + '[emulator]\nlink = "x"\n'
    with pytest.raises(ConfigError, match=r"emulator\.link.*this board is for go"):
        read_config(text.encode(), Path("c"))
