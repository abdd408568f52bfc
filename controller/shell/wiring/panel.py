"""How lamps, the clock's display, its buttons and the buzzer are wired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.electronics.lights import Ht16k33s, Max7219s, Strip
from controller.shell.wiring.common import address
from controller.shell.wiring.header import GROUND, SELECT_LINES, V5, lines_of
from controller.shell.wiring.pinouts import leg
from controller.shell.wiring.plan import Box, Group, Leg, Rail

if TYPE_CHECKING:
    from controller.shell.config_types import Config, DisplayConfig
    from controller.shell.wiring.plan import Plan

_OWN_SUPPLY = "own 5 V supply"
_SHIFTED = "pin {} through 74AHCT125"


def plan_panel(plan: Plan, config: Config) -> None:
    """Adds them to a plan."""
    _lamps(plan, config)
    if config.display is not None:
        _display(plan, config.display)
    _keys(plan, config)


def _lamps(plan: Plan, config: Config) -> None:
    match config.lamps.electronics:
        case Strip() as strip:
            _strip(plan, config, strip)
        case Max7219s() as chain:
            _max7219(plan, config, chain)
        case Ht16k33s() as modules:
            _ht16k33(plan, config, modules)
        case _:
            pass


def _named(config: Config, channel: int) -> str:
    """What a lamp stands beside."""
    edges, game = config.lamps.edges, config.board.game
    if edges is not None:
        if channel in edges.columns:
            return f"column {edges.columns.index(channel) + 1}"
        return f"row {edges.rows.index(channel) + 1}" if channel in edges.rows else ""
    point = config.lamps.wiring.point_of(channel)
    return "" if point is None else game.points[point]


def _ground(plan: Plan) -> Rail:
    return Rail(net=GROUND, source=f"{plan.power(6, GROUND)} and supply", legs="GND")


def _shifted(plan: Plan, device: str, line: str) -> str:
    lines = lines_of(device)
    source = plan.use(lines[line], line) if line in lines else f"{line} of {device}"
    return f"{source} through 74AHCT125"


def _strip(plan: Plan, config: Config, strip: Strip) -> None:
    kind = "APA102" if strip.clocked else "WS2812B"
    rails = [Rail(net=V5, source=_OWN_SUPPLY, legs=V5), _ground(plan)]
    data = f"{_shifted(plan, strip.device, 'MOSI')}, 330 Ω"
    rails.append(Rail(net="MOSI", source=data, legs="DI" if strip.clocked else "DIN"))
    if strip.clocked:
        rails.append(Rail(net="SCLK", source=_shifted(plan, strip.device, "SCLK"), legs="CI"))
    shown = [0, 1, 2, strip.count - 1]
    legs = tuple(Leg(name=f"lamp {n}", to=_named(config, n)) for n in shown)
    box = Box(title=f"{strip.count} × {kind}", note="the first at the data line", legs=legs)
    if config.lamps.edges is None:
        game, wiring = config.board.game, config.lamps.wiring
        plan.path = tuple(game.place(point) for point in wiring.points if point is not None)
    plan.groups.append(
        Group(
            title=f"Lamps on {strip.device}",
            rails=tuple(rails),
            boxes=(box,),
            notes=(
                (
                    "1000 µF across the strip's supply, and a fuse before it. 74AHCT125: 5 V supply, GND joined, "
                    "OE of the gates in use to GND."
                ),
            ),
        )
    )


def _max7219(plan: Plan, config: Config, chain: Max7219s) -> None:
    rails = [
        Rail(net=V5, source=_OWN_SUPPLY, legs=leg("MAX7219", "V+")),
        _ground(plan),
        Rail(
            net="MOSI",
            source=_shifted(plan, chain.device, "MOSI"),
            legs=f"{leg('MAX7219', 'DIN')} of chip 1",
        ),
        Rail(net="SCLK", source=_shifted(plan, chain.device, "SCLK"), legs=leg("MAX7219", "CLK")),
    ]
    select = plan.use(SELECT_LINES[chain.device], "chip select of the lamps")
    rails.append(
        Rail(net="select", source=f"{select} through 74AHCT125", legs=leg("MAX7219", "LOAD"))
    )
    boxes = []
    for chip in range(chain.chips):
        legs = []
        for digit in range(8):
            first = 64 * chip + 8 * digit
            names = [each for each in (_named(config, first + bit) for bit in range(8)) if each]
            if names:
                to = f"{names[0]} … {names[-1]}"
                legs.append(
                    Leg(
                        name=f"DIG{digit}",
                        to=to,
                        pin=leg("MAX7219", f"DIG{digit}").split("(")[1][:-1],
                    )
                )
        boxes.append(
            Box(
                title=f"MAX7219 {chip + 1}",
                note="segments G F E D C B A DP in this order",
                legs=tuple(legs),
            )
        )
    plan.groups.append(
        Group(
            title=f"Lamps on {chain.device}",
            rails=tuple(rails),
            boxes=tuple(boxes),
            notes=(
                (
                    "Each lamp: anode to its segment, cathode to its digit. 9.53 kΩ or more from ISET (18) to V+ (19); "
                    "10 µF and 100 nF at each chip. Both GND legs (4, 9) are connected."
                ),
            ),
        )
    )


def _i2c_5v(plan: Plan, bus: str) -> tuple[Rail, ...]:
    """Modules with 5 V on a bus of 3.3 V."""
    lines = lines_of(bus)
    rails = [Rail(net=V5, source=f"{plan.power(2, V5)} or own supply", legs="VDD"), _ground(plan)]
    for net in ("SDA", "SCL"):
        source = plan.use(lines[net], f"{net} of {bus}") if net in lines else f"{net} of {bus}"
        rails.append(Rail(net=net, source=f"{source} through a level shifter", legs=net))
    return tuple(rails)


def _ht16k33(plan: Plan, config: Config, modules: Ht16k33s) -> None:
    boxes = []
    for number, each in enumerate(modules.addresses):
        legs = []
        for common in range(8):
            first = 128 * number + 16 * common
            names = [name for name in (_named(config, first + row) for row in range(16)) if name]
            if names:
                legs.append(Leg(name=f"COM{common}", to=f"{names[0]} … {names[-1]}"))
        boxes.append(
            Box(title=f"HT16K33 {each:#04x}", note=address(each, 0x70), legs=tuple(legs), columns=1)
        )
    plan.groups.append(
        Group(
            title=f"Lamps on {modules.bus}",
            rails=_i2c_5v(plan, modules.bus),
            boxes=tuple(boxes),
            notes=(
                "Each lamp: anode to ROW0 to ROW15 in this order, cathode to its COM. 10 µF and 100 nF at each module.",
            ),
        )
    )


def _display(plan: Plan, display: DisplayConfig) -> None:
    sides = ("of the side that begins", "of the other side")
    if display.driver == "ht16k33":
        plan.groups.append(
            Group(
                title=f"Clock's display on {display.bus}",
                rails=_i2c_5v(plan, display.bus),
                boxes=tuple(
                    Box(title=f"HT16K33 {each:#04x}", note=f"{side}; {address(each, 0x70)}")
                    for side, each in zip(sides, display.addresses, strict=True)
                ),
            )
        )
        return
    select = plan.use(SELECT_LINES[display.device], "chip select of the display")
    plan.groups.append(
        Group(
            title=f"Clock's display on {display.device}",
            rails=(
                Rail(net=V5, source=f"{plan.power(2, V5)} or own supply", legs="VCC"),
                _ground(plan),
                Rail(
                    net="MOSI",
                    source=_shifted(plan, display.device, "MOSI"),
                    legs="DIN of module 1",
                ),
                Rail(net="SCLK", source=_shifted(plan, display.device, "SCLK"), legs="CLK"),
                Rail(net="select", source=f"{select} through 74AHCT125", legs="CS"),
            ),
            boxes=tuple(
                Box(title=f"MAX7219 module {n}", note=side) for n, side in enumerate(sides, 1)
            ),
            chained="DOUT of module 1 to DIN of module 2",
        )
    )


def _keys(plan: Plan, config: Config) -> None:
    legs = []
    for key in config.keys:
        name = key.name if key.up_name is None else f"lever ({key.name} closes it)"
        legs.append(
            Leg(name=f"GPIO {key.pin}", to=f"{name}, then GND", pin=plan.use(key.pin, name))
        )
    boxes = []
    if legs:
        plan.power(6, GROUND)
        boxes.append(Box(title="buttons", legs=tuple(legs), columns=1))
    if config.buzzer is not None:
        plan.power(6, GROUND)
        source = plan.use(config.buzzer, "buzzer")
        line = Leg(name=f"GPIO {config.buzzer}", to="1 kΩ, base of BC547", pin=source)
        boxes.append(
            Box(
                title="buzzer",
                note=f"5 V ({plan.power(2, V5)}), buzzer, collector; emitter to GND",
                legs=(line,),
                columns=1,
            )
        )
    if boxes:
        plan.groups.append(Group(title="Panel", boxes=tuple(boxes)))
