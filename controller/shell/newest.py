"""The newest messages of the journal in memory, so that readers who keep up need not read it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.desk import Entry

KEPT = 100
"""Some moves of a game with all that is told of them; about 50 KB."""


class Newest:
    """The newest messages, without a gap."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=KEPT)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Adds what has been written, in order."""
        if entries and self._entries and entries[0].seq != self._entries[-1].seq + 1:
            self._entries.clear()
        self._entries.extend(entries)

    def after(self, seq: int, limit: int) -> list[Entry] | None:
        """At most so many messages after one; None where the next one is not kept any more."""
        if not self._entries or self._entries[0].seq > seq + 1:
            return None
        return [entry for entry in self._entries if entry.seq > seq][:limit]
