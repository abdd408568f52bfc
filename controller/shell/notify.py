"""What systemd is told of the service: ready, how it is, alive, stopping (sd_notify(3)).

Without systemd there is no NOTIFY_SOCKET, and nothing is told to anybody.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.signs import alive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FEEDS = 4
"""Looks in each time that the watchdog allows: three may find no progress yet."""
LOOK_S = 1.0
"""How often the state is looked at where no watchdog asks for more."""
STATUS_CHARACTERS_MAX = 200
STUCK_FILE = "i2c-stuck"
"""What touchmove-i2c-recover.path waits for."""
STUCK_NS = 5_000_000_000
"""Drivers open the bus anew and set the chips up again within a second; then it is time for more."""
ASK_AGAIN_NS = 60_000_000_000
"""Freeing a bus takes it away from the scans for a moment; a short is not cured by doing it often."""
_log = logging.getLogger("touchmove")


class Notifier:
    """Tells systemd.

    Args:
        address: of its socket; one that begins with "@" is abstract; None for no systemd.
        watchdog_s: how long systemd waits for a sign of life; None where it waits for none.
    """

    def __init__(self, address: str | None, watchdog_s: float | None = None) -> None:
        self._address = address
        self.watchdog_s = watchdog_s if address else None

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """From NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, as systemd sets them."""
        microseconds = environment.get("WATCHDOG_USEC", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        asked = ours and microseconds.isdecimal() and int(microseconds) > 0
        return cls(
            environment.get("NOTIFY_SOCKET") or None, int(microseconds) / 1e6 if asked else None
        )

    def ready(self) -> None:
        self._tell("READY=1")

    def alive(self) -> None:
        """Feeds the watchdog."""
        self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._tell("STATUS=" + " ".join(text.split())[:STATUS_CHARACTERS_MAX])

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, text: str) -> None:
        """Sends one datagram. Where it cannot be sent nobody hears, and the board goes on."""
        if self._address is None:
            return
        name = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.setblocking(False)
                sender.sendto(text.encode(), name)
        except OSError as error:
            _log.warning("systemd does not hear (%s): %s", error.strerror, text)


class Pulse:
    """Says "ready" after the first scan, and feeds the watchdog as long as scans go on and are taken.

    A timer alone would feed it while the scan thread hangs, and a board that sees nothing would look
    well. So each feeding needs a scan that began after the one before, and that the core has been
    given since. Where the disk has failed the core waits for it, and a new start would not mend it:
    then scans are enough.

    Args:
        scanned_ns: when the newest scan began; -1 before the first.
        disk_failed: whether what is seen waits for the disk.
    """

    def __init__(
        self, notifier: Notifier, scanned_ns: Callable[[], int], disk_failed: Callable[[], bool]
    ) -> None:
        self._notifier = notifier
        self._scanned_ns = scanned_ns
        self._disk_failed = disk_failed
        self._fed_ns = -1
        self._taken = False
        self._ready = False
        self._status = ""

    def taken(self) -> None:
        """Everything that was seen up to now has been taken by the core."""
        self._taken = True

    def look(self, status: str) -> None:
        """Looks once, and tells what is to be told."""
        scanned_ns = self._scanned_ns()
        if scanned_ns > self._fed_ns and (self._taken or self._disk_failed()):
            self._fed_ns, self._taken = scanned_ns, False
            if not self._ready:
                self._ready = True
                self._notifier.ready()
            self._notifier.alive()
        if status != self._status:
            self._status = status
            self._notifier.status(status)

    async def keep(self, status: Callable[[], str]) -> None:
        """Looks until it is cancelled, often enough for the watchdog."""
        allowed_s = self._notifier.watchdog_s
        every_s = LOOK_S if allowed_s is None else min(LOOK_S, allowed_s / FEEDS)
        while True:
            alive()
            self.look(status())
            await asyncio.sleep(every_s)


class BusHelp:
    """Asks for touchmove-i2c-recover.service where a bus stays stuck: the service itself may not free it.

    Asking is making a file in the runtime folder, which touchmove-i2c-recover.path waits for.

    Args:
        folder: the runtime folder; None where nobody would answer.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._stuck_since_ns: int | None = None
        self._asked_ns: int | None = None

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> BusHelp:
        folder = environment.get("RUNTIME_DIRECTORY", "")
        return cls(Path(folder) if folder else None)

    def look(self, at_ns: int, *, stuck: bool) -> None:
        """Looks once.

        Args:
            stuck: whether a bus is, in the newest scan.
        """
        if not stuck:
            self._stuck_since_ns = None
            return
        if self._stuck_since_ns is None:
            self._stuck_since_ns = at_ns
        again = self._asked_ns is None or at_ns - self._asked_ns >= ASK_AGAIN_NS
        if at_ns - self._stuck_since_ns >= STUCK_NS and again:
            self._asked_ns = at_ns
            self._ask()

    def _ask(self) -> None:
        if self._folder is None:
            return
        try:
            (self._folder / STUCK_FILE).touch()
        except OSError as error:
            _log.warning("nobody can be asked to free the stuck I2C bus: %s", error)
        else:
            _log.warning("an I2C bus is stuck: touchmove-i2c-recover is asked to free it")
