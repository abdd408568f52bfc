"""Modelled I2C buses as device files of a real kernel: character devices in user space (CUSE).

The kernel hands every system call on the file to this process, which answers from the models. So programs
and libraries that know nothing of it (smbus2, i2c-tools) talk to modelled chips. Speaks the kernel's
protocol (linux/fuse.h, version 7.31) itself; needs /dev/cuse, that is root and the module cuse.

The server is a thread, so that tests share the models with it. The program's own calls do not wait for
themselves: Python lets go of its lock around them. Close the files before the program ends: a file that is
closed at its very end waits for a server that is no more.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import struct
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from drivers.sim.i2cdev import Again, Answer, I2cDevice

if TYPE_CHECKING:
    from collections.abc import Sequence

_CUSE: Final = "/dev/cuse"
_OPEN: Final = 14
_READ: Final = 15
_WRITE: Final = 16
_RELEASE: Final = 18
_INTERRUPT: Final = 36
_IOCTL: Final = 39
_INIT: Final = 4096

_HEADER: Final = struct.Struct("<IIQQIIII")  # fuse_in_header
_REPLY: Final = struct.Struct("<IiQ")  # fuse_out_header
_INIT_REPLY: Final = struct.Struct("<8I40x")  # cuse_init_out
_OPENED: Final = struct.Struct("<QII")  # fuse_open_out
_RW: Final = struct.Struct("<QQIIQII")  # fuse_read_in, fuse_write_in
_IOCTL_IN: Final = struct.Struct("<QIIQII")
_IOCTL_OUT: Final = struct.Struct("<iIII")
_VERSION: Final = (7, 31)
_UNRESTRICTED: Final = 1  # CUSE_UNRESTRICTED_IOCTL: we say which memory an ioctl means
_RETRY: Final = 4  # FUSE_IOCTL_RETRY
_DATA_MAX: Final = 1 << 16
_REQUEST_MAX: Final = 1 << 17


class CuseNode:
    """One device file, from `plug` until `unplug`.

    Args:
        number: 9 for /dev/i2c-9.
        device: what it does.
    """

    def __init__(self, number: int, device: I2cDevice) -> None:
        self.path = f"/dev/i2c-{number}"
        self.device = device
        self._name = f"DEVNAME=i2c-{number}\0".encode()
        self._open_files = 0
        self._next_file = 0
        self._fd = -1
        self._wake = -1
        self._thread: threading.Thread | None = None

    def plug(self) -> None:
        """The adapter is plugged in: the file is there when this returns.

        Raises:
            OSError: /dev/cuse is missing or may not be opened.
        """
        self.join()
        self.device.gone = False
        self.device.slaves.clear()
        self._fd = os.open(_CUSE, os.O_RDWR | os.O_CLOEXEC)
        self._wake = os.eventfd(0, os.EFD_CLOEXEC)
        self._serve_one()  # the kernel asks first what the file is to be called
        self._thread = threading.Thread(target=self._serve, name=self.path, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The adapter is unplugged: the file goes, and every call of those who have it open fails."""
        self.device.gone = True
        with contextlib.suppress(FileNotFoundError):
            Path(self.path).unlink()
        if self._thread is not None and self._thread.is_alive():
            os.eventfd_write(self._wake, 1)

    def join(self) -> None:
        """Waits until all who had an unplugged device open have closed it."""
        if self._thread is not None:
            self._thread.join()
            os.close(self._wake)
            self._thread = None

    def _serve(self) -> None:
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        try:
            while self._open_files or not self.device.gone:
                for fd, _ in poll.poll():
                    if fd == self._fd:
                        self._serve_one()
                    else:
                        os.eventfd_read(self._wake)
        finally:
            os.close(self._fd)

    def _serve_one(self) -> None:
        request = os.read(self._fd, _REQUEST_MAX)
        reply = self.answer(request)
        if reply is not None:
            # Whoever asked may have been killed meanwhile; then there is nobody to answer.
            with contextlib.suppress(FileNotFoundError):
                os.write(self._fd, reply)

    def answer(self, request: bytes) -> bytes | None:
        """The reply to a request of the kernel; None to one that wants none."""
        _, code, unique, *_ = _HEADER.unpack_from(request)
        if code == _INTERRUPT:
            return None  # nothing takes so long that it would be worth breaking off
        try:
            body = self._carry_out(code, request[_HEADER.size :])
        except OSError as error:
            return _REPLY.pack(_REPLY.size, -(error.errno or errno.EIO), unique)
        return _REPLY.pack(_REPLY.size + len(body), 0, unique) + body

    def _carry_out(self, code: int, body: bytes) -> bytes:
        device = self.device
        if code == _IOCTL:
            handle, _, request, arg, given, room = _IOCTL_IN.unpack_from(body)
            start = _IOCTL_IN.size
            return _ioctl_reply(
                device.ioctl(handle, request, arg, body[start : start + given], room)
            )
        if code in {_READ, _WRITE}:
            handle, _, count, *_ = _RW.unpack_from(body)
            if code == _READ:
                return device.read(handle, count)
            taken = device.write(handle, body[_RW.size : _RW.size + count])
            return struct.pack("<II", taken, 0)
        if code == _OPEN:
            if device.gone:
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            self._open_files += 1
            self._next_file += 1
            return _OPENED.pack(self._next_file, 0, 0)
        if code == _RELEASE:
            self._open_files -= 1
            return b""
        if code == _INIT:
            return (
                _INIT_REPLY.pack(*_VERSION, 0, _UNRESTRICTED, _DATA_MAX, _DATA_MAX, 0, 0)
                + self._name
            )
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))


def _ioctl_reply(done: Answer | Again) -> bytes:
    if isinstance(done, Answer):
        return _IOCTL_OUT.pack(done.result, 0, 0, 0) + done.data
    places: Sequence[tuple[int, int]] = [*done.given, *done.room]
    wanted = b"".join(struct.pack("<QQ", *place) for place in places)
    return _IOCTL_OUT.pack(0, _RETRY, len(done.given), len(done.room)) + wanted
