"""The lgpio pins of gpiozero, unchanged, on lines that behave like those of a Raspberry Pi."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivers.gpio_matrix import open_gpio_matrix
from drivers.keys import GpioKeys, Key
from drivers.machine import PiMachine
from drivers.ports import Scan, Symptom, WorldFault
from drivers.sim.gpio_matrix import GpioContacts
from tests.drivers.lgpio_stub import IN, OUT, Chip, chip_of

PINS = (2, 17, 22, 27)
ROWS, COLUMNS = (2, 5, 6, 7), (16, 17, 18)
on_one_chip = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    with chip_of(monkeypatch) as made:
        yield made


@given(levels=st.lists(st.integers(0, 15), max_size=6))
@on_one_chip
def test_outputs_and_open_drains(chip: Chip, levels: list[int]) -> None:
    machine = PiMachine()
    pushed, drained = machine.outputs([4, 9]), machine.outputs(PINS, open_drain=True)
    driven_high = []
    chip.seen = lambda: driven_high.append(
        any(chip.lines[pin].direction == OUT and chip.lines[pin].level for pin in PINS)
    )
    for each in levels:
        drained.set(each)
        pushed.set(each & 3)
        for n, pin in enumerate(PINS):
            line = chip.lines[pin]
            expected = (IN, "up") if each >> n & 1 else (OUT, line.pull)
            assert (line.direction, line.pull) == expected
        assert [chip.lines[pin].read() for pin in (4, 9)] == [each & 1, each >> 1 & 1]
    assert not any(driven_high)
    pushed.close()
    assert chip.opened == 1
    drained.close()
    assert (chip.opened, {chip.lines[pin].direction for pin in PINS}) == (0, {IN})


@pytest.mark.parametrize(("pull", "idle"), [("up", 1), ("down", 0), ("none", 0)])
def test_inputs_with_pulls(chip: Chip, pull: str, idle: int) -> None:
    machine = PiMachine()
    match pull:
        case "up":
            lines = machine.inputs([4], "up")
        case "down":
            lines = machine.inputs([4], "down")
        case _:
            lines = machine.inputs([4], "none")
    assert (lines.read(), chip.lines[4].pull) == (idle, pull)
    chip.lines[4].held = 1 - idle
    assert lines.read() == 1 - idle


@pytest.mark.parametrize(
    ("revision", "devices", "number"),
    [
        (0xC03114, ("/dev/gpiochip0",), 0),
        (0xC03114, ("/dev/gpiochip0", "/dev/gpiochip4"), 0),
        (0xC04170, ("/dev/gpiochip0", "/dev/gpiochip4"), 4),
        (0xC04170, ("/dev/gpiochip0",), 0),
    ],
)
def test_the_chip_with_the_lines_on_a_pi_4_and_a_pi_5(
    monkeypatch: pytest.MonkeyPatch, revision: int, devices: tuple[str, ...], number: int
) -> None:
    exists = os.path.exists
    monkeypatch.setattr(
        os.path,
        "exists",
        lambda path: path in devices or (exists(path) and "gpio" not in str(path)),
    )
    with chip_of(monkeypatch, revision) as chip:
        lines = PiMachine().inputs([4], "up")
        assert (chip.number, lines.read()) == (number, 1)
        lines.close()


def test_lines_of_other_programs_are_named(chip: Chip) -> None:
    machine = PiMachine()
    chip.lines[17].taken = True
    with pytest.raises(WorldFault, match="GPIO busy") as caught:
        machine.inputs([4, 17], "up")
    assert (caught.value.symptom, caught.value.where) == (Symptom.BUS_MISSING, "GPIO 17")
    assert "stop other programs" in caught.value.remedy
    assert chip.opened == 0
    chip.lines[17].taken = False
    assert machine.inputs([4, 17], "up").read() == 3  # though the fault is still being looked at


def test_two_machines_of_one_process_share_the_chip(chip: Chip) -> None:
    first, second = PiMachine(), PiMachine()
    one, other = first.inputs([4], "up"), second.inputs([5], "up")
    with pytest.raises(WorldFault, match="GPIO 4"):
        second.inputs([4], "up")
    one.close()
    assert (chip.opened, other.read()) == (1, 1)
    again = second.inputs([4], "down")
    assert again.read() == 0
    again.close()
    other.close()
    assert chip.opened == 0


def test_a_line_that_is_taken_between_two_scans_is_had_back(chip: Chip) -> None:
    row = PiMachine().outputs([17], open_drain=True)
    chip.lines[17].taken = True
    with pytest.raises(WorldFault, match="GPIO 17"):
        row.set(0)
    chip.lines[17].taken = False
    row.set(0)
    assert chip.lines[17].direction == OUT


def test_lines_that_cannot_be_read_or_written(chip: Chip) -> None:
    machine = PiMachine()
    inputs, outputs = machine.inputs([4, 5], "up"), machine.outputs([6, 7])
    chip.lines[5].broken = chip.lines[7].broken = True
    with pytest.raises(WorldFault, match="GPIO 5: io-error"):
        inputs.read()
    with pytest.raises(WorldFault, match="GPIO 7: io-error"):
        outputs.set(3)


def test_keys(chip: Chip) -> None:
    keys = GpioKeys(
        [Key(name="white", pin=5), Key(name="stop", pin=6, active_low=False)], PiMachine()
    )
    for _ in range(3):
        assert keys.pressed(0) == []
    chip.lines[5].held, chip.lines[6].held = 0, 1
    assert [name for _ in range(3) for name in keys.pressed(0)] == ["white", "stop"]
    keys.close()
    assert chip.opened == 0


@given(seen=st.lists(st.integers(0, (1 << 12) - 1), min_size=1, max_size=3))
@on_one_chip
def test_rows_and_columns(chip: Chip, seen: list[int]) -> None:
    circuit = GpioContacts(ROWS, COLUMNS, diodes=True)

    def current() -> None:
        driven = {
            pin: bool(chip.lines[pin].level) for pin in ROWS if chip.lines[pin].direction == OUT
        }
        held = circuit.levels(driven)
        for pin in COLUMNS:
            chip.lines[pin].held = 0 if pin in held else None

    chip.seen = current
    matrix = open_gpio_matrix(PiMachine(), ROWS, COLUMNS, diodes=True)
    for number, truth in enumerate(seen):
        circuit.close_contacts(truth)
        assert matrix.scan(number) == Scan(levels=truth)
    matrix.close()


def test_what_a_scan_costs(chip: Chip) -> None:
    """As the docstring of `drivers.gpio` says."""
    rows, columns = range(4, 12), range(20, 28)
    matrix = open_gpio_matrix(PiMachine(), rows, columns, diodes=True)
    matrix.scan(0)
    before = chip.calls
    matrix.scan(1)
    assert chip.calls - before == 8 * (4 + 2) + 9 * 8
