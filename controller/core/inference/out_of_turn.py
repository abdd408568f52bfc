"""Men of the opponent's who were moved out of turn and put back before anybody said so.

A hand that sets a man of one side down on another point has played with that side: who notices then that it is not his turn,
and puts the man back, has touched his own, and the player on move nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import fits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings
    from controller.core.tracking.branch import Branch
    from rules.game import Position
    from rules.terms import Man, Point


def put_back(branch: Branch, edges: Iterable[Edge]) -> frozenset[tuple[Point, int]]:
    """The points and times at which men were lifted in moves out of turn that have been undone since, as these edges tell."""
    position, timings = branch.position, branch.judge.timings
    if not branch.judge.game.men_move:
        return frozenset()
    points = by_point(edges)
    found: set[tuple[Point, int]] = set()
    for point, own in points.items():
        man = position.man_at(point)
        if man is None or man.side == position.side_to_move:
            continue
        for lift, back in absences(own):
            if back is not None:
                found.update(_undone(position, points, (man, lift, back), timings))
    return frozenset(found)


def _undone(
    position: Position,
    points: Mapping[Point, Sequence[Edge]],
    away: tuple[Man, Edge, Edge],
    timings: Timings,
) -> Iterator[tuple[Point, int]]:
    """What was lifted in the move of a man who was away and is back; nothing if he has made none."""
    man, lift, back = away
    lifted = [
        (edge.at_ns, point)
        for point, edges in points.items()
        for edge in edges
        if not edge.placed and (other := position.man_at(point)) and other.side != man.side
    ]
    for point, edges in points.items():
        stood = (
            Pair(came, went).ms >= timings.slide_point_ms
            for came, went in pairwise(edges)
            if came.placed and lift.at_ns < came.at_ns and went.at_ns <= back.at_ns
            if fits(came.mark, man)
        )
        others = {p for at_ns, p in lifted if p != point and at_ns <= back.at_ns}
        if point != lift.point and any(stood) and not others:
            yield lift.point, lift.at_ns
            yield from ((p, at_ns) for at_ns, p in lifted if p == point)
