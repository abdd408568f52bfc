"""What sensors that were held to be wrong have told by the time a question about a move is answered."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point
from controller.core.inference.prices import GLITCH_MS, OVERLAP_MS
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Complete
    from controller.core.tracking.answers import AnswerLine, Seen
    from controller.core.tracking.branch import Branch
    from rules.terms import Point, PointSet


def felt_late(branch: Branch, since: Sequence[Seen], made: Complete) -> Complete:
    """The move, where a sensor that was held to be silent has told of it since: that was the move, and is used up.

    The new point that told of a man long before he was lifted told it by itself, unless it has told of his leaving since:
    then the old one felt him too long. But where both points change in one moment, the old one feels what stands on the new one.
    A sensor that had told of it, and of something later, before the question was asked tells of something later still.
    """
    footprint, late = made.ply.move.footprint, 0
    silent = believed(branch, made).wrong & ~_came_with(branch, made)
    early, target = 0, made.ply.move.target
    on_target = [e for seen in since for e in seen.edges if e.point == target]
    at_target, taken = [e.at_ns for e in on_target], any(not e.placed for e in on_target)
    for edges in (seen.edges for seen in since):
        for edge in list(edges):
            point = 1 << edge.point
            due = footprint.fills if edge.placed else footprint.empties
            with_it = edge.point != target and any(
                abs(edge.at_ns - at_ns) < GLITCH_MS * MS for at_ns in at_target
            )
            if silent & due & point and not with_it:
                edges.remove(edge)
                late |= point
                soon = edge.at_ns < made.ply.landed_ns + OVERLAP_MS * MS
                if (
                    edge.point == made.ply.move.origin
                    and target is not None
                    and not (soon or taken)
                ):
                    early = 1 << target
            silent &= ~point
    made = replace(made, wrong=made.wrong & ~late | early)
    set_down = not branch.judge.game.men_move and target is not None and late >> target & 1
    return _set_down_since(branch, made, at_target[0]) if set_down else made


def _set_down_since(branch: Branch, made: Complete, at_ns: int) -> Complete:
    """The play of a stone (Go) that was set down only after the question: one that was felt before it is none in reply to it."""
    at, men = by_point(branch.edges), branch.position.occupied
    came = point_set(p for p, edges in at.items() if len(edges) % 2 and not men >> p & 1)
    ply = replace(made.ply, first_ns=at_ns, landed_ns=at_ns, done_ns=at_ns, after_ns=at_ns)
    return replace(made, ply=ply, wrong=made.wrong | came & ~made.ply.move.footprint.changes)


def _came_with(branch: Branch, made: Complete) -> PointSet:
    """The old point of the man, where it felt one again in the moment in which he was set down: it feels the new one."""
    origin, target = made.ply.move.origin, made.ply.move.target
    edges = [edge for edge in branch.edges if edge.placed]
    came = [edge.at_ns for edge in edges if edge.point == target]
    back = [edge.at_ns for edge in edges if edge.point == origin]
    together = any(abs(a - b) < GLITCH_MS * MS for a in came for b in back)
    return 1 << origin if origin is not None and together else 0


def believed(branch: Branch, made: Complete) -> Complete:
    """The move if people say that it was made, without the sensors that told of something later: they may be right.

    Not those that have told nothing of the move itself, or felt its man elsewhere in the moment in which he was set down. What they
    have told of it is used up. (Stones come and go singly.)
    """
    footprint = made.ply.move.footprint
    over_ns = max(made.ply.done_ns, _landed_next_ns(branch, made)) + GLITCH_MS * MS
    later = point_set(e.point for e in branch.edges if e.at_ns > over_ns)
    told: dict[Point, int] = {}
    for point, edges in by_point(branch.edges).items() if branch.judge.game.men_move else ():
        for n, edge in enumerate(edges, 1):
            due = footprint.fills if edge.placed else footprint.empties
            if due >> point & 1 and edge.at_ns <= over_ns:
                told[point] = n
    landed_ns, moment_ns = made.ply.landed_ns, GLITCH_MS * MS
    came = (e.point for e in branch.edges if e.placed and abs(e.at_ns - landed_ns) < moment_ns)
    with_it = point_set(came) & ~footprint.changes
    wrong = made.wrong & (footprint.changes & ~point_set(told) | ~later | with_it)
    own = {point: n for point, n in told.items() if (made.wrong & ~wrong) >> point & 1}
    return replace(made, wrong=wrong, ply=replace(made.ply, cursors={**made.ply.cursors, **own}))


def gone_on(branch: Branch, made: Complete, points: PointSet) -> bool:
    """Whether one of these points, if its sensor tells the truth, shows the man of the move where he went with his next one."""
    if not points or not branch.judge.game.men_move:
        return False
    after, target = branch.play(branch.position, made.ply.move), made.ply.move.target
    return any(
        move.origin == target and move.target is not None and bool(points >> move.target & 1)
        for reply in after.moves()
        for move in branch.play(after, reply).moves()
    )


def _landed_next_ns(branch: Branch, made: Complete) -> int:
    """When a man was felt on the target that was held to be wrong, if that is the very next that was felt of anything; else 0."""
    later = [e for e in branch.edges if e.at_ns > made.ply.done_ns]
    first = min(later, key=lambda e: e.at_ns, default=None)
    if first is None or first.point != made.ply.move.target or not first.placed:
        return 0
    return first.at_ns if made.wrong >> first.point & 1 else 0


def left_its_point(branch: Branch, made: Complete, now_ns: int) -> bool:
    """Whether all that is left after this move, for long, is that its man is felt no more where he was set down."""
    if len(branch.edges) != 1:
        return False
    (left,), rest_ns = branch.edges, branch.judge.timings.irregular_ms * MS
    gone = not left.placed and left.point == made.ply.move.target
    return gone and now_ns - left.at_ns >= rest_ns


def lifted_after_all(branch: Branch, since: Sequence[Seen], line: AnswerLine) -> bool:
    """Whether the sensor that is wrong in this line has told of a lift, before or since, too late to be of the same move."""
    if line.answer is None or line.answer.origin is None:
        return False
    made, origin = line.waiting[0], line.answer.origin
    if not made.wrong >> origin & 1:
        return False
    edges = chain(branch.edges, *(seen.edges for seen in since))
    over_ns = made.ply.landed_ns + OVERLAP_MS * MS
    return any(e.point == origin and not e.placed and e.at_ns > over_ns for e in edges)
