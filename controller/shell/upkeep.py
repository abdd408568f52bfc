"""Looks after the journal and its disk while the board plays: proves, archives, measures the room.

It writes no record and holds up no game. What it finds stands in the board's status and health.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from controller.journal.faults import DAMAGE_REMEDY, DiskFault, JournalError
from controller.shell.config_types import ARCHIVE_AFTER
from controller.shell.signs import rest
from controller.shell.wellbeing import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from controller.journal.store import Journal

SHARE = 0.1
"""Of one core, at most, goes into proving."""
PAUSE_S = 0.02
"""Between two slices at least."""
FIRST_S = 5.0
"""After a start the game is taken up first."""
AGAIN_S = 24 * 3600.0
"""Bits rot in days, not in minutes."""
RETRY_S = 600.0
"""After something was wrong."""
LOOK_S = 10.0
"""Between two looks at the room."""
WARNING_BYTES = 200_000_000
"""Some fifty evenings: time to make room before the next event."""
FAULT_BYTES = 20_000_000
"""A few games more."""
LEAVES = 1.1
"""So many times a limit must be free before it counts as passed again: no message at every look."""
_T = TypeVar("_T")
_log = logging.getLogger("touchmove")


def free_bytes(folder: Path) -> int:
    """Room on the disk of a folder.

    Raises:
        OSError: it cannot be found out.
    """
    return shutil.disk_usage(folder).free


class Upkeep:
    """Everything that is done for one journal beside the game. All methods run in the event loop.

    Args:
        folders: those whose disks need room, the journal's first.
        free: says how many bytes are free at a folder.

    Attributes:
        archive_after: records that stay in the journal's file.
    """

    def __init__(
        self, journal: Journal, *folders: Path, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self.archive_after = ARCHIVE_AFTER
        self._journal = journal
        self._folders = (journal.path.parent, *folders)
        self._free = free
        self._damage: Trouble | None = None
        self._room: dict[Path, Trouble] = {}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong now, the worst first."""
        found = [*self._room.values(), *([] if self._damage is None else [self._damage])]
        return tuple(sorted(found, key=lambda trouble: not trouble.urgent))

    async def keep_journal(self) -> None:
        """Proves every record in the background, archives old ones; for ever, or until it is cancelled."""
        await rest(FIRST_S)
        while True:
            well = await self.look_after()
            await rest(AGAIN_S if well else RETRY_S)

    async def keep_room(self) -> None:
        """Looks at the room on the disks; for ever, or until it is cancelled."""
        while True:
            await self.look_at_room()
            await rest(LOOK_S)

    async def look_after(self) -> bool:
        """Proves every record, then archives what is old. Returns whether all went well."""
        try:
            await self._prove()
            more = True
            while more:
                more = await asyncio.to_thread(self._journal.archive, self.archive_after)
                await rest(PAUSE_S)
        except JournalError as error:
            self._found(
                Trouble(
                    cause=f"the journal is damaged: {_without(str(error), DAMAGE_REMEDY)}",
                    next_step="Play on: new moves are recorded. Nothing is exported but single games "
                    f"that are whole (--damaged). After the game: {DAMAGE_REMEDY}",
                )
            )
            return False
        except DiskFault as fault:
            self._found(
                Trouble(
                    cause=f"the journal cannot be looked after: {_without(str(fault), fault.remedy)}",
                    next_step=f"{fault.remedy} The game goes on.",
                )
            )
            return False
        self._found(None)
        return True

    async def _prove(self) -> None:
        """Goes through the whole journal, beside the loop and with rests, on connections of its own."""
        journal = await asyncio.to_thread(self._open)
        try:
            slices: Iterator[int] = journal.verifying()
            while True:
                began_s = time.monotonic()
                if await _finished(asyncio.to_thread(next, slices, None)) is None:
                    return
                took_s = time.monotonic() - began_s
                await rest(max(PAUSE_S, took_s * (1 / SHARE - 1)))
        finally:
            journal.close()

    def _open(self) -> Journal:
        return type(self._journal).read(self._journal.path.parent)

    def _found(self, trouble: Trouble | None) -> None:
        if trouble is not None and trouble != self._damage:
            _log.error("%s. %s", trouble.cause, trouble.next_step)
        elif trouble is None and self._damage is not None:
            _log.info("the journal is whole again")
        self._damage = trouble

    async def look_at_room(self) -> None:
        """Measures the room on each disk."""
        for folder, there in await asyncio.to_thread(_disks, self._folders):
            try:
                free = await asyncio.to_thread(self._free, there)
                found = _room(folder, free, self._room.get(folder))
            except OSError as error:
                found = Trouble(
                    cause=f"the room on the disk of {folder} is not known: {error.strerror or error}",
                    next_step="Check that the disk is mounted and whole; `dmesg` tells more.",
                )
            before = self._room.get(folder)
            if found is None:
                self._room.pop(folder, None)
                if before is not None:
                    _log.info("the disk of %s has room again", folder)
            elif found != before:
                self._room[folder] = found
                _log.warning("%s. %s", found.cause, found.next_step)


async def _finished(work: Coroutine[None, None, _T]) -> _T:
    """What comes of the work; it is waited for even when we are cancelled, since a thread is at it."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def _disks(folders: tuple[Path, ...]) -> list[tuple[Path, Path]]:
    """One folder for each disk, and where to ask: it may be made only later, in the one above."""
    found: dict[int, tuple[Path, Path]] = {}
    for folder in folders:
        there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
        with suppress(OSError):
            found.setdefault(there.stat().st_dev, (folder, there))
    return list(found.values())


def _room(folder: Path, free: int, was: Trouble | None) -> Trouble | None:
    """What is wrong with so much room. A limit that was passed counts until a little more is free."""
    urgent = was is not None and was.urgent
    if free < FAULT_BYTES * (LEAVES if urgent else 1):
        return Trouble(
            cause=f"less than 20 MB are free on the disk of {folder}",
            next_step="Make room now: delete or move files. Without room no move can be recorded, "
            "and play stops.",
            urgent=True,
        )
    if free < WARNING_BYTES * (1 if was is None else LEAVES):
        return Trouble(
            cause=f"less than 200 MB are free on the disk of {folder}",
            next_step="Make room before the next event: delete or move old traces and other files.",
        )
    return None


def _without(text: str, remedy: str) -> str:
    """The words of an error without what is to be done."""
    return text.removesuffix(remedy).rstrip(" .")
