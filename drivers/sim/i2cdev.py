"""What the device file of an I2C bus does with each system call, on a modelled wire.

It follows the kernel's i2c-dev (linux/i2c-dev.h, linux/i2c.h; Documentation/i2c/dev-interface.rst) on the
adapter of a Raspberry Pi 0 to 4: a read must be the last message of a transfer, SMBus is made of plain
messages, and a block whose length the chip tells cannot be read. `drivers/sim/cuse.py` puts it behind a
real file.
"""

from __future__ import annotations

import errno
import os
import struct
import time
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NoReturn

from drivers.sim.bus import Message, Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Place = tuple[int, int]


class _Ioctl(IntEnum):
    RETRIES = 0x0701
    TIMEOUT = 0x0702
    SLAVE = 0x0703
    TENBIT = 0x0704
    FUNCS = 0x0705
    SLAVE_FORCE = 0x0706
    RDWR = 0x0707
    PEC = 0x0708
    SMBUS = 0x0720


class _Kind(IntEnum):
    """The transfers that SMBus knows by name."""

    QUICK = 0
    BYTE = 1
    BYTE_DATA = 2
    WORD_DATA = 3
    PROC_CALL = 4
    BLOCK_DATA = 5
    BROKEN_BLOCK = 6
    I2C_BLOCK = 8


_ADAPTER: Final = 0x0EFF0009
"""What the Pi's adapter can do: I2C_FUNC_I2C and I2C_FUNC_SMBUS_EMUL."""
_TIMEOUT_MS: Final = 1000
"""The kernel's own time-out."""
_UNIT_MS: Final = 10
_BYTES_MAX: Final = 8192  # of one message
_MESSAGES_MAX: Final = 42  # of one transfer
_ADDRESS_MAX: Final = 0x7F
_READ_FLAG: Final = 1

_UNION: Final = 34  # size of union i2c_smbus_data
_BLOCK_MAX: Final = 32
_HEAD: Final = 16  # size of the structures that I2C_RDWR and I2C_SMBUS are given


@dataclass(frozen=True, slots=True)
class Answer:
    """A call that is done: its result, and what goes back into the caller's memory."""

    result: int
    data: bytes = b""


@dataclass(frozen=True, slots=True)
class Again:
    """A call that must be made again with more of the caller's memory: (address, length) of each part.

    Attributes:
        given: what the call reads.
        room: what it writes.
    """

    given: Sequence[Place]
    room: Sequence[Place] = ()


class I2cDevice:
    """A bus as programs see it.

    Args:
        wire: the modelled bus; may be exchanged for another at any time.
        stall: waits out the time-out of a held line, in seconds. By default real time passes.

    Attributes:
        timeout_ms, retries: as programs have set them; of the adapter, as in the kernel, not of one file.
        slaves: the address that each open file talks to with plain reads, writes and SMBus.
        gone: the adapter is unplugged: everything fails with ENODEV.
    """

    def __init__(self, wire: Wire, *, stall: Callable[[float], None] = time.sleep) -> None:
        self.wire = wire
        self.stall = stall
        self.timeout_ms = _TIMEOUT_MS
        self.retries = 0
        self.slaves: dict[int, int] = {}
        self.gone = False

    def read(self, handle: int, count: int) -> bytes:
        """A plain read.

        Raises:
            OSError: as the kernel would; so do the other calls.
        """
        return self._transfer([Message(self._slave(handle), None, min(count, _BYTES_MAX))])

    def write(self, handle: int, data: bytes) -> int:
        """A plain write: how many bytes were taken."""
        data = data[:_BYTES_MAX]
        self._transfer([Message(self._slave(handle), data)])
        return len(data)

    def ioctl(self, handle: int, request: int, arg: int, given: bytes, room: int) -> Answer | Again:
        """Everything else.

        Args:
            request, arg: of ioctl(); `arg` is a number, or where its structure lies.
            given: what has been brought of the caller's memory.
            room: how much may be written to it.
        """
        if self.gone:
            _refuse(errno.ENODEV)
        match request:
            case _Ioctl.RDWR:
                return self._rdwr(arg, given, room)
            case _Ioctl.SMBUS:
                return self._smbus(self._slave(handle), arg, given, room)
            case _Ioctl.FUNCS:
                whole = struct.pack("<Q", _ADAPTER)
                return Answer(0, whole) if room >= len(whole) else Again([], [(arg, len(whole))])
            case _Ioctl.SLAVE | _Ioctl.SLAVE_FORCE:
                if arg > _ADDRESS_MAX:
                    _refuse(errno.EINVAL)
                self.slaves[handle] = arg
            case _Ioctl.TIMEOUT:
                self.timeout_ms = arg * _UNIT_MS
            case _Ioctl.RETRIES:
                self.retries = arg
            case _Ioctl.TENBIT | _Ioctl.PEC:
                if arg:
                    _refuse(errno.EINVAL)  # ten-bit addresses and checksums are not modelled
            case _:
                _refuse(errno.ENOTTY)
        return Answer(0)

    def _slave(self, handle: int) -> int:
        return self.slaves.get(handle, 0)

    def _transfer(self, messages: Sequence[Message]) -> bytes:
        if self.gone:
            _refuse(errno.ENODEV)
        tries = 1 + self.retries
        while True:
            tries -= 1
            try:
                return self.wire.transfer(messages)
            except OSError as error:
                if error.errno == errno.ETIMEDOUT:
                    self.stall(self.timeout_ms / 1000)
                if error.errno != errno.EAGAIN or not tries:
                    raise

    def _rdwr(self, arg: int, given: bytes, room: int) -> Answer | Again:
        """I2C_RDWR: several messages in one transfer."""
        if len(given) < _HEAD:
            return Again([(arg, _HEAD)])
        place, count = struct.unpack_from("<QI", given)
        if not place or not 0 < count <= _MESSAGES_MAX:
            _refuse(errno.EINVAL)
        table = [(arg, _HEAD), (place, _HEAD * count)]
        at = _HEAD * (1 + count)
        if len(given) < at:
            return Again(table)
        heads = [struct.unpack_from("<HHH2xQ", given, _HEAD * (1 + n)) for n in range(count)]
        if any(length > _BYTES_MAX for _, _, length, _ in heads):
            _refuse(errno.EINVAL)
        written = [(p, length) for _, flags, length, p in heads if not flags & _READ_FLAG]
        read = [(p, length) for _, flags, length, p in heads if flags & _READ_FLAG]
        if len(given) < at + _total(written) or room < _total(read):
            return Again([*table, *written], read)
        messages = []
        for address, flags, length, _ in heads:
            if flags & _READ_FLAG:
                messages.append(Message(address, None, length))
            else:
                messages.append(Message(address, given[at : at + length]))
                at += length
        return Answer(count, self._transfer(messages))

    def _smbus(self, address: int, arg: int, given: bytes, room: int) -> Answer | Again:
        """I2C_SMBUS: one of the transfers that SMBus knows by name."""
        if len(given) < _HEAD:
            return Again([(arg, _HEAD)])
        reading, command, kind, place = struct.unpack_from("<BB2xIQ", given)
        if kind == _Kind.QUICK or (kind == _Kind.BYTE and not reading):
            self._transfer([_bare(address, command, kind, reading)])
            return Answer(0)
        if not place:
            _refuse(errno.EINVAL)
        returns = reading or kind == _Kind.PROC_CALL
        if len(given) < _HEAD + _UNION or (returns and room < _UNION):
            return Again([(arg, _HEAD), (place, _UNION)], [(place, _UNION)] if returns else [])
        if kind == _Kind.BYTE:
            data = self._transfer([_bare(address, command, kind, reading)])
        elif returns:
            data = self._smbus_read(address, command, kind, given[_HEAD:])
        else:
            self._transfer([Message(address, _smbus_bytes(command, kind, given[_HEAD:]))])
            return Answer(0)
        return Answer(0, data.ljust(_UNION, b"\0"))

    def _smbus_read(self, address: int, command: int, kind: int, union: bytes) -> bytes:
        sent = bytes([command])
        counts: dict[int, int] = {_Kind.BYTE_DATA: 1, _Kind.WORD_DATA: 2, _Kind.PROC_CALL: 2}
        block = kind in {_Kind.I2C_BLOCK, _Kind.BROKEN_BLOCK}
        if block:
            count = union[0] if kind == _Kind.I2C_BLOCK else _BLOCK_MAX
            if count > _BLOCK_MAX:
                _refuse(errno.EINVAL)
        elif kind in counts:
            count = counts[kind]
        else:
            _refuse(errno.EOPNOTSUPP)
        if kind == _Kind.PROC_CALL:
            sent += union[:2]
        data = self._transfer([Message(address, sent), Message(address, None, count)])
        return bytes([count]) + data if block else data


def _bare(address: int, command: int, kind: int, reading: int) -> Message:
    """SMBus' transfers of one message: the address alone, or one byte."""
    if reading:
        return Message(address, None, 0 if kind == _Kind.QUICK else 1)
    return Message(address, b"" if kind == _Kind.QUICK else bytes([command]))


def _smbus_bytes(command: int, kind: int, union: bytes) -> bytes:
    """What a writing transfer sends after the address."""
    if kind in {_Kind.BYTE_DATA, _Kind.WORD_DATA}:
        return bytes([command]) + union[: kind - 1]
    if kind not in {_Kind.BLOCK_DATA, _Kind.BROKEN_BLOCK, _Kind.I2C_BLOCK}:
        _refuse(errno.EOPNOTSUPP)
    count = union[0]
    if count > _BLOCK_MAX:
        _refuse(errno.EINVAL)
    # The chip is told how many bytes come by a block of SMBus, but not by one of plain I2C.
    return bytes([command]) + union[0 if kind == _Kind.BLOCK_DATA else 1 : 1 + count]


def _total(places: Sequence[Place]) -> int:
    return sum(length for _, length in places)


def _refuse(number: int) -> NoReturn:
    raise OSError(number, os.strerror(number))
