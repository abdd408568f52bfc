"""A belief without doubts, for tests of what stands around it.

Sensors are believed, hands do one thing after the other: what stands is the only legal move that leads to it, or none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.core.belief.world import Hypothesis, Node
from controller.core.messages import (
    Correction,
    Move,
)
from controller.core.settings import MS
from controller.core.state import AskBack, PutRight, UnderWay
from controller.core.table.claims.claims import Kind
from rules.terms import Side, point_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings
    from controller.core.slices import Line
    from controller.core.state import Step
    from rules import game as rules
    from rules.game import Position
    from rules.terms import Point, PointSet


@dataclass(frozen=True)
class Made:
    move: rules.Move
    by: str
    landed_ns: int
    done_ns: int
    edges: tuple[Edge, ...]
    said: bool


@dataclass(frozen=True)
class Unlawful:
    edges: tuple[Edge, ...]
    pressed: bool


@dataclass(frozen=True)
class Touch:
    points: tuple[int, ...]


@dataclass
class PlainBelief:
    """What stands is what was done."""

    settings: Settings
    position: Position
    edges: list[Edge] = field(default_factory=list)
    presses: list[int] = field(default_factory=list)
    said: dict[Side, str] = field(default_factory=dict)
    adjusting: bool = False
    named: bool = False

    @property
    def told(self) -> Node:
        return Node.start(self.settings.game, self.position)

    def weighed(self, now_ns: int) -> Sequence[tuple[float, Hypothesis]]:
        del now_ns
        return ()

    def symptoms(self, now_ns: int) -> Mapping[Point, None]:
        del now_ns
        return {}

    def recall(self, points: Iterable[Point]) -> None:
        pass

    def edge(self, edge: Edge) -> None:
        if not edge.soft:
            self.edges.append(edge)
            self.named = False

    def press(self, side: Side, at_ns: int) -> None:
        if side == self.position.side_to_move:
            self.presses.append(at_ns)

    def blind(self, points: PointSet, now_ns: int) -> None:
        pass

    def tick(self, now_ns: int) -> None:
        pass

    def note(self, step: Step, line: Line, now_ns: int) -> None:
        match step:
            case Move() | Correction() | AskBack() | PutRight():
                stays = isinstance(step, Move) and self._told is not None
                self.edges = self.edges[self._told :] if stays else []
                self._told = None
                self.position = line.position
                self.named = False
                self.presses = []
            case _ if getattr(step, "kind", None) == Kind.PROMOTION:
                self.said[Side(step.side)] = step.choice or ""  # type: ignore[union-attr]
            case _ if getattr(step, "kind", None) == Kind.ADJUSTED:
                self.adjusting, self.edges = False, []
            case _ if getattr(step, "kind", None) in (Kind.ADJUSTING, Kind.ADJUST_CONSENT):
                self.adjusting = True
            case _:
                pass

    _told: int | None = None

    def decide(self, now_ns: int) -> object | None:
        if (
            self.presses
            and not self.edges
            and not self.adjusting
            and self.presses[0] + self.settings.grace_ns <= now_ns
        ):
            self.presses = []
            return Unlawful((), pressed=True)
        if not self.edges or self.adjusting or self.named:
            return None
        rest_ms = (now_ns - self.edges[-1].at_ns) / MS
        times = self.settings.timings
        pressed = bool(self.presses)
        for upto in range(1, len(self.edges) + 1):
            found = self._made(self.edges[:upto])
            if found is None:
                continue
            later = self.edges[upto:]
            settled = not later and rest_ms >= times.settle_ms
            if pressed or settled or (later and self._made(later, found) is not None):
                by = "pressed" if pressed else "settled" if settled else "reply"
                return self._tell(found, upto, by)
        if self._standing(self.edges) == self.position.occupied:
            if rest_ms < times.settle_ms:
                return None
            lifted = tuple(dict.fromkeys(e.point for e in self.edges if not e.placed))
            self.edges = []
            return Touch(lifted)
        if pressed or (rest_ms >= times.irregular_ms and self._standing_elsewhere()):
            self.named = True
            return Unlawful(tuple(self.edges), pressed)
        return None

    def _tell(self, move: rules.Move, upto: int, by: str) -> Made:
        self._told = upto
        edges = tuple(self.edges[:upto])
        landed = next(
            (e for e in reversed(edges) if e.point == move.target and e.placed), edges[-1]
        )
        return Made(move, by, landed.at_ns, edges[-1].at_ns, edges, move.side in self.said)

    def _standing_elsewhere(self) -> bool:
        standing = self._standing(self.edges)
        return bool(standing & ~self.position.occupied) or not self.settings.game.men_move

    def _standing(self, edges: Sequence[Edge]) -> PointSet:
        standing = self.position.occupied
        for edge in edges:
            standing = standing | 1 << edge.point if edge.placed else standing & ~(1 << edge.point)
        return standing

    def _made(self, edges: Sequence[Edge], before: rules.Move | None = None) -> rules.Move | None:
        position = self.position if before is None else self.position.play(before)
        standing = position.occupied
        for edge in edges:
            standing = standing | 1 << edge.point if edge.placed else standing & ~(1 << edge.point)
        lifted = point_set(e.point for e in edges if not e.placed)
        if standing == position.occupied and not lifted:
            return None
        choice = self.said.get(position.side_to_move)
        found = [
            move
            for move in position.moves()
            if move.footprint.steps
            and position.play(move).occupied == standing
            and not move.footprint.lifts & ~lifted
        ]
        found.sort(key=lambda move: (move.choice != choice, "qrbnW".find(move.choice or "q")))
        return found[0] if found else None

    def next_deadline(self, now_ns: int) -> int | None:
        if not self.edges:
            return self.presses[0] + self.settings.grace_ns if self.presses else None
        times = self.settings.timings
        due = [self.edges[-1].at_ns + ms * MS for ms in (times.settle_ms, times.irregular_ms)]
        return min((at for at in due if at > now_ns), default=None)

    def under_way(self, now_ns: int) -> UnderWay | None:
        for upto in range(1, len(self.edges) + 1):
            move = self._made(self.edges[:upto])
            if move is not None:
                landed = next(e for e in reversed(self.edges[:upto]) if e.placed).at_ns
                done = self.edges[upto - 1].at_ns
                return UnderWay(move=move, landed_ns=landed, done_ns=done)
        return self._capturing()

    def _capturing(self) -> UnderWay | None:
        """A move whose piece stands and whose captured ones are still to be taken off."""
        placed = [e for e in self.edges if e.placed]
        for move in self.position.moves() if placed else ():
            left = point_set(move.captured) & self._standing(self.edges)
            if move.target == placed[-1].point and left and not _elsewhere(self, move):
                return UnderWay(move=move, landed_ns=placed[-1].at_ns, left=left)
        return None

    def busy(self, now_ns: int) -> bool:
        bump_ns = self.settings.timings.bump_ms * MS
        lifts = [e for e in self.edges if not e.placed]
        for lift in lifts:
            back = next((e for e in self.edges if e.placed and e.point == lift.point), None)
            if back is None or back.at_ns - lift.at_ns >= bump_ns:
                return True
        return len(self.edges) != 2 * len(lifts)

    def at_rest(self, now_ns: int) -> bool:
        return self._standing(self.edges) == self.position.occupied

    def may_become(self, side: Side, letter: str, now_ns: int) -> bool:
        move = self.under_way(now_ns)
        after = [] if move is None else list(self.position.play(move.move).moves())
        moves = [*([] if move is None else [move.move]), *after]
        return any(m.side == side and m.choice == letter for m in moves)


def _elsewhere(belief: PlainBelief, move: rules.Move) -> bool:
    changed = belief.position.occupied ^ belief._standing(belief.edges)
    return bool(changed & ~move.footprint.changes)
