import pytest

from drivers.pcf8575 import Pcf8575Matrix
from drivers.ports import Symptom
from drivers.sim.bus import SimI2c, Wire, WrongData
from drivers.sim.pcf8575 import Pcf8575

MS = 1_000_000


def build(*chips: Pcf8575, active_low: bool = True) -> tuple[Pcf8575Matrix, Wire]:
    wire = Wire(dict(enumerate(chips, 0x20)))
    return Pcf8575Matrix(SimI2c(wire), list(wire.chips), active_low=active_low), wire


# The model, against the data sheet's rules


def test_all_latches_are_high_at_power_on() -> None:
    chip = Pcf8575()
    assert chip.read(4) == b"\xff\xff\xff\xff"


def test_a_read_gives_pins_and_a_low_latch_pulls_down() -> None:
    chip = Pcf8575()
    chip.tie(0x0180, 0)
    assert chip.read(3) == b"\x7f\xfe\x7f"
    chip.write(b"\xf0\x0f")
    assert chip.read(2) == b"\x70\x0e"
    chip.tie(0, 0xFFFF)
    assert chip.shorted == 0xF00F
    chip.slip()
    chip.brown_out()
    assert chip.read(2) == b"\xff\xff"
    assert not chip.shorted


# The driver


@pytest.mark.parametrize(
    ("addresses", "words"), [([], "at least one"), ([0x20, 0x20], "twice"), ([0x20, 0x48], "0x48")]
)
def test_addresses_are_checked(addresses: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Pcf8575Matrix(SimI2c(Wire({})), addresses)


@pytest.mark.parametrize("pin", range(16))
def test_channels_go_by_pins(pin: int) -> None:
    chips = Pcf8575(), Pcf8575()
    matrix, _ = build(*chips)
    chips[1].tie(1 << pin, 0)
    assert matrix.scan(0).levels == 1 << 16 + pin


def test_nothing_is_ever_shorted() -> None:
    chip = Pcf8575()
    matrix, _ = build(chip, active_low=False)
    for at_ms in range(0, 2_500, 250):
        chip.tie(0xFFFF ^ at_ms, at_ms)
        assert matrix.scan(at_ms * MS).levels == at_ms
        assert not chip.shorted


def test_low_latches_are_no_men() -> None:
    chip = Pcf8575()
    matrix, _ = build(chip)
    assert matrix.scan(0).levels == 0
    chip.write(b"\x00\x00")  # another program's write
    assert matrix.scan(5 * MS).levels == 0
    assert chip.latch == 0xFFFF


def test_low_latches_behind_closed_contacts_are_found_within_a_second() -> None:
    chip = Pcf8575()
    matrix, _ = build(chip)
    chip.tie(0xFFFF, 0)
    matrix.scan(0)
    chip.write(b"\x00\x00")
    for at_ms in range(5, 1_010, 5):
        matrix.scan(at_ms * MS)
    chip.tie(0, 0)
    assert matrix.scan(1_010 * MS).levels == 0


def test_the_first_reading_is_read_twice() -> None:
    matrix, wire = build(Pcf8575())
    wire.inject(WrongData(n=1, mask=0x55))
    assert matrix.scan(0).levels == 0


def test_what_never_reads_the_same_is_unknown() -> None:
    class Restless(Pcf8575):
        def read(self, count: int) -> bytes:
            self.tie(self._low ^ 1, 0)
            return super().read(count)

    matrix, _ = build(Restless(), Pcf8575())
    scan = matrix.scan(0)
    assert scan.unknown == 0xFFFF
    (fault,) = scan.faults
    assert fault.symptom is Symptom.IO
    assert "rattles" in fault.remedy
