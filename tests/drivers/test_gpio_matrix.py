import pytest
from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from drivers.gpio_matrix import GpioMatrix, open_gpio_matrix
from drivers.machine import PiMachine
from drivers.ports import Scan, SensorMatrix, Symptom, WorldFault
from drivers.sim.gpio_matrix import GpioContacts, wire_gpio_matrix
from drivers.sim.machine import SimMachine

ROWS, COLUMNS = (4, 5, 6, 7), (16, 17, 18)
HEIGHT, WIDTH = 4, 3
ALL = (1 << HEIGHT * WIDTH) - 1
truths = st.integers(0, ALL)


def made(*, diodes: bool = True, guards: bool = False) -> tuple[GpioMatrix, GpioContacts]:
    machine = SimMachine()
    rows, columns = (*ROWS, *(8,) * guards), (*COLUMNS, *(19,) * guards)
    contacts = wire_gpio_matrix(machine, rows, columns, diodes=diodes, guards=guards)
    return open_gpio_matrix(machine, rows, columns, diodes=diodes, guards=guards), contacts


def row_mask(row: int) -> int:
    return (1 << WIDTH) - 1 << row * WIDTH


def column_mask(column: int) -> int:
    return sum(1 << row * WIDTH + column for row in range(HEIGHT))


@given(truths, truths)
def test_without_diodes_currents_find_ways_round(closed: int, more: int) -> None:
    matrix, contacts = made(diodes=False)
    for truth in (closed, closed | more):
        contacts.close_contacts(truth)
        scan = matrix.scan(0)
        assert scan.levels == truth & ~scan.unknown
    assert contacts.shorts == 0  # idle rows are let go of


def test_the_fourth_corner_of_a_rectangle_is_blind_and_no_man() -> None:
    matrix, contacts = made(diodes=False)
    corners = 1 << 0 | 1 << 1 | 1 << WIDTH
    contacts.close_contacts(corners | 1 << 3 * WIDTH + 2)
    scan = matrix.scan(0)
    assert (scan.levels, scan.unknown) == (1 << 3 * WIDTH + 2, corners | 1 << WIDTH + 1)
    (fault,) = scan.faults
    assert fault.symptom is Symptom.GHOST
    assert fault.where == "row 1 (GPIO 4), row 2 (GPIO 5); column 1 (GPIO 16), column 2 (GPIO 17)"
    contacts.close_contacts(corners & ~1)
    assert matrix.scan(1) == Scan(levels=corners & ~1)


def test_the_model_shorts_rows_that_are_driven_apart() -> None:
    machine = SimMachine()
    contacts = wire_gpio_matrix(machine, ROWS, COLUMNS, diodes=False)
    contacts.close_contacts(1 | 1 << WIDTH)  # two men in one column
    rows, columns = machine.outputs(ROWS), machine.inputs(COLUMNS, "up")
    rows.set(0b1110)
    columns.read()
    assert contacts.shorts


@given(truths, st.integers(0, 19))
def test_columns_that_rise_slowly_are_waited_for(truth: int, rise_reads: int) -> None:
    matrix, contacts = made()
    contacts.rise_reads = rise_reads
    contacts.close_contacts(truth)
    assert matrix.scan(0) == Scan(levels=truth)


def test_columns_that_rise_too_slowly_are_blind() -> None:
    matrix, contacts = made()
    contacts.rise_reads = 60
    contacts.close_contacts(0b000_001_001_001)
    scan = matrix.scan(0)
    assert scan.unknown == column_mask(0)
    assert [fault.symptom for fault in scan.faults] == [Symptom.LINE]


@pytest.mark.parametrize("guards", [False, True])
@given(truth=truths, column=st.integers(0, WIDTH - 1))
def test_a_column_that_touches_ground_is_blind(guards: bool, truth: int, column: int) -> None:  # noqa: FBT001
    matrix, contacts = made(guards=guards)
    contacts.close_contacts(truth)
    contacts.grounded.add(COLUMNS[column])
    scan = matrix.scan(0)
    assert (scan.levels, scan.unknown) == (truth & ~scan.unknown, column_mask(column))
    assert [fault.where for fault in scan.faults] == [
        f"column {column + 1} (GPIO {COLUMNS[column]})"
    ]
    contacts.grounded.clear()
    assert matrix.scan(1) == Scan(levels=truth)


@pytest.mark.parametrize("guards", [False, True])
@given(truth=truths, row=st.integers(0, HEIGHT - 1))
def test_a_row_that_touches_ground_blinds_the_columns_of_its_men(
    guards: bool,  # noqa: FBT001
    truth: int,
    row: int,
) -> None:
    matrix, contacts = made(guards=guards)
    contacts.close_contacts(truth)
    contacts.grounded.add(ROWS[row])
    scan = matrix.scan(0)
    assert scan.levels == truth & ~scan.unknown
    assert all(fault.symptom is Symptom.LINE for fault in scan.faults)
    if guards:
        assert scan.unknown == ALL
    else:
        assert scan.unknown == sum(
            column_mask(n) for n in range(WIDTH) if truth >> row * WIDTH + n & 1
        )


@given(truths, st.integers(0, HEIGHT - 1))
def test_guards_find_a_row_with_a_broken_wire(truth: int, row: int) -> None:
    matrix, contacts = made(guards=True)
    contacts.close_contacts(truth)
    contacts.cut.add(ROWS[row])
    scan = matrix.scan(0)
    assert (scan.levels, scan.unknown) == (truth & ~row_mask(row), row_mask(row))
    assert [fault.where for fault in scan.faults] == [f"row {row + 1} (GPIO {ROWS[row]})"]


@given(truths, st.integers(0, WIDTH - 1))
def test_guards_find_a_column_with_a_broken_wire(truth: int, column: int) -> None:
    matrix, contacts = made(guards=True)
    contacts.close_contacts(truth)
    contacts.cut.add(COLUMNS[column])
    scan = matrix.scan(0)
    assert (scan.levels, scan.unknown) == (truth & ~column_mask(column), column_mask(column))
    assert [fault.where for fault in scan.faults] == [
        f"column {column + 1} (GPIO {COLUMNS[column]})"
    ]


@pytest.mark.parametrize(("pin", "where"), [(8, "row 5 (GPIO 8)"), (19, "column 4 (GPIO 19)")])
def test_a_broken_wire_of_a_guard_is_its_own(pin: int, where: str) -> None:
    matrix, contacts = made(guards=True)
    contacts.cut.add(pin)
    scan = matrix.scan(0)
    assert (scan.levels, scan.unknown) == (0, ALL)
    assert [fault.where for fault in scan.faults] == [where]


faulty_lines = st.sets(st.sampled_from([*ROWS, *COLUMNS, 8, 19]), max_size=3)


@given(truths, faulty_lines, faulty_lines)
def test_guards_leave_no_wrong_level(truth: int, cut: set[int], grounded: set[int]) -> None:
    matrix, contacts = made(guards=True)
    contacts.close_contacts(truth)
    contacts.cut |= cut
    contacts.grounded |= grounded - cut
    scan = matrix.scan(0)
    assert scan.levels == truth & ~scan.unknown
    assert bool(scan.unknown) == bool(scan.faults) == bool(cut | grounded)


def test_without_guards_a_broken_wire_reads_like_empty_points() -> None:
    matrix, contacts = made()
    contacts.close_contacts(ALL)
    contacts.cut.add(ROWS[1])
    assert matrix.scan(0) == Scan(levels=ALL & ~row_mask(1))


def test_what_no_matrix_can_find() -> None:
    """Said in the docstrings: a diode that conducts both ways makes ghosts; rows that touch read alike."""
    matrix, contacts = made(guards=True)
    contacts.shorted_diodes.add(0)
    corners = 1 << 0 | 1 << 1 | 1 << WIDTH
    contacts.close_contacts(corners)
    assert matrix.scan(0).levels == corners | 1 << WIDTH + 1
    matrix, contacts = made(guards=True)
    contacts.joined.append((ROWS[0], ROWS[1]))
    contacts.close_contacts(1)
    assert matrix.scan(0).levels == 1 | 1 << WIDTH


class Glitching:
    """Columns of which some reads show other levels. Implements `InputLines`."""

    count = WIDTH

    def __init__(self) -> None:
        machine = SimMachine()
        self.contacts = wire_gpio_matrix(machine, ROWS, COLUMNS, diodes=True)
        self.lines = machine.inputs(COLUMNS, "up")
        self.matrix: SensorMatrix = GpioMatrix(
            machine.outputs(ROWS, open_drain=True), self, diodes=True
        )
        self.reads = 0
        self.glitches: dict[int, int] = {}

    def read(self) -> int:
        self.reads += 1
        return self.lines.read() ^ self.glitches.get(self.reads - 1, 0)

    def close(self) -> None:
        self.lines.close()


@given(truths, truths, st.integers(1, (1 << WIDTH) - 1))
def test_one_false_read_is_never_believed(before: int, after: int, flipped: int) -> None:
    sound = Glitching()
    sound.contacts.close_contacts(before)
    sound.matrix.scan(0)
    first = sound.reads
    sound.contacts.close_contacts(after)
    sound.matrix.scan(1)
    for number in range(first, sound.reads):
        rig = Glitching()
        rig.glitches[number] = flipped
        rig.contacts.close_contacts(before)
        rig.matrix.scan(0)
        rig.contacts.close_contacts(after)
        news = rig.matrix.scan(1).levels ^ before
        assert not news & ~(before ^ after)  # a change may be late by a scan
        assert rig.matrix.scan(2) == Scan(levels=after)


@pytest.mark.parametrize("height", [0, 1])
@pytest.mark.parametrize("width", [0, 1])
def test_lines_that_are_no_matrix_are_refused(height: int, width: int) -> None:
    machine = SimMachine()
    rows, columns = machine.outputs(ROWS[:height]), machine.inputs(COLUMNS[:width], "up")
    with pytest.raises(ValueError, match="at least one row"):
        GpioMatrix(rows, columns, diodes=True, guards=True)


def test_guards_need_diodes() -> None:
    machine = SimMachine()
    with pytest.raises(ValueError, match="diodes"):
        open_gpio_matrix(machine, ROWS, COLUMNS, diodes=False, guards=True)


def test_pins_are_given_back_where_others_cannot_be_used() -> None:
    machine = SimMachine()
    with pytest.raises(WorldFault):
        open_gpio_matrix(machine, ROWS, (16, 4), diodes=True)
    assert machine.outputs(ROWS).count == HEIGHT


@given(st.lists(truths, min_size=1, max_size=3))
def test_on_the_lines_of_gpiozero(seen: list[int]) -> None:
    """The same contacts, with a diode each, between mock pins."""
    factory = MockFactory()
    matrix = open_gpio_matrix(PiMachine(factory), ROWS, COLUMNS, diodes=True)
    circuit = GpioContacts(ROWS, COLUMNS, diodes=True)

    def pin_levels(pin: MockPin) -> bool:
        low = [
            p
            for p in ROWS
            if (row := factory.pin(f"GPIO{p}")).function == "output" and not row._state
        ]
        held = circuit.levels(dict.fromkeys(low, False))
        return int(pin.info.name[4:]) not in held

    class Wired(MockPin):  # type: ignore[misc]
        state = property(pin_levels, MockPin._set_state)

    for pin in COLUMNS:
        factory.pin(f"GPIO{pin}").__class__ = Wired
    for number, truth in enumerate(seen):
        circuit.close_contacts(truth)
        assert matrix.scan(number) == Scan(levels=truth)
    matrix.close()
    factory.reset()
