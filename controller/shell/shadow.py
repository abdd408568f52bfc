"""The new core's belief beside the old core: it follows recordings and tells moves, and publishes nothing on a board.

It has no referee, no clock and no claims yet: questions, corrections and moves are all that it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.belief.deciding import Doubt, Made, Undone, lines
from controller.core.belief.tracker import Belief
from controller.core.inputs import Command, Effects, Frame, Gap, Input, Press
from controller.core.messages import Correction, Message, Move, Question
from controller.core.sensing.debounce import debounced
from controller.core.sensing.health import SensorHealth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.belief.deciding import Decision
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings


class Shadow:
    """One game followed by hypotheses, with the face that replays need of a core."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.health = SensorHealth(settings.game)
        self.belief = Belief(settings.game, settings.game.start(settings.start), settings.timings)
        self._debounce = debounced(settings)
        self._framed = False
        self._now_ns = self._asked = 0

    def feed(self, item: Input) -> Effects:
        """Takes one input. Inputs must come in the order of their times."""
        self._now_ns = max(self._now_ns, item.at_ns)
        match item:
            case Frame():
                self._edges(self._frame(item))
            case Gap():
                points = (1 << len(self.settings.game.points)) - 1
                self._debounce.gap(points, item.from_ns, item.at_ns)
            case Press():
                self.belief.press(item.side, item.at_ns)
            case Command():
                self._obey(item)
            case _:
                self._edges(self._debounce.tick(item.at_ns))
        if self._framed:
            self.belief.blind(self._debounce.unread, self._now_ns)
            self.belief.tick(self._now_ns)
        return Effects(messages=tuple(self._conclusions()))

    def next_deadline(self) -> int | None:
        """When a `Tick` is wanted (nanoseconds), even if nothing changes."""
        if not self._framed:
            return None
        due = (self._debounce.deadline(), self.belief.next_deadline(self._now_ns))
        return min((at for at in due if at is not None and at > self._now_ns), default=None)

    def _frame(self, frame: Frame) -> list[Edge]:
        if self._framed:
            return self._debounce.frame(
                frame.at_ns, frame.levels, frame.unknown, frame.marks, frame.wobbling
            )
        self._framed = True
        self._debounce.reset(frame.levels, frame.unknown, frame.marks)
        return []

    def _edges(self, edges: Iterable[Edge]) -> None:
        for edge in edges:
            self.belief.edge(edge)

    def _obey(self, command: Command) -> None:
        if command.name == "promote" and command.role in self.settings.game.sides:
            side = next(side for side in self.settings.game.sides if side == command.role)
            self.belief.promote(side, str(command.args.get("to", "")), self._now_ns)

    def _conclusions(self) -> Iterable[Message]:
        while (found := self.belief.decide(self._now_ns)) is not None:
            message = self._message(found)
            if message is not None:
                yield message

    def _message(self, found: Decision) -> Message | None:
        match found:
            case Made(node=node) if node.move is not None and node.parent is not None:
                names, move = self.settings.game.points, node.move
                return Move(
                    ply=node.depth,
                    side=move.side,
                    move=move.text,
                    notation={},
                    captured=[names[point] for point in move.captured],
                    path=[names[point] for point in move.path],
                    position=node.position.value,
                    completed_by=found.how.value,
                )
            case Undone(to=node):
                return Correction(
                    from_ply=node.depth + 1,
                    to_ply=node.depth + 1,
                    why="later play denies it",
                    by="evidence",
                    position=node.position.value,
                )
            case Doubt(candidates=candidates):
                self._asked += 1
                return Question(
                    id=f"q{self._asked}",
                    reason="the evidence fits several moves",
                    candidates=lines(candidates),
                    answers=[],
                )
            case _:
                return None
