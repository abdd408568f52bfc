"""Writes what happens to the journal, as often as it takes: nothing is told before it is on the disk."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from controller.core.messages import GameStarted, kind
from controller.journal.faults import DiskFault, JournalError
from controller.shell.signs import alive
from controller.shell.wellbeing import SLOW, WELL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from controller.core.messages import Json, Message
    from controller.journal.entry import Entry
    from controller.journal.store import Journal
    from controller.shell.boardclock import BoardClock

DISK_RETRY_S = 0.5
SLOW_S = 0.7
"""A write that takes longer is told. A card that is busy with itself takes a tenth of it; a worn one longer."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes this file once the wall clock has been set from the network."""
_log = logging.getLogger("touchmove")


class Writer:
    """Writes to a journal, on a disk that may be full, slow or broken.

    Args:
        told: is called when the disk fails, for the status to be looked at.

    Attributes:
        disk: "ok", or what is wrong with it.
    """

    def __init__(
        self, journal: Journal, clock: BoardClock, told: Callable[[], Awaitable[None]]
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._told = told
        self._gives_up = False
        self.disk = WELL

    def give_up(self) -> None:
        """The service stops: from now on a disk that fails is not waited for."""
        self._gives_up = True

    async def write(
        self,
        messages: Sequence[Message],
        game_id: str | None,
        reply: tuple[str, Json] | None = None,
    ) -> Sequence[Entry]:
        """Writes messages, and the answer to a command with them. Waits for a disk that fails.

        Returns:
            The messages as they stand in the journal.

        Raises:
            DiskFault, JournalError: they cannot be written, and the service stops.
        """
        try:
            while (entries := await self._written(messages, game_id, reply)) is None:
                alive()
                await asyncio.sleep(DISK_RETRY_S)
        except (DiskFault, JournalError, asyncio.CancelledError):
            if self.disk != WELL and messages:
                lost = ", ".join(kind(message) for message in messages)
                _log.error("not written, for the disk takes nothing: %s", lost)
            raise
        return entries

    async def _written(
        self,
        messages: Sequence[Message],
        game_id: str | None,
        reply: tuple[str, Json] | None,
    ) -> Sequence[Entry] | None:
        """The messages as they were written; None where the disk has failed."""
        attempt = asyncio.ensure_future(
            asyncio.to_thread(
                self._journal.append,
                messages,
                game_id=game_id,
                at_us=self._clock.now_ns() // 1000,
                wall=wall(),
                reply=reply,
            )
        )
        try:
            done, _ = await asyncio.wait([attempt], timeout=SLOW_S)
            if not done:
                await self._is(SLOW, logging.WARNING)
            entries = await attempt
        except (DiskFault, JournalError) as fault:
            await self._is(str(fault), logging.ERROR)
            if self._gives_up:
                raise
            return None
        finally:
            attempt.cancel()
        if self.disk != WELL:
            _log.info("the journal is written again")
        self.disk = WELL
        return entries

    async def _is(self, words: str, level: int) -> None:
        """Something is wrong with the disk; told on the log as long as nothing was before."""
        if self.disk == WELL:
            _log.log(level, "nothing is published until it is in the journal: %s", words)
        self.disk = words
        await self._told()


def wall() -> str | None:
    """The wall time, if it is known to be right."""
    if not SYNCHRONISED.exists():
        return None
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def dated(message: Message) -> Message:
    """A game that begins has its date, if the wall clock is known to be right and nobody has named another."""
    if not isinstance(message, GameStarted) or "Date" in message.headers or wall() is None:
        return message
    if message.amended_by is not None:
        return message  # it has begun before, perhaps yesterday
    # The day at the place where it is played.
    day = datetime.now().astimezone().strftime("%Y.%m.%d")
    return structs.replace(message, headers={**message.headers, "Date": day})
