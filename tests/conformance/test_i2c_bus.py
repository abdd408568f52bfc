"""One suite for every implementation of `I2cBus`, on modelled chips."""

from collections.abc import Callable

import pytest

from drivers.ports import I2cBus, Symptom, WorldFault
from drivers.sim.bus import NthTransfer, Wire
from drivers.sim.mcp23017 import Mcp23017
from tests.conformance.buses import BUSES

GPPUA = 0x0C
SYMPTOMS = [
    Symptom.NAK,
    Symptom.STUCK,
    Symptom.ARBITRATION,
    Symptom.IO,
    Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
]


@pytest.fixture
def wire() -> Wire:
    return Wire({0x20: Mcp23017(), 0x21: Mcp23017()})


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest, wire: Wire) -> I2cBus:
    return BUSES[request.param](wire)


def test_what_is_written_is_read_back(bus: I2cBus) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\x12\x34"
    assert bus.write_read(0x21, bytes([GPPUA]), 2) == b"\0\0"


def test_a_bare_read_goes_on_where_the_pointer_stands(bus: I2cBus) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    bus.write(0x20, bytes([GPPUA]))
    assert bus.read(0x20, 1) == b"\x12"
    assert bus.read(0x20, 1) == b"\x34"


def test_answers_are_kept_apart(bus: I2cBus) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    first = bus.write_read(0x20, bytes([GPPUA]), 2)
    bus.write(0x20, bytes([GPPUA, 0x56, 0x78]))
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\x56\x78"
    assert first == b"\x12\x34"


def test_an_absent_chip_does_not_answer(bus: I2cBus) -> None:
    for call in (
        lambda: bus.write(0x27, b"\0"),
        lambda: bus.read(0x27, 2),
        lambda: bus.write_read(0x27, b"\0", 2),
    ):
        with pytest.raises(WorldFault) as caught:
            call()
        assert caught.value.symptom is Symptom.NAK
        assert "0x27" in caught.value.where
        assert bus.name in caught.value.where


CALLS: dict[str, Callable[[I2cBus], object]] = {
    "write": lambda bus: bus.write(0x20, bytes([GPPUA])),
    "read": lambda bus: bus.read(0x20, 2),
    "write_read": lambda bus: bus.write_read(0x20, bytes([GPPUA]), 2),
}


@pytest.mark.parametrize("symptom", SYMPTOMS)
@pytest.mark.parametrize("call", CALLS)
def test_a_fault_is_named_and_passes(bus: I2cBus, wire: Wire, symptom: Symptom, call: str) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    wire.inject(NthTransfer(n=wire.transfers, symptom=symptom))
    with pytest.raises(WorldFault) as caught:
        CALLS[call](bus)
    assert caught.value.symptom is symptom
    assert caught.value.remedy
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\x12\x34"


def test_each_call_is_one_transfer(bus: I2cBus, wire: Wire) -> None:
    bus.write(0x20, bytes([GPPUA]))
    bus.read(0x20, 2)
    bus.write_read(0x20, bytes([GPPUA]), 2)
    assert wire.transfers == 3


def test_closing_twice_is_allowed(bus: I2cBus) -> None:
    bus.close()
    bus.close()
    assert bus.name
