"""What a quiet scan costs on the bus: the fewest transfers and clocks that the chips allow.

Clocks are counted by the model of the bus: nine for each byte, the address included; one each for START,
STOP and the pause between transfers; one for a repeated START.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import pytest

from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.mcp23017_matrix import Mcp23017RowMatrix
from drivers.mpr121 import Mpr121Matrix
from drivers.pcf8575 import Pcf8575Matrix
from drivers.ports import I2cBus, SensorMatrix
from drivers.sim.machine import SimMachine
from drivers.sim.mcp23017 import wire_mcp23017
from drivers.sim.mcp23017_matrix import wire_mcp23017_matrix
from drivers.sim.mpr121 import wire_mpr121
from drivers.sim.pcf8575 import wire_pcf8575
from drivers.sim.tca9548a import Mux
from drivers.sim.tca9555 import wire_tca9555
from drivers.tca9548a import Tca9548a
from drivers.tca9555 import Tca9555Matrix

MS = 1_000_000
BUS = "/dev/i2c-1"
MUX = 0x70
ON_A_BUS = 8
"""Chips that have different addresses."""


@dataclass(frozen=True, kw_only=True)
class Cost:
    transfers: int
    clocks: int

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(transfers=self.transfers + other.transfers, clocks=self.clocks + other.clocks)

    def __mul__(self, times: int) -> "Cost":
        return Cost(transfers=self.transfers * times, clocks=self.clocks * times)


def writing(count: int) -> Cost:
    """START, address, bytes, STOP."""
    return Cost(transfers=1, clocks=3 + 9 * (1 + count))


def reading(count: int) -> Cost:
    """START, address, bytes, STOP: no register is named."""
    return Cost(transfers=1, clocks=3 + 9 * (1 + count))


def asking(named: int, count: int) -> Cost:
    """START, address, bytes, repeated START, address, bytes, STOP."""
    return Cost(transfers=1, clocks=4 + 9 * (1 + named) + 9 * (1 + count))


NOTHING = Cost(transfers=0, clocks=0)


def quiet(matrix: SensorMatrix, machine: SimMachine) -> Cost:
    """A scan in which nothing has changed and no comparison of settings is due."""
    assert not matrix.scan(0).unknown
    wire = machine.wire(BUS)
    transfers, clocks = wire.transfers, wire.clocks
    matrix.scan(5 * MS)
    return Cost(transfers=wire.transfers - transfers, clocks=wire.clocks - clocks)


@dataclass(frozen=True, kw_only=True)
class Family:
    """Chips with an input for each contact."""

    inputs: int
    wire: Callable[[SimMachine, Sequence[int], Mux | None], object]
    matrix: Callable[[I2cBus, Sequence[int]], SensorMatrix]


def mcp23017(inputs: Literal[14, 16]) -> Family:
    return Family(
        inputs=inputs,
        wire=lambda machine, chips, mux: wire_mcp23017(machine, BUS, chips, inputs, mux=mux),
        matrix=lambda bus, chips: Mcp23017Matrix(bus, chips, inputs_per_chip=inputs),
    )


FAMILIES = {
    "mcp23017 of 14": mcp23017(14),
    "mcp23017 of 16": mcp23017(16),
    "tca9555": Family(
        inputs=16,
        wire=lambda machine, chips, mux: wire_tca9555(machine, BUS, chips, mux=mux),
        matrix=Tca9555Matrix,
    ),
    "pcf8575": Family(
        inputs=16,
        wire=lambda machine, chips, mux: wire_pcf8575(machine, BUS, chips, mux=mux),
        matrix=Pcf8575Matrix,
    ),
}
BOARDS = {
    "chess": 64,
    "go 9x9": 81,
    "xiangqi": 90,
    "draughts": 100,
    "go 13x13": 169,
    "go 19x19": 361,
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("family", FAMILIES)
def test_an_input_for_each_point(family: str, board: str) -> None:
    """Two bytes of each chip, and where there is more than one channel, one byte to select each."""
    chip = FAMILIES[family]
    chips = -(-BOARDS[board] // chip.inputs)
    channels = -(-chips // ON_A_BUS)
    machine = SimMachine()
    machine.wire(BUS)
    parts: list[SensorMatrix] = []
    mux = None if channels == 1 else Tca9548a(machine.i2c(BUS), MUX)
    for channel in range(channels):
        addresses = range(0x20, 0x20 + min(ON_A_BUS, chips - channel * ON_A_BUS))
        chip.wire(machine, addresses, None if mux is None else (MUX, channel))
        bus = machine.i2c(BUS) if mux is None else mux.channel(channel)
        parts.append(chip.matrix(bus, addresses))
    selecting = NOTHING if channels == 1 else writing(1) * channels
    assert quiet(JoinedMatrix(parts), machine) == reading(2) * chips + selecting


def test_one_channel_is_selected_once_for_all() -> None:
    machine = SimMachine()
    wire_tca9555(machine, BUS, (0x20, 0x21), mux=(MUX, 5))
    bus = Tca9548a(machine.i2c(BUS), MUX).channel(5)
    assert quiet(Tca9555Matrix(bus, (0x20, 0x21)), machine) == reading(2) * 2


@pytest.mark.parametrize("chips", [1, 2, 4])
def test_touch_electrodes(chips: int) -> None:
    """The pointer goes on with each byte: touch and range, four bytes, are asked for by their register."""
    machine = SimMachine()
    addresses = range(0x5A, 0x5A + chips)
    wire_mpr121(machine, BUS, addresses)
    matrix = Mpr121Matrix(machine.i2c(BUS), addresses)
    assert quiet(matrix, machine) == asking(1, 4) * chips


def row_matrix(
    chips: int, rows: int, columns: int, *, diodes: bool, inputs: Literal[14, 16] = 14
) -> Cost:
    machine = SimMachine()
    addresses = range(0x20, 0x20 + chips)
    wire_mcp23017_matrix(machine, BUS, addresses, inputs, rows=rows, columns=columns, diodes=diodes)
    matrix = Mcp23017RowMatrix(
        machine.i2c(BUS),
        addresses,
        rows=rows,
        columns=columns,
        diodes=diodes,
        inputs_per_chip=inputs,
    )
    return quiet(matrix, machine)


@pytest.mark.parametrize(("rows", "inputs"), [(7, 14), (8, 16)])
def test_rows_and_columns_on_one_chip(rows: int, inputs: Literal[14, 16]) -> None:
    """With diodes the byte for the rows and that of the columns go in one transfer."""
    with_diodes = row_matrix(1, rows, rows, diodes=True, inputs=inputs)
    assert with_diodes == asking(2, 1) * rows
    without = row_matrix(1, rows, rows, diodes=False, inputs=inputs)
    assert without == (writing(2) + asking(1, 1)) * rows


@pytest.mark.parametrize(
    ("chips", "rows", "columns", "ports", "column_chips"),
    [
        (2, 8, 8, [8], 1),
        (2, 9, 10, [8, 1], 1),
        (2, 10, 10, [8, 2], 1),
        (3, 13, 15, [8, 5], 2),
    ],
)
def test_rows_and_columns_on_chips_of_their_own(
    chips: int, rows: int, columns: int, ports: list[int], column_chips: int
) -> None:
    """A byte for the port of a row, two where the row before is on the other port; two of each column chip."""
    crossings = len(ports) if len(ports) > 1 else 0
    expected = (
        writing(2) * (rows - crossings) + writing(3) * crossings + reading(2) * column_chips * rows
    )
    assert row_matrix(chips, rows, columns, diodes=True) == expected


def test_rows_on_several_chips() -> None:
    """Sixteen rows on one chip, three on another: its rows are let go of before the other's turn."""
    within = writing(2) * 16 + writing(3)  # from one port of the first chip to the other
    to_second = writing(3) + writing(2)
    to_first = writing(2) + writing(3)
    columns = reading(2) * 2 * 19
    assert row_matrix(4, 19, 19, diodes=True) == within + to_second + to_first + columns
