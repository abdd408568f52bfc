from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Scan, Symptom, WorldFault
from drivers.shift_register import MODE, SerialInput, ShiftRegisterMatrix, open_shift_registers
from drivers.sim.machine import SimMachine
from drivers.sim.shift_register import ShiftRegisters, wire_shift_registers

DEVICE = "/dev/spidev1.0"
LATCH = 25
CHIPS = 4
CHANNELS = 30
ALL = (1 << CHANNELS) - 1
MS = 1_000_000
TIES = {30: True, 31: False}
truths = st.one_of(st.integers(0, ALL), st.sampled_from([0, ALL]))
exchanges = st.integers(0, 12)


@dataclass
class Board:
    """A chain, its driver, and what stands on it."""

    matrix: ShiftRegisterMatrix
    chain: ShiftRegisters
    machine: SimMachine
    truth: int = 0
    scans: int = 0

    def put(self, truth: int) -> None:
        self.truth = truth
        self.chain.close_contacts(truth)

    def scan(self) -> Scan:
        """A scan, 200 ms after the one before; no level in it is wrong."""
        scan = self.matrix.scan(self.scans * 200 * MS)
        self.scans += 1
        assert scan.levels == self.truth & ~scan.unknown
        assert bool(scan.unknown) == bool(scan.faults)
        return scan


def board(
    truth: int = 0,
    *,
    latch: bool = False,
    serial_input: SerialInput = "mosi",
    active_low: bool = True,
) -> Board:
    machine = SimMachine()
    pin = LATCH if latch else None
    chain = wire_shift_registers(
        machine,
        DEVICE,
        CHANNELS,
        active_low=active_low,
        latch_pin=pin,
        serial_input=serial_input,
        ties=TIES,
    )
    matrix = open_shift_registers(
        machine,
        DEVICE,
        CHANNELS,
        active_low=active_low,
        latch_pin=pin,
        serial_input=serial_input,
        ties=TIES,
    )
    made = Board(matrix, chain, machine)
    made.put(truth)
    return made


serial_inputs: st.SearchStrategy[SerialInput] = st.sampled_from(["mosi", "low", "high"])
boards = st.builds(
    board, truths, latch=st.booleans(), serial_input=serial_inputs, active_low=st.booleans()
)


@given(boards, st.lists(truths, max_size=4))
def test_levels_are_right(made: Board, seen: list[int]) -> None:
    for truth in seen:
        made.put(truth)
        assert made.scan() == Scan(levels=truth)


@given(boards, st.integers(0, CHIPS - 1), st.sampled_from([False, True, None]))
def test_a_chain_cut_anywhere_is_blind(made: Board, cut: int, floats: bool | None) -> None:  # noqa: FBT001
    for whole_before in (False, True):
        if whole_before:
            made.chain.cut = None
            assert made.scan() == Scan(levels=made.truth)
        made.chain.cut, made.chain.floats = cut, floats
        for _ in range(3):
            assert made.scan().unknown == ALL
    made.chain.cut = None
    assert made.scan() == Scan(levels=made.truth)


@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("cut", range(CHIPS))
def test_the_place_of_a_cut_is_named(cut: int, floats: bool) -> None:  # noqa: FBT001
    made = board(0x15A5A5A5)
    made.chain.cut, made.chain.floats = cut, floats
    (fault,) = made.scan().faults
    assert fault.symptom is Symptom.CHAIN
    if cut:
        assert fault.where == f"{DEVICE} chip {cut + 1} of {CHIPS}"
    else:
        assert (fault.where, "MISO" in fault.remedy) == (f"{DEVICE} chain of {CHIPS} chips", True)


SHOWN = st.tuples(st.integers(-24, 24).filter(bool), st.integers(2, 8 * CHIPS))
"""Edges added or taken away, and before which bit, that the guard must show."""
SHOWN_BY_TIES = st.tuples(st.integers(1, len(TIES) - 1), st.integers(0, 1))


@given(truths, st.booleans(), SHOWN | SHOWN_BY_TIES)
def test_edges_of_the_clock_added_or_lost_are_seen(
    truth: int,
    latch: bool,  # noqa: FBT001
    slip: tuple[int, int],
) -> None:
    made = board(truth, latch=latch)
    made.scan()
    made.chain.slips[-1] = slip
    for _ in range(2):
        scan = made.scan()
        assert scan.unknown == ALL
    assert scan.faults[0].symptom is Symptom.CHAIN
    made.chain.slips.clear()
    assert made.scan() == Scan(levels=made.truth)


@given(truths, exchanges, SHOWN | SHOWN_BY_TIES, truths)
def test_a_passing_disturbance_of_the_clock(
    before: int, number: int, slip: tuple[int, int], after: int
) -> None:
    made = board(before)
    made.chain.slips[number] = slip
    for truth in (before, before, after, after):
        made.put(truth)
        assert made.scan() == Scan(levels=truth)


@given(boards, truths)
def test_a_clock_that_does_not_arrive(made: Board, after: int) -> None:
    made.scan()
    made.chain.stopped = True
    for truth in (made.truth, after):
        made.put(truth)
        assert made.scan().unknown == ALL


@given(truths, serial_inputs)
def test_a_latch_that_is_always_low(truth: int, serial_input: SerialInput) -> None:
    made = board(truth, latch=True, serial_input=serial_input)
    made.scan()
    made.machine.watchers[:] = [lambda _: made.chain.watch({})]
    assert made.scan().unknown == ALL


@given(truths, truths, st.sets(st.integers(0, CHIPS - 1), min_size=1))
def test_chips_that_do_not_latch_are_blind(before: int, after: int, unlatched: set[int]) -> None:
    made = board(before)
    for truth in (before, after):
        made.put(truth)
        made.chain.unlatched = unlatched
        scan = made.scan()
        assert scan.unknown == sum(0xFF << 8 * chip for chip in unlatched) & ALL
        assert {fault.symptom for fault in scan.faults} == {Symptom.CHAIN}
        expected = [f"{DEVICE} chip {chip + 1} of {CHIPS}" for chip in sorted(unlatched)]
        if len(unlatched) == CHIPS:
            expected = [f"{DEVICE} chain of {CHIPS} chips"]
        assert [fault.where for fault in scan.faults] == expected
        assert made.scan() is scan
        made.chain.unlatched = set()
        assert made.scan() == Scan(levels=truth)


@pytest.mark.parametrize("serial_input", ["low", "high"])
def test_with_the_end_at_a_level_a_dead_latch_is_still_seen(serial_input: SerialInput) -> None:
    made = board(0x2AAAAAAA, serial_input=serial_input)
    made.chain.unlatched = set(range(CHIPS))
    for _ in range(3):
        assert made.scan().unknown == ALL


@given(boards, st.integers(1, (1 << 8 * CHIPS + 16) - 1))
def test_one_exchange_with_false_bits_is_never_believed(made: Board, flipped: int) -> None:
    made.scan()
    scan = made.scan()
    for _ in range(3):
        made.chain.flips[made.chain.exchanges] = flipped
        assert made.scan() is scan


@given(boards, exchanges, st.integers(1, (1 << 8 * CHIPS + 16) - 1), truths)
def test_false_bits_while_men_move(made: Board, number: int, flipped: int, after: int) -> None:
    made.chain.flips[number] = flipped
    for truth in (made.truth, after, after, made.truth):
        made.truth, before = truth, made.truth
        made.chain.close_contacts(truth)
        scan = made.matrix.scan(made.scans * 200 * MS)
        made.scans += 1
        wrong = (scan.levels ^ truth) & ~scan.unknown
        assert not wrong & ~(before ^ truth)  # a change may be late by a scan
    assert made.scan() == Scan(levels=made.truth)


def test_inputs_that_never_read_the_same_are_blind() -> None:
    made = board(0)
    made.scan()
    for n in range(made.chain.exchanges, made.chain.exchanges + 9):
        made.chain.flips[n] = 0x155 << 16 + n
    (fault,) = made.scan().faults
    assert (fault.symptom, "differently" in fault.remedy) == (Symptom.IO, True)


@given(boards, st.integers(0, 3))
def test_a_contact_that_bounces_is_read_one_way_or_the_other(made: Board, places: int) -> None:
    made.scan()
    bouncing = 0b101 << 24 + places
    for n in range(made.chain.exchanges, made.chain.exchanges + 9, 2):
        made.chain.flips[n] = bouncing
    scan = made.matrix.scan(1000 * MS)
    assert not scan.unknown
    assert (scan.levels ^ made.truth).bit_count() <= 2


@pytest.mark.parametrize("wrong", [30, 31])
@pytest.mark.parametrize("serial_input", ["mosi", "low", "high"])
def test_a_tied_input_that_reads_wrong(wrong: int, serial_input: SerialInput) -> None:
    machine = SimMachine()
    chain = wire_shift_registers(
        machine,
        DEVICE,
        CHANNELS,
        serial_input=serial_input,
        ties=TIES | {wrong: not TIES[wrong]},
    )
    spi = machine.spi(DEVICE, speed_hz=1)
    matrix = ShiftRegisterMatrix(spi, CHANNELS, serial_input=serial_input, ties=TIES)
    chain.close_contacts(0b101)
    scan = matrix.scan(0)
    assert (scan.unknown, scan.levels) == (ALL, 0)
    (fault,) = scan.faults
    assert fault.where == f"{DEVICE} chip 4 of 4"
    assert f"D{wrong % 8}" in fault.remedy


def test_a_number_of_chips_that_is_wrong_is_seen() -> None:
    machine = SimMachine()
    wire_shift_registers(machine, DEVICE, CHANNELS)
    for channels in (8, 16, 40):
        scan = ShiftRegisterMatrix(machine.spi(DEVICE, speed_hz=1), channels).scan(0)
        assert scan.unknown == (1 << channels) - 1


def test_an_end_that_is_not_wired_is_seen() -> None:
    made = board(0x15A5A5A5, serial_input="mosi")
    made.chain._serial_input = "low"
    (fault,) = made.scan().faults
    assert (fault.where, "DS (pin 10)" in fault.remedy) == (f"{DEVICE} chip 4 of 4", True)


class FailingLatch:
    """A latch line whose nth setting fails. Implements `OutputLines`."""

    count = 1

    def __init__(self, machine: SimMachine, fails: int) -> None:
        self.line = machine.outputs([LATCH])
        self.sets = 0
        self.fails = fails
        self.closed = 0

    def set(self, levels: int) -> None:
        self.sets += 1
        if self.sets == self.fails:
            raise WorldFault(Symptom.IO, f"GPIO {LATCH}", "Look.")
        self.line.set(levels)

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("fails", range(1, 9))
def test_a_latch_line_that_fails_once(fails: int) -> None:
    machine = SimMachine()
    chain = wire_shift_registers(machine, DEVICE, CHANNELS, latch_pin=LATCH)
    latch = FailingLatch(machine, fails)
    matrix = ShiftRegisterMatrix(machine.spi(DEVICE, speed_hz=1), CHANNELS, latch=latch)
    made = Board(matrix, chain, machine)
    blind = 0
    for truth in (0x2AAAAAAA, 0x15555555, 0x15555555):
        made.put(truth)
        blind += made.scan().unknown == ALL
    assert blind <= 1
    assert made.scan() == Scan(levels=made.truth)
    matrix.close()
    assert latch.closed == 1


def test_a_chain_that_stays_broken_is_asked_ten_times_a_second() -> None:
    made = board()
    made.chain.cut = 2
    first = made.matrix.scan(0)
    before = made.chain.exchanges
    for at_ms in range(5, 2005, 5):
        assert made.matrix.scan(at_ms * MS) is first
    assert made.chain.exchanges - before <= 25 * 6


@pytest.mark.parametrize(
    ("channels", "serial_input", "ties", "said"),
    [
        (0, "mosi", {}, "at least one channel"),
        (30, "mosi", {29: True}, "cannot be tied"),
        (30, "mosi", {32: True}, "cannot be tied"),
        (30, "low", {}, "wire DS to MOSI"),
        (30, "low", {30: False}, "wire DS to MOSI"),
        (30, "high", {30: True}, "wire DS to MOSI"),
        (32, "high", {}, "wire DS to MOSI"),
    ],
)
def test_chains_that_could_not_be_trusted_are_refused(
    channels: int, serial_input: SerialInput, ties: dict[int, bool], said: str
) -> None:
    machine = SimMachine()
    spi = wire_shift_registers(machine, DEVICE, 32)
    with pytest.raises(ValueError, match=said):
        ShiftRegisterMatrix(spi, channels, serial_input=serial_input, ties=ties)


def test_a_chain_without_its_line_gives_its_device_back(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = SimMachine()
    chain = wire_shift_registers(machine, DEVICE, CHANNELS, latch_pin=LATCH)
    closed = []
    monkeypatch.setattr(chain, "close", lambda: closed.append(True))
    taken = machine.inputs([LATCH], "up")
    with pytest.raises(WorldFault, match=f"GPIO {LATCH}"):
        open_shift_registers(machine, DEVICE, CHANNELS, latch_pin=LATCH)
    taken.close()
    open_shift_registers(machine, DEVICE, CHANNELS, latch_pin=LATCH).close()
    assert (closed, MODE) == ([True, True], 0)
