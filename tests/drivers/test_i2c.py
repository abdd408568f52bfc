import errno

import pytest
from smbus2 import i2c_msg

from drivers.i2c import Adapter, SmbusI2c
from drivers.ports import Symptom, WorldFault
from drivers.sim.bus import Message, NthTransfer, SimAdapter, Wire
from drivers.sim.mcp23017 import Mcp23017

GPPUA = 0x0C


class Opener:
    """Opens a modelled bus, or fails with the errors in `failing`, one a call."""

    def __init__(self, wire: Wire, failing: tuple[int, ...] = ()) -> None:
        self.wire = wire
        self.failing = list(failing)
        self.calls: list[tuple[str, int]] = []

    def __call__(self, path: str, timeout_ms: int) -> Adapter:
        self.calls.append((path, timeout_ms))
        if self.failing:
            number = self.failing.pop(0)
            raise OSError(number, "refused")
        return SimAdapter(self.wire)


def new_wire() -> Wire:
    return Wire({0x20: Mcp23017()})


def test_number_and_path_name_the_device() -> None:
    opener = Opener(new_wire())
    assert SmbusI2c(1, opener=opener).name == "/dev/i2c-1"
    assert SmbusI2c("/dev/i2c-9", timeout_ms=50, opener=opener).name == "/dev/i2c-9"
    assert opener.calls == [("/dev/i2c-1", 20), ("/dev/i2c-9", 50)]


def test_a_missing_device_is_a_fault_with_a_remedy() -> None:
    with pytest.raises(WorldFault, match="raspi-config") as caught:
        SmbusI2c("/nowhere/i2c-1")
    assert caught.value.symptom is Symptom.BUS_MISSING
    assert caught.value.where == "/nowhere/i2c-1"


def test_a_file_that_is_no_bus_is_a_fault() -> None:
    with pytest.raises(WorldFault):
        SmbusI2c("/dev/null")


@pytest.mark.parametrize(
    ("number", "symptom"),
    [
        (errno.EREMOTEIO, Symptom.NAK),
        (errno.ENXIO, Symptom.NAK),
        (errno.ETIMEDOUT, Symptom.STUCK),
        (errno.EAGAIN, Symptom.ARBITRATION),
        (errno.EIO, Symptom.IO),
        (errno.EOPNOTSUPP, Symptom.UNSUPPORTED),
        (errno.ENOENT, Symptom.BUS_MISSING),
        (errno.EACCES, Symptom.BUS_MISSING),
        (errno.ENODEV, Symptom.BUS_MISSING),
        (errno.ENOMEM, Symptom.IO),
    ],
)
def test_error_numbers(number: int, symptom: Symptom) -> None:
    with pytest.raises(WorldFault) as caught:
        SmbusI2c(1, opener=Opener(new_wire(), (number,)))
    assert caught.value.symptom is symptom
    assert str(number) in caught.value.remedy


def test_a_bus_that_vanished_is_opened_again() -> None:
    wire = new_wire()
    opener = Opener(wire)
    bus = SmbusI2c(1, opener=opener)
    wire.inject(NthTransfer(n=0, symptom=Symptom.BUS_MISSING))
    opener.failing = [errno.ENOENT]
    for _ in range(2):
        with pytest.raises(WorldFault) as caught:
            bus.read(0x20, 2)
        assert caught.value.symptom is Symptom.BUS_MISSING
    assert bus.read(0x20, 2) == b"\xff\xff"
    assert len(opener.calls) == 3


def test_a_closed_bus_stays_closed() -> None:
    bus = SmbusI2c(1, opener=Opener(new_wire()))
    bus.close()
    with pytest.raises(ValueError, match="closed"):
        bus.read(0x20, 2)


def test_the_adapter_of_a_raspberry_pi_refuses_several_reads() -> None:
    wire = Wire({0x20: Mcp23017(), 0x21: Mcp23017()})
    with pytest.raises(OSError, match="supported") as caught:
        SimAdapter(wire).i2c_rdwr(i2c_msg.read(0x20, 2), i2c_msg.read(0x21, 2))
    assert caught.value.errno == errno.EOPNOTSUPP
    with pytest.raises(OSError, match="supported"):
        wire.transfer((Message(0x20, None, 2), Message(0x21, b"\0")))
