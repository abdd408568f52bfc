"""SPI through the Linux kernel. The only module that imports spidev."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol, cast

from drivers.faults import world_fault
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence

_BUFSIZ: Final = Path("/sys/module/spidev/parameters/bufsiz")
_DEFAULT_BUFSIZ: Final = 4096  # the kernel's, where the file cannot be read


class Device(Protocol):
    """The part of `spidev.SpiDev` that is used."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None: ...

    def writebytes2(self, values: bytes) -> None: ...

    def xfer2(self, values: list[int]) -> Sequence[int]: ...

    def close(self) -> None: ...


def _new_device() -> Device:
    return cast("Device", importlib.import_module("spidev").SpiDev())


def buffer_size(path: Path = _BUFSIZ) -> int:
    """The longest transfer in bytes that the kernel makes without a pause."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return _DEFAULT_BUFSIZ


class SpidevBus:
    """One SPI device of the kernel.

    Args:
        bus: and `device`: 0 and 0 are "/dev/spidev0.0".
        device: number of the chip select.
        speed_hz: clock.
        mode: clock polarity and phase.
        opened: a device to use instead of the kernel's; tests pass one.

    Raises:
        WorldFault: the device is missing, may not be opened, or spidev is not installed.
    """

    def __init__(
        self,
        bus: int,
        device: int,
        *,
        speed_hz: int,
        mode: Literal[0, 1, 2, 3] = 0,
        opened: Device | None = None,
    ) -> None:
        self._name = f"/dev/spidev{bus}.{device}"
        self._limit = buffer_size()
        try:
            self._device = opened or _new_device()
            self._device.open(bus, device)
            self._device.max_speed_hz = speed_hz
            self._device.mode = mode
        except ImportError as error:
            raise WorldFault(
                Symptom.BUS_MISSING,
                self._name,
                "The Python package spidev is missing: run scripts/setup.sh pi in the folder of the sources.",
            ) from error
        except OSError as error:
            raise world_fault(error, self._name) from error

    @property
    def name(self) -> str:
        """For messages: "/dev/spidev0.0"."""
        return self._name

    def write(self, data: bytes) -> None:
        """Clocks the bytes out without a pause.

        Raises:
            WorldFault: the transfer failed, or is longer than the kernel makes in one piece.
        """
        self._check(data)
        try:
            self._device.writebytes2(data)
        except OSError as error:
            raise world_fault(error, self._name) from error

    def exchange(self, data: bytes) -> bytes:
        """Clocks the bytes out and returns as many that came in meanwhile.

        Raises:
            WorldFault: the transfer failed, or is longer than the kernel makes in one piece.
        """
        self._check(data)
        try:
            return bytes(self._device.xfer2(list(data)))
        except OSError as error:
            raise world_fault(error, self._name) from error

    def close(self) -> None:
        self._device.close()

    def _check(self, data: bytes) -> None:
        if len(data) > self._limit:
            raise WorldFault(
                Symptom.UNSUPPORTED,
                self._name,
                f"{len(data)} bytes are more than the kernel sends at once ({self._limit}): "
                "add spidev.bufsiz=65536 to cmdline.txt and reboot.",
            )
