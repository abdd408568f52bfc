"""People who answer a board while a recorded evening is played to it: they know what was made, and hands heed nothing.

What they do, and nothing else:

* A question that has been open for `SEEN_US` the arbiter answers with the move that was made; `none` where it is none of
  those offered, or nothing was made.
* Where the board has asked pieces back, or named an irregularity, for as long, and the record is not what was made, the arbiter
  enters what was made (`correct`). He waits until no move is under way.
* Where the record is right then and the board still asks pieces back, he says that they stand right (`resume`).
* A move that changes only points whose sensors the board has named as failing is entered by the players, as soon
  as it is made: nothing else could show it.

Nobody corrects a wrong move that the board is content with.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from controller.core.inputs import Command, Tick
from controller.core.messages import (
    Answered,
    Correction,
    Irregularity,
    Question,
    Restore,
    Result,
)
from controller.core.messages import Move as MoveMessage
from controller.shell.pump import Pump
from controller.shell.replay import RUN_ON_US, inputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from controller.core.inputs import Effects, Input
    from controller.core.messages import Message
    from controller.shell.cores import Core
    from controller.shell.trace import Line
    from controller.shell.trace_header import Header
    from controller.shell.truth import TruePly
    from rules.game import Game
    from rules.terms import PointSet

SEEN_US = 5_000_000
"""After this long somebody has seen that the board asks."""
AGAIN_US = 2_000_000
"""After this long they look again whether what they have said has helped."""
LOOK_US = 500_000
"""So often they look at the board."""
TRIES = 20
"""Times that they say something about one and the same state of the board."""
NONE = "none"
"""The answer that it was none of the moves offered."""


class People:
    """Who answers, and what they have heard.

    Args:
        truth: what is made.
        points: what each ply of it changes on the board.

    Attributes:
        line: the record as the board has told it.
    """

    def __init__(self, truth: Sequence[TruePly], points: Sequence[PointSet]) -> None:
        self._truth = truth
        self._points = points
        self._made_us = [true.made_us for true in truth]
        self._asked: Question | None = None
        self._restoring = self._named = self._over = False
        self._due_us = 0
        self._tries = 0
        self.line: list[str] = []

    def hear(self, at_us: int, messages: Iterable[Message]) -> None:
        """Takes what the board says."""
        for message in messages:
            if self._heard(message):
                self._due_us, self._tries = at_us + SEEN_US, 0

    def _heard(self, message: Message) -> bool:
        """Takes one message; whether the board waits for people anew."""
        match message:
            case Question():
                self._asked = message
                return True
            case Irregularity():
                self._named = True
                return True
            case Restore():
                self._restoring = not message.done
                self._named = self._named and not message.done
                return not message.done
            case Answered():
                self._asked = None
            case MoveMessage():
                self.line = [*self.line[: message.ply - 1], message.move]
                self._named = False
            case Correction() if message.cause != "set-position":
                del self.line[message.from_ply - 1 :]
            case Result():
                self._over = True
            case _:
                pass
        return False

    def say(self, at_us: int, suspected: PointSet) -> Command | None:
        """What somebody says now, if anything.

        Args:
            suspected: points whose sensors the board has named as failing.
        """
        waits = self._asked is not None or self._restoring or self._named
        if not waits:
            return None if self._over else self._enter_unfelt(at_us, suspected)
        if at_us < self._due_us or self._tries >= TRIES:
            return None
        command = self._command(at_us)
        if command is not None:
            self._due_us = at_us + AGAIN_US
            self._tries += 1
        return command

    def _command(self, at_us: int) -> Command | None:
        if self._asked is not None:
            return self._answer(at_us, self._asked)
        if not self._at_rest(at_us):
            return None
        if self.line != self._made(at_us):
            return self._correct(at_us)
        if self._restoring:
            return _said(at_us, "resume", {})
        self._named = False  # it was named for what was done, or is forgotten
        return None

    def _answer(self, at_us: int, asked: Question) -> Command:
        """The move that was made, or that a hand has begun."""
        ply = len(self.line)
        right = self.line == [true.move for true in self._truth[:ply]]
        begun = right and ply < len(self._truth) and self._truth[ply].began_us <= at_us
        made = self._truth[ply].move if begun else NONE
        move = made if made in asked.candidates else NONE
        return _said(at_us, "answer", {"move": move, "id": asked.id})

    def _enter_unfelt(self, at_us: int, suspected: PointSet) -> Command | None:
        """The players enter the one move that no sensor can have shown."""
        made = self._made(at_us)
        ply = len(made) - 1
        if not suspected or self.line != made[:-1] or not made or not self._at_rest(at_us):
            return None
        if self._points[ply] & ~suspected or at_us < self._made_us[ply] + LOOK_US:
            return None
        return self._correct(at_us)

    def _correct(self, at_us: int) -> Command:
        """The record from the first ply on that is not what was made."""
        made = self._made(at_us)
        pairs = zip(self.line, made, strict=False)
        same = next((n for n, (told, true) in enumerate(pairs) if told != true), None)
        ply = min(len(self.line), len(made)) if same is None else same
        if ply == len(made):
            return _said(at_us, "correct", {"to_ply": ply, "why": "seen"})
        return _said(at_us, "correct", {"ply": ply + 1, "moves": made[ply:], "why": "seen"})

    def _made(self, at_us: int) -> list[str]:
        return [true.move for true in self._truth[: bisect_right(self._made_us, at_us)]]

    def _at_rest(self, at_us: int) -> bool:
        """Whether no move is under way."""
        ply = bisect_right(self._made_us, at_us)
        return ply == len(self._truth) or at_us < self._truth[ply].began_us


def _said(at_us: int, name: str, args: Mapping[str, object]) -> Command:
    return Command(at_ns=at_us * 1000, role="arbiter", name=name, args=args)


def answered_by_people(
    header: Header, lines: Iterable[Line], core: Core, truth: Sequence[TruePly]
) -> Iterator[tuple[int, Effects]]:
    """Feeds a trace to a core, people answering; time runs on for a while behind its end.

    Yields:
        The time in microseconds, and what follows.

    Raises:
        BadTrace: from `lines`.
    """
    people = People(truth, changed_by(header.game, header.start, truth))
    table = _Table(header.game, core, people)
    for _, item in inputs(header, lines):
        yield from table.run_until(item.at_ns // 1000)
        yield from table.feed(item)
    yield from table.run_until(table.at_us + RUN_ON_US + TRIES * AGAIN_US)


class _Table:
    """A core, its time, and the people beside it."""

    def __init__(self, game: Game, core: Core, people: People) -> None:
        self._index = game.index
        self._core = core
        self._pump = Pump(core)
        self._people = people
        self.at_us = 0

    def run_until(self, until_us: int) -> Iterator[tuple[int, Effects]]:
        """Lets time pass to just before a moment; people look at the board meanwhile."""
        while self.at_us + LOOK_US < until_us:
            yield from self.feed(Tick(at_ns=(self.at_us + LOOK_US) * 1000))
            command = self._people.say(self.at_us, self._suspected())
            if command is not None:
                yield from self.feed(command)

    def feed(self, item: Input) -> Iterator[tuple[int, Effects]]:
        """Feeds an input and lets people hear what follows."""
        self.at_us = item.at_ns // 1000
        for at_ns, effects in self._pump.advance(item):
            self._people.hear(at_ns // 1000, effects.messages)
            yield at_ns // 1000, effects

    def _suspected(self) -> PointSet:
        named = {str(each["point"]) for each in self._core.health.told(self.at_us * 1000)}
        return sum(1 << self._index[name] for name in named)


def changed_by(game: Game, start: str | None, truth: Sequence[TruePly]) -> list[PointSet]:
    """The points that each ply changes.

    Raises:
        AssertionError: one is not legal where it was made.
    """
    position = game.start(start)
    found: list[PointSet] = []
    for true in truth:
        move = position.by_text(true.move)
        assert move is not None, f"{true.move} is not legal in {position.text}"
        places = move.footprint.places
        found.append(places if move.mover is None else places | move.footprint.lifts)
        position = position.play(move)
    return found
