"""Men who were knocked over: several left the board together, as no hand lifts them.

Whoever takes a man may jolt his neighbours, and the opponent may reply at once. But nobody lifts three men in one moment,
nor three of one side before two touches count as two.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from controller.core.evidence import MS, Pair, by_point, point_set
from controller.core.prices import JOLT_MS, KNOCKED_MIN, ROLLED_MS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from controller.core.branch import Branch
    from controller.core.debounce import Edge
    from controller.core.readings import Reading
    from controller.core.settings import Timings
    from rules.footprint import Footprint
    from rules.game import Position
    from rules.terms import Point, PointSet


def left(at: Mapping[Point, Sequence[Edge]], timings: Timings) -> list[Edge]:
    """Every time that a man left a point and did not come back as soon as one who was jolted."""
    return [
        lift
        for edges in at.values()
        for lift, back in zip_longest(edges, edges[1:])
        if not lift.placed and (back is None or Pair(lift, back).ms >= timings.bump_ms)
    ]


def with_others(
    lift: Edge, position: Position, lifts: Iterable[Edge], timings: Timings
) -> set[Point]:
    """The points of the other men who left together with this one."""
    man = position.man_at(lift.point)
    found = set()
    for each in lifts:
        other = position.man_at(each.point)  # None where somebody has only passed
        if each.point == lift.point or other is None:
            continue
        own = man is not None and other.side == man.side
        if abs(each.at_ns - lift.at_ns) <= (timings.together_ms if own else JOLT_MS) * MS:
            found.add(each.point)
    return found


def rolled(
    landed: Edge,
    mover: Edge | None,
    footprint: Footprint,
    position: Position,
    lifts: Iterable[Edge],
) -> bool:
    """Whether a man who is felt at a new point has rolled there, or a stone: others left just then whom the move does not take.

    Args:
        mover: when he left his point; None for a stone.
        lifts: see `left`.
    """
    since_ns = landed.at_ns - ROLLED_MS * MS
    if mover is not None:
        if not since_ns < mover.at_ns <= landed.at_ns:
            return False
        since_ns = mover.at_ns
    jolt_ns = JOLT_MS * MS
    others = {
        lift.point
        for lift in lifts
        if since_ns - jolt_ns <= lift.at_ns <= landed.at_ns + jolt_ns
        if not footprint.changes >> lift.point & 1 and position.man_at(lift.point) is not None
    }
    return len(others) >= KNOCKED_MIN - (mover is not None)


def fallen(position: Position, edges: Sequence[Edge], timings: Timings) -> PointSet:
    """The men who left together with two others."""
    first = {point: felt for point, felt in by_point(edges).items() if not felt[0].placed}
    lifts = left({point: felt[:2] for point, felt in first.items()}, timings)
    return point_set(
        lift.point
        for lift in lifts
        if len(with_others(lift, position, lifts, timings)) >= KNOCKED_MIN - 1
    )


def lie(branch: Branch, reading: Reading) -> bool:
    """Whether men lie who were seen to be knocked over: what stands otherwise tells of no sensor then."""
    if not branch.judge.game.men_move:
        return False
    seen = [edge for edge in branch.edges if not edge.blind]
    knocked = fallen(branch.position, seen, branch.judge.timings)
    return bool(knocked & point_set(reading.in_air))
