"""Row 13: the n-th operation of the disk fails, for every n, once and for ever; nothing is published ahead of the disk.

The service obeys a command, and its journal checkpoints, on a disk that is full, gives errors, may not be written, writes in part,
does not flush, or takes seconds to flush. The status must say so within a second, and a second after the disk is well the command is answered.
A new start on such a disk opens the journal or names the fault. `count` is the greatest n; a sweep ends where no fault is met.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from controller.core.inputs import Frame, Tick
from controller.core.settings import Settings
from controller.journal.store import DiskFault, Journal
from controller.shell import writing
from controller.shell.boardclock import SteppedClock
from controller.shell.service import Service
from rules.registry import game_by_name
from tests.journal import disk as codes
from tests.journal.disk import OK, Disk, Kind, Op
from tests.soak._games import memory_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Message
    from controller.journal.entry import Entry

COUNT = 200
STATED_S = 1.0
RESUMED_S = 1.0
SLOW_S = 5.0
CHECKPOINT = 1
"""Pages in the log after which a checkpoint comes: each command brings one."""
LOG = "journal.db-wal"
"""Where a record is first. A checkpoint that fails has written to the other file, and the log stays."""
CHESS = game_by_name("chess")
FAULTS: Mapping[str, Mapping[Kind, int]] = {
    "ENOSPC": {"write": codes.FULL, "open": codes.CANTOPEN},
    "EIO": {
        "write": codes.IOERR_WRITE, "read": codes.IOERR_READ, "sync": codes.IOERR_FSYNC,
        "truncate": codes.IOERR_TRUNCATE, "delete": codes.IOERR_DELETE,
    },
    "EROFS": {"write": codes.READONLY, "open": codes.CANTOPEN, "truncate": codes.IOERR_TRUNCATE},
    "short write": {"write": codes.FULL},
    "failing fsync": {"sync": codes.IOERR_FSYNC},
    "slow fsync": {"sync": OK},
}  # fmt: skip
SWEEPS = len(FAULTS) * 2
"""Each once, and for ever."""


@dataclass
class Faulty:
    """A disk that fails from the n-th operation on, once or until it is well again.

    Attributes:
        left: operations until then; negative while it is well.
        unsynced: files with writes that the disk was not told to keep.
    """

    codes: Mapping[Kind, int]
    for_ever: bool
    slow_s: float
    left: int = -1
    met: bool = False
    unsynced: Counter[str] = field(default_factory=Counter)
    well: threading.Event = field(default_factory=threading.Event)

    def seen(self, op: Op) -> int:
        code = self._code(op)
        if code == OK:
            if op.kind == "write":
                self.unsynced[op.name] += 1
            elif op.kind in {"sync", "delete"}:
                self.unsynced.pop(op.name, None)
        return code

    def _code(self, op: Op) -> int:
        if self.left < 0 or op.kind not in self.codes:
            return OK
        if self.left:
            self.left -= 1
            return OK
        self.met = True
        if not self.for_ever:
            self.left = -1
        if self.codes[op.kind] == OK:
            self.well.wait(self.slow_s)
        return self.codes[op.kind]

    def heal(self) -> None:
        self.left = -1
        self.well.set()


def soak(*, seed: int, count: int, slow_s: float = SLOW_S) -> dict[str, object]:
    """Sweeps every fault over the first `count` operations. Nothing is drawn, so the seed says nothing."""
    del seed
    with patch.object(writing._log, "disabled", True):
        return _soak(count, slow_s)


def _soak(count: int, slow_s: float) -> dict[str, object]:
    figures: Counter[str] = Counter()
    longest = {"stated_ms": 0.0, "resumed_ms": 0.0}
    for name, found in FAULTS.items():
        for for_ever in (False, True):
            make = partial(Faulty, found, for_ever, slow_s)
            figures["commands"] += _sweep(name, make, count, longest, figures)
            figures["starts"] += _sweep_starts(name, make, count)
    rounded = {key: round(value) for key, value in longest.items()}
    return {"faults": SWEEPS, **figures, **rounded, "ahead_of_the_disk": 0}


def _connect(path: object, **options: object) -> sqlite3.Connection:
    connection: sqlite3.Connection = sqlite3.connect(path, **options)  # type: ignore[call-overload]
    with suppress(sqlite3.Error):
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    return connection


def _sweep(
    name: str, make: partial[Faulty], count: int, longest: dict[str, float], figures: Counter[str]
) -> int:
    with memory_folder() as made:
        for nth in range(count):
            faulty = make()
            with Disk(faulty.seen) as disk:
                disk.short = 100 if name == "short write" else 0
                with Journal.open(Path(made) / str(nth), "b1", connect=_connect) as journal:
                    asyncio.run(_commanded(journal, faulty, nth, longest))
                    journal.verify()
            shutil.rmtree(Path(made) / str(nth))
            figures["met"] += faulty.met
            if not faulty.met:
                return nth + 1
    return count


async def _commanded(journal: Journal, faulty: Faulty, nth: int, longest: dict[str, float]) -> None:
    """A command meets the fault; the disk gets well where it does not by itself; the command is answered."""
    append = journal.append

    def recorded(messages: list[Message], **more: object) -> tuple[Entry, ...]:
        found = append(messages, **more)  # type: ignore[arg-type]
        assert not faulty.unsynced[LOG], "told ahead of the disk"
        return found

    clock = SteppedClock()
    service = Service(journal, Settings(game=CHESS, rulebook=CHESS.rulebook), clock)
    await service.take(Frame(at_ns=clock.at_ns, levels=CHESS.start().occupied))
    clock.at_ns += 2_000_000_000
    await service.take(Tick(at_ns=clock.at_ns))
    before = journal.newest_seq
    body = {"id": "x", "args": {"side": "white", "kind": "warning", "why": "talking"}}
    with patch.object(journal, "append", recorded):
        faulty.left = nth
        began_s = time.monotonic()
        told = asyncio.create_task(service.command("arbiter", "penalty", body, "http"))
        version = 0
        while not told.done() and service.status().state == "online":
            watched = asyncio.create_task(service.wait_change(version))
            await asyncio.wait({told, watched}, return_when=asyncio.FIRST_COMPLETED)
            version = watched.result() if watched.done() else version
            watched.cancel()
        if not told.done():
            stated_s = time.monotonic() - began_s
            assert stated_s <= STATED_S, f"said after {stated_s:.1f} s"
            longest["stated_ms"] = max(longest["stated_ms"], stated_s * 1000)
            assert journal.newest_seq == before, "told while it could not be written"
        healed_s = time.monotonic()
        faulty.heal()
        reply = await told
        resumed_s = time.monotonic() - healed_s
        assert resumed_s <= RESUMED_S, f"answered {resumed_s:.1f} s after the disk was well"
        longest["resumed_ms"] = max(longest["resumed_ms"], resumed_s * 1000)
    assert reply.accepted
    assert service.status().state == "online"
    kinds = [entry.type for entry in journal.entries(before)]
    assert kinds.count("penalty") == 1, f"recorded {kinds}"


def _sweep_starts(name: str, make: partial[Faulty], count: int) -> int:
    """The board starts on a disk that fails: it names the fault, and starts once the disk is well."""
    with memory_folder() as made:
        with Journal.open(Path(made) / "true", "b1") as journal:
            asyncio.run(
                _commanded(
                    journal,
                    Faulty({}, for_ever=False, slow_s=0),
                    0,
                    {"stated_ms": 0, "resumed_ms": 0},
                )
            )
            shutil.copytree(Path(made) / "true", Path(made) / "killed")
            newest = journal.newest_seq
        for nth in range(count):
            work = Path(made) / str(nth)
            shutil.copytree(Path(made) / "killed", work)
            (work / "journal.db-shm").unlink(missing_ok=True)
            faulty = make()
            faulty.slow_s, faulty.left = 0.001, nth
            with Disk(faulty.seen) as disk:
                disk.short = 100 if name == "short write" else 0
                with suppress(DiskFault), Journal.open(work, "b1", connect=_connect):
                    pass
                faulty.heal()
                with Journal.open(work, "b1") as journal:
                    assert journal.newest_seq == newest
                    journal.verify()
            shutil.rmtree(work)
            if not faulty.met:
                return nth + 1
    return count
