"""The part of a configuration that says what is wired to what: sensors, lamps, buttons, the clock's display."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from controller.core.marks import Sensor
from controller.shell.config_types import DisplayConfig, LampsConfig, SensorsConfig
from controller.shell.hardware import SIMULATED
from controller.shell.profile import Wiring, row_major, serpentine, wiring
from controller.shell.toml_section import Section, is_integer
from drivers.keys import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.game import Game

_FIRST_CHIP, _LAST_CHIP = 0x20, 0x27
_FIRST_MODULE, _LAST_MODULE = 0x70, 0x77
LEVER = "lever"
_BUS = r"/dev/i2c-\d{1,3}"


def read_sensors(section: Section, game: Game) -> SensorsConfig:
    """The section [sensors]."""
    driver: Literal["mcp23017", "bench"] = section.choice(
        "driver", "mcp23017", ("mcp23017", "bench")
    )
    inputs: Literal[14, 16] = section.choice("inputs_per_chip", 14, (14, 16))
    kind = Sensor(section.choice("kind", "presence", [sensor.value for sensor in SIMULATED]))
    points = _order(section, "points", game)
    buses = _buses(section)
    switches = 2 * len(points.points) if kind is Sensor.POLARITY else len(points.points)
    needed = -(-switches // inputs)
    on_each = -(-needed // len(buses))
    default = range(_FIRST_CHIP, min(_FIRST_CHIP + on_each, _LAST_CHIP + 1))
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        default,
        lambda value: is_integer(value, _FIRST_CHIP, _LAST_CHIP),
        f"a chip address from {_FIRST_CHIP:#04x} to {_LAST_CHIP:#04x}",
        once="each chip needs its own",
    )
    chips = len(addresses) * len(buses)
    if driver == "mcp23017" and chips < needed:
        section.wrong(
            "addresses",
            f"{chips} chips of {inputs} inputs are too few for {switches} switches; {needed} are "
            "needed"
            + (", more than one bus has addresses for" if needed > 8 and len(buses) == 1 else ""),
        )
    return SensorsConfig(
        driver=driver,
        kind=kind,
        buses=buses,
        addresses=addresses,
        inputs_per_chip=inputs,
        active_low=section.flag("active_low", default=True),
        scan_hz=section.integer("scan_hz", 200, 20, 1000),
        wiring=points,
    )


def _buses(section: Section) -> tuple[str, ...]:
    """One bus by its name, or a list of them."""
    allowed = "a bus such as /dev/i2c-1"
    if not section.is_list("bus"):
        return (section.text("bus", "/dev/i2c-1", pattern=_BUS, allowed=allowed),)
    found: tuple[str, ...] = section.list_of(
        "bus",
        ("/dev/i2c-1",),
        lambda value: isinstance(value, str) and re.fullmatch(_BUS, value) is not None,
        allowed,
        once="each bus has its own chips",
    )
    if not found:
        section.wrong("bus", f"names no bus; give {allowed}")
    return found or ("/dev/i2c-1",)


def read_lamps(section: Section, game: Game) -> LampsConfig:
    """The section [lamps]."""
    return LampsConfig(
        driver=section.choice("driver", "none", ("ws2812", "none")),
        device=section.text(
            "device",
            "/dev/spidev0.0",
            pattern=r"/dev/spidev\d{1,3}\.\d{1,3}",
            allowed="an SPI device such as /dev/spidev0.0",
        ),
        wiring=_order(section, "order", game),
        brightness=section.number("brightness", 0.3, 0, 1),
        current_ma_max=section.integer("current_ma_max", 1000, 50, 20_000),
    )


def read_display(section: Section) -> DisplayConfig | None:
    """The section [display]."""
    driver = section.choice("driver", "none", ("ht16k33", "none"))
    bus = section.text("bus", "/dev/i2c-1", pattern=_BUS, allowed="a bus such as /dev/i2c-1")
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        (_FIRST_MODULE, _FIRST_MODULE + 1),
        lambda value: is_integer(value, _FIRST_MODULE, _LAST_MODULE),
        f"a module's address from {_FIRST_MODULE:#04x} to {_LAST_MODULE:#04x}",
        once="each module needs its own",
    )
    brightness = section.number("brightness", 0.5, 0, 1)
    if len(addresses) != 2:
        section.wrong("addresses", "give two: of the side that begins, then of the other")
    if driver == "none" or len(set(addresses)) != 2:
        return None
    return DisplayConfig(bus=bus, addresses=(addresses[0], addresses[1]), brightness=brightness)


def read_keys(section: Section, game: Game, taken: Mapping[int, str]) -> tuple[Key, ...]:
    """The section [keys]: a button a side, or one lever that both sides press.

    Args:
        taken: GPIO pins (BCM numbers) that cannot be used, and what they belong to.
    """
    first, second = game.sides
    closed = section.choice("lever_closed", str(first), (str(first), str(second)))
    opened = str(second) if closed == first else str(first)
    found: dict[str, Key] = {}
    for name in (*map(str, game.sides), LEVER):
        pin = section.optional_integer(name, 0, 27)
        if pin is None:
            continue
        other = next((key for key, each in found.items() if each.pin == pin), None)
        if pin in taken:
            section.wrong(name, f"GPIO {pin} belongs to {taken[pin]}; use another pin")
        elif other is not None:
            section.wrong(name, f"GPIO {pin} is the key {other} already")
        lever = name == LEVER
        found[name] = Key(
            name=closed if lever else name, pin=pin, up_name=opened if lever else None
        )
    if LEVER in found and len(found) > 1:
        section.wrong(LEVER, "a clock has a lever or buttons; leave one of them out")
    return tuple(found.values())


def _order(section: Section, key: str, game: Game) -> Wiring:
    """A wiring by name or as a list of points."""
    orders = {"row-major": row_major, "serpentine": serpentine}
    if not section.is_list(key):
        return Wiring(orders[section.choice(key, "row-major", tuple(orders))](game))
    names: tuple[str, ...] = section.list_of(
        key, (), lambda v: isinstance(v, str), "a point's name"
    )
    found, mistakes = wiring(game, names)
    for index, text in mistakes:
        section.wrong(key, text, index)
    return found or Wiring(row_major(game))


def taken_pins(
    sensors: SensorsConfig, lamps: LampsConfig, display: DisplayConfig | None
) -> Mapping[int, str]:
    """GPIO pins (BCM numbers) that the buses of a Raspberry Pi use, and whose they are."""
    taken: dict[int, str] = {}
    i2c = {"/dev/i2c-0": (0, 1), "/dev/i2c-1": (2, 3)}
    if display is not None:
        taken |= dict.fromkeys(i2c.get(display.bus, ()), f"the display's bus {display.bus}")
    if sensors.driver == "mcp23017":
        for bus in sensors.buses:
            taken |= dict.fromkeys(i2c.get(bus, ()), f"the sensors' bus {bus}")
    if lamps.driver == "ws2812" and lamps.device.startswith("/dev/spidev0."):
        taken |= dict.fromkeys((7, 8, 9, 10, 11), f"the lamps' bus {lamps.device}")
    return taken
