"""How the sensors of a board are wired: its chips, leg by leg, and the points that they watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.electronics.chains import Chain
from controller.shell.electronics.expanders import Expanders
from controller.shell.electronics.hall import HallSensors
from controller.shell.electronics.rows import ExpanderRows, GpioRows
from controller.shell.electronics.serial_boards import SerialBoard
from controller.shell.wiring.common import PAIRS, Names, address, i2c_rails
from controller.shell.wiring.hall import plan_hall
from controller.shell.wiring.header import GROUND, SELECT_LINES, V33, lines_of
from controller.shell.wiring.pinouts import leg, pin
from controller.shell.wiring.plan import Box, Crossings, Group, Leg, Rail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.config_types import Config
    from controller.shell.wiring.plan import Plan

_GUARD = "guard"
_EXTRA_BUS = (
    "Pins of /dev/i2c-3 as dtoverlay=i2c-gpio,bus=3 has them; SDA and SCL of such a bus: 2.2 kΩ each to 3.3 V of "
    "the Pi."
)


def plan_sensors(plan: Plan, config: Config) -> None:
    """Adds the sensors to a plan."""
    names = Names(config=config)
    match config.sensors.electronics:
        case Expanders() as electronics:
            _expanders(plan, electronics, names)
        case ExpanderRows() as electronics:
            _expander_rows(plan, electronics, names)
        case GpioRows() as electronics:
            _gpio_rows(plan, electronics, names)
        case Chain() as electronics:
            _chain(plan, electronics, names)
        case HallSensors() as electronics:
            plan_hall(plan, electronics, names)
        case SerialBoard() as electronics:
            _serial(plan, electronics)
        case _:
            plan.groups.append(
                Group(title="Sensors", notes=("The board is simulated: there is nothing to wire.",))
            )
    _tone(plan, config)


def chip_of(config: Config, contact: int) -> int:
    """The number of the chip that a contact is wired to, from 0."""
    electronics = config.sensors.electronics
    match electronics:
        case Expanders():
            return contact // len(electronics.model.pins)
        case Chain():
            return contact // 8
        case HallSensors():
            return contact // electronics.per_input
        case GpioRows():
            return contact // electronics.width
        case ExpanderRows():
            return contact // electronics.columns
        case _:
            return 0


def _tone(plan: Plan, config: Config) -> None:
    game, sensors = config.board.game, config.sensors
    if isinstance(sensors.electronics, SerialBoard):
        return
    pairs = sensors.kind is Sensor.POLARITY and not isinstance(sensors.electronics, HallSensors)
    plan.tones = {
        game.place(point): chip_of(config, channel * (2 if pairs else 1))
        for point, channel in sensors.wiring.channel_of.items()
    }


def _expanders(plan: Plan, chips: Expanders, names: Names) -> None:
    model, inputs = chips.model, len(chips.model.pins)
    three = model.name != "MPR121"
    for bus in chips.buses:
        if chips.multiplexer is not None:
            plan.groups.append(_multiplexer(plan, chips, bus))
        for behind in chips.behind or (None,):
            boxes = []
            for number, place in enumerate(chips.places()):
                if place[:2] != (bus, behind):
                    continue
                contacts = range(number * inputs, (number + 1) * inputs)
                told = tuple(
                    Leg(name=name, to=names.contact(n), pin=pin(model.name, name))
                    for n, name in zip(contacts, model.pins, strict=True)
                )
                boxes.append(
                    Box(
                        title=f"{model.name} {place[2]:#04x}",
                        note=address(place[2], model.first) if three else "ADDR sets the address",
                        legs=told,
                        tone=number,
                    )
                )
            rails = i2c_rails(plan, bus, model.name)
            title = f"Sensors on {bus}"
            if behind is not None:
                title += f", channel {behind} of the multiplexer"
                lines = {"SDA": f"SD{behind}", "SCL": f"SC{behind}"}
                rails = tuple(
                    Rail(net=each.net, source=leg("TCA9548A", lines[each.net]), legs=each.legs)
                    if each.net in lines
                    else each
                    for each in rails
                )
            notes = _expander_notes(chips)
            if bus not in {"/dev/i2c-0", "/dev/i2c-1"}:
                notes += (_EXTRA_BUS,)
            if names.pairs:
                notes += (PAIRS,)
            plan.groups.append(Group(title=title, rails=rails, boxes=tuple(boxes), notes=notes))


def _expander_notes(chips: Expanders) -> tuple[str, ...]:
    notes = []
    if chips.model.name == "MCP23017":
        notes.append(f"{leg('MCP23017', 'RESET')} of each chip: 4.7 kΩ to 3.3 V.")
    if chips.model.name == "MPR121":
        notes.append("Each electrode: one wire to a metal foil under the point.")
    elif chips.active_low:
        notes.append("Each switch: from its leg to GND.")
    else:
        notes.append("Each sensor drives its leg: high where a man stands.")
    notes.append("100 nF beside each chip, from its supply to GND.")
    return tuple(notes)


def _multiplexer(plan: Plan, chips: Expanders, bus: str) -> Group:
    assert chips.multiplexer is not None
    legs = [
        Leg(
            name=f"{line}{n}",
            to=f"{'SDA' if line == 'SD' else 'SCL'} {n}",
            pin=pin("TCA9548A", f"{line}{n}"),
        )
        for n in chips.behind
        for line in ("SD", "SC")
    ]
    box = Box(
        title=f"TCA9548A {chips.multiplexer:#04x}",
        note=address(chips.multiplexer, 0x70),
        legs=tuple(legs),
    )
    return Group(
        title=f"Multiplexer on {bus}",
        rails=i2c_rails(plan, bus, "TCA9548A"),
        boxes=(box,),
        notes=(
            f"{leg('TCA9548A', 'RESET')}: 10 kΩ to 3.3 V.",
            "Each channel in use: 4.7 kΩ from SDA and from SCL to 3.3 V.",
        ),
    )


def _expander_rows(plan: Plan, chips: ExpanderRows, names: Names) -> None:
    rows, columns = chips.lines()
    told: dict[int, list[Leg]] = {each: [] for each in chips.addresses}
    for kind, lines in (("row", rows), ("column", columns)):
        for n, line in enumerate(lines, 1):
            _, chip, _, name = line.split()
            told[int(chip, 16)].append(Leg(name=name, to=f"{kind} {n}", pin=pin("MCP23017", name)))
    boxes = tuple(
        Box(
            title=f"MCP23017 {each:#04x}",
            note=address(each, 0x20),
            legs=tuple(told[each]),
            tone=None,
        )
        for each in chips.addresses
    )
    plan.groups.append(
        Group(
            title=f"Sensors on {chips.bus}, in rows and columns",
            rails=i2c_rails(plan, chips.bus, "MCP23017"),
            boxes=boxes,
            crossings=_crossings(
                [f"row {n}" for n in range(1, len(rows) + 1)],
                [f"{n}" for n in range(1, len(columns) + 1)],
                chips.columns,
                names,
                diodes=chips.diodes,
            ),
            notes=(
                f"{leg('MCP23017', 'RESET')} of each chip: 4.7 kΩ to 3.3 V.",
                "100 nF beside each chip, from its supply to GND.",
            ),
        )
    )


def _crossings(
    rows: Sequence[str],
    columns: Sequence[str],
    width: int,
    names: Names,
    *,
    diodes: bool,
    guards: bool = False,
) -> Crossings:
    def at(row: int, column: int) -> str:
        if guards and (row == len(rows) - 1 or column == len(columns) - 1):
            return "" if row == len(rows) - 1 and column == len(columns) - 1 else _GUARD
        return names.contact(row * width + column)

    points = tuple(
        tuple(at(row, column) for column in range(len(columns))) for row in range(len(rows))
    )
    return Crossings(
        rows=tuple(rows), columns=tuple(columns), points=points, diodes=diodes, guards=guards
    )


def _gpio_rows(plan: Plan, lines: GpioRows, names: Names) -> None:
    def named(kind: str, pins: Sequence[int]) -> list[str]:
        found = []
        for n, gpio in enumerate(pins, 1):
            guard = lines.guards and n == len(pins)
            what = f"{kind} guard" if guard else f"{kind} {n}"
            found.append(f"{what} {plan.use(gpio, what)}")
        return found

    plan.groups.append(
        Group(
            title="Sensors on GPIO lines, in rows and columns",
            crossings=_crossings(
                named("row", lines.rows),
                [each.removeprefix("column ") for each in named("column", lines.columns)],
                lines.width,
                names,
                diodes=lines.diodes,
                guards=lines.guards,
            ),
        )
    )


def _chain(plan: Plan, chain: Chain, names: Names) -> None:
    chip = "74HC165"
    lines = lines_of(chain.device)
    rails = [
        Rail(net=V33, source=plan.v33(), legs=leg(chip, "VCC")),
        Rail(
            net=GROUND, source=plan.power(6, GROUND), legs=f"{leg(chip, 'GND')}, {leg(chip, 'CE')}"
        ),
        Rail(net="SCLK", source=plan.use(lines["SCLK"], "SCLK"), legs=leg(chip, "CP")),
    ]
    if chain.latch_pin is not None:
        rails.append(
            Rail(net="latch", source=plan.use(chain.latch_pin, "latch"), legs=leg(chip, "PL"))
        )
    else:
        source = plan.use(SELECT_LINES[chain.device], "chip select")
        rails.append(
            Rail(net="latch", source=f"{source} through an inverter", legs=leg(chip, "PL"))
        )
    miso = plan.use(lines["MISO"], "MISO")
    end = {"mosi": "", "low": GROUND, "high": V33}[chain.serial_input]
    if chain.serial_input == "mosi":
        end = f"MOSI, {plan.use(lines['MOSI'], 'MOSI')}"
    boxes = []
    for number in range(chain.chips):
        told = []
        for bit in range(8):
            n = 8 * number + bit
            to = names.contact(n) if n < chain.channels else ""
            if n in chain.ties:
                to = V33 if chain.ties[n] else GROUND
            told.append(Leg(name=f"D{bit}", to=to or "tie", pin=pin(chip, f"D{bit}")))
        boxes.append(Box(title=f"chip {number + 1}", legs=tuple(told), tone=number))
    q7, ds = leg(chip, "Q7"), leg(chip, "DS")
    switch = (
        "Each switch: from its input to GND, and 10 kΩ from the input to 3.3 V."
        if chain.active_low
        else "Each sensor drives its input: high where a man stands."
    )
    plan.groups.append(
        Group(
            title=f"Sensors: {chain.chips} × 74HC165 on {chain.device}",
            rails=tuple(rails),
            boxes=tuple(boxes),
            chained=f"{q7} of chip 1 to MISO, {miso}; {q7} of each further chip to {ds} of the chip before it; "
            f"{ds} of chip {chain.chips} to {end}",
            notes=(
                switch,
                "100 nF beside each chip, from VCC to GND.",
                *((PAIRS,) if names.pairs else ()),
            ),
        )
    )


def _serial(plan: Plan, board: SerialBoard) -> None:
    box = Box(
        title="electronic board",
        note=f"{board.fields} fields",
        legs=(Leg(name="USB", to=board.device),),
        columns=1,
    )
    plan.groups.append(
        Group(
            title="Sensors: a board on a serial line",
            boxes=(box,),
            notes=(
                (
                    "Its own USB cable goes to any USB socket of the Pi. A board with RS-232 needs an adapter to USB: "
                    "its levels (up to 15 V) destroy the Pi's pins."
                ),
            ),
        )
    )
