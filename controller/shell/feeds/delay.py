"""Keeps what the hall knows from the public for a time. Pure: times are arguments, in seconds.

A game's record grows by a few words a move, and it waits in every length that it has had. So of each only what
differs from the one before is kept, in memory as in the file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import structs

from controller.shell.feeds.relay import Relayed
from controller.shell.feeds.rounds import NOTHING, Place, Seen, Told, placed, told_by


class Entered(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A record as it was at a time.

    Attributes:
        board: number of the board.
        at_s: the time at which it came in.
        live: the game is being played.
        game: tells the games of a board apart.
    """

    board: int
    at_s: float
    text: str
    live: bool
    game: str = ""


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
    game: str = ""


@dataclass(slots=True)
class _Waiting:
    """The records of one game: the oldest, how the others differ, and the newest.

    Attributes:
        begun_at_s: when the first of them came in in which the game has begun.
        told: what that one says of the game's place; until then what the oldest says.
    """

    first: Entered
    newest: Entered
    steps: deque[Step] = field(default_factory=deque)
    begun_at_s: float | None = None
    told: Told = NOTHING

    def advance(self, until_s: float) -> bool:
        """Forgets what was replaced by then; whether any of it came in by then."""
        if self.first.at_s > until_s:
            return False
        self._look()
        while self.steps and self.steps[0].at_s <= until_s:
            self.first = _after(self.first, self.steps.popleft())
            self._look()
        return True

    def _look(self) -> None:
        if self.begun_at_s is None:
            self.told = told_by(self.first.text)
            self.begun_at_s = self.first.at_s if self.told.begun else None


class DelayLine:
    """The newest record of each game of the round that is old enough to be seen.

    Whatever was true in the hall at a time is public `delay_s` later, corrections and results too. A clock that
    is set back makes things wait for longer, and never shows one earlier.

    Args:
        delay_s: the delay; may be changed while it runs, and takes effect at once for all that waits.
        entered: what was kept from an earlier run, of each board in the order of time.
        kept: what comes in is asked for by `unwritten`, without a delay too.
    """

    def __init__(
        self, delay_s: float, entered: Iterable[Entered] = (), *, kept: bool = False
    ) -> None:
        self.delay_s = delay_s
        self._kept = kept
        self._boards: dict[int, dict[str, _Waiting]] = {}
        self._unwritten: list[Step] = []
        for each in entered:
            self.put(each)
        self._unwritten.clear()

    def put(self, new: Entered) -> bool:
        """Takes in a record; whether it differs from the newest of its game."""
        games = self._boards.setdefault(new.board, {})
        if new.game and "" in games:  # an earlier version did not tell games apart
            games[new.game] = _named(games.pop(""), new.game)
        waiting = games.get(new.game)
        if waiting is None:
            games[new.game] = _Waiting(new, new)
            step = _step("", new)
        else:
            before = waiting.newest
            if (before.text, before.live) == (new.text, new.live):
                return False
            step = _step(before.text, new)
            waiting.steps.append(step)
            waiting.newest = new
        if self.delay_s > 0 or self._kept:
            self._unwritten.append(step)
        return True

    def names(self, board: int) -> Sequence[str]:
        """The games that are known of a board, the oldest first."""
        return tuple(self._boards.get(board, ()))

    def visible(self, now_s: float) -> list[Entered]:
        """What may be seen, in the order of the boards. What it replaces is forgotten."""
        return [each for each, _ in self._placed(now_s)]

    def games(self, now_s: float) -> list[Relayed]:
        """The same, for relays."""
        return [
            Relayed(board=each.board, text=each.text, live=each.live, game=each.game, place=place)
            for each, place in self._placed(now_s)
        ]

    def _placed(self, now_s: float) -> list[tuple[Entered, Place]]:
        found: list[tuple[Entered, Place]] = []
        for _, games in sorted(self._boards.items()):
            seen = [each for each in games.values() if each.advance(now_s - self.delay_s)]
            places = placed([self._seen(each) for each in seen], now_s)
            for waiting, place in zip(seen, places, strict=True):
                game = waiting.first
                if place is not None:
                    live = game.live and waiting is seen[-1]
                    found.append((structs.replace(game, live=live), place))
                elif not waiting.steps:
                    del games[game.game]
        return found

    def _seen(self, waiting: _Waiting) -> Seen:
        at_s = waiting.begun_at_s
        begun_s = None if at_s is None else at_s + self.delay_s
        return Seen(waiting.first.text, begun_s, waiting.told)

    def next_s(self, now_s: float) -> float | None:
        """When something new will be seen, unless more comes in; None for never."""
        due = (
            at_s + self.delay_s
            for waiting in self._all()
            for at_s in (waiting.first.at_s, *(step.at_s for step in waiting.steps))
        )
        return min((at_s for at_s in due if at_s > now_s), default=None)

    def kept(self) -> Iterator[Entered]:
        """All that must outlast a restart."""
        return entered_of(self.steps())

    def steps(self) -> Sequence[Step]:
        """The same, each by how it differs; the first of each game from an empty text."""
        found = []
        for waiting in self._all():
            found.append(_step("", waiting.first))
            found += waiting.steps
        return found

    def _all(self) -> Iterator[_Waiting]:
        return (waiting for games in self._boards.values() for waiting in games.values())

    def unwritten(self) -> list[Step]:
        """What has come in since this was asked before."""
        found, self._unwritten = self._unwritten, []
        return found


def entered_of(steps: Iterable[Step]) -> Iterator[Entered]:
    """The whole records, one after the other: together they may be more than a machine can hold."""
    known: dict[tuple[int, str], Entered] = {}
    for step in steps:
        before = known.get((step.board, step.game))
        empty = Entered(board=step.board, at_s=0, text="", live=False)
        known[step.board, step.game] = new = _after(before or empty, step)
        yield new


def _after(before: Entered, step: Step) -> Entered:
    text = before.text[: step.keep] + step.tail
    return Entered(board=step.board, at_s=step.at_s, text=text, live=step.live, game=step.game)


def _named(waiting: _Waiting, game: str) -> _Waiting:
    """The same records, of a game with this name."""
    return _Waiting(
        structs.replace(waiting.first, game=game),
        structs.replace(waiting.newest, game=game),
        deque(structs.replace(step, game=game) for step in waiting.steps),
    )


def _step(before: str, new: Entered) -> Step:
    keep = _alike(before, new.text)
    return Step(new.board, new.at_s, new.live, keep, new.text[keep:], new.game)


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
