"""Converters and multiplexers, against models written from their data sheets."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.adc import Adc
from drivers.ads7828 import Ads7828
from drivers.ads7830 import COMMANDS, Ads7830
from drivers.hc4067 import Selects
from drivers.mcp3008 import Mcp3008
from drivers.ports import Symptom, WorldFault
from drivers.sim.ads7828 import Ads7828 as Ads7828Model
from drivers.sim.ads7830 import Ads7830 as Ads7830Model
from drivers.sim.ads7830 import quantised
from drivers.sim.bus import SimI2c, Wire, WrongData
from drivers.sim.hc4067 import Hc4067
from drivers.sim.machine import SimMachine
from drivers.sim.mcp3008 import Mcp3008 as Mcp3008Model

Source = Callable[[], float]


def ads7830(inputs: list[Source]) -> Adc:
    return Ads7830(SimI2c(Wire({0x4B: Ads7830Model(inputs)}), name="/dev/i2c-1"), 0x4B)


def ads7828(inputs: list[Source]) -> Adc:
    return Ads7828(SimI2c(Wire({0x48: Ads7828Model(inputs)}), name="/dev/i2c-1"), 0x48)


def mcp3008(inputs: list[Source]) -> Adc:
    return Mcp3008(Mcp3008Model(inputs))


MAKERS = {"ads7830": ads7830, "ads7828": ads7828, "mcp3008": mcp3008}


@given(st.sampled_from(sorted(MAKERS)), st.lists(st.floats(0, 1), min_size=8, max_size=8))
def test_every_input_is_read_as_its_own_voltage(name: str, volts: list[float]) -> None:
    adc = MAKERS[name]([lambda volt=volt: volt for volt in volts])  # type: ignore[misc]
    assert [adc.read(n) for n in range(adc.channels)] == [quantised(v, adc.bits) for v in volts]


def test_the_command_bytes_are_those_of_the_data_sheet() -> None:
    """SBAS302 table II: C2, C1, C0 are 000 for CH0, 100 for CH1, 001 for CH2, and so on; PD1 0, PD0 1."""
    assert [byte[0] for byte in COMMANDS] == [0x84, 0xC4, 0x94, 0xD4, 0xA4, 0xE4, 0xB4, 0xF4]


@pytest.mark.parametrize("name", MAKERS)
def test_converters_name_themselves(name: str) -> None:
    adc = MAKERS[name]([])
    assert adc.where.startswith(adc.bus)
    adc.close()
    adc.close()


@pytest.mark.parametrize("kind", [Ads7830, Ads7828])
@pytest.mark.parametrize("address", [0x47, 0x4C, 0x20])
def test_addresses_that_the_chip_has_not(kind: type[Ads7830], address: int) -> None:
    with pytest.raises(ValueError, match="answers at 0x48 to 0x4b"):
        kind(SimI2c(Wire({})), address)


@pytest.mark.parametrize("name", ["ads7830", "ads7828"])
def test_a_missing_chip_is_named(name: str) -> None:
    bus = SimI2c(Wire({}), name="/dev/i2c-3")
    adc: Adc = Ads7830(bus, 0x49) if name == "ads7830" else Ads7828(bus, 0x49)
    with pytest.raises(WorldFault, match="/dev/i2c-3 chip 0x49") as caught:
        adc.read(0)
    assert caught.value.symptom is Symptom.NAK


def test_twelve_bits_come_behind_four_zeros() -> None:
    wire = Wire({0x48: Ads7828Model([lambda: 0.9])}, [WrongData(n=0, mask=0xF0)])
    with pytest.raises(WorldFault, match="four bits before the data"):
        Ads7828(SimI2c(wire), 0x48).read(0)


def test_a_chip_that_holds_no_null_bit_is_not_there() -> None:
    model = Mcp3008Model([lambda: 0.5])
    model.missing = True
    with pytest.raises(WorldFault, match=r"/dev/spidev0\.0"):
        Mcp3008(model).read(0)


@pytest.mark.parametrize("length", [2, 4, 5])
def test_the_model_gives_its_bits_when_the_clock_comes(length: int) -> None:
    """DS21295 figure 5-1: after the start bit four bits, one clock, the null bit, then ten bits, B9 first."""
    model = Mcp3008Model([lambda: 0.0, lambda: 1.0])
    clocks = 8 * length
    sent = 0b11001 << clocks - 5  # start, single-ended, input 1
    got = int.from_bytes(model.exchange(sent.to_bytes(length, "big")), "big")
    assert f"{got:0{clocks}b}"[:7] == "0000000"
    assert f"{got:0{clocks}b}"[7:17] == "1111111111"[: clocks - 7]


def test_a_read_without_a_command_is_worth_nothing() -> None:
    model = Ads7830Model([lambda: 0.25])
    assert model.read(1) == b"\xff"
    model.write(COMMANDS[0])
    model.brown_out()
    assert model.read(1) == b"\xff"


def test_all_multiplexers_are_switched_together() -> None:
    machine = SimMachine()
    inputs = [[lambda a=a, n=n: a / 2 + n / 100 for n in range(16)] for a in range(2)]
    both = [Hc4067(machine, (5, 6, 13, 19), each) for each in inputs]
    waits: list[float] = []
    selects = Selects(machine.outputs((5, 6, 13, 19)), settle_us=20, wait=waits.append)
    for position in range(16):
        selects.select(position)
        assert [each.common() for each in both] == [position / 100, 0.5 + position / 100]
    assert waits == [20e-6] * 16
    selects.close()
    selects.close()
    with pytest.raises(ValueError, match="4 select lines, not 3"):
        Selects(machine.outputs((5, 6, 13)))
