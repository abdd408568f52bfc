"""Boards of rows and columns: on the Pi's own GPIO lines, or on MCP23017 port expanders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from controller.shell.electronics.base import Uses, Watched, i2c_uses, pin_uses, read_bus
from controller.shell.toml_section import is_integer
from drivers.gpio_matrix import open_gpio_matrix
from drivers.mcp23017 import FIRST, LAST
from drivers.mcp23017_matrix import Mcp23017RowMatrix, layout
from drivers.sim.gpio_matrix import wire_gpio_matrix
from drivers.sim.mcp23017_matrix import wire_mcp23017_matrix

if TYPE_CHECKING:
    from controller.shell.toml_section import Section
    from drivers.ports import Machine, SensorMatrix
    from drivers.sim.machine import ContactCircuit, SimMachine

_LINES_MAX = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class GpioRows:
    """Rows and columns on GPIO lines, by their BCM numbers; of each the guard comes last, where there are guards."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    diodes: bool
    guards: bool

    @property
    def channels(self) -> int:
        return (len(self.rows) - self.guards) * self.width

    @property
    def width(self) -> int:
        """How many columns have contacts."""
        return len(self.columns) - self.guards

    def open(self, machine: Machine) -> SensorMatrix:
        return open_gpio_matrix(
            machine, self.rows, self.columns, diodes=self.diodes, guards=self.guards
        )

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        return wire_gpio_matrix(
            machine, self.rows, self.columns, diodes=self.diodes, guards=self.guards
        )

    def uses(self) -> Uses:
        rows = {pin: f"row {n} of the sensors" for n, pin in enumerate(self.rows, 1)}
        columns = {pin: f"column {n} of the sensors" for n, pin in enumerate(self.columns, 1)}
        return pin_uses(rows) | pin_uses(columns)

    def place(self, channel: int) -> str:
        row, column = divmod(channel, self.width)
        return (
            f"row {row + 1} (GPIO {self.rows[row]}), column {column + 1} "
            f"(GPIO {self.columns[column]})"
        )


def read_gpio_rows(section: Section, watched: Watched) -> GpioRows:
    """The keys of a board of rows and columns on GPIO lines."""
    diodes = section.flag("diodes", default=True)
    guards = section.flag("guards", default=False)
    if guards and not diodes:
        section.wrong("guards", "guards of a matrix need diodes at its contacts")
    rows = _lines(section, "rows")
    columns = _lines(section, "columns")
    if both := sorted(set(rows) & set(columns)):
        section.wrong("columns", f"GPIO {both[0]} is a row already; each line needs its own")
    found = GpioRows(rows=rows, columns=columns, diodes=diodes, guards=guards and diodes)
    if len(rows) <= found.guards or len(columns) <= found.guards:
        section.wrong("rows", "give the lines of the rows and of the columns, lists of BCM numbers")
    elif found.channels < watched.contacts:
        height = len(rows) - found.guards
        section.wrong(
            "rows",
            f"{height} rows and {found.width} columns have {found.channels} contacts, too few for "
            f"{watched.contacts} switches",
        )
    return found


def _lines(section: Section, key: str) -> tuple[int, ...]:
    return section.list_of(
        key,
        (),
        lambda value: is_integer(value, 0, _LINES_MAX - 1),
        f"a GPIO line from 0 to {_LINES_MAX - 1} (BCM number)",
        once="each line needs its own",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpanderRows:
    """Rows and columns on MCP23017."""

    bus: str
    addresses: tuple[int, ...]
    rows: int
    columns: int
    diodes: bool
    inputs_per_chip: Literal[14, 16]

    @property
    def channels(self) -> int:
        return self.rows * self.columns

    def open(self, machine: Machine) -> SensorMatrix:
        return Mcp23017RowMatrix(
            machine.i2c(self.bus),
            self.addresses,
            rows=self.rows,
            columns=self.columns,
            diodes=self.diodes,
            inputs_per_chip=self.inputs_per_chip,
        )

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        return wire_mcp23017_matrix(
            machine,
            self.bus,
            self.addresses,
            self.inputs_per_chip,
            rows=self.rows,
            columns=self.columns,
            diodes=self.diodes,
        )

    def uses(self) -> Uses:
        return i2c_uses(self.bus, self.addresses, "the sensors")

    def lines(self) -> tuple[list[str], list[str]]:
        """Where each row and each column is connected."""
        pins = layout(
            self.addresses,
            self.rows,
            self.columns,
            diodes=self.diodes,
            inputs_per_chip=self.inputs_per_chip,
        )
        return [_pin(*pin) for pin in pins.rows], [_pin(*pin) for pin in pins.columns]

    def place(self, channel: int) -> str:
        row, column = divmod(channel, self.columns)
        rows, columns = self.lines()
        return f"{self.bus} row {rows[row]}, column {columns[column]}"


def _pin(address: int, pin: int) -> str:
    return f"chip {address:#04x} pin GP{'AB'[pin // 8]}{pin % 8}"


def read_expander_rows(section: Section, watched: Watched) -> ExpanderRows:
    """The keys of a board of rows and columns on MCP23017."""
    places = [watched.game.place(point) for point in range(len(watched.game.points))]
    rows = section.integer("rows", max(row for _, row in places) + 1, 1, 64)
    columns = section.integer("columns", max(column for column, _ in places) + 1, 1, 64)
    diodes = section.flag("diodes", default=True)
    inputs: Literal[14, 16] = section.choice("inputs_per_chip", 14, (14, 16))
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        (FIRST,),
        lambda value: is_integer(value, FIRST, LAST),
        f"a chip address from {FIRST:#04x} to {LAST:#04x}",
        once="each chip needs its own",
    )
    try:
        layout(addresses or (FIRST,), rows, columns, diodes=diodes, inputs_per_chip=inputs)
    except ValueError as error:
        section.wrong("addresses", str(error))
    if rows * columns < watched.contacts:
        section.wrong(
            "rows",
            f"{rows} rows and {columns} columns have {rows * columns} contacts, too few for "
            f"{watched.contacts} switches",
        )
    return ExpanderRows(
        bus=read_bus(section),
        addresses=addresses,
        rows=rows,
        columns=columns,
        diodes=diodes,
        inputs_per_chip=inputs,
    )
