"""Keeps what the hall knows from the public for a time. Pure: times are arguments, in seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A record as it was at a time.

    Attributes:
        board: number of the board.
        at_s: the time at which it came in.
        live: the game is being played.
    """

    board: int
    at_s: float
    text: str
    live: bool


class DelayLine:
    """The newest record of each board that is old enough to be seen.

    Whatever was true in the hall at a time is public `delay_s` later, corrections and results too. A clock that
    is set back makes things wait for longer, and never shows one earlier.

    Args:
        delay_s: the delay; may be changed while it runs, and takes effect at once for all that waits.
        entered: what was kept from an earlier run.
    """

    def __init__(self, delay_s: float, entered: Iterable[Entered] = ()) -> None:
        self.delay_s = delay_s
        self._boards: dict[int, deque[Entered]] = {}
        for each in sorted(entered, key=lambda each: each.at_s):
            self._boards.setdefault(each.board, deque()).append(each)

    def put(self, new: Entered) -> bool:
        """Takes in a record; whether it differs from the newest of its board."""
        waiting = self._boards.setdefault(new.board, deque())
        if waiting and (waiting[-1].text, waiting[-1].live) == (new.text, new.live):
            return False
        waiting.append(new)
        return True

    def visible(self, now_s: float) -> list[Entered]:
        """What may be seen, one a board in the order of the boards. What it replaces is forgotten."""
        found = []
        for board in sorted(self._boards):
            waiting = self._boards[board]
            while len(waiting) > 1 and waiting[1].at_s + self.delay_s <= now_s:
                waiting.popleft()
            if waiting[0].at_s + self.delay_s <= now_s:
                found.append(waiting[0])
        return found

    def next_s(self, now_s: float) -> float | None:
        """When something new will be seen, unless more comes in; None for never."""
        due = (each.at_s + self.delay_s for each in self.kept())
        return min((at_s for at_s in due if at_s > now_s), default=None)

    def kept(self) -> Iterator[Entered]:
        """All that must outlast a restart."""
        for waiting in self._boards.values():
            yield from waiting
