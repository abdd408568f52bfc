"""One board's feed: follows the board, and keeps what is not public yet through a restart."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import msgspec

from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.relay import Relayed
from controller.shell.feeds.steady import Kept, SteadyTime, kept, resumed
from controller.shell.recordfiles import write_whole
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from controller.shell.desk import Desk

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
        self._file = file
        self._now = now or SteadyTime()
        self._line = DelayLine(delay_s, kept_in(file, self._now))
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
        version, known = 0, list[Entered]()
        while True:
            version = await self._desk.wait_change(version)
            self.take()
            entered = list(self._line.kept())
            if entered != known and self._file is not None and self.delay_s:
                await keep_entered(self._file, entered, self._now)
                known = entered

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


async def keep_entered(file: Path, entered: Sequence[Entered], now: SteadyTime) -> None:
    """Writes what the public waits for. Where that fails, a restart only makes it wait again."""
    text = msgspec.json.encode(kept(entered, now)).decode() + "\n"
    with contextlib.suppress(RulesError, OSError):
        await asyncio.to_thread(write_whole, file, text)


def kept_in(file: Path | None, now: SteadyTime) -> Sequence[Entered]:
    """What an earlier run had kept; nothing where the file is not there or not whole."""
    if file is None or not file.exists():
        return ()
    try:
        return resumed(msgspec.json.decode(file.read_bytes(), type=Kept), now)
    except (OSError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        _log.warning("%s cannot be read (%s); the feed waits anew", file, error)
        return ()
