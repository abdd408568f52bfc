"""What was felt so soon one after the other that no hands have set down both: one lies between two points, perhaps."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.prices import GLITCH_MS, ONE_HAND_MS, STONES_MS
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.evidence import Judge
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import PointSet


def felt_at_once(edges: Sequence[Edge], judge: Judge) -> PointSet:
    """Points where stones were felt in one moment with others, as no hand sets them down.

    Two that could not be felt before may have come at any time before. One that was only jolted has not come.
    """
    back = {
        id(place)
        for felt in by_point(edges).values()
        for lift, place in pairwise(felt)
        if place.placed and Pair(lift, place).ms < judge.timings.bump_ms
    }
    new = (edge for edge in edges if edge.placed and id(edge) not in back)
    came = sorted(new, key=lambda edge: edge.at_ns)
    close = [(a, b) for a, b in pairwise(came) if _in_one_moment(a, b, judge)]
    pairs = [(a, b) for a, b in close if not (a.blind and b.blind)]
    return point_set(edge.point for pair in pairs for edge in pair)


def came_with(edges: Sequence[Edge], points: PointSet) -> PointSet:
    """These points, and all others at which somebody came in the moment in which one of these told of somebody."""
    placed = [edge for edge in edges if edge.placed]
    came_ns = [edge.at_ns for edge in placed if points >> edge.point & 1]
    limit_ns = GLITCH_MS * MS
    close = (e.point for e in placed if any(abs(e.at_ns - at_ns) < limit_ns for at_ns in came_ns))
    return points | point_set(close)


def lies_between(branch: Branch) -> bool:
    """Whether one stone lies between two points, by its colour, which both tell: nobody has played two in a row."""
    if branch.judge.game.men_move or not branch.judge.tells:
        return False
    alone = (edges[0] for edges in by_point(branch.edges).values() if len(edges) == 1)
    came = sorted((edge for edge in alone if edge.placed), key=lambda edge: edge.at_ns)
    return any(
        _one_side(a, b, branch.judge) and _in_one_moment(a, b, branch.judge)
        for a, b in pairwise(came)
    )


def set_down(branch: Branch) -> list[Edge]:
    """What was seen, but for stones that were only felt at empty points on their way to the next, where they are told of."""
    timings = branch.judge.timings
    came = [edge for edge in branch.edges if edge.placed]
    passed: set[int] = set()
    for on, off, *later in (edges for edges in by_point(branch.edges).values() if len(edges) > 1):
        if not on.placed or Pair(on, off).ms >= timings.release_ms:
            continue
        if later and not differ(on.mark, later[0].mark):
            continue  # the same one, perhaps, only jolted
        if any(
            abs(edge.at_ns - off.at_ns) <= timings.together_ms * MS
            for edge in came
            if _one_side(on, edge, branch.judge)
        ):
            passed |= {id(on), id(off)}
    return [edge for edge in branch.edges if id(edge) not in passed]


def _in_one_moment(one: Edge, other: Edge, judge: Judge) -> bool:
    """Whether stones came too soon one after the other; beside it, and of the same side, that moment is longer."""
    apart_ms = ONE_HAND_MS if _one_side(one, other, judge) else STONES_MS
    return abs(other.at_ns - one.at_ns) < apart_ms * MS


def _one_side(one: Edge, other: Edge, judge: Judge) -> bool:
    """Whether two points next to each other tell of stones of the same colour."""
    if one.mark is None or other.mark is None or differ(one.mark, other.mark):
        return False
    return bool(judge.game.neighbours(one.point) >> other.point & 1)
