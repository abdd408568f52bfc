"""The Raspberry Pi that the controller runs on. Implements `Machine`.

Each library is imported when something needs it: a board without lamps needs no spidev.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from drivers.gpio import Gpio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import I2cBus, InputLines, OutputLines, Pull, SerialPort, SpiBus


class PiMachine:
    """Opens the kernel's devices.

    Args:
        factory: gpiozero's pin factory, as `Gpio` takes it.
    """

    def __init__(self, factory: Any = None) -> None:  # noqa: ANN401 - gpiozero is untyped
        self._gpio = Gpio(factory)

    def i2c(self, device: str) -> I2cBus:
        from drivers.i2c import SmbusI2c

        return SmbusI2c(device)

    def spi(self, device: str, *, speed_hz: int, mode: Literal[0, 1, 2, 3] = 0) -> SpiBus:
        from drivers.spi import SpidevBus

        bus, _, number = device.removeprefix("/dev/spidev").partition(".")
        return SpidevBus(int(bus), int(number), speed_hz=speed_hz, mode=mode)

    def outputs(self, pins: Sequence[int], *, open_drain: bool = False) -> OutputLines:
        return self._gpio.outputs(pins, open_drain=open_drain)

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines:
        return self._gpio.inputs(pins, pull)

    def serial(self, device: str, *, baud: int) -> SerialPort:
        from drivers.serial_port import SerialLine  # noqa: PLC0415

        return SerialLine(device, baud)
