"""The way to the journal: written as often as it takes, and said where it does not go."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from controller.journal.faults import DiskFault, JournalError
from controller.shell.wellbeing import WELL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from controller.core.messages import Json, Message
    from controller.journal.store import Journal
    from controller.shell.boardclock import BoardClock

RETRY_S = 0.5
SLOW_S = 0.7
"""A write that takes longer is told. A card that is busy with itself takes a tenth of it."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes this file once the wall clock has been set from the network."""
_log = logging.getLogger("touchmove")


class Writing:
    """Appends to a journal on a disk that may be full, slow or broken. All methods run in the event loop.

    Args:
        changed: is awaited when `words` have changed.

    Attributes:
        words: "ok", or why nothing can be written now.
    """

    def __init__(
        self, journal: Journal, clock: BoardClock, changed: Callable[[], Awaitable[None]]
    ) -> None:
        self.words = WELL
        self._journal = journal
        self._clock = clock
        self._changed = changed

    async def append(
        self, messages: Sequence[Message], game_id: str | None, reply: tuple[str, Json] | None
    ) -> None:
        """Writes messages to the journal, as often as it takes: nothing is told before."""
        while True:
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
                    words = "a write takes long. Look whether the card or disk is loose."
                    await self._stopped(words)
                await attempt
            except (DiskFault, JournalError) as fault:
                await self._stopped(str(fault))
                await asyncio.sleep(RETRY_S)
            else:
                if self.words != WELL:
                    _log.info("the journal can be written again")
                self.words = WELL
                return
            finally:
                attempt.cancel()

    async def _stopped(self, words: str) -> None:
        if self.words == WELL:
            _log.error("the journal cannot be written, so nothing is published: %s", words)
        self.words = words
        await self._changed()


def wall() -> str | None:
    """The wall time, if it is known to be right."""
    if not SYNCHRONISED.exists():
        return None
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
