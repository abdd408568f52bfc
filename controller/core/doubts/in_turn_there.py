"""A capture and a recapture on one point, both past sensors that go on feeling the captors where they stood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import PointSet

EXCHANGED_TWICE = 4
"""Edges of a point where one man has made way for another, and that one for a third."""


def captured_in_turn(branch: Branch, found: Complete) -> Ask | None:
    """The question whether this is the next move, or a man who was exchanged twice before it was begun has been captured, and his captor.

    Else its player would be named as having touched that man: he may have, and people know.
    """
    if not branch.judge.game.men_move:
        return None
    at = by_point([*branch.rested, *branch.edges])
    live, made = point_set(at), []
    for move in branch.position.moves():
        point = move.target
        edges = [] if point is None else at.get(point, [])
        if point is None or point not in move.captured or move.footprint.empties & live:
            continue
        if _twice(branch, edges, found) and _recaptured(branch, move, found, live):
            ply = replace(Ply.at(move, edges[1].at_ns, unseen=True), cursors={point: 2})
            made.append(Complete(ply=ply, wrong=move.footprint.empties, rested=True, more=True))
    return Ask(moves=(found, *made), reason=DOUBT, people=True) if made else None


def _twice(branch: Branch, edges: Sequence[Edge], found: Complete) -> bool:
    """Whether a man was exchanged twice there, each time for longer than one who is jolted, before the man of this move was lifted."""
    if len(edges) != EXCHANGED_TWICE or edges[0].placed or edges[-1].at_ns >= found.ply.first_ns:
        return False
    pairs = Pair(*edges[:2]), Pair(*edges[2:])
    return min(pair.ms for pair in pairs) >= branch.judge.timings.bump_ms


def _recaptured(branch: Branch, move: Move, found: Complete, live: PointSet) -> bool:
    """Whether the captor may have been captured where he stands by one whose point has told of nothing, and this move followed."""
    after, point = branch.play(branch.position, move), move.target
    return any(
        reply.target == point
        and point in reply.captured
        and not reply.footprint.empties & live
        and found.ply.move in branch.play(after, reply).moves()
        for reply in after.moves()
    )
