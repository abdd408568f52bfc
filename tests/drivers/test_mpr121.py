import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.mpr121 import Mpr121Matrix
from drivers.ports import Scan, Symptom
from drivers.sim.bus import Absent, BrownOut, SimI2c, Wire
from drivers.sim.machine import SimMachine
from drivers.sim.mpr121 import Mpr121, wire_mpr121

MS = 1_000_000
CHIP = 0x5A
ALL = 0xFFF


def build(*chips: Mpr121, tuning: dict[int, bytes] | None = None) -> tuple[Mpr121Matrix, Wire]:
    wire = Wire(dict(enumerate(chips, CHIP)))
    return Mpr121Matrix(SimI2c(wire), list(wire.chips), tuning=tuning), wire


def scans(matrix: Mpr121Matrix, wire: Wire, from_ms: int, until_ms: int) -> list[Scan]:
    found = []
    for at_ms in range(from_ms, until_ms, 5):
        wire.now_ns = at_ms * MS
        found.append(matrix.scan(at_ms * MS))
    return found


# The model, against the data sheet's rules


def test_stopped_and_untouched_at_power_on() -> None:
    chip = Mpr121()
    chip.occupy(ALL)
    chip.write(b"\x00")
    assert chip.read(4) == bytes(4)
    chip.write(b"\x5c")
    assert chip.read(3) == b"\x10\x24\x00"


def test_settings_can_be_written_only_while_stopped() -> None:
    chip = Mpr121()
    chip.write(b"\x41\x0c\x06")
    chip.write(b"\x5e\x0c")
    chip.write(b"\x41\x55")
    chip.write(b"\x41")
    assert chip.read(2) == b"\x0c\x06"
    chip.write(b"\x5e\x00")
    chip.write(b"\x41\x55")
    chip.write(b"\x41")
    assert chip.read(1) == b"\x55"
    chip.write(b"")
    chip.write(b"\x80\x01")  # not the word for a reset
    chip.write(b"\x41")
    assert chip.read(1) == b"\x55"
    chip.write(b"\x80\x63")
    chip.write(b"\x41")
    assert chip.read(1) == b"\x00"


def test_too_much_current_stops_the_chip_until_the_flag_is_cleared() -> None:
    chip = Mpr121()
    chip.rext_shorted = True
    chip.write(b"\x5e\x8c")
    chip.write(b"\x00")
    assert chip.read(2) == b"\x00\x80"
    chip.rext_shorted = False
    chip.write(b"\x5e\x8c")  # discarded
    chip.write(b"\x5e")
    assert chip.read(1) == b"\x00"
    chip.write(b"\x01\x80")
    chip.write(b"\x5e\x8c")
    chip.write(b"\x5e")
    assert chip.read(1) == b"\x8c"


# The driver


@pytest.mark.parametrize(
    ("addresses", "words"), [([], "at least one"), ([CHIP, CHIP], "twice"), ([0x20], "0x20")]
)
def test_addresses_are_checked(addresses: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Mpr121Matrix(SimI2c(Wire({})), addresses)


@pytest.mark.parametrize(("touch", "release"), [(6, 6), (12, 0), (300, 6)])
def test_thresholds_are_checked(touch: int, release: int) -> None:
    with pytest.raises(ValueError, match="release below touch"):
        Mpr121Matrix(SimI2c(Wire({})), [CHIP], touch=touch, release=release)


def test_a_tuning_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="30 bytes"):
        Mpr121Matrix(SimI2c(Wire({})), [CHIP], tuning={CHIP: b"\x01"})


@given(st.lists(st.integers(0, 2**24 - 1), min_size=1, max_size=5))
def test_men_are_felt_on_a_board_that_was_empty_at_the_start(truths: list[int]) -> None:
    chips = Mpr121(), Mpr121()
    matrix, _ = build(*chips)
    matrix.scan(0)
    for at_ms, truth in enumerate(truths, 1):
        chips[0].occupy(truth & ALL)
        chips[1].occupy(truth >> 12)
        assert matrix.scan(at_ms * MS) == Scan(levels=truth)


@pytest.mark.parametrize("drift", [-60, -20, 20, 60])
def test_slow_drift_makes_no_men_and_takes_none(drift: int) -> None:
    chip = Mpr121()
    matrix, _ = build(chip)
    matrix.scan(0)
    chip.warm(drift)
    assert matrix.scan(5 * MS).levels == 0
    chip.occupy(0b101)
    assert matrix.scan(10 * MS).levels == 0b101
    chip.warm(-drift // 12)  # a man's point is not followed
    assert matrix.scan(15 * MS).levels == 0b101
    chip.occupy(0)
    assert matrix.scan(20 * MS).levels == 0


@pytest.mark.parametrize("truth", [1, 0xFFF, 0x5A5])
def test_a_dip_of_the_supply_does_not_tune_men_away(truth: int) -> None:
    chip = Mpr121()
    matrix, wire = build(chip)
    scans(matrix, wire, 0, 1_100)
    chip.occupy(truth)
    assert scans(matrix, wire, 1_100, 4_000)[-1].levels == truth
    wire.inject(BrownOut(address=CHIP, at_ns=4_000 * MS))
    found = scans(matrix, wire, 4_000, 6_000)
    symptoms = [fault.symptom for scan in found for fault in scan.faults]
    assert symptoms == [Symptom.BROWN_OUT]
    assert all(scan.levels == truth & ~scan.unknown for scan in found)
    chip.occupy(0)
    assert matrix.scan(6_000 * MS) == Scan(levels=0)


def test_a_restarted_program_leaves_a_running_chip_as_it_is() -> None:
    chip = Mpr121()
    matrix, _ = build(chip)
    matrix.scan(0)
    chip.occupy(0b11)
    for touch in (12, 20):  # other thresholds are written, the tuning stays
        other = Mpr121Matrix(SimI2c(Wire({CHIP: chip})), [CHIP], touch=touch)
        assert other.scan(0).levels == 0b11


def test_a_tuning_from_before_serves_a_board_with_men_on_it() -> None:
    empty, _ = build(Mpr121())
    empty.scan(0)
    chip = Mpr121()
    chip.occupy(0b11)
    matrix, _ = build(chip, tuning=empty.tuning())
    assert matrix.scan(0).levels == 0b11
    assert matrix.tuning() == empty.tuning()


def test_no_tuning_is_known_before_the_first_scan() -> None:
    matrix, _ = build(Mpr121())
    assert matrix.tuning() == {}


def test_a_chip_that_measures_its_electrodes_is_unknown_until_it_has() -> None:
    chip = Mpr121(warm_up=30)
    empty, _ = build(Mpr121())
    empty.scan(0)
    chip.occupy(0b11)
    matrix, wire = build(chip, tuning=empty.tuning())
    found = scans(matrix, wire, 0, 300)
    waiting = [scan for scan in found if scan.unknown]
    assert 2 <= len(waiting) < 20
    assert {fault.symptom for scan in waiting for fault in scan.faults} == {Symptom.UNTUNED}
    assert all(scan == Scan(levels=0b11) for scan in found[len(waiting) :])


def test_an_electrode_that_never_has_a_reading_does_not_hold_up_the_others() -> None:
    class Shorted(Mpr121):
        def _reading(self, electrode: int) -> int:
            return 0 if electrode == 3 else super()._reading(electrode)

    matrix, wire = build(Shorted())
    assert not scans(matrix, wire, 0, 1_200)[-1].unknown


def test_electrodes_out_of_range_are_unknown_and_named() -> None:
    chip = Mpr121()
    chip.broken = 0b1001
    matrix, _ = build(Mpr121(), chip)
    matrix.scan(0)
    chip.occupy(0b10)
    scan = matrix.scan(5 * MS)
    assert (scan.levels, scan.unknown) == (0b10 << 12, 0b1001 << 12)
    (fault,) = scan.faults
    assert fault.symptom is Symptom.UNTUNED
    assert fault.where == "simulated bus chip 0x5b electrodes 0, 3"


def test_too_much_current_is_named_and_heals() -> None:
    chip = Mpr121()
    chip.rext_shorted = True
    matrix, wire = build(chip, Mpr121())
    found = scans(matrix, wire, 0, 90)
    assert {scan.unknown for scan in found} == {ALL}
    assert {fault.symptom for scan in found for fault in scan.faults} == {Symptom.OVER_CURRENT}
    assert "REXT" in found[0].faults[0].remedy
    chip.rext_shorted = False
    assert scans(matrix, wire, 90, 1_000)[-1] == Scan(levels=0)


def test_a_chip_that_was_unplugged_comes_back_with_its_tuning() -> None:
    chip = Mpr121()
    matrix, wire = build(chip)
    scans(matrix, wire, 0, 1_100)
    chip.occupy(0b110)
    wire.inject(Absent(address=CHIP, from_ns=1_100 * MS, until_ns=5_000 * MS))
    scans(matrix, wire, 1_100, 5_000)
    assert scans(matrix, wire, 5_000, 6_000)[-1] == Scan(levels=0b110)


def test_the_models_for_a_configuration() -> None:
    machine = SimMachine()
    circuit = wire_mpr121(machine, "/dev/i2c-1", (CHIP, CHIP + 1))
    matrix = Mpr121Matrix(machine.i2c("/dev/i2c-1"), (CHIP, CHIP + 1))
    matrix.scan(0)
    circuit.close_contacts(1 << 23 | 1)
    assert matrix.scan(MS).levels == 1 << 23 | 1
