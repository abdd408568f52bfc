"""One board's feed: follows the board, and keeps what is not public yet through a restart."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from controller.journal.faults import DiskFault, JournalError
from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.rounds import GAMES_MAX, told_by
from controller.shell.feeds.steady import SteadyTime
from controller.shell.signs import awaited

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from controller.shell.desk import Desk
    from controller.shell.feeds.relay import Relayed

_ENDED = frozenset({"ended"})
_log = logging.getLogger("touchmove.feed")


class Feed:
    """The record of the game on a board, as the public may see it.

    Args:
        desk: the board.
        number: the board's, at the event.
        delay_s: how long the public waits.
        file: where what waits is kept; None keeps it in memory only.
        now: the time; tests pass another.

    Attributes:
        fetched_us: when somebody fetched its files last, on the board's clock; None for never.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        number: int = 1,
        delay_s: float = 0.0,
        file: Path | None = None,
        now: SteadyTime | None = None,
    ) -> None:
        self.number = number
        self._desk = desk
        self._now = now or SteadyTime()
        self._file = None if file is None or not delay_s else FeedFile(file, self._now)
        self._line = DelayLine(delay_s, () if self._file is None else self._file.read())
        self._game_id: str | None = None
        self.fetched_us: int | None = None
        self.take()

    @property
    def delay_s(self) -> float:
        return self._line.delay_s

    def take(self) -> bool:
        """Takes in how the game stands; whether that is news."""
        self._line.visible(self._now())  # what nobody can see any more need not be kept
        if self._game_id != self._desk.game_id:
            self._catch_up()
        live = self._desk.view().stage not in _ENDED
        return self._put(self._desk.game_id, self._desk.record(), live=live)

    def _put(self, game_id: str | None, text: str, *, live: bool) -> bool:
        return bool(text) and self._line.put(
            Entered(
                board=self.number,
                at_s=self._now(),
                text=text,
                live=live,
                game=self._name(game_id),
            )
        )

    def _name(self, game_id: str | None) -> str:
        return f"{self._desk.epoch}/{game_id}"

    def _catch_up(self) -> None:
        """Another game is on the board: takes in how those before it ended, as the journal has them."""
        before, self._game_id = self._game_id, self._desk.game_id
        try:
            ids = [each.game_id for each in self._desk.games() if each.game_id != self._game_id]
            past = self._round(ids) if before is None else self._since(ids, before)
        except (DiskFault, JournalError) as fault:
            _log.warning("the games before this one cannot be read (%s); the feed goes on", fault)
            return
        for game_id, text in past:
            self._put(game_id, text, live=False)

    def _since(self, ids: Sequence[str], first: str) -> list[tuple[str, str]]:
        newer = ids[ids.index(first) :] if first in ids else ()
        return [(each, self._desk.record(each)) for each in newer[-GAMES_MAX:]]

    def _round(self, ids: Sequence[str]) -> list[tuple[str, str]]:
        """After a start: the games of the round, and what an earlier run knew of.

        Those that the earlier run has left out already do not come again.
        """
        names, found = self._line.names(self.number), list[tuple[str, str]]()
        known, newest = self._name(self._game_id) in names, told_by(self._desk.record())
        for game_id in reversed(ids[-GAMES_MAX:]):
            if self._name(game_id) in names:
                known = True
            elif known:
                continue
            text = self._desk.record(game_id)
            told = told_by(text)
            if not told.begun:
                continue
            if not names and newest.begun and not told.same_round(newest):
                break
            newest = newest if newest.begun else told
            found.append((game_id, text))
        return found[::-1]

    async def keep(self) -> None:
        """Follows the board until it is cancelled."""
        version = 0
        while True:
            version = await awaited(partial(self._desk.wait_change, version))
            self.take()
            await self.write()

    async def write(self) -> None:
        """Keeps on disk what the public waits for, if anything."""
        if self._file is not None:
            await self._file.keep(self._line)

    def fetched(self) -> list[Relayed]:
        """The same as `games`, for who fetches the files."""
        self.fetched_us = self._desk.at_us()
        return self.games()

    def games(self) -> list[Relayed]:
        """What may be seen now: the board's game, if any, and what stands beside it."""
        self.take()
        return self._line.games(self._now())

    def next_s(self) -> float | None:
        """The time at which more will be seen; None until the board changes."""
        return self._line.next_s(self._now())
