"""Contact sensors in rows and columns on MCP23017 port expanders (Microchip DS20001952).

A row is pulled low, and every column with a closed contact in it follows. Columns are held up by the
chips' own pull-ups of 100 kΩ. With a diode at each contact, its cathode towards the row, the rows are
driven both ways. Without diodes a row is let go of instead of driven high, as two contacts of one column
would short it, and what closed contacts hide is unknown (see `drivers.ghosts`).

On one chip rows are on port A and columns on port B. With diodes a row costs one transfer: the byte for
GPIOA takes the register pointer on to GPIOB, which the same transfer reads after a repeated start
(section 3.2.1). On several chips some drive rows and the others read columns.

A column that a contact held low needs time to rise, with 100 kΩ and 150 pF some 25 µs to the level that
counts as high. That is the time of ten clocks at 400 kHz: columns longer than a board's own need pull-ups
of 10 kΩ. Where they are found to rise too slowly each row is read twice: scans become slow, not wrong.
A diode lifts the low level by its forward voltage; at 3.3 V only 0.66 V count as low, so Schottky diodes
(BAT54) are safer than 1N4148.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from drivers.expanders import ExpanderMatrix, Seen, check_addresses, chip_at
from drivers.ghosts import hidden
from drivers.mcp23017 import FIRST, GPIOA, IODIRA, LAST, NAME, POINT_AT_GPIOA, Registers
from drivers.ports import Fault, Symptom

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import I2cBus

_POINT_AT_GPIOB: Final = bytes([GPIOA + 1])
_PINS: Final = {14: (*range(7), *range(8, 15)), 16: tuple(range(16))}
_CHANNELS_NAMED: Final = 16  # of a fault; more would fill a screen and help nobody
_GHOST_REMEDY: Final = (
    "Closed contacts there hide whether others are closed: fit a diode at each contact (BAT54, cathode "
    "to the row)."
)


class Layout(NamedTuple):
    """Which pins are rows and which are columns.

    Attributes:
        rows: chip's address and pin of each, 0 is GPA0.
        columns: the same.
    """

    rows: Sequence[tuple[int, int]]
    columns: Sequence[tuple[int, int]]


def layout(
    addresses: Sequence[int],
    rows: int,
    columns: int,
    *,
    diodes: bool,
    inputs_per_chip: Literal[14, 16] = 14,
) -> Layout:
    """One chip has rows on port A and columns on port B; of several, as many as needed drive rows.

    Rows with diodes are outputs always and may be on any pin. Columns, and rows that are let go of, are
    inputs, and of these a chip has 14 (see `Mcp23017Matrix`).

    Raises:
        ValueError: too few pins, or more chips than are needed.
    """
    of_rows = _PINS[16 if diodes else inputs_per_chip]
    of_columns = _PINS[inputs_per_chip]
    first = addresses[0]
    if len(addresses) == 1:
        row_pins = [(first, pin) for pin in of_rows if pin < 8]
        column_pins = [(first, pin) for pin in of_columns if pin >= 8]
    else:
        drivers = -(-rows // len(of_rows))
        row_pins = [(address, pin) for address in addresses[:drivers] for pin in of_rows]
        column_pins = [(address, pin) for address in addresses[drivers:] for pin in of_columns]
        if len(column_pins) - columns >= len(of_columns):
            raise ValueError(f"{rows} rows and {columns} columns need fewer chips than these")
    if rows < 1 or columns < 1 or rows > len(row_pins) or columns > len(column_pins):
        raise ValueError(
            f"these chips have pins for 1 to {len(row_pins)} rows and {len(column_pins)} columns, not for "
            f"{rows} and {columns}"
        )
    return Layout(row_pins[:rows], column_pins[:columns])


def _masks(pins: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Pins by chip."""
    found: dict[int, int] = {}
    for address, pin in pins:
        found[address] = found.get(address, 0) | 1 << pin
    return found


class _Lines:
    """All rows and columns. Implements `Group`: they are known or lost together."""

    def __init__(self, bus: I2cBus, pins: Layout, *, diodes: bool) -> None:
        self._bus = bus
        self._pins = pins
        self._diodes = diodes
        self._row_masks = _masks(pins.rows)
        self._column_masks = _masks(pins.columns)
        chips = {**self._row_masks, **self._column_masks}
        self.where = f"{bus.name} chips {', '.join(f'{a:#04x}' for a in chips)}"
        self.name = NAME
        self.inputs = len(pins.rows) * len(pins.columns)
        # Which register pulls a row low: its latch, or the direction of its pin.
        self._register = GPIOA if diodes else IODIRA
        self._settings = [(chip_at(bus, address), self._registers(address)) for address in chips]
        self._plan = [self._writes(row) for row in range(len(pins.rows))]
        self._one_chip = next(iter(chips)) if len(chips) == 1 else None
        self._slow = False

    def set_up(self) -> None:
        for _, registers in self._settings:
            registers.write()

    def quick(self) -> bytes:
        """One pass over the rows in the fewest clocks; where columns rise slowly, a careful one."""
        if self._slow:
            return self._careful()
        return b"".join([self._row(writes) for writes in self._plan])

    def read(self) -> bytes:
        """A careful pass, or two without diodes.

        What a net hides is told by contacts that are closed at the same time. If some have moved, then
        those that were closed in any of two passes hide all that they may have hidden.
        """
        first = self._careful()
        if self._diodes:
            return first
        return bytes(a & b for a, b in zip(first, self._careful(), strict=True))

    def lost_at(self, *, full: bool) -> str | None:
        return next(
            (at for at, registers in self._settings if not registers.stand(full=full)), None
        )

    def park(self) -> None:
        if self._one_chip is None:
            for address in self._column_masks:
                self._bus.write(address, POINT_AT_GPIOA)

    def decode(self, raw: bytes) -> Seen:
        rows = self._closed(raw)
        width = len(self._pins.columns)
        levels = sum(row << n * width for n, row in enumerate(rows))
        ghosts = set() if self._diodes else hidden(rows, width)
        if not ghosts:
            return Seen(levels)
        channels = sorted(row * width + column for row, column in ghosts)
        unknown = sum(1 << channel for channel in channels)
        where = f"{self.where} {_named(channels)}"
        fault = Fault(symptom=Symptom.GHOST, where=where, remedy=_GHOST_REMEDY)
        return Seen(levels & ~unknown, unknown, (fault,))

    def _row(self, writes: Sequence[tuple[int, bytes]]) -> bytes:
        """Pulls a row low (or none) and reads the columns."""
        bus, chip = self._bus, self._one_chip
        if chip is not None and self._diodes:
            return bus.write_read(chip, writes[0][1], 1)
        for address, data in writes:
            bus.write(address, data)
        if chip is not None:
            return bus.write_read(chip, _POINT_AT_GPIOB, 1)
        return b"".join([bus.read(address, 2) for address in self._column_masks])

    def _careful(self) -> bytes:
        """Reads each row as `quick` does, and again with registers named when it has had time to settle.

        Where the two differ something rises slowly: quick passes cannot be trusted while such contacts are
        closed. Every column with a closed contact has to rise in the course of a pass, the last ones when
        all rows are let go of.
        """
        release = [self._drive(address, mask) for address, mask in self._row_masks.items()]
        for address, data in release:
            self._bus.write(address, data)
        self.park()
        slow = False
        found = []
        for writes in (*self._plan, release):
            first = self._row(writes)
            found.append(self._columns())
            slow |= first != found[-1]
        self._slow = slow
        return b"".join(found[:-1])

    def _columns(self) -> bytes:
        if self._one_chip is not None:
            return self._bus.write_read(self._one_chip, _POINT_AT_GPIOB, 1)
        read = self._bus.write_read
        return b"".join([read(address, POINT_AT_GPIOA, 2) for address in self._column_masks])

    def _registers(self, address: int) -> Registers:
        rows, columns = self._row_masks.get(address, 0), self._column_masks.get(address, 0)
        return Registers(
            self._bus,
            address,
            pulled=columns,
            inputs=columns if self._diodes else columns | rows,
            driven=rows if self._diodes else 0,
        )

    def _writes(self, row: int) -> list[tuple[int, bytes]]:
        """What makes this row the only one that is low, when before it the row before was low, or none."""
        address, pin = self._pins.rows[row]
        before, pin_before = self._pins.rows[row - 1]
        value = self._row_masks[address] & ~(1 << pin)
        port, port_before = pin // 8, pin_before // 8
        if address == before and port == port_before:
            return [(address, bytes([self._register + port, value >> 8 * port & 0xFF]))]
        plan = [self._drive(address, value)]
        if address != before:
            plan.insert(0, self._drive(before, self._row_masks[before]))
        return plan

    def _drive(self, address: int, value: int) -> tuple[int, bytes]:
        """Writes only ports that have rows: on one chip the other port is that of the columns."""
        ports = 1 if self._row_masks[address] < 0x100 else 2
        return address, bytes([self._register]) + value.to_bytes(ports, "little")

    def _closed(self, raw: bytes) -> list[int]:
        """The columns that read low in each row."""
        if self._one_chip is not None:
            everything = (1 << len(self._pins.columns)) - 1
            return [~byte & everything for byte in raw]
        chips = list(self._column_masks)
        rows = []
        for start in range(0, len(raw), 2 * len(chips)):
            words = {
                chip: int.from_bytes(raw[start + 2 * n : start + 2 * n + 2], "little")
                for n, chip in enumerate(chips)
            }
            rows.append(
                sum(
                    (~words[chip] >> pin & 1) << n
                    for n, (chip, pin) in enumerate(self._pins.columns)
                )
            )
        return rows


def _named(channels: Sequence[int]) -> str:
    shown = ", ".join(str(channel) for channel in channels[:_CHANNELS_NAMED])
    left = len(channels) - _CHANNELS_NAMED
    return f"channels {shown}" + (f" and {left} more" if left > 0 else "")


class Mcp23017RowMatrix(ExpanderMatrix):
    """Contacts between rows and columns.

    Channels go by rows: channel n is row n // columns, column n % columns.

    Args:
        bus: closed together with the matrix.
        addresses: of the chips, 0x20 to 0x27; see `layout` for which pins are rows and columns.
        rows, columns: how many there are.
        diodes: whether each contact has one.
        inputs_per_chip: as for `Mcp23017Matrix`.

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice; too few pins, or more
            chips than are needed.
    """

    def __init__(
        self,
        bus: I2cBus,
        addresses: Sequence[int],
        *,
        rows: int,
        columns: int,
        diodes: bool,
        inputs_per_chip: Literal[14, 16] = 14,
    ) -> None:
        check_addresses(addresses, FIRST, LAST, NAME)
        pins = layout(addresses, rows, columns, diodes=diodes, inputs_per_chip=inputs_per_chip)
        super().__init__(bus, [_Lines(bus, pins, diodes=diodes)])
