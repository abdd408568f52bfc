"""The belief alone: it follows recordings and tells moves, so that numbers of the model can be tried quickly.

It has no referee, no clock and no claims yet: moves, corrections, questions, what is no legal move, and that it does not know what
stands are all that it says; an answer, an entered line and a new piece's name are all that it hears.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from controller.core.belief.deciding import lines
from controller.core.belief.decision import Doubt, Made, Undone, Unlawful
from controller.core.belief.health import above
from controller.core.belief.line import Node
from controller.core.belief.tracker import Belief
from controller.core.inputs import Command, Effects, Frame, Gap, Input, Press
from controller.core.messages import (
    Answered,
    Correction,
    Irregularity,
    Message,
    Move,
    Observed,
    Question,
    Restore,
)
from controller.core.sensing.debounce import debounced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from controller.core.belief.decision import Decision
    from controller.core.messages import Json
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings


By = Literal["settled", "pressed", "reply", "arbiter"]


class Suspicion:
    """The sensors that a belief blames, as `health` messages name them."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief

    def told(self, at_ns: int) -> list[Json]:
        """Those that are likelier bad than not."""
        setting = self._belief.setting
        found = above(self._belief.suspects(at_ns), setting.costs.suspect_permille)
        return [{"point": setting.game.points[point], "symptom": "suspect"} for point in found]


class Shadow:
    """One game followed by hypotheses, with the face that replays need of a core."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.belief = Belief(settings.game, settings.game.start(settings.start), settings.timings)
        self.health = Suspicion(self.belief)
        self._debounce = debounced(settings)
        self._framed = False
        self._now_ns = self._asked = 0
        self._open: tuple[str, tuple[Node, ...]] | None = None
        self._line: list[str] = []

    def feed(self, item: Input) -> Effects:
        """Takes one input. Inputs must come in the order of their times."""
        self._now_ns = max(self._now_ns, item.at_ns)
        said: list[Message] = []
        match item:
            case Frame():
                self._edges(self._frame(item))
            case Gap():
                points = (1 << len(self.settings.game.points)) - 1
                self._debounce.gap(points, item.from_ns, item.at_ns)
            case Press():
                self.belief.press(item.side, item.at_ns)
            case Command():
                said += self._noted(self._obey(item))
            case _:
                self._edges(self._debounce.tick(item.at_ns))
        if self._framed:
            self.belief.blind(self._debounce.unread, self._now_ns)
            self._debounce.take_blinded()
            self.belief.tick(self._now_ns)
        said += self._noted(self._conclusions())
        return Effects(messages=tuple(said))

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

    def _noted(self, said: Iterable[Message]) -> Iterator[Message]:
        """Keeps the record as it is told."""
        for message in said:
            if isinstance(message, Move):
                self._line = [*self._line[: message.ply - 1], message.move]
            elif isinstance(message, Correction):
                del self._line[message.from_ply - 1 :]
            yield message

    # What people say.

    def _obey(self, command: Command) -> list[Message]:
        match command.name:
            case "promote" if command.role in self.settings.game.sides:
                side = next(side for side in self.settings.game.sides if side == command.role)
                self.belief.promote(side, str(command.args.get("to", "")), self._now_ns)
            case "adjust" if command.role in self.settings.game.sides:
                side = next(side for side in self.settings.game.sides if side == command.role)
                self.belief.adjust(side)
            case "answer":
                return self._answered(str(command.args["move"]))
            case "correct" if "moves" in command.args:
                return self._entered(int(command.args["ply"]) - 1, command.args["moves"])
            case "correct":
                return self._entered(int(command.args["to_ply"]), ())
            case "resume":
                return self._entered(len(self._line), ())
            case _:
                pass
        return []

    def _answered(self, move: str) -> list[Message]:
        if self._open is None:
            return []
        name, asked = self._open
        self._open = None
        chosen = next((node for node in asked if node.move and node.move.text == move), None)
        self.belief.answer(chosen, self._now_ns)
        told = None if chosen is None or chosen.move is None else chosen.move.text
        return [Answered(id=name, move=told, by="arbiter")]

    def _entered(self, keep: int, moves: Sequence[str]) -> list[Message]:
        """The record as people have it: so many plies of it, and these behind them."""
        game = self.settings.game
        node = Node.start(game, game.start(self.settings.start))
        said: list[Message] = []
        for text in [*self._line[:keep], *moves]:
            move = node.position.by_text(text)
            if move is None:
                return []
            node = node.child(move)
            if node.depth > keep:
                said.append(self._move(node, "arbiter"))
        if keep < len(self._line):
            said.insert(0, self._correction(keep, node, "correct"))
        self._open = None
        self.belief.reset(node, self._now_ns)
        done = Restore(missing=[], extra=[], done=True, why="correction")
        return [*said, done]

    # What the belief says.

    def _conclusions(self) -> Iterator[Message]:
        while (found := self.belief.decide(self._now_ns)) is not None:
            yield from self._messages(found)

    def _messages(self, found: Decision) -> Iterator[Message]:
        match found:
            case Made(node=node) if node.move is not None:
                if self._open is not None:
                    yield Answered(id=self._open[0], move=node.move.text, by="evidence")
                    self._open = None
                yield self._move(node, found.how.value)
            case Undone(to=node):
                yield self._correction(node.depth, node, "players")
            case Doubt(candidates=()):
                yield Restore(missing=[], extra=[], done=False, why="recovery")
            case Doubt(candidates=candidates):
                self._asked += 1
                self._open = f"q{self._asked}", candidates
                yield Question(
                    id=f"q{self._asked}",
                    reason="the evidence fits several moves",
                    candidates=lines(candidates),
                    answers=[],
                )
            case Unlawful():
                yield self._irregularity(found)
            case _:
                pass

    def _move(self, node: Node, completed_by: By) -> Move:
        names, move = self.settings.game.points, node.move
        assert move is not None
        return Move(
            ply=node.depth,
            side=move.side,
            move=move.text,
            notation={},
            captured=[names[point] for point in move.captured],
            path=[names[point] for point in move.path],
            position=node.position.value,
            completed_by=completed_by,
        )

    def _correction(self, keep: int, node: Node, cause: str) -> Correction:
        return Correction(
            from_ply=keep + 1,
            to_ply=max(len(self._line), keep + 1),
            why="later play denies it" if cause == "players" else "seen",
            by="evidence" if cause == "players" else "arbiter",
            position=node.position.value,
            cause="players" if cause == "players" else "correct",
        )

    def _irregularity(self, found: Unlawful) -> Irregularity:
        """Its name is the referee's; here only the points count."""
        names = self.settings.game.points
        return Irregularity(
            id=f"i{self._now_ns}",
            law="",
            kind="unlawful",
            side=found.hypothesis.node.book.side,
            points=[names[point] for point in sorted(found.hypothesis.diff)],
            observed=Observed(),
            remedy="",
        )
