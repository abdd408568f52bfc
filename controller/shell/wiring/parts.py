"""What to buy for a board: how many of what, and why this one; and what to beware of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.electronics.chains import Chain
from controller.shell.electronics.expanders import Expanders
from controller.shell.electronics.hall import HallSensors
from controller.shell.electronics.lights import Ht16k33s, Max7219s, Strip
from controller.shell.electronics.rows import ExpanderRows, GpioRows
from controller.shell.electronics.serial_boards import SerialBoard
from controller.shell.wiring.budget import budget_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.shell.config_types import Config


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One kind of thing to buy.

    Attributes:
        why: why this one, or what it is for.
    """

    count: int
    name: str
    why: str


_PULL_UPS = 2
_SWITCH = "normally open; a man's magnet closes it"


def parts_of(config: Config) -> list[Part]:
    """Everything but the Pi, its supply, the board's wood, and wire."""
    found: list[Part] = []
    found += _sensors(config)
    found += _lamps(config)
    found += _panel(config)
    if budget_of(config).regulator:
        why = "the sensors take more than the Pi's 3.3 V pins should give"
        found.append(Part(count=1, name="3.3 V regulator for 1 A", why=why))
    return _summed(found)


def _summed(parts: list[Part]) -> list[Part]:
    """The same things of several places as one line."""
    found: dict[tuple[str, str], int] = {}
    for part in parts:
        key = (part.name, part.why)
        found[key] = found.get(key, 0) + part.count
    return [Part(count=count, name=name, why=why) for (name, why), count in found.items() if count]


def _capacitors(count: int) -> Part:
    return Part(count=count, name="100 nF ceramic capacitor", why="beside each chip's supply legs")


def _switches(config: Config) -> Iterator[Part]:
    points = len(config.board.game.points)
    if config.sensors.kind is Sensor.POLARITY:
        yield Part(
            count=2 * points,
            name="unipolar Hall switch, open collector, for 3.3 V (DRV5023)",
            why="two a point, one of them turned over; a switch lets go when the magnet leaves, a latch does not",
        )
        yield _capacitors(2 * points)
    else:
        yield Part(count=points, name="reed switch", why=_SWITCH)


def _magnets(config: Config) -> Part:
    game = config.board.game
    start = game.start()
    men = start.occupied.bit_count() or len(game.points)
    if config.sensors.driver == "mpr121":
        why = "in the foot of each man: electrodes feel metal"
        return Part(count=men, name="metal washer, 20 mm", why=why)
    if config.sensors.kind is Sensor.FIELD:
        size = "disc magnet 15 mm by 5 mm, N35"
        why = "in the foot of each man, one pole down for one side, the other for the other side; all alike"
    else:
        size = "disc magnet 8 to 10 mm across, 1 to 3 mm thick"
        why = "in the foot of each man; all alike"
        if config.sensors.kind is Sensor.POLARITY:
            why = "in the foot of each man, one pole down for one side, the other for the other side; all alike"
    return Part(count=men, name=size, why=why)


def _sensors(config: Config) -> Iterator[Part]:
    match config.sensors.electronics:
        case Expanders() as chips:
            yield from _expanders(config, chips)
        case ExpanderRows() as chips:
            yield Part(
                count=len(chips.addresses),
                name="MCP23017-E/SP",
                why="rows on one, columns on the other",
            )
            yield Part(count=len(chips.addresses), name="4.7 kΩ resistor", why="holds RESET high")
            yield _capacitors(len(chips.addresses))
            yield from _switches(config)
            if chips.diodes:
                yield _diodes(chips.channels)
        case GpioRows() as lines:
            yield from _switches(config)
            if lines.diodes:
                guards = len(lines.rows) + len(lines.columns) - 2 if lines.guards else 0
                yield _diodes(len(config.board.game.points) + guards)
        case Chain() as chain:
            yield from _chain(config, chain)
        case HallSensors() as hall:
            yield from _hall(hall)
        case SerialBoard():
            yield Part(
                count=1,
                name="electronic board with its cable",
                why="speaks the common serial protocol",
            )
            return
        case _:
            return
    yield _magnets(config)


def _expanders(config: Config, chips: Expanders) -> Iterator[Part]:
    name = {"MCP23017": "MCP23017-E/SP", "TCA9555": "TCA9555PWR on an adapter board"}.get(
        chips.model.name, chips.model.name
    )
    yield Part(count=chips.chips, name=name, why=f"{len(chips.model.pins)} inputs each")
    yield _capacitors(chips.chips + (chips.multiplexer is not None))
    if chips.model.name == "MCP23017":
        yield Part(count=chips.chips, name="4.7 kΩ resistor", why="holds RESET high")
    if chips.multiplexer is not None:
        yield Part(count=1, name="TCA9548A", why="a bus has eight addresses for these chips")
        yield Part(count=1, name="10 kΩ resistor", why="holds the multiplexer's RESET high")
        pulls = _PULL_UPS * len(chips.behind)
        yield Part(count=pulls, name="4.7 kΩ resistor", why="SDA and SCL of each channel to 3.3 V")
    extra = [bus for bus in chips.buses if bus not in {"/dev/i2c-0", "/dev/i2c-1"}]
    if extra:
        why = "SDA and SCL of a bus without pull-ups of its own to 3.3 V"
        yield Part(count=_PULL_UPS * len(extra), name="2.2 kΩ resistor", why=why)
    if chips.model.name == "MPR121":
        yield Part(
            count=len(config.board.game.points),
            name="metal foil with a wire",
            why="one under each point",
        )
    else:
        yield from _switches(config)


def _diodes(count: int) -> Part:
    return Part(
        count=count,
        name="BAT54 diode",
        why="one at each contact, the stripe towards the row; 0.3 V at 0.1 mA leaves more of 3.3 V than a 1N4148",
    )


def _chain(config: Config, chain: Chain) -> Iterator[Part]:
    yield Part(
        count=chain.chips, name="74HC165", why="8 inputs each; 74HC, not 74HCT, which needs 5 V"
    )
    yield _capacitors(chain.chips)
    if chain.active_low:
        why = "from each input with a switch to 3.3 V: the chip has no pull-ups"
        yield Part(count=chain.channels, name="10 kΩ resistor", why=why)
    if chain.latch_pin is None:
        yield Part(
            count=1, name="74HC14", why="turns the chip select round: PL is low between exchanges"
        )
    yield from _switches(config)


def _hall(hall: HallSensors) -> Iterator[Part]:
    count = hall.channels
    yield Part(
        count=count,
        name="DRV5055A1",
        why="linear, 60 mV/mT at 3.3 V; A1 evens out what warmth takes from magnets",
    )
    yield _capacitors(
        count + hall.inputs * bool(hall.select_pins) + len(hall.addresses or hall.devices)
    )
    if hall.select_pins:
        yield Part(
            count=hall.inputs, name="CD74HC4067", why="16 sensors to one input of the converter"
        )
    bits = {"ads7828": "12 bits", "ads7830": "8 bits", "mcp3008": "10 bits"}[hall.converter]
    yield Part(
        count=len(hall.addresses or hall.devices),
        name=hall.converter.upper(),
        why=f"converter with 8 inputs of {bits}",
    )


def _shifter(gates: int, what: str) -> Iterator[Part]:
    yield Part(count=-(-gates // 4), name="74AHCT125", why=f"lifts 3.3 V to 5 V for {what}")
    yield _capacitors(-(-gates // 4))


def _lamps(config: Config) -> Iterator[Part]:
    match config.lamps.electronics:
        case Strip() as strip:
            name = "APA102 (or SK9822)" if strip.clocked else "WS2812B"
            yield Part(count=strip.count, name=f"{name} lamp", why="on strips, or singly")
            yield from _shifter(2 if strip.clocked else 1, "the lamps")
            yield Part(count=1, name="330 Ω resistor", why="in the data line, at the shifter")
            yield Part(
                count=1, name="1000 µF capacitor, 6.3 V or more", why="across the lamps' supply"
            )
            yield Part(
                count=1,
                name="fuse for the lamps' supply",
                why="the program's limit of the current is none",
            )
        case Max7219s() as chain:
            lamps = len(config.lamps.wiring.channel_of)
            yield Part(count=lamps, name="LED, one colour", why="one a lamp")
            yield Part(count=chain.chips, name="MAX7219", why="64 lamps each")
            yield Part(
                count=chain.chips,
                name="9.53 kΩ resistor or more",
                why="sets the current of a lamp (ISET)",
            )
            yield Part(
                count=chain.chips, name="10 µF capacitor", why="beside each MAX7219 or HT16K33"
            )
            yield _capacitors(chain.chips)
            yield from _shifter(3, "the lamps")
        case Ht16k33s() as modules:
            lamps = len(config.lamps.wiring.channel_of)
            yield Part(count=lamps, name="LED, one colour", why="one a lamp")
            yield Part(count=len(modules.addresses), name="HT16K33, 28 legs", why="128 lamps each")
            yield Part(
                count=len(modules.addresses),
                name="10 µF capacitor",
                why="beside each MAX7219 or HT16K33",
            )
            yield _capacitors(len(modules.addresses))
            yield Part(
                count=1,
                name="I2C level shifter, 2 lines",
                why="the module's bus has 5 V, the Pi's 3.3 V",
            )
        case _:
            return


def _panel(config: Config) -> Iterator[Part]:
    display = config.display
    if display is not None and display.driver == "ht16k33":
        yield Part(count=2, name="4 digits on an HT16K33, 0.56 inches", why="a side's clock each")
        yield Part(
            count=1,
            name="I2C level shifter, 2 lines",
            why="the module's bus has 5 V, the Pi's 3.3 V",
        )
    elif display is not None:
        yield Part(count=2, name="8 digits on a MAX7219", why="a side's clock each")
        yield from _shifter(3, "the display")
    for key in config.keys:
        lever = key.up_name is not None
        name = "lever with a switch" if lever else "push button"
        yield Part(
            count=1, name=name, why="closes to GND" if lever else "of the clock; closes to GND"
        )
    if config.buzzer is not None:
        yield Part(count=1, name="active buzzer for 5 V", why="sounds by itself")
        yield Part(
            count=1, name="BC547 transistor", why="the buzzer takes more than a pin may give"
        )
        yield Part(count=1, name="1 kΩ resistor", why="to the base of the transistor")


_GENERAL = (
    "Disconnect the power before you touch a wire. The Pi's pins stand 3.3 V at most: no 5 V on any of them.",
)


def cautions_of(config: Config) -> list[str]:
    """What destroys something, or is often got wrong, on this board."""
    found = list(_GENERAL)
    electronics, lamps = config.sensors.electronics, config.lamps.electronics
    match electronics:
        case Expanders() if electronics.model.name == "MCP23017":
            found.append(
                "GPA7 and GPB7 stay outputs: Microchip takes them back as inputs (DS20001952, revision D)."
            )
            found.append("No address leg and no RESET may stay open.")
        case Expanders():
            found.append("No address leg may stay open.")
        case ExpanderRows() | GpioRows():
            found.append(
                "Without a diode at each contact three men on the corners of a rectangle read like four."
            )
            found.append(
                "A 1N4148 drops 0.6 V and more: at 3.3 V little is left below the level that counts as low. BAT54 drop half."
            )
        case Chain():
            found.append("Power all 74HC165 from 3.3 V: their output goes to the Pi.")
            found.append("No free input may stay open: tie each to GND or to 3.3 V.")
        case HallSensors():
            found.append(
                "Sensors, multiplexers and converter have one supply of 3.3 V, which is the reference too."
            )
            found.append(
                "Linear sensors, no switches and no latches: a latch (US1881) keeps its state when the magnet leaves."
            )
        case _:
            pass
    if config.sensors.kind is Sensor.POLARITY and not isinstance(electronics, HallSensors):
        found.append(
            "Unipolar switches: a latch (US1881) keeps its state when the magnet leaves, and an A3144 needs 4.5 V."
        )
    if isinstance(lamps, Strip):
        found.append(
            "The lamps have their own 5 V supply, with a fuse; join the grounds. Not from the Pi's header."
        )
    if isinstance(lamps, Ht16k33s) or (
        config.display is not None and config.display.driver == "ht16k33"
    ):
        found.append(
            "HT16K33 at 5 V must not pull the Pi's bus to 5 V: put the level shifter between."
        )
    return found
