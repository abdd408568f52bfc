"""The boards that evenings are played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.shell.config_types import SWEPT
from controller.shell.electronics.serial_boards import SerialBoard, serial_board_of
from controller.shell.hardware import PITCH_MM, Hardware, bench_hardware
from controller.shell.profile import Wiring, row_major
from drivers.sim.bench import Fitted
from drivers.sim.machine import SimMachine
from drivers.sim.readers import ReaderMatrix

if TYPE_CHECKING:
    from drivers.sim.noise import Noise
    from rules.game import Game


def board_of(game: Game, noise: Noise, seed: int, sensor: Sensor) -> Hardware:
    """A simulated board behind the real drivers.

    Sensors of identity are those of a serial board where there are such boards for the game. For the others nobody
    makes any, and there is no driver: readers under each point give letters beside the levels of contacts.
    """
    points = Wiring(tuple(range(len(game.points))))
    if sensor is not Sensor.IDENTITY:
        return bench_hardware(game, points, noise, seed, sensor)
    bought = serial_board_of(game)
    if bought is not None:
        return _serial(game, noise, seed, bought)
    hardware = bench_hardware(game, points, noise, seed)
    bench = hardware.bench
    assert bench is not None
    places = [
        (column * PITCH_MM, row * PITCH_MM)
        for column, row in map(game.place, range(len(game.points)))
    ]
    hardware.matrix = bench.matrix = ReaderMatrix(bench.matrix, bench.board, places, PITCH_MM)
    return hardware


def timings_of(game: Game, sensor: Sensor) -> Timings:
    """How hands are judged at such a board."""
    swept = sensor is Sensor.IDENTITY and serial_board_of(game) is not None
    return SWEPT if swept else Timings()


def _serial(game: Game, noise: Noise, seed: int, bought: SerialBoard) -> Hardware:
    machine = SimMachine()
    wiring = Wiring(row_major(game))
    circuit = bought.simulate(machine)
    fitted = Fitted(
        machine=machine,
        circuit=circuit,
        matrix=bought.open(machine),
        channels=[wiring.channel_of[point] for point in range(len(game.points))],
    )
    return bench_hardware(game, wiring, noise, seed, Sensor.IDENTITY, fitted=fitted)
