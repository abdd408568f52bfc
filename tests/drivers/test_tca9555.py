import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Fault, Symptom
from drivers.sim.bus import SimI2c, Wire
from drivers.sim.tca9555 import Tca9555
from drivers.tca9555 import Tca9555Matrix

MS = 1_000_000
OUTPUT, POLARITY, CONFIGURATION = b"\x02", b"\x04", b"\x06"
words = st.integers(0, 0xFFFF)


def build(*chips: Tca9555, active_low: bool = True) -> tuple[Tca9555Matrix, Wire]:
    wire = Wire(dict(enumerate(chips, 0x20)))
    return Tca9555Matrix(SimI2c(wire), list(wire.chips), active_low=active_low), wire


def word(chip: Tca9555, register: bytes) -> int:
    chip.write(register)
    return int.from_bytes(chip.read(2), "little")


# The model, against the data sheet's rules


def test_registers_at_power_on() -> None:
    chip = Tca9555()
    assert [word(chip, bytes([pair])) for pair in (2, 4, 6)] == [0xFFFF, 0, 0xFFFF]


@given(words, words, words, words, words)
def test_what_the_inputs_read(
    output: int, polarity: int, configuration: int, low: int, floating: int
) -> None:
    chip = Tca9555(floating=floating)
    for register, value in ((OUTPUT, output), (POLARITY, polarity), (CONFIGURATION, configuration)):
        chip.write(register + value.to_bytes(2, "little"))
    chip.tie(low, 0)
    read = word(chip, b"\x00")
    for pin in range(16):
        bit = 1 << pin
        level = floating & bit if configuration & bit else output & bit
        inverted = bool(configuration & polarity & bit)
        assert bool(read & bit) == (bool(level and not low & bit) != inverted)


def test_bytes_go_to_and_fro_within_a_pair() -> None:
    chip = Tca9555()
    chip.tie(0x0180, 0)
    chip.write(b"\x00")
    assert chip.read(3) == b"\x7f\xfe\x7f"
    assert chip.read(2) == b"\xfe\x7f"
    chip.write(bytes([3, 0x12, 0x34]))  # the second byte of the pair first
    assert word(chip, OUTPUT) == 0x1234
    chip.slip()
    assert chip.read(1) == b"\x12"


def test_inputs_cannot_be_written() -> None:
    chip = Tca9555()
    chip.write(b"")
    chip.write(bytes([0, 0x12, 0x34]))
    assert word(chip, b"\x00") == 0xFFFF


# The driver


@pytest.mark.parametrize(
    ("addresses", "words"), [([], "at least one"), ([0x20, 0x20], "twice"), ([0x20, 0x48], "0x48")]
)
def test_addresses_are_checked(addresses: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Tca9555Matrix(SimI2c(Wire({})), addresses)


@pytest.mark.parametrize("pin", range(16))
def test_channels_go_by_pins(pin: int) -> None:
    chips = Tca9555(), Tca9555()
    matrix, _ = build(*chips)
    chips[1].tie(1 << pin, 0)
    assert matrix.scan(0).levels == 1 << 16 + pin


def test_active_high_sensors() -> None:
    chip = Tca9555()
    matrix, _ = build(chip, active_low=False)
    chip.tie(0xFF00, 0x00FF)
    assert matrix.scan(0).levels == 0x00FF


def test_no_pin_is_ever_driven() -> None:
    chip = Tca9555()
    chip.write(CONFIGURATION + b"\x00\x00")  # as another program left it
    matrix, _ = build(chip)
    assert chip.driven
    assert matrix.scan(0).unknown == 0
    assert not chip.driven


def test_another_kind_of_chip_is_named_as_such() -> None:
    class Mute(Tca9555):
        def write(self, data: bytes) -> None:
            """Keeps nothing."""

    matrix, _ = build(Mute())
    (fault,) = matrix.scan(0).faults
    assert fault.symptom is Symptom.IO
    assert "TCA9555" in fault.remedy
    assert "0x20" in fault.where


def test_an_inversion_that_nobody_asked_for_is_found_within_a_second() -> None:
    chip = Tca9555()
    matrix, wire = build(chip)
    assert matrix.scan(0).levels == 0
    # A stray write, and levels that happen to look the same.
    chip.write(POLARITY + b"\xff\xff")
    chip.tie(0xFFFF, 0)
    chip.write(b"\x00")
    faults: list[Fault] = []
    for at_ms in range(5, 1_010, 5):
        wire.now_ns = at_ms * MS
        scan = matrix.scan(at_ms * MS)
        faults += scan.faults
    assert [fault.symptom for fault in faults] == [Symptom.BROWN_OUT]
    assert scan.levels == 0xFFFF
