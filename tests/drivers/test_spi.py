import errno
from pathlib import Path

import pytest

from drivers.ports import SpiBus, Symptom, WorldFault
from drivers.spi import SpidevBus, buffer_size


class FakeDevice:
    """Stands in for `spidev.SpiDev`; raises `fails` once it is set."""

    def __init__(self, fails: OSError | None = None) -> None:
        self.max_speed_hz = 0
        self.mode = 3
        self.opened: tuple[int, int] | None = None
        self.sent = b""
        self.closed = False
        self.fails = fails

    def open(self, bus: int, device: int) -> None:
        if self.fails:
            raise self.fails
        self.opened = bus, device

    def writebytes2(self, values: bytes) -> None:
        if self.fails:
            raise self.fails
        self.sent += values

    def xfer2(self, values: list[int]) -> list[int]:
        if self.fails:
            raise self.fails
        return [value ^ 0xFF for value in values]

    def close(self) -> None:
        self.closed = True


def test_bytes_go_out_as_they_are() -> None:
    device = FakeDevice()
    bus = SpidevBus(0, 1, speed_hz=2_400_000, opened=device)
    bus.write(b"\x01\x02")
    bus.close()
    assert (device.opened, device.max_speed_hz, device.mode) == ((0, 1), 2_400_000, 0)
    assert (device.sent, device.closed, bus.name) == (b"\x01\x02", True, "/dev/spidev0.1")


def test_bytes_come_in_while_others_go_out() -> None:
    bus = SpidevBus(0, 0, speed_hz=1, mode=2, opened=(device := FakeDevice()))
    assert bus.exchange(b"\x00\x0f") == b"\xff\xf0"
    assert device.mode == 2
    device.fails = OSError(errno.EIO, "no")
    with pytest.raises(WorldFault) as caught:
        bus.exchange(b"\x00")
    assert caught.value.where == "/dev/spidev0.0"


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_a_device_that_cannot_be_opened(number: int) -> None:
    with pytest.raises(WorldFault) as caught:
        SpidevBus(0, 0, speed_hz=1, opened=FakeDevice(OSError(number, "no")))
    assert caught.value.symptom is Symptom.BUS_MISSING
    assert caught.value.where == "/dev/spidev0.0"


def test_a_failed_transfer_is_a_fault() -> None:
    device = FakeDevice()
    bus: SpiBus = SpidevBus(0, 0, speed_hz=1, opened=device)
    device.fails = OSError(errno.EIO, "no")
    with pytest.raises(WorldFault) as caught:
        bus.write(b"\0")
    assert caught.value.symptom is Symptom.IO


def test_a_frame_that_the_kernel_would_cut_is_refused() -> None:
    device = FakeDevice()
    bus = SpidevBus(0, 0, speed_hz=1, opened=device)
    with pytest.raises(WorldFault, match=r"spidev\.bufsiz"):
        bus.write(bytes(buffer_size() + 1))
    assert device.sent == b""


def test_the_kernels_limit(tmp_path: Path) -> None:
    limit = tmp_path / "bufsiz"
    assert buffer_size(limit) == 4096
    limit.write_text("65536\n", encoding="ascii")
    assert buffer_size(limit) == 65536


def test_a_missing_package_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "spidev", None)
    with pytest.raises(WorldFault, match=r"scripts/setup\.sh pi"):
        SpidevBus(0, 0, speed_hz=1)
