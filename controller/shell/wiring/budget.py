"""What a board draws from which supply, each figure with what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from controller.core.sensing.marks import Sensor
from controller.shell.electronics.chains import Chain
from controller.shell.electronics.expanders import Expanders
from controller.shell.electronics.hall import HallSensors
from controller.shell.electronics.lights import Ht16k33s, Max7219s, Strip
from controller.shell.electronics.rows import ExpanderRows, GpioRows
from controller.shell.electronics.serial_boards import SerialBoard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.shell.config_types import Config, DisplayConfig


class Supply(StrEnum):
    """Where current comes from."""

    V33 = "3.3 V"
    V5 = "5 V of the Pi"
    LAMPS = "5 V of the lamps' own supply"


LIMITS_MA: Final[Mapping[Supply, int]] = {Supply.V33: 300, Supply.V5: 1000}
"""What the Pi's header may give: estimates. Raspberry Pi Ltd names no figure for 3.3 V; of 5 V a supply of 3 A has more
than 1 A left beside a Pi 4 (0.6 A at work by its documentation) and a screen or a USB device."""
_ESTIMATE: Final = "estimate"
_PI_MA: Final = 800


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """What some things draw, at most.

    Attributes:
        basis: the data sheet, or that it is an estimate.
    """

    supply: Supply
    what: str
    count: int
    each_ma: float
    basis: str

    @property
    def total_ma(self) -> float:
        return self.count * self.each_ma


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Everything that is drawn.

    Attributes:
        draws: line by line.
    """

    draws: Sequence[Draw]

    def total_ma(self, supply: Supply) -> float:
        """All that is drawn from a supply."""
        return sum(draw.total_ma for draw in self.draws if draw.supply is supply)

    @property
    def regulator(self) -> bool:
        """Whether 3.3 V must come from a regulator of its own."""
        return self.total_ma(Supply.V33) > LIMITS_MA[Supply.V33]

    def verdicts(self) -> list[str]:
        """Which supply each sum must come from."""
        found = []
        three, five = self.total_ma(Supply.V33), self.total_ma(Supply.V5)
        if three:
            found.append(
                f"3.3 V: {three:.0f} mA. "
                + (
                    "Pins 1 and 17 of the header can give it."
                    if not self.regulator
                    else f"More than the {LIMITS_MA[Supply.V33]} mA that pins 1 and 17 should give: use a regulator of "
                    f"its own, for {_rounded(three)} mA, fed from 5 V; join the grounds."
                )
            )
        if five:
            enough = five <= LIMITS_MA[Supply.V5]
            found.append(
                f"5 V: {five:.0f} mA. "
                + (
                    "Pins 2 and 4 of the header can give it, with the Pi's official supply."
                    if enough
                    else "Too much for pins 2 and 4 of the header: use a supply of its own; join the grounds."
                )
            )
        if lamps := self.total_ma(Supply.LAMPS):
            found.append(
                f"Lamps: {lamps:.0f} mA. A 5 V supply of their own, for {_rounded(lamps)} mA or more, with a fuse; join the grounds."
            )
        found.append(
            f"The Pi itself: about {_PI_MA} mA at 5 V without a screen (Raspberry Pi documentation, Pi 5)."
        )
        return found


def _rounded(ma: float) -> int:
    """With a quarter to spare, in steps of 500."""
    return -(-int(ma * 1.25) // 500) * 500


def budget_of(config: Config) -> Budget:
    """What a board draws at most."""
    return Budget(draws=[*_sensors(config), *_lamps(config), *_panel(config)])


def _v33(what: str, count: int, each_ma: float, basis: str) -> Draw:
    return Draw(supply=Supply.V33, what=what, count=count, each_ma=each_ma, basis=basis)


_CHIP_MA: Final = {
    "MCP23017": (1.0, "Microchip DS20001952, supply current"),
    "TCA9555": (0.2, _ESTIMATE),
    "PCF8575": (0.2, "Texas Instruments SCPS121, operating mode"),
    "MPR121": (1.0, _ESTIMATE),
}


def _contacts(config: Config) -> int:
    """How many switches are closed at once at most: every man of the array, or all points."""
    game = config.board.game
    return game.start().occupied.bit_count() or len(game.points)


def _hall_switches(config: Config) -> Iterator[Draw]:
    if config.sensors.kind is Sensor.POLARITY:
        count = 2 * len(config.board.game.points)
        yield _v33("Hall switches", count, 3.6, "Texas Instruments SLIS151 (DRV5023)")


def _sensors(config: Config) -> Iterator[Draw]:
    closed = _contacts(config)
    match config.sensors.electronics:
        case Expanders() as chips:
            each, basis = _CHIP_MA[chips.model.name]
            yield _v33(chips.model.name, chips.chips, each, basis)
            if chips.multiplexer is not None:
                yield _v33("TCA9548A", 1, 0.1, _ESTIMATE)
            if chips.active_low and chips.model.name != "MPR121":
                yield _v33(
                    "closed inputs, pull-ups of 100 kΩ in the chips",
                    closed,
                    0.033,
                    "3.3 V by 100 kΩ",
                )
            yield from _hall_switches(config)
        case ExpanderRows() as chips:
            yield _v33("MCP23017", len(chips.addresses), *_CHIP_MA["MCP23017"])
            yield _v33(
                "columns, pull-ups of 100 kΩ in the chips", chips.columns, 0.033, "3.3 V by 100 kΩ"
            )
            yield from _hall_switches(config)
        case GpioRows() as lines:
            basis = "3.3 V by 50 kΩ; the Pi's own pull-ups, from its pins"
            yield _v33("columns", len(lines.columns), 0.066, basis)
            yield from _hall_switches(config)
        case Chain() as chain:
            yield _v33("74HC165", chain.chips, 0.5, _ESTIMATE)
            if chain.active_low:
                yield _v33("closed inputs, 10 kΩ", closed, 0.33, "3.3 V by 10 kΩ")
            yield from _hall_switches(config)
        case HallSensors() as hall:
            yield _v33(
                "DRV5055A1", hall.channels, 10.0, "Texas Instruments SBAS640, most; 6 mA is usual"
            )
            if hall.select_pins:
                yield _v33("CD74HC4067", hall.inputs, 0.2, _ESTIMATE)
            yield _v33(hall.converter.upper(), len(hall.addresses or hall.devices), 0.6, _ESTIMATE)
        case SerialBoard():
            yield Draw(
                supply=Supply.V5,
                what="electronic board, over USB",
                count=1,
                each_ma=500.0,
                basis="the most that USB 2.0 gives",
            )
        case _:
            return


def _lamps(config: Config) -> Iterator[Draw]:
    def draw(what: str, count: int, each_ma: float, basis: str) -> Draw:
        return Draw(supply=Supply.LAMPS, what=what, count=count, each_ma=each_ma, basis=basis)

    limit = config.lamps.current_ma_max
    match config.lamps.electronics:
        case Strip() as strip:
            yield draw("lamps, as the configuration limits them", 1, limit, "current_ma_max")
            yield draw("lamps, dark", strip.count, 1.0, "estimate, on top of the limit")
        case Max7219s() as chain:
            yield draw("lamps, as the configuration limits them", 1, limit, "current_ma_max")
            yield draw("MAX7219", chain.chips, 8.0, "Maxim 19-4452, without lamps")
        case Ht16k33s() as modules:
            yield draw("lamps, as the configuration limits them", 1, limit, "current_ma_max")
            yield draw("HT16K33", len(modules.addresses), 2.0, "Holtek HT16K33, without lamps")
        case _:
            return


def _panel(config: Config) -> Iterator[Draw]:
    if config.display is not None:
        yield _display(config.display)
    if config.buzzer is not None:
        yield Draw(supply=Supply.V5, what="buzzer", count=1, each_ma=30.0, basis=_ESTIMATE)


def _display(display: DisplayConfig) -> Draw:
    """All segments lit: what a display never shows, and so the most."""
    each, basis = 100.0, "estimate: 25 mA a segment, one of eight digits at a time"
    if display.driver == "max7219":
        each, basis = 320.0, "Maxim 19-4452: 40 mA a segment, one digit at a time"
    return Draw(
        supply=Supply.V5,
        what=f"display modules at brightness {display.brightness:g}",
        count=2,
        each_ma=round(each * display.brightness, 1),
        basis=basis,
    )
