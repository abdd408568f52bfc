"""What has happened on the boards, numbered, for viewers who are slow or come back. Pure."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.shell.hub.tables import Table

NEWS_MAX: Final = 20_000
"""News that are kept: a minute of sixty boards in blitz."""
_UNSEEN: Final = frozenset({"record"})
"""Topics that are not in what a desk shows of a board; whoever wants them asks."""


class News:
    """The newest news, as server-sent events."""

    def __init__(self) -> None:
        self._kept: deque[bytes] = deque(maxlen=NEWS_MAX)
        self._told = 0

    @property
    def newest(self) -> int:
        """The number of the newest news; they count from 1."""
        return self._told

    def after(self, number: int, limit: int) -> list[bytes] | None:
        """The news with greater numbers, at most so many; None where some of them are no longer kept."""
        first = len(self._kept) - (self._told - number)
        if not 0 <= first <= len(self._kept):
            return None
        return list(islice(self._kept, first, first + limit))

    def tell(self, table: Table, topic: str, body: Json, now_ms: int) -> None:
        """Takes in what a board has said on a topic.

        Args:
            now_ms: the time by which the boards' clocks count.
        """
        if topic in _UNSEEN:
            return
        self._told += 1
        if topic.startswith("event/"):
            kind, data = b"event", msgspec.json.encode({"board": table.board, "event": body})
        else:
            kind, data = b"table", msgspec.json.encode({**table.summary(), "at_ms": now_ms})
        self._kept.append(b"id: %d\nevent: %b\ndata: %b\n\n" % (self._told, kind, data))
