"""I2C through the Linux kernel. The only module that imports smbus2."""

from __future__ import annotations

from fcntl import ioctl
from typing import TYPE_CHECKING, Final, Protocol, cast

from smbus2 import SMBus, i2c_msg

from drivers.faults import world_fault
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Callable

_I2C_TIMEOUT: Final = 0x0702  # of linux/i2c-dev.h; its argument counts units of 10 ms


class Adapter(Protocol):
    """The part of `smbus2.SMBus` that is used."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None: ...

    def close(self) -> None: ...


def open_adapter(path: str, timeout_ms: int) -> Adapter:
    """Opens a bus device and lowers its time-out: the kernel's own is a whole second a transfer.

    Raises:
        OSError: the device is missing or may not be opened.
    """
    adapter = SMBus(path)
    assert adapter.fd is not None
    try:
        ioctl(adapter.fd, _I2C_TIMEOUT, max(1, timeout_ms // 10))
    except OSError:
        adapter.close()
        raise
    return adapter


class SmbusI2c:
    """One I2C bus of the kernel. Not for several threads at once.

    A bus that vanishes (an unplugged adapter) is opened again at the next transfer.

    Args:
        bus: number or path of the device: 1 is "/dev/i2c-1".
        timeout_ms: how long a held line may stall a transfer; units of 10 ms.
        opener: opens the device; tests pass another.

    Raises:
        WorldFault: the device is missing or may not be opened.
    """

    def __init__(
        self,
        bus: int | str,
        *,
        timeout_ms: int = 20,
        opener: Callable[[str, int], Adapter] = open_adapter,
    ) -> None:
        self._name = f"/dev/i2c-{bus}" if isinstance(bus, int) else bus
        self._timeout_ms = timeout_ms
        self._opener = opener
        self._closed = False
        self._adapter: Adapter | None = None
        # Reading messages are kept: to make one costs more than the call itself. At most one for
        # each address and length, and drivers read in very few lengths.
        self._reads: dict[tuple[int, int], i2c_msg] = {}
        self._open()

    @property
    def name(self) -> str:
        return self._name

    def write(self, address: int, data: bytes) -> None:
        self._transfer(address, i2c_msg.write(address, data))

    def read(self, address: int, count: int) -> bytes:
        message = self._reading(address, count)
        self._transfer(address, message)
        return _content(message)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        message = self._reading(address, count)
        self._transfer(address, i2c_msg.write(address, data), message)
        return _content(message)

    def close(self) -> None:
        self._closed = True
        self._drop()

    def _reading(self, address: int, count: int) -> i2c_msg:
        message = self._reads.get((address, count))
        if message is None:
            message = self._reads[address, count] = i2c_msg.read(address, count)
        return message

    def _transfer(self, address: int, *messages: i2c_msg) -> None:
        adapter = self._adapter or self._open()
        try:
            adapter.i2c_rdwr(*messages)
        except OSError as error:
            fault = world_fault(error, f"{self._name} chip {address:#04x}")
            if fault.symptom is Symptom.BUS_MISSING:
                self._drop()
            raise fault from error

    def _open(self) -> Adapter:
        if self._closed:
            raise ValueError(f"{self._name} was closed and cannot be used any more")
        try:
            self._adapter = self._opener(self._name, self._timeout_ms)
        except OSError as error:
            raise world_fault(error, self._name) from error
        return self._adapter

    def _drop(self) -> None:
        if self._adapter is not None:
            self._adapter.close()
            self._adapter = None


def _content(message: i2c_msg) -> bytes:
    return cast("bytes", message.__bytes__())  # smbus2's stub calls it str
