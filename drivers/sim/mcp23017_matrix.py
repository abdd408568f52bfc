"""Contacts between rows and columns on the pins of modelled MCP23017 chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from drivers.mcp23017_matrix import Layout, layout
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.tca9548a import put

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.sim.machine import ContactCircuit, SimMachine
    from drivers.sim.tca9548a import Mux


class RowCircuit:
    """The contacts, and the currents through them. Implements `ContactCircuit`.

    Args:
        chips: by address.
        pins: that are rows and columns.
        diodes: each contact lets current pass from its column to its row only.
        slow: how many reads a column stays low for that a row has let go of.

    Attributes:
        shorts: times that a row driven high met one driven low.
    """

    def __init__(
        self, chips: Mapping[int, Mcp23017], pins: Layout, *, diodes: bool, slow: int = 0
    ) -> None:
        self._chips = chips
        self._pins = pins
        self._diodes = diodes
        self._slow = slow
        self._held: dict[int, int] = {}
        self._contacts = [0] * len(pins.rows)
        self.shorts = 0
        for chip in chips.values():
            chip.ask = self.settle

    def close_contacts(self, closed: int) -> None:
        width = len(self._pins.columns)
        self._contacts = [
            closed >> row * width & (1 << width) - 1 for row in range(len(self._pins.rows))
        ]

    def settle(self) -> None:
        """Ties the columns that current reaches."""
        low = self._sunk()
        for column in range(len(self._pins.columns)):
            left = self._held.get(column, 0)
            if low >> column & 1:
                self._held[column] = self._slow
            elif left:
                self._held[column] = left - 1
                low |= 1 << column
        tied = dict.fromkeys(self._chips, 0)
        for column, (address, pin) in enumerate(self._pins.columns):
            tied[address] |= (low >> column & 1) << pin
        for address, chip in self._chips.items():
            chip.ground(tied[address])

    def _sunk(self) -> int:
        """The columns that a row driven low pulls down."""
        levels = [self._driven(address, pin) for address, pin in self._pins.rows]
        low = 0
        for row, level in enumerate(levels):
            if level == 0:
                low |= self._contacts[row] if self._diodes else self._net(row, levels)
        return low

    def _net(self, first: int, levels: Sequence[int | None]) -> int:
        """The columns that contacts without diodes join to a row."""
        rows, columns = {first}, self._contacts[first]
        while True:
            more = {row for row, joined in enumerate(self._contacts) if joined & columns} - rows
            if not more:
                break
            rows |= more
            for row in more:
                columns |= self._contacts[row]
        self.shorts += any(levels[row] == 1 for row in rows)
        return columns

    def _driven(self, address: int, pin: int) -> int | None:
        low, high = self._chips[address].outputs
        if low >> pin & 1:
            return 0
        return 1 if high >> pin & 1 else None


def wire_mcp23017_matrix(
    machine: SimMachine,
    device: str,
    addresses: Sequence[int],
    inputs_per_chip: Literal[14, 16] = 14,
    *,
    rows: int,
    columns: int,
    diodes: bool,
    mux: Mux | None = None,
) -> ContactCircuit:
    """Puts chips on a machine, with a contact where each row crosses each column.

    Arguments as for `Mcp23017RowMatrix` and `wire_mcp23017`.
    """
    chips = {address: Mcp23017() for address in addresses}
    for address, chip in chips.items():
        put(machine.wire(device), address, chip, mux)
    pins = layout(addresses, rows, columns, diodes=diodes, inputs_per_chip=inputs_per_chip)
    return RowCircuit(chips, pins, diodes=diodes)
