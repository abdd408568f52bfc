"""What the evidence of a branch is found to say, kept for as long as it holds; and a glance whether it may say something.

Where the sensor of each point in turn is thought wrong, hardly any is found to explain what was seen. That is seen at a glance:
what is wanted costs little, so no line of moves that has become dearer need be followed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.inference import ages, upset
from controller.core.inference.chosen import heard
from controller.core.inference.prices import NODES_MAX, PLY, UNSEEN_BLIND
from controller.core.inference.readings import Search, explain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.inference.matching import Matcher
    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.inference.readings import Play
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point, PointSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """A reading that is looked for: moves, nothing that no law allows, and little that is strange.

    Attributes:
        strange: what else may be strange, as a price; less than this.
        points: that a step was not seen at these is not strange.
        plies: so many at least.
        first: one of these points, at least, is changed by the first; 0 for any.
    """

    strange: float
    points: PointSet
    plies: int = 1
    first: PointSet = 0


class _Glance(Search):
    """Looks whether there is such a reading, and stops as soon as there may be."""

    def __init__(
        self, matcher: Matcher, edges: Sequence[Edge], now_ns: int, play: Play, *, want: Want
    ) -> None:
        super().__init__(matcher, edges, now_ns, play)
        self._want = want

    def too_dear(self, price: float, plies: Sequence[Ply], move: Move) -> bool:
        """Whether so much is strange by now; no move that follows makes it less, as each costs its ply and what is unseen of it."""
        return not self._is_ordinary(price, [*(ply.move for ply in plies), move])

    def _is_ordinary(self, price: float, moves: Sequence[Move]) -> bool:
        points = self._want.points
        hidden = sum((move.footprint.changes & points).bit_count() for move in moves)
        return price - PLY * len(moves) - UNSEEN_BLIND * hidden < self._want.strange

    def _candidates(
        self, position: Position, live: PointSet, cursors: Mapping[Point, int], plies: Sequence[Ply]
    ) -> list[Move]:
        moves, first = super()._candidates(position, live, cursors, plies), self._want.first
        if plies or not first:
            return moves
        return [move for move in moves if move.footprint.changes & first]

    def _add(self, reading: Reading) -> None:
        if reading.irregular or len(reading.plies) < self._want.plies:
            return
        if self._is_ordinary(reading.cost, [ply.move for ply in reading.plies]):
            self.found.append(reading)
            self.nodes = NODES_MAX


def readings(branch: Branch, now_ns: int, *, made: bool) -> list[Reading]:
    """See `Branch.readings`."""
    if upset.lasts(branch, now_ns):
        return [upset.reading_of(branch.position, branch.edges)]
    evidence = _evidence(branch, made=made)
    if (known := ages.recall(branch.known, now_ns, evidence)) is not None:
        return known
    return _kept(branch, now_ns, evidence, _explained(branch, now_ns, Search, made=made))


def may_be(branch: Branch, now_ns: int, want: Want) -> bool:
    """Whether there may be such a reading; if not, there is none among all readings."""
    if not branch.judge.game.men_move or upset.lasts(branch, now_ns):
        return True
    evidence = _evidence(branch, made=False)
    if ages.recall(branch.known, now_ns, evidence) is not None:
        return True
    if ages.recall(branch.known, now_ns, (*evidence, want)) is not None:
        return False
    looks: list[_Glance] = []

    def look(matcher: Matcher, edges: Sequence[Edge], at_ns: int, play: Play) -> Search:
        looks.append(_Glance(matcher, edges, at_ns, play, want=want))
        return looks[0]

    _explained(branch, now_ns, look, made=False)
    if looks[0].nodes >= NODES_MAX:  # it has found one, or given up
        return True
    _kept(branch, now_ns, (*evidence, want), [])
    return False


def _evidence(branch: Branch, *, made: bool) -> tuple[object, ...]:
    """All that readings depend on, but for the time."""
    blind, wanted = branch.judge.blind | branch.doubted, tuple(branch.wanted.items())
    how = blind, wanted, branch.strict, branch.margin
    return (
        tuple(branch.edges), tuple(branch.beside), branch.blinded, branch.since_ns, made, how
    )  # fmt: skip


def _explained(
    branch: Branch,
    now_ns: int,
    search: Callable[[Matcher, Sequence[Edge], int, Play], Search],
    *,
    made: bool,
) -> list[Reading]:
    with branch.judge.blind_at(branch.doubted):
        return explain(
            branch.position,
            branch.edges,
            now_ns,
            branch.judge,
            strict=branch.strict,
            blinded=branch.blinded,
            heard=heard(branch),
            swap=branch.swap,
            moved=(branch.moved, branch.since_ns),
            made=made,
            spare=branch.spare,
            beside=branch.beside,
            margin=branch.margin,
            play=branch.play,
            search=search,
        )


def _kept(
    branch: Branch, now_ns: int, evidence: tuple[object, ...], found: list[Reading]
) -> list[Reading]:
    until_ns = ages.next_ns(branch.edges, branch.judge.read_at, now_ns)
    ages.keep(branch.known, ages.Known(evidence, now_ns, until_ns, found))
    return found
