"""Boards on MCP23017 port expanders, an input for each switch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from controller.shell.electronics.base import Uses, i2c_uses, read_buses
from controller.shell.toml_section import is_integer
from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.sim.bench import ChipInputs
from drivers.sim.machine import ContactCircuit, SimMachine
from drivers.sim.mcp23017 import Mcp23017

if TYPE_CHECKING:
    from controller.shell.toml_section import Section
    from drivers.ports import Machine, SensorMatrix

_FIRST, _LAST = 0x20, 0x27


@dataclass(frozen=True, slots=True, kw_only=True)
class Mcp23017s:
    """MCP23017, each input a switch of its own.

    Attributes:
        addresses: of the chips on each bus.
    """

    buses: tuple[str, ...]
    addresses: tuple[int, ...]
    inputs_per_chip: Literal[14, 16]
    active_low: bool

    @property
    def channels(self) -> int:
        return len(self.buses) * len(self.addresses) * self.inputs_per_chip

    def open(self, machine: Machine) -> SensorMatrix:
        parts = [
            Mcp23017Matrix(
                machine.i2c(bus),
                self.addresses,
                inputs_per_chip=self.inputs_per_chip,
                active_low=self.active_low,
            )
            for bus in self.buses
        ]
        return parts[0] if len(parts) == 1 else JoinedMatrix(parts)

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        models = []
        for bus in self.buses:
            for address in self.addresses:
                models.append(Mcp23017())
                machine.wire(bus).chips[address] = models[-1]
        return ChipInputs(models, self.inputs_per_chip)

    def uses(self) -> Uses:
        found: Uses = {}
        for bus in self.buses:
            found |= i2c_uses(bus, self.addresses, "the sensors")
        return found

    def place(self, channel: int) -> str:
        chip, pin = divmod(channel, self.inputs_per_chip)
        bus, number = divmod(chip, len(self.addresses))
        port, bit = divmod(pin, self.inputs_per_chip // 2)
        address = self.addresses[number]
        return f"{self.buses[bus]} chip {address:#04x} pin GP{'AB'[port]}{bit}"


def read_mcp23017(section: Section, contacts: int) -> Mcp23017s:
    """The keys of a board of so many switches."""
    inputs: Literal[14, 16] = section.choice("inputs_per_chip", 14, (14, 16))
    buses = read_buses(section)
    needed = -(-contacts // inputs)
    on_each = -(-needed // len(buses))
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        range(_FIRST, min(_FIRST + on_each, _LAST + 1)),
        lambda value: is_integer(value, _FIRST, _LAST),
        f"a chip address from {_FIRST:#04x} to {_LAST:#04x}",
        once="each chip needs its own",
    )
    chips = len(addresses) * len(buses)
    if chips < needed:
        section.wrong(
            "addresses",
            f"{chips} chips of {inputs} inputs are too few for {contacts} switches; {needed} are "
            "needed"
            + (", more than one bus has addresses for" if needed > 8 and len(buses) == 1 else ""),
        )
    return Mcp23017s(
        buses=buses,
        addresses=addresses,
        inputs_per_chip=inputs,
        active_low=section.flag("active_low", default=True),
    )
