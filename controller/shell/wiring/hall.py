"""How linear Hall sensors, their multiplexers and converters are wired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.wiring.common import address, i2c_rails
from controller.shell.wiring.header import GROUND, SELECT_LINES, V33, lines_of
from controller.shell.wiring.pinouts import leg, pin
from controller.shell.wiring.plan import Box, Group, Leg, Rail

if TYPE_CHECKING:
    from controller.shell.electronics.hall import HallSensors
    from controller.shell.wiring.common import Names
    from controller.shell.wiring.plan import Plan


def plan_hall(plan: Plan, hall: HallSensors, names: Names) -> None:
    """Adds them to a plan."""
    chip = hall.converter.upper()
    if hall.devices:
        for number in range(len(hall.devices)):
            plan.groups.append(_spi_converter(plan, hall, number, names))
    else:
        boxes = [
            Box(
                title=f"{chip} {each:#04x}",
                note=address(each, 0x48, ("A1", "A0")),
                legs=_converter_legs(hall, number, names),
            )
            for number, each in enumerate(hall.addresses)
        ]
        rails = i2c_rails(plan, hall.bus, chip)
        notes = (
            f"{leg(chip, 'REF')} to 3.3 V: the sensors' own supply is the reference. {leg(chip, 'COM')} to GND.",
        )
        plan.groups.append(
            Group(title=f"Converter on {hall.bus}", rails=rails, boxes=tuple(boxes), notes=notes)
        )
    if hall.select_pins:
        plan.groups.append(_multiplexers(plan, hall, names))


def _converter_legs(hall: HallSensors, number: int, names: Names) -> tuple[Leg, ...]:
    chip = hall.converter.upper()
    told = []
    for channel in range(8):
        n = 8 * number + channel
        to = "GND" if n >= hall.inputs else f"COM of mux {n + 1}"
        if not hall.select_pins and n < hall.inputs:
            to = names.contact(n)
        told.append(Leg(name=f"CH{channel}", to=to, pin=pin(chip, f"CH{channel}")))
    return tuple(told)


def _spi_converter(plan: Plan, hall: HallSensors, number: int, names: Names) -> Group:
    device = hall.devices[number]
    lines = lines_of(device)
    rails = [
        Rail(
            net=V33,
            source=plan.v33(),
            legs=f"{leg('MCP3008', 'VDD')}, {leg('MCP3008', 'VREF')}",
        ),
        Rail(
            net=GROUND,
            source=plan.power(6, GROUND),
            legs=f"{leg('MCP3008', 'AGND')}, {leg('MCP3008', 'DGND')}",
        ),
    ]
    for net, name in (("SCLK", "CLK"), ("MOSI", "DIN"), ("MISO", "DOUT")):
        rails.append(Rail(net=net, source=plan.use(lines[net], net), legs=leg("MCP3008", name)))
    select = plan.use(SELECT_LINES[device], "chip select")
    rails.append(Rail(net="select", source=select, legs=leg("MCP3008", "CS")))
    box = Box(title=f"MCP3008 {number + 1}", legs=_converter_legs(hall, number, names))
    return Group(title=f"Converter on {device}", rails=tuple(rails), boxes=(box,))


def _multiplexers(plan: Plan, hall: HallSensors, names: Names) -> Group:
    chip = "CD74HC4067"
    rails = [
        Rail(net=V33, source=plan.v33(), legs=leg(chip, "VCC")),
        Rail(
            net=GROUND, source=plan.power(6, GROUND), legs=f"{leg(chip, 'GND')}, {leg(chip, 'E')}"
        ),
    ]
    for n, gpio in enumerate(hall.select_pins):
        rails.append(Rail(net=f"S{n}", source=plan.use(gpio, f"S{n}"), legs=leg(chip, f"S{n}")))
    boxes = []
    for number in range(hall.inputs):
        told = []
        for position in range(16):
            n = 16 * number + position
            to = names.contact(n) if n < hall.channels else ""
            told.append(Leg(name=f"I{position}", to=to or "open", pin=pin(chip, f"I{position}")))
        boxes.append(
            Box(title=f"mux {number + 1}", note=leg(chip, "COM"), legs=tuple(told), tone=number)
        )
    return Group(
        title=f"Sensors: {hall.channels} × DRV5055A1 behind {hall.inputs} × CD74HC4067",
        rails=tuple(rails),
        boxes=tuple(boxes),
        notes=(
            "Each sensor: VCC (1) to 3.3 V, OUT (2) to its input, GND (3) to GND; 100 nF beside each sensor.",
        ),
    )
