"""A matrix of contacts as a circuit: lines, contacts and diodes, and where current finds a way.

Nothing here knows of ghosts. A line is low when current can flow from it, through closed contacts and in
the direction that diodes let it, to something that pulls down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.sim.machine import SimMachine


class GpioContacts:
    """Contacts between rows and columns of GPIO lines. Implements `Circuit` and `ContactCircuit`.

    Contact n is at row n // columns, column n % columns. Every line has a pull-up.

    Args:
        rows, columns: pins.
        diodes: whether each contact has one, its cathode at the row.
        guards: whether the last row and column are joined to all others, and have no contacts.

    Attributes:
        cut: pins whose wire is broken.
        grounded: pins whose wire touches ground.
        joined: pairs of pins whose wires touch.
        shorted_diodes: contacts whose diode conducts both ways.
        rise_reads: how often a column can be read until it has risen after it was let go of.
        shorts: how often a line was driven high and low at once; a real one would be harmed.
    """

    def __init__(
        self, rows: Sequence[int], columns: Sequence[int], *, diodes: bool, guards: bool = False
    ) -> None:
        self._rows, self._columns = tuple(rows), tuple(columns)
        self._diodes, self._guards = diodes, guards
        self._width = len(columns) - guards
        self._closed = 0
        self._charging: dict[int, int] = {}
        self._wiring: tuple[object, ...] = ()
        self._found: dict[int, set[int]] = {}
        self.cut: set[int] = set()
        self.grounded: set[int] = set()
        self.joined: list[tuple[int, int]] = []
        self.shorted_diodes: set[int] = set()
        self.rise_reads = 0
        self.shorts = 0

    def close_contacts(self, closed: int) -> None:
        self._closed = closed

    def levels(self, driven: Mapping[int, bool]) -> Mapping[int, bool]:
        """The lines that are held down; the pull-ups of the others are the machine's."""
        sinks = {pin for pin, level in driven.items() if not level and pin not in self.cut}
        wiring = (self._closed, tuple(self.joined), frozenset(self.shorted_diodes))
        if wiring != self._wiring:
            self._wiring, self._found = wiring, self._flows()
        flows = self._found
        low = _reached(self.grounded | sinks, flows)
        high = {pin for pin, level in driven.items() if level and pin not in self.cut}
        self.shorts += len(high & low)
        return {pin: False for pin in self._with_charge(low) if pin not in self.cut}

    def _flows(self) -> dict[int, set[int]]:
        """For each line those that current can flow from to it."""
        found: dict[int, set[int]] = {}

        def join(source: int, sink: int, *, both: bool) -> None:
            found.setdefault(sink, set()).add(source)
            if both:
                found.setdefault(source, set()).add(sink)

        closed = self._closed
        while closed:
            contact = (closed & -closed).bit_length() - 1
            closed &= closed - 1
            row, column = divmod(contact, self._width)
            both = not self._diodes or contact in self.shorted_diodes
            join(self._columns[column], self._rows[row], both=both)
        if self._guards:
            for row_pin in self._rows[:-1]:
                join(self._columns[-1], row_pin, both=False)
            for column_pin in self._columns[:-1]:
                join(column_pin, self._rows[-1], both=False)
        for one, other in self.joined:
            join(one, other, both=True)
        return found

    def _with_charge(self, low: set[int]) -> set[int]:
        """Columns that were low a moment ago are still."""
        for pin in self._columns:
            if pin in low:
                self._charging[pin] = self.rise_reads
            elif self._charging.get(pin, 0):
                self._charging[pin] -= 1
                low = low | {pin}
        return low


def _reached(sinks: set[int], flows: Mapping[int, set[int]]) -> set[int]:
    """Every line from which current flows to a sink."""
    found = set(sinks)
    open_ends = list(sinks)
    while open_ends:
        for source in flows.get(open_ends.pop(), ()):
            if source not in found:
                found.add(source)
                open_ends.append(source)
    return found


def wire_gpio_matrix(
    machine: SimMachine,
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    diodes: bool,
    guards: bool = False,
) -> GpioContacts:
    """Puts a matrix on these pins of a machine."""
    contacts = GpioContacts(rows, columns, diodes=diodes, guards=guards)
    machine.circuits.append(contacts)
    return contacts
