"""Plies of which sensors told too little, and that were answered in turn: else a player would be named for what both have done.

A capture and a recapture on one point, both past sensors that go on feeling the captors where they stood; or a capture by the
opponent that answers a move which nobody saw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point, PointSet

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
    answers = _answers(branch, move, found, move.target)
    return any(not reply.footprint.empties & live for reply in answers)


def answered_in_turn(branch: Branch, found: Complete) -> Ask | None:
    """The question whether this is the next move, or the one after a capture that the opponent made in his turn.

    He has taken up his man, who is off still, and one of this side's has been exchanged since, whom that one takes after some
    move. What was seen of that is not enough to find it, unless the man who had just been set down was captured by it. Where this
    move may have landed before it was seen to, the capture is the reply to it.
    """
    if not branch.judge.game.men_move or branch.judge.tells or found.ply.late or branch.blinded:
        return None
    position, at, own = branch.position, by_point(branch.edges), found.ply.move.footprint.lifts
    gone = [edges[0] for edges in at.values() if len(edges) == 1 and not edges[0].placed]
    his = [
        edge
        for edge in gone
        if edge.at_ns < found.ply.first_ns and not own >> edge.point & 1
        if (man := position.man_at(edge.point)) and man.side != position.side_to_move
    ]
    taken = {
        point
        for point, edges in at.items()
        if len(edges) == 2 and not edges[0].placed and not own >> point & 1
        if his and his[0].at_ns < edges[0].at_ns < edges[1].at_ns < found.ply.first_ns
        if Pair(*edges).ms >= branch.judge.timings.bump_ms
    }
    if len(his) != 1 or len(taken) != 1:
        return None
    (target,), lifted = taken, his[0]
    before = [
        move
        for move in position.moves()
        if any(r.origin == lifted.point for r in _answers(branch, move, found, target))
    ]
    made = [
        Complete(ply=Ply.at(move, branch.since_ns, unseen=True), wrong=move.footprint.empties)
        for move in before
        if move.target == branch.moved and branch.moved in move.captured
    ]
    return Ask(moves=(found, *made), reason=DOUBT, people=True) if before else None


def _answers(branch: Branch, move: Move, found: Complete, point: Point | None) -> Iterator[Move]:
    """Captures on this point that answer a move, and that the move which is found may follow."""
    after = branch.play(branch.position, move)
    return (
        reply
        for reply in after.moves()
        if reply.target == point and point in reply.captured
        if found.ply.move in branch.play(after, reply).moves()
    )
