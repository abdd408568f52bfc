"""The chip model against the data sheet's rules (DS20001952), so that driver tests mean something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sim.mcp23017 import Mcp23017

IOCON = 0x0A
words = st.integers(0, 0xFFFF)


def configured(**pairs: int) -> Mcp23017:
    """A chip with these register pairs set: iodir, ipol, gppu, olat."""
    chip = Mcp23017(floating=pairs.pop("floating", 0))
    registers = {"iodir": 0x00, "ipol": 0x02, "gppu": 0x0C, "olat": 0x14}
    for name, value in pairs.items():
        chip.write(bytes([registers[name]]) + value.to_bytes(2, "little"))
    return chip


def port(chip: Mcp23017) -> int:
    chip.write(bytes([0x12]))
    return int.from_bytes(chip.read(2), "little")


def test_registers_at_power_on() -> None:
    assert Mcp23017().read(22) == b"\xff\xff" + bytes(20)


@given(st.tuples(words, words, words, words), words, words)
def test_what_the_port_reads(
    settings: tuple[int, int, int, int], floating: int, grounded: int
) -> None:
    iodir, ipol, gppu, olat = settings
    chip = configured(iodir=iodir, ipol=ipol, gppu=gppu, olat=olat, floating=floating)
    chip.ground(grounded)
    read = port(chip)
    for pin in range(16):
        bit = 1 << pin
        if grounded & bit:
            level = False
        elif not iodir & bit:
            level = bool(olat & bit)
        else:
            level = bool(gppu & bit) or bool(floating & bit)
        inverted = bool(iodir & ipol & bit)
        assert bool(read & bit) == (level != inverted)


def test_a_brown_out_puts_everything_back() -> None:
    chip = configured(iodir=0, ipol=1, gppu=2, olat=3)
    chip.write(bytes([IOCON, 0x20]))
    chip.brown_out()
    assert chip.read(22) == b"\xff\xff" + bytes(20)


def test_the_pointer_counts_up_and_around() -> None:
    chip = configured(iodir=0x1234)
    chip.write(bytes([0x14]))
    assert chip.read(4) == b"\0\0\x34\x12"


def test_byte_mode_toggles_within_the_pair() -> None:
    chip = configured(gppu=0xFFFF)
    chip.ground(0x0180)
    chip.write(bytes([IOCON, 0x20]))
    chip.write(bytes([0x12]))
    assert chip.read(4) == b"\x7f\xfe\x7f\xfe"
    assert chip.read(1) == b"\x7f"
    assert chip.read(2) == b"\xfe\x7f"
    chip.slip()
    assert chip.read(2) == b"\x7f\xfe"


def test_both_addresses_of_iocon_are_one_register() -> None:
    chip = Mcp23017()
    chip.write(bytes([IOCON + 1, 0x21]))
    chip.write(bytes([IOCON]))
    assert chip.read(1) == b"\x20"  # bit 0 does not exist


def test_interrupt_flags_cannot_be_written() -> None:
    chip = Mcp23017()
    chip.write(bytes([0x0E, 1, 2, 3, 4]))
    chip.write(bytes([0x0E]))
    assert chip.read(4) == bytes(4)


def test_writing_the_port_writes_the_latch() -> None:
    chip = configured(iodir=0)
    chip.write(bytes([0x12, 0x5A]))
    chip.write(bytes([0x14]))
    assert chip.read(1) == b"\x5a"


@pytest.mark.parametrize(
    ("address", "register"), [(0x00, 0x00), (0x10, 0x01), (0x06, 0x0C), (0x16, 0x0D)]
)
def test_the_other_order_of_registers(address: int, register: int) -> None:
    chip = Mcp23017()
    chip.write(bytes([IOCON, 0x80]))
    chip.write(bytes([address, 0x5A]))
    chip.write(bytes([0x05, 0x00]))
    chip.write(bytes([register]))
    assert chip.read(1) == b"\x5a"


def test_where_there_is_no_register_nothing_is_kept() -> None:
    chip = Mcp23017()
    chip.write(b"")
    chip.write(bytes([0x20, 0xFF]))
    chip.write(bytes([0x20]))
    assert chip.read(1) == b"\0"
