"""The part of a configuration that says what is wired to what: sensors, lamps, clock's display, buttons, buzzer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.config_types import (
    LEVER,
    SIMULATED,
    DisplayConfig,
    EdgesConfig,
    LampsConfig,
    SensorsConfig,
)
from controller.shell.electronics.base import Watched, clashes, read_bus, read_spi
from controller.shell.electronics.lights import LIGHTS, Dimmed
from controller.shell.profile import Wiring, row_major, serpentine, wiring
from controller.shell.toml_section import is_integer
from drivers.keys import Key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from controller.shell.electronics.base import Electronics, Uses
    from controller.shell.toml_section import Section
    from rules.game import Game

_FIRST_MODULE, _LAST_MODULE = 0x70, 0x77
_SWITCHES = (Sensor.PRESENCE, Sensor.POLARITY)
_READ: Mapping[str, tuple[str, str]] = {
    "mcp23017": ("expanders", "read_mcp23017"),
    "tca9555": ("expanders", "read_tca9555"),
    "pcf8575": ("expanders", "read_pcf8575"),
    "mpr121": ("expanders", "read_mpr121"),
    "mcp23017-matrix": ("rows", "read_expander_rows"),
    "gpio-matrix": ("rows", "read_gpio_rows"),
    "74hc165": ("chains", "read_chain"),
    "hall": ("hall", "read_hall"),
    "serial": ("serial_boards", "read_serial_board"),
}
"""The module of each driver, in `controller.shell.electronics`, and what reads its other keys there. A board
loads its own driver, and no other."""
SENSORS: Mapping[str, Sequence[Sensor]] = {
    **dict.fromkeys(_READ, _SWITCHES),
    "mpr121": (Sensor.PRESENCE,),
    "hall": (Sensor.FIELD, Sensor.POLARITY),
    "serial": (Sensor.IDENTITY,),
    "bench": SIMULATED,
}
"""The kinds of sensors that each driver can have, the usual one first."""


def read_sensors(section: Section, game: Game, folder: Path) -> SensorsConfig:
    """The section [sensors].

    Args:
        folder: of the configuration.
    """
    driver = section.choice("driver", "mcp23017", tuple(SENSORS))
    kinds = SENSORS[driver]
    kind = Sensor(section.choice("kind", kinds[0].value, [each.value for each in kinds]))
    points = _order(section, "points", game)
    watched = Watched(game=game, kind=kind, wiring=points, folder=folder)
    return SensorsConfig(
        driver=driver,
        kind=kind,
        electronics=_electronics(driver, section, watched),
        scan_hz=section.integer("scan_hz", 200, 20, 1000),
        wiring=points,
    )


def _electronics(driver: str, section: Section, watched: Watched) -> Electronics | None:
    """What the other keys say; None for the simulated bench."""
    if driver not in _READ:
        return None
    module, name = _READ[driver]
    read = getattr(import_module(f"controller.shell.electronics.{module}"), name)
    found: Electronics = read(section, watched)
    return found


def read_lamps(section: Section, game: Game) -> LampsConfig:
    """The section [lamps]."""
    driver = section.choice("driver", "none", (*LIGHTS, "none"))
    places = [game.place(point) for point in range(len(game.points))]
    width, height = (max(each) + 1 for each in zip(*places, strict=True))
    edges = None
    order = Wiring(tuple(range(len(game.points))))
    if section.choice("layout", "points", ("points", "edges")) == "edges":
        edges = _edges(section, width, height)
        count = max((*edges.columns, *edges.rows)) + 1
    else:
        order = _order(section, "order", game)
        count = len(order.points)
    dimmed = Dimmed(
        brightness=section.number("brightness", 0.3, 0, 1),
        ma_max=section.integer("current_ma_max", 1000, 50, 20_000),
    )
    # Without lamps the keys of a strip may stay in the file.
    lights = LIGHTS["ws2812" if driver == "none" else driver](section, count, dimmed)
    return LampsConfig(
        driver=driver,
        electronics=None if driver == "none" else lights,
        wiring=order,
        edges=edges,
        brightness=dimmed.brightness,
        current_ma_max=dimmed.ma_max,
    )


def _edges(section: Section, width: int, height: int) -> EdgesConfig:
    """Lamps along the edges: by default those of the columns first, then those of the rows."""

    def lamps(key: str, first: int, count: int) -> tuple[int, ...]:
        found: tuple[int, ...] = section.list_of(
            key,
            range(first, first + count),
            lambda value: is_integer(value, 0, 1023),
            "a lamp's number from 0 to 1023",
            once="each column and row needs its own",
        )
        if len(found) != count:
            section.wrong(key, f"names {len(found)} lamps; the board has {count} {key}")
            return tuple(range(first, first + count))
        return found

    columns, rows = lamps("columns", 0, width), lamps("rows", width, height)
    if both := sorted(set(columns) & set(rows)):
        section.wrong("rows", f"lamp {both[0]} is a column's already")
    return EdgesConfig(columns=columns, rows=rows)


def read_display(section: Section) -> DisplayConfig | None:
    """The section [display]."""
    driver = section.choice("driver", "none", ("ht16k33", "max7219", "none"))
    bus = read_bus(section)
    device = read_spi(section, "/dev/spidev0.1")
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
    return DisplayConfig(
        bus=bus,
        addresses=(addresses[0], addresses[1]),
        brightness=brightness,
        driver="max7219" if driver == "max7219" else "ht16k33",
        device=device if driver == "max7219" else "",
    )


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


def read_buzzer(section: Section) -> int | None:
    """The section [buzzer]: the GPIO line of a buzzer."""
    return section.optional_integer("pin", 0, 27)


def check_uses(sections: Mapping[str, Section], taken: Sequence[tuple[str, str, Uses]]) -> None:
    """Notes every pin, chip and device that is taken twice, at the part that comes later.

    Args:
        taken: as `parts` gives it.
    """
    for place, (what, other) in clashes(taken):
        section, key_name = place
        sections[section].wrong(key_name, f"{what} belongs to {other}; use another")
