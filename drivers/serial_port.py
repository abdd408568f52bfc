"""Serial lines of the kernel. The only module that imports pyserial."""

from __future__ import annotations

import errno
import os
import termios
from typing import Final

import serial

from drivers.ports import Symptom, WorldFault

_READ_MAX: Final = 4096
_BUSY: Final = (
    "Another program has this line: stop it (a board answers one program at a time; ModemManager "
    "opens new devices to try them)."
)
_FORBIDDEN: Final = (
    "This user may not open it: add the user to the group dialout, or install the udev rule."
)
_GONE: Final = (
    "There is no such serial line: plug the board in; name it by its path in /dev/serial/by-id, "
    "which stays the same."
)
_FULL: Final = "The line takes no more bytes: unplug the device and plug it in again."


class SerialLine:
    """One line, 8 data bits, no parity, 1 stop bit, no handshake. Implements `SerialPort`.

    A device that is not there, or has gone, raises at each call; each call tries to open it again, so
    that nothing needs to be done when it has come back. What had come from it before is lost then.

    Args:
        device: its path.
        baud: bits in a second.
    """

    def __init__(self, device: str, baud: int) -> None:
        self._device = device
        self._baud = baud
        self._serial: serial.Serial | None = None

    @property
    def name(self) -> str:
        """For messages: "/dev/ttyUSB0"."""
        return self._device

    def write(self, data: bytes) -> None:
        """Sends the bytes; never waits.

        Raises:
            WorldFault: the device is missing or may not be opened, or it takes no bytes.
        """
        line = self._opened()
        try:
            # Not Serial.write, which tries in a tight loop while the kernel's buffer is full.
            sent = os.write(line.fileno(), data)
        except OSError as error:
            raise self._fault(error) from error
        if sent < len(data):
            raise self._fault(BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)))

    def read(self) -> bytes:
        """All bytes that have come; never waits.

        Raises:
            WorldFault: the device is missing or may not be opened, or it has gone.
        """
        line = self._opened()
        try:
            return line.read(_READ_MAX)
        except OSError as error:
            raise self._fault(error) from error

    def close(self) -> None:
        """Lets go of the line. May be called twice."""
        if self._serial is not None:
            self._serial.close()
            self._serial = None

    def _opened(self) -> serial.Serial:
        if self._serial is None:
            try:
                self._serial = serial.Serial(
                    self._device, self._baud, timeout=0, write_timeout=0, exclusive=True
                )
            except (OSError, termios.error) as error:
                raise self._fault(error) from error
        return self._serial

    def _fault(self, error: Exception) -> WorldFault:
        """What an error means. The line is closed, to be opened anew."""
        self.close()
        number = getattr(error, "errno", None)
        if isinstance(error, BlockingIOError):  # of writing; pyserial wraps those of opening
            return WorldFault(Symptom.IO, self._device, _FULL)
        if number in {errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK}:
            return WorldFault(Symptom.BUS_MISSING, self._device, _BUSY)
        if number in {errno.EACCES, errno.EPERM}:
            return WorldFault(Symptom.BUS_MISSING, self._device, _FORBIDDEN)
        return WorldFault(Symptom.BUS_MISSING, self._device, _GONE)
