"""Each part of a board hangs on purpose: caught within 10 s, and the game goes on within 15 s (row 20).

The service runs as systemd would run it, with the times of its unit: what hangs is the event loop, the scan thread, the
core or the journal's disk, at a moment by chance. Whoever is silent for longer than `WatchdogSec=` is killed, and started anew
after `RestartSec=`.
"""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT = 20
ROOT = Path(__file__).resolve().parents[2]
KINDS = ("loop", "scan", "core", "disk")
CAUGHT_S = 10.0
RESUMED_S = 15.0
BEFORE_S = 2.0
"""A part hangs after at most so long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The times of the service's unit.

    Attributes:
        watchdog_s: so long it may say nothing.
        restart_s: so long after its end it is started again.
    """

    watchdog_s: float
    restart_s: float

    @classmethod
    def delivered(cls) -> Unit:
        """As systemd/touchmove.service has them."""
        text = (ROOT / "systemd" / "touchmove.service").read_text(encoding="utf-8")
        found = dict(re.findall(r"(?m)^(WatchdogSec|RestartSec)=(\d+)$", text))
        return cls(watchdog_s=float(found["WatchdogSec"]), restart_s=float(found["RestartSec"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What came of one hang, in seconds from when it began."""

    kind: str
    caught_s: float
    resumed_s: float


def hang(kind: str, unit: Unit, before_s: float) -> Found:
    """Lets one part hang, and does what systemd does.

    Raises:
        AssertionError: another game was on the board afterwards, or messages were lost.
    """
    with tempfile.TemporaryDirectory() as name, _socket(Path(name) / "notify") as ear:
        folder = Path(name) / "journal"
        with _started(folder, kind, unit, ear) as (process, game_id):
            _hear(ear, "READY=1", 60)
            assert not _hear(ear, "STOPPING=1", before_s)
            _drain(ear)
            process.send_signal(signal.SIGUSR1)
            began = time.monotonic()
            while _hear(ear, "WATCHDOG=1", unit.watchdog_s):
                assert time.monotonic() - began < 60, f"{kind}: the hang was not noticed"
            caught_s = time.monotonic() - began
        assert not _hear(ear, "READY=1", unit.restart_s)
        with _started(folder, kind, unit, ear) as (_, again):
            assert _hear(ear, "READY=1", 60), f"{kind}: it does not come back"
            resumed_s = time.monotonic() - began
            assert again == game_id, f"{kind}: another game is on the board"
    return Found(kind=kind, caught_s=caught_s, resumed_s=resumed_s)


@contextmanager
def _socket(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.bind(str(path))
        yield found


@contextmanager
def _started(
    folder: Path, kind: str, unit: Unit, ear: socket.socket
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The service, which ends as a watchdog ends it; and the game on its board."""
    told = {
        "NOTIFY_SOCKET": str(ear.getsockname()),
        "WATCHDOG_USEC": str(int(unit.watchdog_s * 1e6)),
    }
    command = [sys.executable, "-m", "tests.soak._hanging", str(folder), kind]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | told, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGABRT)
            process.wait()


def _hear(ear: socket.socket, wanted: str, within_s: float) -> bool:
    """Whether a message comes before so much time is over."""
    until_s = time.monotonic() + within_s
    while (left_s := until_s - time.monotonic()) > 0:
        ear.settimeout(left_s)
        try:
            if ear.recv(4096).decode() == wanted:
                return True
        except TimeoutError:
            return False
    return False


def _drain(ear: socket.socket) -> None:
    ear.setblocking(False)
    try:
        while True:
            ear.recv(4096)
    except BlockingIOError:
        return


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Hangs by chance, each kind as often."""
    dice, unit = random.Random(seed), Unit.delivered()
    found = [
        hang(KINDS[number % len(KINDS)], unit, dice.uniform(0, BEFORE_S)) for number in range(count)
    ]
    late = [each for each in found if each.caught_s > CAUGHT_S or each.resumed_s > RESUMED_S]
    assert not late, f"seed {seed}: too late: {late}"
    return {
        "hangs": count,
        "kinds": len({each.kind for each in found}),
        "caught_max_s": round(max(each.caught_s for each in found), 2),
        "resumed_max_s": round(max(each.resumed_s for each in found), 2),
    }
