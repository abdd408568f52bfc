"""What a broker has not yet acknowledged. The journal is the queue; this is only a place in it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from controller.journal.faults import DiskFault

if TYPE_CHECKING:
    from controller.shell.desk import Desk, Entry

WINDOW = 8
"""Messages in flight at once: a distant broker is not waited for one by one, and a lost connection
repeats no more than these."""
OVERLAP = 50
"""Messages repeated after each reconnect. A broker's acknowledgement is no promise that anything was
stored or passed on, so those that it took last may have died with it. Receivers know repeats by
(epoch, seq)."""
REPEAT_S = 5.0
"""After this, a new connection's first messages are sent once more. A broker that has itself just
come back may acknowledge what it then does not keep for receivers that are still on their way:
Mosquitto 2.0.11 drops what has QoS 1 for the sessions that it restored."""


class Cursors(Protocol):
    """Remembers how far each reader has come. The journal does."""

    def cursor(self, name: str) -> int: ...

    def advance_cursor(self, name: str, seq: int) -> None: ...


class Outbox:
    """One reader's way through the journal.

    Args:
        desk: whose messages.
        cursors: where the place is remembered.
        name: the reader: one for each broker.
        overlap: messages repeated by `rewind`.
    """

    def __init__(self, desk: Desk, cursors: Cursors, name: str, overlap: int = OVERLAP) -> None:
        self.name = name
        self._desk = desk
        self._cursors = cursors
        self._overlap = overlap
        self._acknowledged = cursors.cursor(name)
        self._next = self._acknowledged

    @property
    def waiting(self) -> int:
        """Messages not yet acknowledged."""
        return self._desk.newest_seq() - self._acknowledged

    def rewind(self) -> int:
        """Goes back some way before the last acknowledged message, and returns that place."""
        self._next = max(0, self._acknowledged - self._overlap)
        return self._next

    def rewind_to(self, place: int) -> None:
        """Goes back to a place that `rewind` returned."""
        self._next = place

    def batch(self) -> list[Entry]:
        """The next few messages to send; none when all are sent."""
        return list(self._desk.entries(self._next, WINDOW))

    async def acknowledge(self, seq: int) -> None:
        """Everything up to `seq` has been received."""
        self._next = seq
        if seq <= self._acknowledged:
            return
        self._acknowledged = seq
        # A disk that fails is told by those who append. Here it costs repeats after a restart.
        with suppress(DiskFault):
            # In a thread: a slow card may keep it waiting, and the loop has clocks to show.
            await asyncio.to_thread(self._cursors.advance_cursor, self.name, seq)
