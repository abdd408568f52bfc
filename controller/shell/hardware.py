"""Opens the hardware that a configuration names: sensors, lamps, buttons, the clock's display, or the simulated bench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.inputs import LampKind
from controller.core.marks import Sensor, Tone, tone_of_letter
from drivers.joined import JoinedMatrix
from drivers.polarity import PolarityMatrix
from drivers.sim.bench import SimBench

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inputs import Lamps as Picture
    from controller.shell.config_types import Config, DisplayConfig, SensorsConfig
    from controller.shell.profile import Wiring
    from drivers.ht16k33 import ClockDisplay
    from drivers.ports import Colour, Keys, Lamps, SensorMatrix
    from drivers.sim.noise import Noise
    from rules.game import Game

COLOURS: Mapping[LampKind, Colour] = {
    LampKind.LAST_MOVE: (40, 40, 40),
    LampKind.MAY_GO: (0, 120, 0),
    LampKind.MUST_MOVE: (255, 140, 0),
    LampKind.MUST_CAPTURE: (255, 60, 0),
    LampKind.PROMOTION: (0, 120, 255),
    LampKind.CROWNING: (0, 120, 255),
    LampKind.REMOVE: (255, 60, 0),
    LampKind.MISSING: (0, 200, 0),
    LampKind.EXTRA: (255, 0, 0),
    LampKind.QUESTION: (180, 0, 255),
}
"""What each scene looks like on lamps of three colours."""
PITCH_MM = 50.0
SIMULATED = (Sensor.PRESENCE, Sensor.POLARITY)
"""The sensors that there are a driver and a bench of."""


@dataclass(slots=True, kw_only=True)
class Hardware:
    """Everything the scan thread touches.

    Attributes:
        game: whose points and men the sensors watch.
        sensor_points, lamp_points: what each channel is connected to.
        display: of the clock.
        bench: the simulated board, where there is one.
    """

    game: Game
    matrix: SensorMatrix
    sensor_points: Wiring
    lamps: Lamps | None
    lamp_points: Wiring
    keys: Keys | None = None
    display: ClockDisplay | None = None
    bench: SimBench | None = None

    def colours(self, picture: Picture) -> Mapping[int, Colour]:
        """The lamps' colours by channel."""
        channel = self.lamp_points.channel_of
        return {
            channel[point]: COLOURS[kind] for point, kind in picture.items() if point in channel
        }

    def close(self) -> None:
        """Darkens lamps and display and releases everything."""
        for part in (self.lamps, self.display, self.keys, self.matrix):
            if part is not None:
                part.close()


def bench_hardware(
    game: Game,
    wiring: Wiring,
    noise: Noise,
    seed: int,
    sensor: Sensor = Sensor.PRESENCE,
) -> Hardware:
    """A simulated board of a game, behind the real drivers.

    Args:
        sensor: presence or polarity; of others there is no bench yet.
    """
    assert sensor in SIMULATED

    def dark(label: str) -> bool:
        return tone_of_letter(label, game) is Tone.DARK

    places = [game.place(p) for p in range(len(game.points))]
    bench = SimBench(
        [(column * PITCH_MM, row * PITCH_MM) for column, row in places],
        square_mm=PITCH_MM,
        noise=noise,
        seed=seed,
        dark=dark if sensor is Sensor.POLARITY else None,
    )
    return Hardware(
        game=game,
        matrix=bench.matrix,
        sensor_points=wiring,
        lamps=bench.lamps,
        lamp_points=wiring,
        display=bench.display,
        bench=bench,
    )


def open_hardware(config: Config) -> Hardware:
    """The hardware of a configuration.

    Raises:
        WorldFault: a device is not there or may not be opened.
    """
    if config.sensors.driver == "bench":
        from controller.shell.profile import Wiring  # noqa: PLC0415
        from drivers.sim.noise import NORMAL  # noqa: PLC0415

        game = config.board.game
        points = Wiring(tuple(range(len(game.points))))
        return bench_hardware(game, points, NORMAL, seed=0, sensor=config.sensors.kind)
    return _real(config)


def _real(config: Config) -> Hardware:
    # Only a board with wires needs these libraries.
    from drivers.keys import GpioKeys  # noqa: PLC0415
    from drivers.spi import SpidevBus  # noqa: PLC0415
    from drivers.ws2812 import SPEED_HZ, Ws2812  # noqa: PLC0415

    sensors, lamps = config.sensors, config.lamps
    strip = None
    if lamps.driver == "ws2812":
        strip = Ws2812(
            SpidevBus(*_spi_numbers(lamps.device), speed_hz=SPEED_HZ[3]),
            len(lamps.wiring.points),
            brightness=lamps.brightness,
            ma_max=lamps.current_ma_max,
        )
    keys = GpioKeys(config.keys) if config.keys else None
    return Hardware(
        game=config.board.game,
        matrix=_matrix(sensors),
        sensor_points=sensors.wiring,
        lamps=strip,
        lamp_points=lamps.wiring,
        keys=keys,
        display=None if config.display is None else _display(config.display),
    )


def _display(display: DisplayConfig) -> ClockDisplay:
    from drivers.ht16k33 import BRIGHTNESS_MAX, ClockDisplay  # noqa: PLC0415
    from drivers.i2c import SmbusI2c  # noqa: PLC0415

    return ClockDisplay(
        SmbusI2c(display.bus),
        display.addresses,
        brightness=round(display.brightness * BRIGHTNESS_MAX),
    )


def _matrix(sensors: SensorsConfig) -> SensorMatrix:
    from drivers.i2c import SmbusI2c  # noqa: PLC0415
    from drivers.mcp23017 import Mcp23017Matrix  # noqa: PLC0415

    parts = [
        Mcp23017Matrix(
            SmbusI2c(bus),
            sensors.addresses,
            inputs_per_chip=sensors.inputs_per_chip,
            active_low=sensors.active_low,
        )
        for bus in sensors.buses
    ]
    contacts = parts[0] if len(parts) == 1 else JoinedMatrix(parts)
    return PolarityMatrix(contacts) if sensors.kind is Sensor.POLARITY else contacts


def _spi_numbers(device: str) -> tuple[int, int]:
    """Bus and device of a path that the configuration has checked: "/dev/spidev0.1"."""
    bus, _, number = device.removeprefix("/dev/spidev").partition(".")
    return int(bus), int(number)
