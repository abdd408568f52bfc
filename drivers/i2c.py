"""I2C through the Linux kernel. The only module that imports smbus2."""

from __future__ import annotations

from fcntl import ioctl
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from smbus2 import SMBus, i2c_msg
from smbus2.smbus2 import I2C_RDWR, i2c_rdwr_ioctl_data

from drivers.faults import world_fault
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    _Request = tuple[Sequence[i2c_msg], Callable[[], object]]

_KEPT_MAX: Final = 400
"""Requests kept while a device is open: what 32 chips are asked again and again, 200 bytes each. What displays
are told is new each time; once there is no more room, that is made anew each time, as are all others."""
_I2C_TIMEOUT: Final = 0x0702  # of linux/i2c-dev.h; its argument counts units of 10 ms


class Adapter(Protocol):
    """An open bus device."""

    def repeater(self, messages: Sequence[i2c_msg]) -> Callable[[], object]:
        """What carries out these messages, one transfer, as often as it is called.

        They must be kept as long. It raises OSError with the kernel's number.
        """
        ...

    def close(self) -> None: ...


class KernelAdapter(SMBus):
    """A device of the kernel. What `i2c_rdwr` of smbus2 does anew for each call is done once for a request."""

    def repeater(self, messages: Sequence[i2c_msg]) -> Callable[[], object]:
        request = i2c_rdwr_ioctl_data.create(*cast("Any", messages))
        return partial(ioctl, self.fd, I2C_RDWR, request)


def open_adapter(path: str, timeout_ms: int) -> Adapter:
    """Opens a bus device and lowers its time-out: the kernel's own is a whole second a transfer.

    Raises:
        OSError: the device is missing or may not be opened.
    """
    adapter = KernelAdapter(path)
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
        self._kept: dict[tuple[int, bytes, int], _Request] = {}
        self._open()

    @property
    def name(self) -> str:
        return self._name

    def write(self, address: int, data: bytes) -> None:
        self._transfer(address, data, 0)

    def read(self, address: int, count: int) -> bytes:
        return self._transfer(address, b"", count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        return self._transfer(address, data, count)

    def close(self) -> None:
        self._closed = True
        self._drop()

    def _transfer(self, address: int, data: bytes, count: int) -> bytes:
        """Writes the bytes, if there are any, then reads, if any are asked for."""
        messages, carry_out = self._kept.get((address, data, count)) or self._make(
            address, data, count
        )
        try:
            carry_out()
        except OSError as error:
            fault = world_fault(error, f"{self._name} chip {address:#04x}")
            if fault.symptom is Symptom.BUS_MISSING:
                self._drop()
            raise fault from error
        return cast("bytes", messages[-1].buf[:count])

    def _make(self, address: int, data: bytes, count: int) -> _Request:
        adapter = self._adapter or self._open()
        messages = []
        if data or not count:
            messages.append(i2c_msg.write(address, data))
        if count:
            messages.append(i2c_msg.read(address, count))
        request = messages, adapter.repeater(messages)
        if len(self._kept) < _KEPT_MAX:
            self._kept[address, data, count] = request
        return request

    def _open(self) -> Adapter:
        if self._closed:
            raise ValueError(f"{self._name} was closed and cannot be used any more")
        try:
            self._adapter = self._opener(self._name, self._timeout_ms)
        except OSError as error:
            raise world_fault(error, self._name) from error
        return self._adapter

    def _drop(self) -> None:
        self._kept.clear()
        if self._adapter is not None:
            self._adapter.close()
            self._adapter = None
