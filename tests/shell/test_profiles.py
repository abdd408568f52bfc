"""Every board profile of hardware/: its drivers on models of its chips see every point, follow a game and light its lamps."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Irregularity, Move, Question
from controller.core.sensing.marks import Sensor
from controller.journal.store import Journal
from controller.shell.benchhands import Bench, men_of
from controller.shell.boardclock import SteppedClock
from controller.shell.config import Config, load_config, read_config
from controller.shell.hardware import Hardware, simulated_hardware
from controller.shell.moving import motions
from controller.shell.scanner import Scanner
from controller.shell.service import Service
from drivers.sim.hands import CALM, Hands
from drivers.sim.noise import CLEAN

if TYPE_CHECKING:
    from controller.core.inputs import Input
    from drivers.ports import Scan
    from drivers.sim.bench import SimBench
    from rules.game import Game

MS = 1_000_000
FOLDER = Path(__file__).parents[2] / "hardware"
PROFILES = sorted(path.stem for path in FOLDER.glob("*.toml"))
GAMES = {
    "chess": ("e2e4", "d7d5", "e4d5", "d8d5"),
    "draughts-100": ("32-28", "19-23", "28x19", "14x23"),
    "draughts-russian": ("c3-d4", "d6-c5", "b2-c3"),
    "xiangqi": ("h2e2", "h9g7", "h0g2"),
    "go": ("d4", "k10", "a1", "n13"),
}
LABELS = {"chess": "P", "draughts-100": "w", "draughts-russian": "w", "xiangqi": "P", "go": "b"}


@cache
def config_of(profile: str) -> Config:
    return load_config(FOLDER / f"{profile}.toml")


def settle_ms(config: Config) -> int:
    """How long after a change a scan shows it: fields feel hands on their way, serial boards sweep."""
    return {Sensor.FIELD: 60, Sensor.IDENTITY: 800}.get(config.sensors.kind, 10)


class Board:
    """A profile's simulated board, scanned in virtual time."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.game: Game = self.config.board.game
        self.hardware: Hardware = simulated_hardware(self.config, CLEAN, seed=1)
        assert self.hardware.bench is not None
        self.bench: SimBench = self.hardware.bench
        self.at_ns = 0

    def scan(self, ms: int) -> Scan:
        """The last of the scans of so many milliseconds."""
        period_ns = 1_000_000_000 // self.config.sensors.scan_hz
        for _ in range(ms * MS // period_ns):
            self.at_ns += period_ns
            scan = self.hardware.matrix.scan(self.at_ns)
        return scan

    def set_up(self, points: set[int]) -> Scan:
        self.bench.board.setup(dict.fromkeys(points, LABELS[self.game.name]))
        return self.scan(settle_ms(self.config))


@pytest.mark.parametrize("profile", PROFILES)
def test_each_point_shows_as_itself(profile: str) -> None:
    board = Board(config_of(profile))
    board.scan(1200)
    points = range(len(board.game.points))
    wiring = board.hardware.sensor_points
    # Ten pictures tell every point from every other; one more has all of them, one more has none.
    pictures = [{point for point in points if point + 1 >> bit & 1} for bit in range(9)]
    for picture in (*pictures, set(points), set[int]()):
        scan = board.set_up(picture)
        assert (scan.unknown, scan.faults) == (0, ())
        assert wiring.to_points(scan.levels) == sum(1 << point for point in picture)


@pytest.mark.parametrize(
    "profile", [each for each in PROFILES if config_of(each).lamps.driver != "none"]
)
def test_each_lamp_lights_its_point(profile: str) -> None:
    board = Board(config_of(profile))
    hardware, lamps = board.hardware, board.config.lamps
    assert hardware.lamps is not None
    assert hardware.lamps.count >= len(lamps.wiring.points)
    for point in range(0, len(board.game.points), 5):
        channel = hardware.lamp_points.channel_of[point]
        hardware.lamps.show({channel: (255, 255, 255)})
        assert set(board.bench.lit()) == {channel}
    hardware.close()
    assert not board.bench.lit()


async def play(board: Board, journal: Journal, moves: tuple[str, ...]) -> Service:
    clock, hardware = SteppedClock(), board.hardware
    # The buttons of a profile are nobody's here.
    settings = replace(board.config.settings(), time_control=None)
    service = Service(journal, settings, clock)
    seen: list[Input] = []
    scanner = Scanner(hardware, seen.append)
    service.scanner, service.hardware = scanner, hardware
    Bench(board.game, board.bench, clock).set_up(service.session.line.position)
    hands, dice = Hands(1, CALM), random.Random(1)

    async def until(at_ns: int) -> None:
        while clock.at_ns < at_ns:
            clock.at_ns += 5 * MS
            scanner.step(clock.at_ns)
            while seen:
                await service.take(seen.pop(0))

    await until(clock.at_ns + 4000 * MS)
    for text in moves:
        position = service.session.line.position
        move = position.by_text(text)
        assert move is not None
        acts = motions(board.game, position, move, dice)
        await until(hands.schedule(board.bench.board, acts, clock.at_ns) + 4000 * MS)
    return service


@pytest.mark.parametrize("profile", PROFILES)
def test_a_game_is_followed(profile: str, tmp_path: Path) -> None:
    board = Board(config_of(profile))
    moves = GAMES[board.game.name]
    with Journal.open(tmp_path, "b1") as journal:
        service = asyncio.run(play(board, journal, moves))
        assert service.game_id is not None
        told = journal.messages_of(service.game_id)
        assert [each.move for each in told if isinstance(each, Move)] == list(moves)
        assert not [each for each in told if isinstance(each, Question | Irregularity)]


OTHERS = {
    "pcf8575, both poles": 'driver = "pcf8575"\nkind = "polarity"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n',
    "mpr121": 'driver = "mpr121"\ncalibration = "t"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n',
    "hall on ads7830": 'driver = "hall"\nconverter = "ads7830"\n',
    "hall on mcp3008, poles": 'driver = "hall"\nkind = "polarity"\nconverter = "mcp3008"\n',
    "hall without multiplexers": 'driver = "hall"\nselect_pins = []\nconverter = "mcp3008"\n'
    "device = [" + ", ".join(f'"/dev/spidev0.{n}"' for n in range(8)) + "]\n",
    "chain at a level": 'driver = "74hc165"\nlatch_pin = 25\n',
    "one chip of 16": 'driver = "mcp23017-matrix"\ninputs_per_chip = 16\n',
    "actively driven": 'driver = "mcp23017"\nactive_low = false\n',
}


@pytest.mark.parametrize("name", OTHERS)
def test_boards_without_a_profile_see_the_array(name: str) -> None:
    text = f'[board]\nid = "b"\n[sensors]\n{OTHERS[name]}'
    config = read_config(text.encode(), Path("b.toml"))
    board = Board(config)
    men = men_of(board.game, board.game.start())
    board.scan(300)
    board.bench.board.setup(men)
    scan = board.scan(300)
    assert board.hardware.sensor_points.to_points(scan.levels) == sum(1 << point for point in men)
    assert (scan.unknown, scan.faults) == (0, ())
    if scan.readings is not None:
        light = {channel for channel, reading in scan.readings.items() if int(reading) > 0}
        assert light == {
            board.hardware.sensor_points.channel_of[p] for p in men if men[p].isupper()
        }


def test_the_profiles_cover_the_drivers() -> None:
    sensors = {config_of(profile).sensors.driver for profile in PROFILES}
    lamps = {config_of(profile).lamps.driver for profile in PROFILES}
    assert sensors >= {
        "mcp23017",
        "mcp23017-matrix",
        "tca9555",
        "gpio-matrix",
        "74hc165",
        "hall",
        "serial",
    }
    assert lamps == {"ws2812", "apa102", "ht16k33", "max7219", "none"}
