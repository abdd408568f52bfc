"""One board's feed: follows the board, and keeps what is not public yet through a restart."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.relay import Relayed
from controller.shell.feeds.steady import SteadyTime
from controller.shell.signs import awaited

if TYPE_CHECKING:
    from pathlib import Path

    from controller.shell.desk import Desk

_ENDED = frozenset({"ended"})


class Feed:
    """The record of the game on a board, as the public may see it.

    Args:
        desk: the board.
        number: the board's, at the event.
        delay_s: how long the public waits.
        file: where what waits is kept; None keeps it in memory only.
        now: the time; tests pass another.
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
        self.take()

    @property
    def delay_s(self) -> float:
        return self._line.delay_s

    def take(self) -> bool:
        """Takes in how the game stands; whether that is news."""
        self._line.visible(self._now())  # what nobody can see any more need not be kept
        live = self._desk.view().stage not in _ENDED
        text = self._desk.record()
        return bool(text) and self._line.put(
            Entered(board=self.number, at_s=self._now(), text=text, live=live)
        )

    async def keep(self) -> None:
        """Follows the board until it is cancelled."""
        version = 0
        while True:
            version = await awaited(partial(self._desk.wait_change, version))
            self.take()
            if self._file is not None:
                await self._file.keep(self._line)

    def games(self) -> list[Relayed]:
        """What may be seen now: one game, or none."""
        self.take()
        return [
            Relayed(board=each.board, text=each.text, live=each.live)
            for each in self._line.visible(self._now())
        ]

    def next_s(self) -> float | None:
        """The time at which more will be seen; None until the board changes."""
        return self._line.next_s(self._now())
