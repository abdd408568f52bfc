import errno
from typing import Any

import pytest
from smbus2 import i2c_msg

from drivers import i2c
from drivers.i2c import Adapter, KernelAdapter, SmbusI2c
from drivers.ports import Symptom, WorldFault
from drivers.sim.bus import Message, NthTransfer, SimAdapter, Wire
from drivers.sim.mcp23017 import Mcp23017

GPPUA = 0x0C
RDWR = 0x0707


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
        (errno.ESHUTDOWN, Symptom.BUS_MISSING),
        (errno.EPIPE, Symptom.BUS_MISSING),
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


class Kernel:
    """Carries out requests to a device of the kernel on a modelled bus."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.requests: list[int] = []

    def ioctl(self, _fd: object, request: int, argument: Any) -> int:  # noqa: ANN401 - ctypes structures
        assert request == RDWR
        self.requests.append(id(argument))
        messages = [argument.msgs[n] for n in range(argument.nmsgs)]
        data = self.wire.transfer(
            [
                Message(m.addr, None, m.len) if m.flags & 1 else Message(m.addr, m.buf[: m.len])
                for m in messages
            ]
        )
        for place, value in enumerate(data):
            messages[-1].buf[place] = value
        return len(messages)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    made = Kernel(new_wire())
    monkeypatch.setattr(i2c, "ioctl", made.ioctl)
    return made


def test_a_request_to_the_kernel_is_made_once_and_answers_anew(kernel: Kernel) -> None:
    bus = SmbusI2c(1, opener=lambda path, timeout_ms: KernelAdapter())
    for value in (b"\x12\x34", b"\x56\x78"):
        bus.write(0x20, bytes([GPPUA]) + value)
        assert bus.write_read(0x20, bytes([GPPUA]), 2) == value
        bus.write(0x20, bytes([GPPUA]))
        assert bus.read(0x20, 2) == value
    write, ask, point, read, *again = kernel.requests
    assert again[1:] == [ask, point, read]
    assert len({write, ask, point, read, again[0]}) == 5


def test_requests_are_not_kept_without_end(kernel: Kernel) -> None:
    bus = SmbusI2c(1, opener=lambda path, timeout_ms: KernelAdapter())
    for number in range(1000):
        bus.write(0x20, bytes([GPPUA]) + number.to_bytes(2, "little"))
        assert bus.write_read(0x20, bytes([GPPUA]), 2) == number.to_bytes(2, "little")
    assert len(bus._kept) == 400


def test_requests_to_a_device_that_is_gone_are_forgotten(kernel: Kernel) -> None:
    bus = SmbusI2c(1, opener=lambda path, timeout_ms: KernelAdapter())
    bus.read(0x20, 2)
    kernel.wire.inject(NthTransfer(n=1, symptom=Symptom.BUS_MISSING))
    with pytest.raises(WorldFault):
        bus.read(0x20, 2)
    assert not bus._kept
    assert bus.write_read(0x20, b"\0", 1) == b"\xff"
