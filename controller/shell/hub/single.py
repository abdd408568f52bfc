"""The arbiter's desk of a board that stands alone: the same page, over the board's own messages."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from controller.shell.hub.news import News
from controller.shell.hub.tables import Tables
from controller.shell.topics import Retained, event

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.shell.desk import Desk

_BATCH: Final = 200
"""Messages that are read from the journal at once."""


class OneBoard:
    """A desk's boards where there is one.

    It hears what the broker would be told, when somebody looks.

    Args:
        desk: the board.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tables = Tables([desk.board])
        self._retained = Retained(desk)
        self._news = News(self._tables)
        self._seen: int | None = None
        self._version = -1

    @property
    def tables(self) -> Tables:
        """The board as it is now."""
        self._hear()
        return self._tables

    @property
    def newest(self) -> int:
        """The number of the newest news."""
        self._hear()
        return self._news.newest

    @property
    def sheet(self) -> str | None:
        """The address of the score sheet."""
        return "/sheet"

    def now_ms(self) -> int:
        """The board's own time."""
        return self._desk.at_us() // 1000

    def words(self) -> str:
        """The board is not away from itself."""
        return "connected"

    def news(self, after: int, limit: int) -> tuple[int, bytes] | None:
        """The news with greater numbers, at most so many, and the number of the last; see `News.after`."""
        self._hear()
        return self._news.after(after, limit, self.now_ms())

    async def wait(self, after: int) -> None:
        """Waits until there are news with a greater number."""
        while self.newest <= after:
            self._version = await self._desk.wait_change(self._version)

    async def command(self, board: str, role: str, name: str, body: Json) -> Json:
        """Gives a command to the board and returns its reply."""
        del board
        return dataclasses.asdict(await self._desk.command(role, name, body, "http"))

    def _hear(self) -> None:
        desk = self._desk
        if self._seen is None:  # the game that is being played, from its beginning
            game = [] if desk.game_id is None else desk.game_entries(desk.game_id)
            self._seen = game[0].seq - 1 if game else desk.newest_seq()
        while entries := desk.entries(self._seen, _BATCH):
            for entry in entries:
                packet = event(desk.board, entry)
                self._take(packet.topic, packet.payload)
            self._seen = entries[-1].seq
        for packet in self._retained.changed():
            self._take(packet.topic, packet.payload)

    def _take(self, topic: str, payload: bytes) -> None:
        change = self._tables.heard(topic, payload, self._desk.at_us())
        if change is not None:
            self._news.tell(change)
