"""Hands at a board for scenes: edges as sensors give them, at times of their own, and what the belief tells meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from controller.core.belief.decision import Decision, Doubt, Made, Undone, Unlawful
from controller.core.belief.line import Node
from controller.core.belief.tracker import Belief
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS, Timings
from rules.footprint import Act
from rules.game import Game
from rules.position import Move, Position
from rules.terms import Point, PointSet, point_set, points_of

LIFT_MS, PLACE_MS = 15, 10


@dataclass
class Board:
    """A game on a board of presence sensors.

    Attributes:
        position: after the plies that were truly played; `truth`: they themselves.
        told: the moves that stand as the belief has told them.
        slips: what was told wrong, and when something was called unlawful.
        backwards: points change in the other order, where any order will do.
        widest: the most hypotheses at any time.
    """

    game: Game
    backwards: bool = False
    seed: int = 1
    now_ms: int = 10_000
    truth: list[Move] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    questions: int = 0
    widest: int = 0
    blind: PointSet = 0

    def __post_init__(self) -> None:
        self.position: Position = self.game.start()
        self.shown: PointSet = self.position.occupied
        self.belief = Belief(self.game, self.position, Timings())
        self.dice = Random(f"{self.game.name} {self.seed}")

    # What happens.

    def change(self, points: Iterable[Point], *, placed: bool, every_ms: int = 0) -> None:
        """Points change, one after the other; those that cannot be read do so unseen."""
        for point in points:
            bit = 1 << point
            self.shown = self.shown | bit if placed else self.shown & ~bit
            if not self.blind & bit:
                self._edge(point, placed=placed)
            self.wait(every_ms)

    def _edge(self, point: Point, *, placed: bool, blind: bool = False) -> None:
        at_ns = self.now_ms * MS
        seen_ns = at_ns + (PLACE_MS if placed else LIFT_MS) * MS
        self.belief.edge(
            Edge(at_ns=at_ns, seen_ns=seen_ns, point=point, placed=placed, blind=blind)
        )
        if not blind:
            self._listen(seen_ns)

    def wait(self, ms: int) -> None:
        """Time passes."""
        end_ns = (self.now_ms + ms) * MS
        now_ns = self.now_ms * MS
        while (due := self.belief.next_deadline(now_ns)) is not None and due <= end_ns:
            now_ns = due
            self.belief.tick(now_ns)
            self._listen(now_ns)
        self.now_ms += ms

    def hide(self, points: PointSet) -> None:
        """These points cannot be read from now on."""
        self.blind |= points
        self.belief.blind(self.blind, self.now_ms * MS)

    def show(self) -> None:
        """All points can be read again."""
        odd = points_of((self.belief.setting.stable ^ self.shown) & self.blind)
        self.blind = 0
        for point in self.ordered(odd):
            self._edge(point, placed=bool(self.shown >> point & 1), blind=True)
        self.belief.blind(0, self.now_ms * MS)
        self._listen(self.now_ms * MS)

    def play(self, move: Move | None = None, *, step_ms: int = 250, rest_ms: int = 1500) -> Move:
        """The next ply, by chance if none is given."""
        move = move or self.some_move()
        for point, placed in in_order(move):
            self.change([point], placed=placed, every_ms=step_ms)
        self.truth.append(move)
        self.position = self.position.play(move)
        self.wait(rest_ms)
        return move

    def some_move(self) -> Move:
        """A legal move, captures preferred."""
        legal = [m for m in self.position.moves() if m.footprint.steps and m.choice in ("", "q")]
        captures = [m for m in legal if m.captured]
        return self.dice.choice(captures if captures and self.dice.random() < 0.5 else legal)

    def ordered(self, points: Sequence[Point]) -> Sequence[Point]:
        """Points in an order that makes no difference."""
        return points[::-1] if self.backwards else points

    def pieces(self, number: int) -> list[Point]:
        """Some pieces that stand beside one another."""
        standing = list(points_of(self.position.occupied))
        middle = self.dice.choice(standing)
        column, row = self.game.place(middle)
        standing.sort(
            key=lambda p: max(abs(self.game.place(p)[0] - column), abs(self.game.place(p)[1] - row))
        )
        return standing[:number]

    # What is told.

    def _listen(self, now_ns: int) -> None:
        self.widest = max(self.widest, len(self.belief.beam.hypotheses))
        while (found := self.belief.decide(now_ns)) is not None:
            self._note(found, now_ns)

    def _note(self, found: Decision, now_ns: int) -> None:
        match found:
            case Made(node=node) if node.move is not None:
                true = [move.text for move in self.truth]
                self.told.append(node.move.text)
                if self.told != true[: len(self.told)] and len(self.told) <= len(true):
                    self.slips.append(f"ply {len(self.told)}: {node.move.text}")
            case Undone(to=to):
                del self.told[to.depth :]
            case Unlawful():
                self.slips.append("unlawful")
            case Doubt(candidates=candidates):
                self.questions += 1
                self._answer(candidates, now_ns)
            case _:
                pass

    def _answer(self, candidates: Sequence[Node], now_ns: int) -> None:
        """People tell what was truly played."""
        true = next(iter(self.truth[len(self.told) :]), None)
        chosen = (node for node in candidates if node.move is not None and node.move == true)
        self.belief.answer(next(chosen, None), now_ns)


def in_order(move: Move) -> list[tuple[Point, bool]]:
    """The steps of a move in an order that hands can keep."""
    steps = move.footprint.steps
    before = [*move.footprint.physical, *move.footprint.lawful]
    left, order = list(range(len(steps))), []
    while left:
        n = next(n for n in left if not any(then == n and first in left for first, then in before))
        left.remove(n)
        order.append((steps[n].point, steps[n].act is Act.PLACE))
    return order


def of(game: Game, names: Sequence[str]) -> PointSet:
    """Points by their names."""
    return point_set(game.index[name] for name in names)
