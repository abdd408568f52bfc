"""A pseudo-terminal: our end of a serial line that other programs on this machine open as a device."""

from __future__ import annotations

import os
import pty
import termios
import tty
from pathlib import Path
from typing import Final

from drivers.faults import world_fault
from drivers.ports import Symptom, WorldFault

_READ_MAX: Final = 4096


class PseudoTerminal:
    """Made anew, and found by a symbolic link. Implements `SerialPort`.

    Its other end stays open here, so that programs may come and go. What nobody reads waits for the next
    program, unless `write` has found that there is no more room: then it is thrown away.

    Args:
        link: where programs find it; what an earlier run has left there is replaced.

    Raises:
        WorldFault: the link cannot be made, or something else is there.
    """

    def __init__(self, link: Path) -> None:
        self._link = link
        if link.exists() and not link.is_symlink():
            raise WorldFault(
                Symptom.BUS_MISSING,
                str(link),
                "Something else is there, and stays: give another path for the serial line.",
            )
        self._fds: tuple[int, ...] = pty.openpty()
        self._device = os.ttyname(self._fds[1])
        tty.setraw(self._fds[1])
        os.set_blocking(self._fds[0], False)
        try:
            link.unlink(missing_ok=True)
            link.symlink_to(self._device)
        except OSError as error:
            self._close()
            raise world_fault(error, str(link)) from error

    @property
    def name(self) -> str:
        """For messages: the link's path."""
        return str(self._link)

    def write(self, data: bytes) -> None:
        """Sends the bytes.

        Raises:
            WorldFault: nobody reads any more; all that waited has been thrown away.
        """
        try:
            sent = os.write(self._fds[0], data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            termios.tcflush(self._fds[1], termios.TCIFLUSH)
            raise WorldFault(Symptom.IO, self.name, "Nobody reads this line.")

    def read(self) -> bytes:
        """All bytes that have come since the last call; never waits."""
        try:
            return os.read(self._fds[0], _READ_MAX)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Takes the line away. May be called twice."""
        if self._fds:
            self._close()
            if self._link.is_symlink() and str(self._link.readlink()) == self._device:
                self._link.unlink()

    def _close(self) -> None:
        for fd in self._fds:
            os.close(fd)
        self._fds = ()
