"""What a program meets at /dev/i2c-N, asked by smbus2 and by bare system calls."""

import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from smbus2 import SMBus, i2c_msg

from drivers.i2c import SmbusI2c
from drivers.ports import Symptom, WorldFault
from drivers.sim.bus import Absent, BrownOut, Held, NthTransfer, Wire
from drivers.sim.cuse import CuseNode
from drivers.sim.i2cdev import I2cDevice
from drivers.sim.mcp23017 import Mcp23017

NUMBER = 9
IODIRA, GPPUA, GPIOA, OLATA = 0x00, 0x0C, 0x12, 0x14
SLAVE, TIMEOUT, RETRIES, RDWR, NO_SUCH = 0x0703, 0x0702, 0x0701, 0x0707, 0x07FF
ERRORS = {
    Symptom.NAK: errno.EREMOTEIO,
    Symptom.STUCK: errno.ETIMEDOUT,
    Symptom.ARBITRATION: errno.EAGAIN,
    Symptom.IO: errno.EIO,
    Symptom.UNSUPPORTED: errno.EOPNOTSUPP,
    Symptom.BUS_MISSING: errno.ENODEV,
}
CALLS: dict[str, Callable[[SmbusI2c], object]] = {
    "write": lambda bus: bus.write(0x20, bytes([GPPUA])),
    "read": lambda bus: bus.read(0x20, 2),
    "write_read": lambda bus: bus.write_read(0x20, bytes([GPPUA]), 2),
}


class Stand:
    """A bus with two chips, its device file, and how long its time-outs were."""

    def __init__(self) -> None:
        self.wire = Wire({0x20: Mcp23017(), 0x21: Mcp23017()})
        self.stalls_s: list[float] = []
        self.device = I2cDevice(self.wire, stall=self.stalls_s.append)
        self.node = CuseNode(NUMBER, self.device)


@pytest.fixture
def stand() -> Iterator[Stand]:
    made = Stand()
    made.node.plug()
    yield made
    made.node.unplug()
    made.node.join()


@pytest.fixture
def smbus(stand: Stand) -> Iterator[SMBus]:
    with SMBus(NUMBER) as opened:
        yield opened


@pytest.fixture
def bus(stand: Stand) -> Iterator[SmbusI2c]:
    opened = SmbusI2c(NUMBER)
    yield opened
    opened.close()


@pytest.fixture
def file(stand: Stand) -> Iterator[int]:
    fd = os.open(stand.node.path, os.O_RDWR)
    yield fd
    os.close(fd)


def check_refused(number: int, call: Callable[[], object]) -> None:
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the number is what matters
        call()
    assert caught.value.errno == number


def test_it_is_the_kernel_that_answers(stand: Stand) -> None:
    assert Path("/sys/class/cuse/i2c-9").exists()
    assert Path(stand.node.path).is_char_device()


def test_transfers_of_one_and_two_messages(bus: SmbusI2c) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\x12\x34"
    bus.write(0x20, bytes([GPPUA]))
    assert bus.read(0x20, 1) == b"\x12"
    assert bus.write_read(0x21, bytes([IODIRA]), 2) == b"\xff\xff"


def test_a_read_that_is_not_the_last_is_refused_as_on_a_raspberry_pi(smbus: SMBus) -> None:
    first, second = i2c_msg.read(0x20, 2), i2c_msg.read(0x21, 2)
    check_refused(errno.EOPNOTSUPP, lambda: smbus.i2c_rdwr(first, second))
    named = i2c_msg.write(0x20, [GPIOA]), i2c_msg.read(0x20, 2)
    check_refused(errno.EOPNOTSUPP, lambda: smbus.i2c_rdwr(*named, *named))
    smbus.i2c_rdwr(*named)


@pytest.mark.parametrize("symptom", ERRORS)
@pytest.mark.parametrize("call", CALLS)
def test_errors_keep_their_numbers_through_the_kernel(
    stand: Stand, bus: SmbusI2c, symptom: Symptom, call: str
) -> None:
    stand.wire.inject(NthTransfer(n=stand.wire.transfers, symptom=symptom))
    with pytest.raises(WorldFault) as caught:
        CALLS[call](bus)
    assert caught.value.symptom is symptom
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == ERRORS[symptom]
    assert caught.value.where == "/dev/i2c-9 chip 0x20"
    CALLS[call](bus)


def test_an_absent_chip_and_one_that_goes_and_comes(
    stand: Stand, bus: SmbusI2c, smbus: SMBus
) -> None:
    check_refused(errno.EREMOTEIO, lambda: smbus.i2c_rdwr(i2c_msg.read(0x27, 1)))
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    stand.wire.inject(Absent(address=0x20, from_ns=10, until_ns=20))
    stand.wire.now_ns = 10
    with pytest.raises(WorldFault):
        bus.read(0x20, 1)
    assert bus.read(0x21, 1)
    stand.wire.now_ns = 20
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\0\0"


def test_a_brown_out_shows_in_the_registers_only(stand: Stand, bus: SmbusI2c) -> None:
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    stand.wire.inject(BrownOut(address=0x20, at_ns=0))
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\0\0"


def test_the_time_out_is_what_the_driver_has_asked_for(stand: Stand) -> None:
    for asked_ms, waited_s in ((20, 0.02), (50, 0.05), (3, 0.01), (1000, 1.0)):
        bus = SmbusI2c(NUMBER, timeout_ms=asked_ms)
        stand.wire.inject(NthTransfer(n=0, symptom=Symptom.STUCK))
        with pytest.raises(WorldFault) as caught:
            bus.read(0x20, 2)
        assert caught.value.symptom is Symptom.STUCK
        assert stand.stalls_s.pop() == waited_s
        bus.close()


def test_a_held_line_takes_real_time(stand: Stand) -> None:
    stand.device.stall = I2cDevice(stand.wire).stall
    bus = SmbusI2c(NUMBER, timeout_ms=60)
    stand.wire.inject(Held(from_ns=0, until_ns=1))
    before = time.monotonic()
    with pytest.raises(WorldFault):
        bus.read(0x20, 2)
    assert time.monotonic() - before >= 0.06
    stand.wire.now_ns = 1
    assert bus.read(0x20, 2)
    bus.close()


@pytest.mark.parametrize(("retries", "answered"), [(0, False), (1, False), (2, True)])
def test_lost_arbitration_is_tried_again(
    stand: Stand, smbus: SMBus, *, retries: int, answered: bool
) -> None:
    assert smbus.fd is not None
    fcntl.ioctl(smbus.fd, RETRIES, retries)
    for n in range(2):
        stand.wire.inject(NthTransfer(n=n, symptom=Symptom.ARBITRATION))
    message = i2c_msg.read(0x20, 2)
    if answered:
        smbus.i2c_rdwr(message)
        assert bytes(message) == b"\xff\xff"
    else:
        check_refused(errno.EAGAIN, lambda: smbus.i2c_rdwr(message))
    assert stand.wire.transfers == retries + 1


def test_every_transfer_that_smbus_names(smbus: SMBus) -> None:
    smbus.write_byte_data(0x20, GPPUA, 0x12)
    smbus.write_word_data(0x21, GPPUA, 0x5634)
    smbus.write_i2c_block_data(0x20, OLATA, [7, 8])
    smbus.write_quick(0x20)
    assert smbus.read_byte_data(0x20, GPPUA) == 0x12
    assert smbus.read_byte(0x20) == 0
    assert smbus.read_word_data(0x21, GPPUA) == 0x5634
    assert smbus.read_i2c_block_data(0x20, OLATA, 2) == [7, 8]
    assert smbus.process_call(0x20, GPPUA, 0x5634) == 0x0000
    smbus.write_byte(0x20, GPPUA)
    assert smbus.read_byte(0x20) == 0x34
    smbus.write_block_data(0x20, GPPUA, [1])
    assert smbus.read_i2c_block_data(0x20, GPPUA, 2) == [1, 1]
    check_refused(errno.EOPNOTSUPP, lambda: smbus.read_block_data(0x20, GPPUA))
    check_refused(errno.EREMOTEIO, lambda: smbus.read_byte_data(0x27, GPPUA))
    check_refused(errno.EREMOTEIO, lambda: smbus.write_quick(0x27))


def test_plain_reads_and_writes_go_to_the_chosen_address(file: int) -> None:
    fcntl.ioctl(file, SLAVE, 0x21)
    assert os.write(file, bytes([GPPUA, 0x12, 0x34])) == 3
    assert os.write(file, bytes([GPPUA])) == 1
    assert os.read(file, 2) == b"\x12\x34"
    fcntl.ioctl(file, SLAVE, 0x27)
    check_refused(errno.EREMOTEIO, lambda: os.read(file, 2))
    check_refused(errno.EREMOTEIO, lambda: os.write(file, b"\0"))


def test_two_files_keep_addresses_of_their_own(file: int, smbus: SMBus) -> None:
    fcntl.ioctl(file, SLAVE, 0x21)
    smbus.write_byte_data(0x20, GPPUA, 0x12)
    os.write(file, bytes([GPPUA, 0x34]))
    assert smbus.read_byte_data(0x20, GPPUA) == 0x12
    assert smbus.read_byte_data(0x21, GPPUA) == 0x34


def test_what_makes_no_sense_is_refused(file: int, smbus: SMBus) -> None:
    check_refused(errno.EINVAL, lambda: fcntl.ioctl(file, SLAVE, 0x80))
    check_refused(errno.ENOTTY, lambda: fcntl.ioctl(file, NO_SUCH, 0))
    check_refused(errno.EINVAL, lambda: fcntl.ioctl(file, RDWR, bytes(16)))
    check_refused(errno.EINVAL, lambda: smbus.i2c_rdwr(*[i2c_msg.write(0x20, [0])] * 43))
    check_refused(errno.EINVAL, lambda: smbus.i2c_rdwr(i2c_msg.read(0x20, 8193)))
    smbus.i2c_rdwr(*[i2c_msg.write(0x20, [0])] * 42)


@pytest.mark.parametrize("opened", [False, True])
def test_an_adapter_that_is_unplugged_and_plugged_in_again(stand: Stand, *, opened: bool) -> None:
    bus = SmbusI2c(NUMBER)
    bus.write(0x20, bytes([GPPUA, 0x12, 0x34]))
    if not opened:
        bus.close()
    stand.node.unplug()
    if opened:
        with pytest.raises(WorldFault) as caught:
            bus.read(0x20, 2)
        assert caught.value.symptom is Symptom.BUS_MISSING
    stand.node.join()
    assert not Path(stand.node.path).exists()
    with pytest.raises(WorldFault) as caught:
        SmbusI2c(NUMBER)
    assert caught.value.symptom is Symptom.BUS_MISSING
    if opened:
        with pytest.raises(WorldFault):
            bus.read(0x20, 2)
    stand.node.plug()
    if not opened:
        bus = SmbusI2c(NUMBER)
    assert bus.write_read(0x20, bytes([GPPUA]), 2) == b"\x12\x34"
    bus.close()
