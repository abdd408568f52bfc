"""What the computer says of itself: supply, temperature, disk, wall clock. And a simulated one that says what it is told."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from controller.journal.lock import FILE as LOCK
from controller.shell.doctor.findings import Finding, Level, fine

if TYPE_CHECKING:
    from collections.abc import Iterator

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
ALARMS = "sys/class/hwmon"
ZONE = "sys/class/thermal/thermal_zone0/temp"
SYNCHRONISED = "run/systemd/timesync/synchronized"
UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SEEN = 1 << 0, 1 << 16
"""Bits of the firmware's number: the supply is below 4.63 V now, or has been since the start
(Raspberry Pi documentation, `vcgencmd get_throttled`)."""
WARM_C, HOT_C = 70.0, 80.0
"""At 80 degrees a Raspberry Pi begins to slow down."""
FREE_MB_MIN, FREE_MB_LOW = 20, 200
FSYNC_MS_SLOW, FSYNC_MS_MAX = 100.0, 1000.0
"""A move is told once it is on disk: a tenth of a second is felt, a second is a worn card."""
FSYNCS = 5
_LOW_REMEDY = (
    "Use the official supply and a short cable; feed lamps and sensors from a supply of their own."
)


class System(Protocol):
    """The computer."""

    def throttled(self) -> int | None:
        """The firmware's number; None where there is none to read."""
        ...

    def low_voltage(self) -> bool | None:
        """Whether the kernel's supply alarm is on; None where there is none."""
        ...

    def temperature_c(self) -> float | None: ...

    def synchronised(self) -> bool: ...

    def free_mb(self, folder: Path) -> float:
        """Room on the disk of a folder.

        Raises:
            OSError: the folder does not exist or may not be looked at.
        """
        ...

    def fsync_ms(self, folder: Path) -> float:
        """The longest of some times to have a page safely on disk.

        Raises:
            OSError: the folder cannot be written to.
        """
        ...


class PiSystem:
    """The computer that this program runs on.

    Args:
        root: of the file system.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def throttled(self) -> int | None:
        text = self._text(THROTTLED)
        with contextlib.suppress(ValueError):
            return None if text is None else int(text, 16)
        return None

    def low_voltage(self) -> bool | None:
        alarms = sorted((self._root / ALARMS).glob("hwmon*/in*_lcrit_alarm"))
        texts = [self._text(str(path.relative_to(self._root))) for path in alarms]
        return any(text == "1" for text in texts) if texts else None

    def temperature_c(self) -> float | None:
        text = self._text(ZONE)
        with contextlib.suppress(ValueError):
            return None if text is None else int(text) / 1000
        return None

    def synchronised(self) -> bool:
        return (self._root / SYNCHRONISED).exists()

    def free_mb(self, folder: Path) -> float:
        return shutil.disk_usage(folder).free / 1e6

    def fsync_ms(self, folder: Path) -> float:
        longest = 0.0
        with tempfile.TemporaryFile(dir=folder) as file:
            for _ in range(FSYNCS):
                begun = time.perf_counter()
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                longest = max(longest, (time.perf_counter() - begun) * 1000)
        return longest

    def _text(self, path: str) -> str | None:
        try:
            return (self._root / path).read_text(encoding="ascii", errors="replace").strip()
        except OSError:
            return None


@dataclass(slots=True, kw_only=True)
class SimSystem:
    """A computer that is well unless it is told otherwise. Implements `System`."""

    number: int = 0
    warmth_c: float = 45.0

    def throttled(self) -> int | None:
        return self.number

    def low_voltage(self) -> bool | None:
        return bool(self.number & UNDER_VOLTAGE_NOW)

    def temperature_c(self) -> float | None:
        return self.warmth_c

    def synchronised(self) -> bool:
        return True

    def free_mb(self, folder: Path) -> float:  # noqa: ARG002 - there is no disk
        return 10_000.0

    def fsync_ms(self, folder: Path) -> float:  # noqa: ARG002 - there is no disk
        return 5.0


def service(folder: Path) -> Iterator[Finding]:
    """Whether the board's service is running: it holds its journal, and reads the same chips."""
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        yield Finding(
            part="service",
            level=Level.WARNING,
            kind="service-runs",
            where=str(folder),
            text="the board's service is running, and two programs on one bus disturb each other.",
            remedy="Stop it first: sudo systemctl stop touchmove.",
        )
    except OSError:
        return  # there is no journal yet, or it is not for this user to look at


def unless_in_service(folder: Path) -> None:
    """For who would set the chips up anew, and learn from what another program disturbs.

    Raises:
        OSError: the board's service is running; says what to do.
    """
    for finding in service(folder):
        raise OSError(f"{finding.where}: {finding.text} {finding.remedy}")


def supply(system: System) -> Iterator[Finding]:
    """Whether the computer gets the voltage that it needs."""
    part, number, where = "supply", system.throttled(), "the 5 V supply"
    if (number is not None and number & UNDER_VOLTAGE_NOW) or system.low_voltage():
        yield Finding(
            part=part,
            level=Level.FAULT,
            kind="low-supply",
            where=where,
            text="it is too low now (below 4.63 V).",
            remedy=_LOW_REMEDY,
        )
    elif number is not None and number & UNDER_VOLTAGE_SEEN:
        yield Finding(
            part=part,
            level=Level.WARNING,
            kind="low-supply",
            where=where,
            text="it has been too low (below 4.63 V) since the computer was started.",
            remedy=_LOW_REMEDY,
        )
    elif number is None and system.low_voltage() is None:
        yield fine(part, where, "this computer does not say.")
    else:
        yield fine(part, where, "never too low since the start.")


def temperature(system: System) -> Iterator[Finding]:
    """How warm the processor is."""
    part, where, now_c = "temperature", "the processor", system.temperature_c()
    if now_c is None:
        yield fine(part, where, "this computer does not say how warm it is.")
        return
    text = f"{now_c:.0f} degrees."
    if now_c < WARM_C:
        yield fine(part, where, text)
        return
    yield Finding(
        part=part,
        level=Level.FAULT if now_c >= HOT_C else Level.WARNING,
        kind="hot",
        where=where,
        text=text,
        remedy="Give it air or a heat sink: from 80 degrees on it slows down.",
    )


def wall_clock(system: System) -> Iterator[Finding]:
    """Whether the time of day is known."""
    part, where = "clock", "the time of day"
    if system.synchronised():
        yield fine(part, where, "set from the network.")
        return
    yield Finding(
        part=part,
        level=Level.WARNING,
        kind="clock-not-set",
        where=where,
        text="not set from the network; records bear no time of day, and TLS may fail.",
        remedy="Connect the network, or see timedatectl. The games themselves do not need it.",
    )


def disk(system: System, folder: Path) -> Iterator[Finding]:
    """Whether the journal's folder can be written to, has room, and how fast it is."""
    part, where = "disk", str(folder)
    try:
        free_mb, fsync_ms = system.free_mb(folder), system.fsync_ms(folder)
    except FileNotFoundError:
        yield Finding(
            part=part,
            level=Level.WARNING,
            kind="disk-not-writable",
            where=where,
            text="there is no such folder.",
            remedy="The service makes it when it starts for the first time. If there were games in it already, look "
            "whether their disk is mounted.",
        )
        return
    except OSError as error:
        yield Finding(
            part=part,
            level=Level.FAULT,
            kind="disk-not-writable",
            where=where,
            text=f"the journal cannot be written there: {error.strerror}.",
            remedy="Only the service's user and root may; try it with sudo. If that does not help, give the folder to "
            "the user that the service runs as.",
        )
        return
    if free_mb < FREE_MB_LOW:
        yield Finding(
            part=part,
            level=Level.FAULT if free_mb < FREE_MB_MIN else Level.WARNING,
            kind="disk-full",
            where=where,
            text=f"{free_mb:.0f} MB are free.",
            remedy="Delete or move what is not needed; [evidence] megabytes_max limits the traces.",
        )
    if fsync_ms > FSYNC_MS_SLOW:
        yield Finding(
            part=part,
            level=Level.FAULT if fsync_ms > FSYNC_MS_MAX else Level.WARNING,
            kind="disk-slow",
            where=where,
            text=f"a page took {fsync_ms:.0f} ms to be safely on disk.",
            remedy="Use another card (of class A1 or better): every move waits for it.",
        )
    if free_mb >= FREE_MB_LOW and fsync_ms <= FSYNC_MS_SLOW:
        yield fine(part, where, f"{free_mb:.0f} MB free, a page is safe after {fsync_ms:.0f} ms.")
