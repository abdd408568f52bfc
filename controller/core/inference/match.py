"""A way in which the evidence contains a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

from controller.core.inference.prices import BACKWARDS, ENEMY_IDLE, GLITCH_MS, IDLE_MS, OUT_OF_ORDER
from controller.core.settings import MS
from rules.footprint import Act
from rules.terms import Man, Point, PointSet, point_set

if TYPE_CHECKING:
    from controller.core.inference.plies import Ply
    from controller.core.sensing.debounce import Edge
    from rules.footprint import Footprint
    from rules.game import Move

Cursors = Mapping[Point, int]
"""How many edges of each point are used up."""
READ_MAX = 64
"""Ways to read all points of a play together that are all looked at; a capture of many stones that slip has too many."""
REPLAYED_MAX = 2
"""Points of captured stones on which later stones may have been played and taken up again, where there are so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A way in which the edges contain a move.

    Attributes:
        cursors: edges used up afterwards, at the points of the footprint.
        first_ns, landed_ns, done_ns: the first step, the mover set down, and the last step.
        pending: steps that have not happened yet, as points (only in a partial match).
        after_ns: the mover was set down no earlier: when the point was read last, if that was seen late.
        unseen: nothing was seen of the mover being set down.
    """

    cost: float
    cursors: Cursors
    first_ns: int
    landed_ns: int
    done_ns: int
    after_ns: int
    pending: PointSet = 0
    unseen: bool = False

    def too_early(self, plies: Sequence[Ply], sweep_ms: int = 0) -> float:
        """The price of a move begun or done before anybody could have seen the one before it land.

        Nobody begins before his own move before has landed.

        Args:
            plies: made before it.
            sweep_ms: see `Timings`.
        """
        after_ns = (GLITCH_MS - sweep_ms) * MS
        seen_ns = max((ply.after_ns + after_ns for ply in plies), default=0)
        if self.landed_ns < seen_ns or any(self.first_ns < ply.after_ns for ply in plies[-2:-1]):
            return BACKWARDS
        began_ns = max((min(ply.first_ns, ply.after_ns) for ply in plies), default=0)
        if self.first_ns < began_ns - IDLE_MS * MS:
            return ENEMY_IDLE
        return OUT_OF_ORDER if self.first_ns < seen_ns else 0.0

    def lacks_only_captured(
        self, move: Move, in_air: Mapping[Point, int], standing: Sequence[Edge]
    ) -> bool:
        """Whether only captured men are left to be lifted, and what stands else came later.

        A captured man who was jolted, or put back, is no other that came to his point: nobody is off who may stand there.

        Args:
            in_air: men off beside this move, and since when.
            standing: men who stand where none should.
        """
        left = self.pending & ~point_set(move.captured)
        others = [at_ns for p, at_ns in in_air.items() if not move.footprint.lifts >> p & 1]
        return not left and all(
            e.at_ns > self.landed_ns
            and (e.point not in move.captured or any(at_ns < e.at_ns for at_ns in others))
            for e in standing
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read the edges of one point as the steps there."""

    cost: float
    used: int
    lift: Edge | None
    place: Edge | None
    last_ns: int = 0
    pending: bool = False


def likeliest(
    options: Sequence[Sequence[Option]], price: Callable[[int, Option], float]
) -> Iterator[tuple[Option, ...]]:
    """The ways to read all points of a play together, one of each point.

    Of a capture of many stones that were off and back only some: a stone or two may have been played where captured ones had
    stood, but all that was felt at the others is read as is likeliest there.

    Args:
        price: of an option for the n-th point, with what it leaves unused there.
    """
    if not all(options):
        return
    if prod(len(each) for each in options) <= READ_MAX:
        yield from product(*options)
        return

    def cheapest(n: int) -> Option:
        return min(options[n], key=lambda option: (price(n, option), -option.used))

    best = [cheapest(n) for n in range(len(options))]
    free = [n for n, each in enumerate(options) if len(each) > 1]
    for count in range(REPLAYED_MAX + 1):
        for points in combinations(free, count):
            others = [
                [o for o in each if o is not best[n]] if n in points else [best[n]]
                for n, each in enumerate(options)
            ]
            yield from product(*others)


def placed_before_lifted(
    footprint: Footprint, times: Sequence[Edge | None], chosen: Mapping[Point, Option]
) -> bool:
    """Whether a man would have been set down whose lift is still to come."""
    return any(
        times[after] is not None and chosen[footprint.steps[before].point].pending
        for before, after in footprint.physical
    )


def set_down_at(footprint: Footprint, times: Sequence[Edge | None], man: Man) -> Edge | None:
    """Where the evidence shows this man set down."""
    for step, edge in zip(footprint.steps, times, strict=True):
        if step.act is Act.PLACE and step.man == man:
            return edge
    return None
