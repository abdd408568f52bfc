"""What has happened on the boards, numbered, for viewers who are slow or come back. Pure.

Of a board's state only is kept that it has changed: it is written out when somebody looks, as it is then, once for
all who look. So a hall at which nobody looks costs nothing here.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from controller.shell.hub.tables import Change, Tables

NEWS_MAX: Final = 20_000
"""News that are kept: five minutes of sixty boards, ten seconds of two thousand."""
_UNSEEN: Final = frozenset({"record"})
"""Topics that are not in what a desk shows of a board; whoever wants them asks."""
_SHARED: Final = 64
"""Answers that are kept for viewers who have read as far as another."""


class News:
    """The newest news, as server-sent events."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: deque[tuple[str, str | bytes]] = deque(maxlen=NEWS_MAX)
        self._told = 0
        self._written: dict[tuple[int, int], tuple[int, bytes]] = {}

    @property
    def newest(self) -> int:
        """The number of the newest news; they count from 1."""
        return self._told

    def tell(self, change: Change) -> None:
        """Takes in what a message has changed."""
        board = change.table.board
        for topic in change.topics:
            if topic not in _UNSEEN:
                self._add(board, topic)
        if change.event is not None:
            self._add(board, change.event)

    def _add(self, board: str, what: str | bytes) -> None:
        self._kept.append((board, what))
        self._told += 1
        self._written.clear()

    def after(self, number: int, limit: int, now_ms: int) -> tuple[int, bytes] | None:
        """The news with greater numbers, at most so many; None where some of them are no longer kept.

        Of each board that has changed there is one event, with all that has.

        Args:
            now_ms: the time by which the boards' clocks count.

        Returns:
            The number of the last, which is `number` where there are none, and the text.
        """
        first = len(self._kept) - (self._told - number)
        if not 0 <= first <= len(self._kept):
            return None
        if (found := self._written.get((number, limit))) is None:
            if len(self._written) >= _SHARED:
                self._written.clear()
            found = self._written[number, limit] = self._write(number, first, limit, now_ms)
        return found

    def _write(self, number: int, first: int, limit: int, now_ms: int) -> tuple[int, bytes]:
        events: list[bytes] = []
        changed: dict[str, dict[str, None]] = {}
        last = number
        for last, (board, what) in enumerate(islice(self._kept, first, first + limit), number + 1):
            if isinstance(what, bytes):
                events.append(
                    b'id: %d\nevent: event\ndata: {"board":"%b","event":%b}\n\n'
                    % (last, board.encode(), what)
                )
            else:
                changed.setdefault(board, {})[what] = None
        for board, topics in changed.items():
            told = self._tables.by_board[board].told(topics)
            events.append(
                b'id: %d\nevent: table\ndata: %b,"at_ms":%d}\n\n' % (last, told[:-1], now_ms)
            )
        return last, b"".join(events)
