"""The part of a configuration that says what is wired to what: sensors, lamps, buttons, the clock's display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.marks import Sensor
from controller.shell.config_types import DisplayConfig, LampsConfig, SensorsConfig
from controller.shell.electronics.base import (
    Uses,
    clashes,
    i2c_uses,
    read_bus,
    read_spi,
    spi_uses,
)
from controller.shell.electronics.expanders import read_mcp23017
from controller.shell.hardware import SIMULATED
from controller.shell.profile import Wiring, row_major, serpentine, wiring
from controller.shell.toml_section import is_integer
from drivers.keys import Key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.shell.electronics.base import Electronics
    from controller.shell.toml_section import Section
    from rules.game import Game

_FIRST_MODULE, _LAST_MODULE = 0x70, 0x77
LEVER = "lever"
SENSORS: Mapping[str, tuple[Sequence[Sensor], Callable[[Section, int], Electronics] | None]] = {
    "mcp23017": ((Sensor.PRESENCE, Sensor.POLARITY), read_mcp23017),
    "bench": (SIMULATED, None),
}
"""Of each driver: the kinds of sensors it can have, the usual one first, and what reads its other keys."""


def read_sensors(section: Section, game: Game) -> SensorsConfig:
    """The section [sensors]."""
    driver = section.choice("driver", "mcp23017", tuple(SENSORS))
    kinds, read = SENSORS[driver]
    kind = Sensor(section.choice("kind", kinds[0].value, [each.value for each in kinds]))
    points = _order(section, "points", game)
    switches = 2 * len(points.points) if kind is Sensor.POLARITY else len(points.points)
    return SensorsConfig(
        driver=driver,
        kind=kind,
        electronics=None if read is None else read(section, switches),
        scan_hz=section.integer("scan_hz", 200, 20, 1000),
        wiring=points,
    )


def read_lamps(section: Section, game: Game) -> LampsConfig:
    """The section [lamps]."""
    return LampsConfig(
        driver=section.choice("driver", "none", ("ws2812", "none")),
        device=read_spi(section, "/dev/spidev0.0"),
        wiring=_order(section, "order", game),
        brightness=section.number("brightness", 0.3, 0, 1),
        current_ma_max=section.integer("current_ma_max", 1000, 50, 20_000),
    )


def read_display(section: Section) -> DisplayConfig | None:
    """The section [display]."""
    driver = section.choice("driver", "none", ("ht16k33", "none"))
    bus = read_bus(section)
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


def read_keys(section: Section, game: Game) -> tuple[Key, ...]:
    """The section [keys]: a button a side, or one lever that both sides press."""
    first, second = game.sides
    closed = section.choice("lever_closed", str(first), (str(first), str(second)))
    opened = str(second) if closed == first else str(first)
    found: dict[str, Key] = {}
    for name in (*map(str, game.sides), LEVER):
        pin = section.optional_integer(name, 0, 27)
        if pin is None:
            continue
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


def check_uses(
    sections: Mapping[str, Section],
    sensors: SensorsConfig,
    lamps: LampsConfig,
    display: DisplayConfig | None,
    keys: Sequence[Key],
) -> None:
    """Notes every pin, chip and device that is taken twice, at the part that comes later."""
    parts: list[tuple[str, str, Uses]] = []
    if sensors.electronics is not None:
        parts.append(("sensors", "driver", sensors.electronics.uses()))
    if lamps.driver != "none":
        parts.append(("lamps", "device", spi_uses(lamps.device, "the lamps")))
    if display is not None:
        uses = i2c_uses(display.bus, display.addresses, "the display")
        parts.append(("display", "addresses", uses))
    for key in keys:
        name = LEVER if key.up_name is not None else key.name
        parts.append(("keys", name, {f"GPIO {key.pin}": f"the key {name}"}))
    for place, (what, other) in clashes(parts):
        section, key_name = place
        sections[section].wrong(key_name, f"{what} belongs to {other}; use another")
