from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ghosts import hidden
from drivers.mcp23017_matrix import Mcp23017RowMatrix, layout
from drivers.ports import Symptom
from drivers.sim.bus import BrownOut, SimI2c, Wire
from drivers.sim.machine import SimMachine
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.mcp23017_matrix import RowCircuit, wire_mcp23017_matrix

MS = 1_000_000


def build(
    chips: int,
    rows: int,
    columns: int,
    *,
    diodes: bool,
    inputs_per_chip: Literal[14, 16] = 14,
    slow: int = 0,
) -> tuple[Mcp23017RowMatrix, RowCircuit, Wire]:
    models = {0x20 + n: Mcp23017(floating=0xA5C3) for n in range(chips)}
    pins = layout(list(models), rows, columns, diodes=diodes, inputs_per_chip=inputs_per_chip)
    circuit = RowCircuit(models, pins, diodes=diodes, slow=slow)
    wire = Wire(models)
    matrix = Mcp23017RowMatrix(
        SimI2c(wire),
        list(models),
        rows=rows,
        columns=columns,
        diodes=diodes,
        inputs_per_chip=inputs_per_chip,
    )
    return matrix, circuit, wire


SIZES: Sequence[tuple[int, int, int, bool, Literal[14, 16]]] = (
    (1, 8, 7, True, 14),
    (1, 7, 7, False, 14),
    (1, 8, 8, True, 16),
    (1, 8, 8, False, 16),
    (2, 8, 8, True, 14),
    (2, 8, 8, False, 14),
    (2, 10, 10, True, 14),
    (2, 10, 9, False, 14),
    (4, 19, 19, True, 14),
    (4, 19, 19, False, 14),
)


@pytest.mark.parametrize(("chips", "rows", "columns", "diodes", "inputs"), SIZES)
def test_each_contact_is_its_own(
    chips: int, rows: int, columns: int, diodes: int, inputs: Literal[14, 16]
) -> None:
    matrix, circuit, _ = build(chips, rows, columns, diodes=bool(diodes), inputs_per_chip=inputs)
    assert matrix.channels == rows * columns
    for channel in range(0, matrix.channels, 1 if chips < 4 else 7):
        circuit.close_contacts(1 << channel)
        scan = matrix.scan(channel * MS)
        assert (scan.levels, scan.unknown) == (1 << channel, 0)
    assert not circuit.shorts


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_with_diodes_every_channel_is_known(first: int, second: int) -> None:
    matrix, circuit, _ = build(2, 8, 8, diodes=True)
    for at_ms, truth in enumerate((first, second)):
        circuit.close_contacts(truth)
        scan = matrix.scan(at_ms * MS)
        assert (scan.levels, scan.unknown, scan.faults) == (truth, 0, ())


squares = st.sets(st.integers(0, 63), max_size=12).map(lambda s: sum(1 << n for n in s))


@given(squares, squares)
def test_without_diodes_what_nobody_can_know_is_unknown(first: int, second: int) -> None:
    matrix, circuit, _ = build(2, 8, 8, diodes=False)
    for at_ms, truth in enumerate((first, second)):
        circuit.close_contacts(truth)
        scan = matrix.scan(at_ms * MS)
        rows = [truth >> 8 * row & 0xFF for row in range(8)]
        assert scan.unknown == sum(1 << 8 * row + column for row, column in hidden(rows, 8))
        assert scan.levels == truth & ~scan.unknown
        assert [fault.symptom for fault in scan.faults] == [Symptom.GHOST] * bool(scan.unknown)
    assert not circuit.shorts


def test_three_corners_name_the_channels_of_four() -> None:
    matrix, circuit, _ = build(2, 8, 8, diodes=False)
    circuit.close_contacts(1 << 9 | 1 << 10 | 1 << 17 | 1 << 63)
    scan = matrix.scan(0)
    assert scan.levels == 1 << 63
    (fault,) = scan.faults
    assert fault.where == "simulated bus chips 0x20, 0x21 channels 9, 10, 17, 18"
    assert "diode" in fault.remedy
    circuit.close_contacts((1 << 64) - 1)
    (fault,) = matrix.scan(MS).faults
    assert fault.where.endswith(
        "channels 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 48 more"
    )


@pytest.mark.parametrize(
    ("chips", "rows", "columns", "diodes", "words"),
    [
        (1, 8, 8, True, "8 rows and 7 columns"),
        (1, 8, 7, False, "7 rows and 7 columns"),
        (1, 0, 7, True, "1 to"),
        (2, 8, 15, True, "14 columns"),
        (3, 8, 8, True, "fewer chips"),
        (2, 20, 8, True, "0 columns"),
    ],
)
def test_what_the_chips_have_no_pins_for_is_refused(
    chips: int, rows: int, columns: int, diodes: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        Mcp23017RowMatrix(
            SimI2c(Wire({})),
            range(0x20, 0x20 + chips),
            rows=rows,
            columns=columns,
            diodes=bool(diodes),
        )


def test_pins_that_must_be_outputs_are_never_inputs() -> None:
    for diodes in (True, False):
        pins = layout((0x20, 0x21), 10, 10, diodes=diodes)
        inputs = pins.columns if diodes else (*pins.rows, *pins.columns)
        assert all(pin % 8 != 7 for _, pin in inputs)


def test_a_chip_that_lost_its_settings_is_named() -> None:
    matrix, circuit, wire = build(2, 8, 8, diodes=True)
    circuit.close_contacts(0b101)
    matrix.scan(0)
    wire.inject(BrownOut(address=0x21, at_ns=0))
    (fault,) = matrix.scan(5 * MS).faults
    assert (fault.symptom, fault.where) == (Symptom.BROWN_OUT, "simulated bus chip 0x21")
    assert matrix.scan(10 * MS).levels == 0b101


@pytest.mark.parametrize("diodes", [True, False], ids=["diodes", "no diodes"])
@given(st.lists(st.integers(0, 2**20 - 1), min_size=1, max_size=5))
def test_columns_that_rise_slowly_are_waited_for(diodes: int, truths: list[int]) -> None:
    matrix, circuit, _ = build(1, 5, 4, diodes=bool(diodes), slow=1)
    for at_ms, truth in enumerate(truths):
        circuit.close_contacts(truth)
        scan = matrix.scan(at_ms * MS)
        assert scan.levels == truth & ~scan.unknown
        assert not (diodes and scan.unknown)


def test_a_column_that_rises_slowly_hides_no_lifted_man() -> None:
    matrix, circuit, _ = build(1, 5, 4, diodes=True, slow=1)
    circuit.close_contacts(0b1_0001)  # two men in one column
    assert matrix.scan(0).levels == 0b1_0001
    circuit.close_contacts(0b0_0001)
    assert matrix.scan(MS).levels == 0b0_0001


def test_quick_passes_come_back_when_nothing_is_slow_any_more() -> None:
    matrix, circuit, wire = build(1, 5, 4, diodes=True, slow=1)
    costs = []
    for at_ms, truth in enumerate((0, 0, 1, 1, 0, 0)):
        circuit.close_contacts(truth)
        before = wire.transfers
        matrix.scan(at_ms * MS)
        costs.append(wire.transfers - before)
    assert costs[1] == costs[5] == 5
    assert costs[3] > 10


def test_the_models_for_a_configuration() -> None:
    machine = SimMachine()
    circuit = wire_mcp23017_matrix(
        machine, "/dev/i2c-1", (0x20, 0x21), rows=8, columns=8, diodes=True
    )
    matrix = Mcp23017RowMatrix(
        machine.i2c("/dev/i2c-1"), (0x20, 0x21), rows=8, columns=8, diodes=True
    )
    circuit.close_contacts(1 << 63 | 1)
    assert matrix.scan(0).levels == 1 << 63 | 1
