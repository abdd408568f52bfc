"""Contact sensors in rows and columns on GPIO lines.

Rows are open drains, columns inputs that are pulled up. One row after the other is pulled down; where a
contact is closed, its column goes down with it. All other rows are let go of: a row driven high would be
short-circuited with the one that is low through two contacts of one column.

A diode at each contact, its cathode towards the row, keeps rows apart. Without diodes closed contacts
join rows and columns to nets, and what such a net hides is unknown (see `drivers.ghosts`).

When a row is let go of, its columns rise slowly: a pull-up of 50 kOhm and 300 pF of cable need some 15 us
for each factor of e. Instead of trusting in a time, the columns are read until they are up; a column that
does not come up is held down by something that is no contact of the row that is read. What differs from
the scan before is read three times, and the majority counts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from drivers.ghosts import hidden
from drivers.ports import Fault, Kind, Scan, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import InputLines, Machine, OutputLines

_RISE_READS: Final = 20
"""Reads until a column counts as stuck. What one takes is not measured yet; 10 us for each line is likely."""
_RETRY_NS: Final = 100_000_000
_TRIES_AT_ONCE: Final = 3
_HELD_REMEDY: Final = (
    "The column is low while no row is driven: look for a short to ground, of the column's wire or of the "
    "wire of a row that has a man there."
)
_OPEN_REMEDY: Final = "Its guard contacts read open: look for a broken wire, or a short to 3.3 V."
_GHOST_REMEDY: Final = (
    "Closed contacts there hide whether others are closed: fit a diode at each contact (1N4148, cathode "
    "to the row)."
)


class GpioMatrix:
    """Contacts between rows and columns of lines.

    Channels go by rows: channel n is row n // columns, column n % columns.

    Args:
        rows: opened as open drains; closed together with the matrix.
        columns: opened with a pull-up; closed together with the matrix.
        diodes: whether each contact has one.
        guards: the last row and the last column belong to no sensor. Where they cross the others, a diode
            joins the two for ever, so that a broken wire is found; without guards it reads like empty
            points. They need diodes at the contacts. Two rows that touch are not found.
        row_names, column_names: for messages; by default "row 1" and so on.

    Raises:
        ValueError: guards without diodes, or no line left for contacts.
    """

    def __init__(
        self,
        rows: OutputLines,
        columns: InputLines,
        *,
        diodes: bool,
        guards: bool = False,
        row_names: Sequence[str] = (),
        column_names: Sequence[str] = (),
    ) -> None:
        if guards and not diodes:
            raise ValueError("guards of a matrix need diodes at its contacts")
        self._rows, self._columns = rows, columns
        self._diodes, self._guards = diodes, guards
        self._height, self._width = rows.count - guards, columns.count - guards
        if self._height < 1 or self._width < 1:
            raise ValueError("a matrix needs at least one row and one column of contacts")
        self._row_names = row_names or [f"row {n + 1}" for n in range(rows.count)]
        self._column_names = column_names or [f"column {n + 1}" for n in range(columns.count)]
        self._released = (1 << rows.count) - 1
        self._up = (1 << columns.count) - 1
        # What was seen: the columns closed in each row, and those held down while no row is driven.
        self._closed = [-1] * rows.count
        self._held = 0
        self._failures = 0
        self._retry_ns = 0
        self._all = (1 << self.channels) - 1
        self._result = Scan(levels=0, unknown=self._all)
        self._stale = True

    @property
    def channels(self) -> int:
        return self._height * self._width

    @property
    def kind(self) -> Kind:
        return Kind.PRESENCE

    def scan(self, at_ns: int) -> Scan:
        if self._failures and at_ns < self._retry_ns:
            return self._result
        try:
            self._read()
        except WorldFault as fault:
            return self._blind(fault, at_ns)
        self._failures = 0
        if self._stale:
            self._result = self._compose()
            self._stale = False
        return self._result

    def close(self) -> None:
        self._rows.close()
        self._columns.close()

    def _read(self) -> None:
        """Reads every row; what differs from before is noted and makes the result stale.

        Raises:
            WorldFault: a line could not be driven or read.
        """
        rows, columns = self._rows, self._columns
        released, up, before = self._released, self._up, self._closed
        rows.set(released)
        held = self._rise(0)
        for row in range(rows.count):
            rows.set(released & ~(1 << row))
            closed = ~columns.read() & up
            if closed != before[row]:
                again, third = ~columns.read() & up, ~columns.read() & up
                closed = closed & again | closed & third | again & third
                if closed != before[row]:
                    before[row] = closed
                    self._stale = True
            if closed & ~held:
                rows.set(released)
                held = self._rise(held)
        rows.set(released)
        if held != self._held:
            self._held = held
            self._stale = True

    def _rise(self, held: int) -> int:
        """Waits until the columns are up, those left out that are known to be held down; all that are."""
        for _ in range(_RISE_READS):
            low = ~self._columns.read() & self._up
            if not low & ~held:
                return held
        return held | low

    def _blind(self, fault: WorldFault, at_ns: int) -> Scan:
        """The lines have failed: all channels are unknown."""
        with suppress(WorldFault):
            self._rows.set(self._released)
        self._failures += 1
        self._retry_ns = at_ns + (0 if self._failures < _TRIES_AT_ONCE else _RETRY_NS)
        self._closed = [-1] * self._rows.count
        self._stale = True
        found = Fault(symptom=fault.symptom, where=fault.where, remedy=fault.remedy)
        if self._result.faults != (found,):
            self._result = Scan(levels=0, unknown=self._all, faults=(found,))
        return self._result

    def _compose(self) -> Scan:
        width, sensors = self._width, (1 << self._width) - 1
        guarded = [row & sensors for row in self._closed]
        faults, lost_rows, lost_columns = self._lost()
        ghosts = set() if self._diodes else hidden(guarded, width)
        if ghosts:
            faults.append(self._ghost(ghosts))
        levels = unknown = 0
        for row in range(self._height):
            blind = sensors if lost_rows >> row & 1 else lost_columns
            blind |= sum(1 << column for r, column in ghosts if r == row)
            levels |= (guarded[row] & ~blind) << row * width
            unknown |= blind << row * width
        return Scan(levels=levels, unknown=unknown, faults=tuple(faults))

    def _lost(self) -> tuple[list[Fault], int, int]:
        """Lines that do not do what they should: why, the rows and the columns that are unknown for it."""
        rows, columns = (1 << self._height) - 1, (1 << self._width) - 1
        names, held = self._column_names, self._held
        faults = [_line(name, _HELD_REMEDY) for n, name in enumerate(names) if held >> n & 1]
        if not self._guards:
            return faults, 0, held
        if held >> self._width:
            return faults, rows, columns  # no row can show that its wire is whole
        open_rows = sum((~row >> self._width & 1) << n for n, row in enumerate(self._closed[:-1]))
        open_columns = ~self._closed[-1] & columns & ~held
        # Where none is reached, it is the guard itself.
        for names, lost, every in (
            (self._row_names, open_columns, columns & ~held),
            (self._column_names, open_rows, rows),
        ):
            if lost and lost == every:
                faults.append(_line(names[-1], _OPEN_REMEDY))
                return faults, rows, columns
        for names, lost in ((self._row_names, open_rows), (self._column_names, open_columns)):
            faults += [_line(name, _OPEN_REMEDY) for n, name in enumerate(names) if lost >> n & 1]
        return faults, open_rows, held | open_columns

    def _ghost(self, ghosts: set[tuple[int, int]]) -> Fault:
        rows = ", ".join(self._row_names[n] for n in sorted({row for row, _ in ghosts}))
        columns = ", ".join(self._column_names[n] for n in sorted({column for _, column in ghosts}))
        return Fault(symptom=Symptom.GHOST, where=f"{rows}; {columns}", remedy=_GHOST_REMEDY)


def _line(name: str, remedy: str) -> Fault:
    return Fault(symptom=Symptom.LINE, where=name, remedy=remedy)


def open_gpio_matrix(
    machine: Machine,
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    diodes: bool,
    guards: bool = False,
) -> GpioMatrix:
    """A matrix on these pins (BCM numbers), as `GpioMatrix` says.

    Raises:
        WorldFault: a line cannot be used.
    """
    driven = machine.outputs(rows, open_drain=True)
    try:
        return GpioMatrix(
            driven,
            machine.inputs(columns, "up"),
            diodes=diodes,
            guards=guards,
            row_names=[f"row {n} (GPIO {pin})" for n, pin in enumerate(rows, 1)],
            column_names=[f"column {n} (GPIO {pin})" for n, pin in enumerate(columns, 1)],
        )
    except WorldFault:
        driven.close()
        raise
