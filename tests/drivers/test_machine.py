import subprocess
import sys
from collections.abc import Callable

import pytest

from drivers import spi
from drivers.machine import PiMachine
from drivers.ports import Machine, Symptom, WorldFault
from drivers.spi import SpidevBus
from tests.drivers.test_spi import FakeDevice


@pytest.mark.parametrize(
    ("opened", "where"),
    [
        (lambda machine: machine.i2c("/dev/i2c-99"), "/dev/i2c-99"),
        (lambda machine: machine.spi("/dev/spidev99.1", speed_hz=1), "/dev/spidev99.1"),
        (lambda machine: machine.serial("/dev/ttyUSB99", baud=9600).read(), "/dev/ttyUSB99"),
    ],
)
def test_what_is_missing_is_named(opened: Callable[[Machine], object], where: str) -> None:
    with pytest.raises(WorldFault) as caught:
        opened(PiMachine())
    assert (caught.value.symptom, caught.value.where) == (Symptom.BUS_MISSING, where)


def test_an_spi_device_is_opened_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    device = FakeDevice()
    monkeypatch.setattr(spi, "_new_device", lambda: device)
    bus = PiMachine().spi("/dev/spidev1.2", speed_hz=1_500_000, mode=2)
    assert isinstance(bus, SpidevBus)
    assert bus.name == "/dev/spidev1.2"
    assert (device.opened, device.max_speed_hz, device.mode) == ((1, 2), 1_500_000, 2)


def test_a_machine_needs_no_library_before_something_is_opened() -> None:
    loaded = "import sys, drivers.machine; print(*sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "drivers.gpio" in found
    assert not {"smbus2", "spidev", "gpiozero", "lgpio", "serial"} & set(found)
