"""Keeps what the hall knows from the public for a time. Pure: times are arguments, in seconds.

A game's record grows by a few words a move, and it waits in every length that it has had. So of each only what
differs from the one before is kept, in memory as in the file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec


class Entered(msgspec.Struct, frozen=True, kw_only=True, gc=False):
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


class Step(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """How a record differs from the one before it.

    Attributes:
        keep: characters at its beginning that are as before.
        tail: what follows them.
    """

    board: int
    at_s: float
    live: bool
    keep: int
    tail: str


@dataclass(slots=True)
class _Waiting:
    """The records of one board: the oldest, how the others differ, and the newest."""

    first: Entered
    newest: Entered
    steps: deque[Step] = field(default_factory=deque)


class DelayLine:
    """The newest record of each board that is old enough to be seen.

    Whatever was true in the hall at a time is public `delay_s` later, corrections and results too. A clock that
    is set back makes things wait for longer, and never shows one earlier.

    Args:
        delay_s: the delay; may be changed while it runs, and takes effect at once for all that waits.
        entered: what was kept from an earlier run, of each board in the order of time.
    """

    def __init__(self, delay_s: float, entered: Iterable[Entered] = ()) -> None:
        self.delay_s = delay_s
        self._boards: dict[int, _Waiting] = {}
        self._unwritten: list[Step] = []
        for each in entered:
            self.put(each)
        self._unwritten.clear()

    def put(self, new: Entered) -> bool:
        """Takes in a record; whether it differs from the newest of its board."""
        waiting = self._boards.get(new.board)
        if waiting is None:
            self._boards[new.board] = _Waiting(new, new)
            step = _step("", new)
        else:
            before = waiting.newest
            if (before.text, before.live) == (new.text, new.live):
                return False
            step = _step(before.text, new)
            waiting.steps.append(step)
            waiting.newest = new
        if self.delay_s > 0:
            self._unwritten.append(step)
        return True

    def visible(self, now_s: float) -> list[Entered]:
        """What may be seen, one a board in the order of the boards. What it replaces is forgotten."""
        found = []
        for board in sorted(self._boards):
            waiting = self._boards[board]
            while waiting.steps and waiting.steps[0].at_s + self.delay_s <= now_s:
                waiting.first = _after(waiting.first, waiting.steps.popleft())
            if waiting.first.at_s + self.delay_s <= now_s:
                found.append(waiting.first)
        return found

    def next_s(self, now_s: float) -> float | None:
        """When something new will be seen, unless more comes in; None for never."""
        due = (
            at_s + self.delay_s
            for waiting in self._boards.values()
            for at_s in (waiting.first.at_s, *(step.at_s for step in waiting.steps))
        )
        return min((at_s for at_s in due if at_s > now_s), default=None)

    def kept(self) -> Iterator[Entered]:
        """All that must outlast a restart."""
        return entered_of(self.steps())

    def steps(self) -> Sequence[Step]:
        """The same, each by how it differs; the first of each board from an empty text."""
        found = []
        for waiting in self._boards.values():
            found.append(_step("", waiting.first))
            found += waiting.steps
        return found

    def unwritten(self) -> list[Step]:
        """What has come in since this was asked before."""
        found, self._unwritten = self._unwritten, []
        return found


def entered_of(steps: Iterable[Step]) -> Iterator[Entered]:
    """The whole records, one after the other: together they may be more than a machine can hold."""
    known: dict[int, Entered] = {}
    for step in steps:
        before = known.get(step.board)
        empty = Entered(board=step.board, at_s=0, text="", live=False)
        known[step.board] = new = _after(before or empty, step)
        yield new


def _after(before: Entered, step: Step) -> Entered:
    text = before.text[: step.keep] + step.tail
    return Entered(board=step.board, at_s=step.at_s, text=text, live=step.live)


def _step(before: str, new: Entered) -> Step:
    keep = _alike(before, new.text)
    return Step(new.board, new.at_s, new.live, keep, new.text[keep:])


def _alike(one: str, other: str) -> int:
    """How many characters at the beginning are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
