"""Opens the hardware that a configuration names, or puts models in its place: sensors, lamps, buttons, display, buzzer."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor, Tone, tone_of_letter
from controller.shell import scenes
from controller.shell.config_types import SIMULATED
from controller.shell.profile import Wiring
from drivers import max7219
from drivers.buzzer import Buzzer
from drivers.edge_lamps import EdgeLamps
from drivers.ht16k33 import BRIGHTNESS_MAX
from drivers.keys import GpioKeys
from drivers.max7219_clock import Max7219Clock
from drivers.polarity import PolarityMatrix
from drivers.ports import Kind
from drivers.segments import ClockDisplay
from drivers.serial_board import SerialBoardMatrix
from drivers.sim.bench import Fitted, FittedLamps, SimBench
from drivers.sim.hall import FieldCircuit, swinging
from drivers.sim.hall_bench import hall_fitted
from drivers.sim.lamps import at_edges
from drivers.sim.machine import SimMachine
from drivers.sim.noise import NORMAL
from drivers.touch_tuning import touch_parts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inputs import Lamps as Picture
    from controller.shell.config_types import Config, DisplayConfig, SensorsConfig
    from drivers.keys import Key
    from drivers.ports import Colour, Keys, Lamps, Machine, SensorMatrix
    from drivers.segments import Display
    from drivers.sim.noise import Noise
    from rules.game import Game

PITCH_MM = 50.0
COLD_AND_WARM = swinging(-10.0, 45.0, period_s=1200)
"""Degrees Celsius on a simulated board of field sensors."""


@dataclass(slots=True, kw_only=True)
class Hardware:
    """Everything the scan thread touches.

    Attributes:
        game: whose points and men the sensors watch.
        sensor_points, lamp_points: what each channel is connected to.
        display: of the clock.
        buzzer: what the arbiter and the players hear.
        bench: the simulated board, where there is one.
        abilities: what the lamps can show.
    """

    game: Game
    matrix: SensorMatrix
    sensor_points: Wiring
    lamps: Lamps | None
    lamp_points: Wiring
    keys: Keys | None = None
    display: Display | None = None
    buzzer: Buzzer | None = None
    bench: SimBench | None = None
    abilities: scenes.Abilities = field(default_factory=scenes.Abilities)

    def colours(self, picture: Picture, at_ns: int = 0) -> Mapping[int, Colour]:
        """The colours of the lamps that are lit at a moment, by channel; at 0 none waits for its turn to be lit."""
        channel = self.lamp_points.channel_of
        shown = scenes.picture(picture, at_ns, self.abilities)
        return {channel[point]: colour for point, colour in shown.items() if point in channel}

    def close(self) -> None:
        """Darkens lamps and display and releases everything."""
        for part in (self.lamps, self.display, self.buzzer, self.keys, self.matrix):
            if part is not None:
                part.close()


def bench_hardware(
    game: Game,
    wiring: Wiring,
    noise: Noise,
    seed: int,
    sensor: Sensor = Sensor.PRESENCE,
    *,
    fitted: Fitted | None = None,
) -> Hardware:
    """A simulated board of a game, behind the real drivers.

    Args:
        sensor: presence, polarity or field; of identity only with electronics. The bench's own board of field
            sensors is carried from the cold into the sun and back, all the time.
        fitted: the electronics; None for those of the bench itself.
    """
    assert sensor in SIMULATED or fitted is not None

    def dark(label: str) -> bool:
        return tone_of_letter(label, game) is Tone.DARK

    on_board = [game.place(p) for p in range(len(game.points))]
    places = [(column * PITCH_MM, row * PITCH_MM) for column, row in on_board]
    if sensor is Sensor.FIELD:
        # Contacts bounce, and feel a hand's man at the next point; a field is what all magnets give.
        noise = replace(noise, bounces=0, flicker_chance=0.0, dip_chance=0.0)
        if fitted is None:
            fitted = hall_fitted(places, PITCH_MM, seed=seed, temperature=COLD_AND_WARM)
        if isinstance(fitted.circuit, FieldCircuit) and "w" in game.men:
            fitted.circuit.doubles = frozenset("WB")
    bench = SimBench(
        places,
        square_mm=PITCH_MM,
        noise=noise,
        seed=seed,
        dark=dark if sensor in (Sensor.POLARITY, Sensor.FIELD) else None,
        fitted=fitted,
    )
    return Hardware(
        game=game,
        matrix=bench.matrix,
        sensor_points=wiring,
        lamps=bench.lamps,
        lamp_points=Wiring(tuple(range(len(game.points)))),
        display=bench.display,
        bench=bench,
    )


def open_hardware(config: Config, machine: Machine | None = None) -> Hardware:
    """The hardware of a configuration.

    Args:
        machine: what the board is wired to; None for this Raspberry Pi.

    Raises:
        WorldFault: a device is not there or may not be opened.
    """
    sensors = config.sensors
    if sensors.electronics is None:
        game = config.board.game
        points = Wiring(tuple(range(len(game.points))))
        return bench_hardware(game, points, NORMAL, seed=0, sensor=sensors.kind)
    if machine is None:
        from drivers.machine import PiMachine

        machine = PiMachine()
    matrix = _matrix(sensors, machine)
    keys = _keys(config.keys, machine)
    if isinstance(matrix, SerialBoardMatrix):
        keys = keys or matrix.clock
    return Hardware(
        game=config.board.game,
        matrix=matrix,
        sensor_points=sensors.wiring,
        lamps=_lamps(config, machine),
        lamp_points=config.lamps.wiring,
        keys=keys,
        display=None if config.display is None else _display(config.display, machine),
        buzzer=None if config.buzzer is None else Buzzer(machine.outputs([config.buzzer])),
        abilities=_abilities(config),
    )


def simulated_hardware(config: Config, noise: Noise, seed: int) -> Hardware:
    """The board of a configuration with models in the place of its chips and lamps, and men to play with.

    Display and buttons are the bench's own, and the lamps where the configuration has none.
    """
    sensors, lamps, game = config.sensors, config.lamps, config.board.game
    if sensors.electronics is None:
        points = Wiring(tuple(range(len(game.points))))
        return bench_hardware(game, points, noise, seed, sensors.kind)
    machine = SimMachine()
    circuit = sensors.electronics.simulate(machine)
    shown = None
    if lamps.electronics is not None:
        shining = lamps.electronics.simulate(machine)
        if lamps.edges is not None:
            shining = at_edges(shining, lamps.edges.columns, lamps.edges.rows, _places(game))
        opened = _lamps(config, machine)
        assert opened is not None
        shown = FittedLamps(lamps=opened, circuit=shining)
    matrix = _matrix(sensors, machine)
    if touch_parts(matrix):
        matrix.scan(0)  # they are switched on while no man stands there
    channel = sensors.wiring.channel_of
    fitted = Fitted(
        machine=machine,
        circuit=circuit,
        matrix=matrix,
        channels=[channel[point] for point in range(len(game.points))],
        lamps=shown,
    )
    found = bench_hardware(game, sensors.wiring, noise, seed, sensors.kind, fitted=fitted)
    if shown is not None:
        found.lamp_points, found.abilities = lamps.wiring, _abilities(config)
    return found


def _lamps(config: Config, machine: Machine) -> Lamps | None:
    lamps = config.lamps
    if lamps.electronics is None:
        return None
    opened = lamps.electronics.open(machine)
    if lamps.edges is None:
        return opened
    return EdgeLamps(opened, lamps.edges.columns, lamps.edges.rows, _places(config.board.game))


def _abilities(config: Config) -> scenes.Abilities:
    lamps = config.lamps
    return scenes.Abilities(
        colours=lamps.electronics is None or lamps.electronics.colours,
        places=None if lamps.edges is None else dict(enumerate(_places(config.board.game))),
    )


def _places(game: Game) -> list[tuple[int, int]]:
    """Column and row of each point."""
    return [game.place(point) for point in range(len(game.points))]


def _keys(keys: Sequence[Key], machine: Machine) -> Keys | None:
    return GpioKeys(keys, machine) if keys else None


def _display(display: DisplayConfig, machine: Machine) -> Display:
    if display.driver == "max7219":
        spi = machine.spi(display.device, speed_hz=max7219.SPEED_HZ)
        return Max7219Clock(spi, brightness=round(display.brightness * 15))
    return ClockDisplay(
        machine.i2c(display.bus),
        display.addresses,
        brightness=round(display.brightness * BRIGHTNESS_MAX),
    )


def _matrix(sensors: SensorsConfig, machine: Machine) -> SensorMatrix:
    assert sensors.electronics is not None
    matrix = sensors.electronics.open(machine)
    if sensors.kind is Sensor.POLARITY and matrix.kind is Kind.PRESENCE:
        return PolarityMatrix(matrix, sensors.electronics.place)
    return matrix
