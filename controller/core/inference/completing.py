"""What belongs to a ply that has been completed, of all that a branch has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete, CompletedBy, Irregular, Touch
from controller.core.inference.evidence import Pair, by_point, left_over
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import goes_only_there
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import PointSet


def complete(branch: Branch, ply: Ply, by: CompletedBy) -> Complete:
    """This ply as a completed move, with all that was seen of it."""
    touches = [t for t in branch.touches(ply.done_ns) if t.at_ns <= ply.done_ns]
    lifted = {t.point for t in touches}
    for step in ply.move.footprint.steps:  # quick exchanges are touches too
        edges = [e for e in branch.edges if e.point == step.point and not e.placed]
        if step.act == "lift" and step.point not in lifted and edges:
            lifted.add(step.point)
            touches.append(Touch(point=step.point, at_ns=edges[0].at_ns))
    over = left_over(branch.edges, ply.cursors, ply.done_ns)
    left = {e.point for e in over if not e.placed}
    own = ply.move.footprint.lifts
    kept = [t for t in touches if t.point not in left or own >> t.point & 1]
    kept.sort(key=lambda t: (t.at_ns, t.point))
    later = {(e.point, e.at_ns) for e in (*over, *_stepped_over(branch, ply, over))}
    ours = tuple(e for e in branch.edges if (e.point, e.at_ns) not in later)
    return Complete(
        ply=ply, by=by, touches=tuple(kept), edges=ours, unseen=unseen_points(branch, ply),
        beside=tuple(branch.beside),
    )  # fmt: skip


def fault(
    branch: Branch, reading: Reading, now_ns: int, *, pressed: bool = False, mild: bool = False
) -> Irregular:
    """What no legal move explains, with all that was seen of it."""
    touches = branch.touches(now_ns)
    if branch.bound is not None:  # what else was lifted was the opponent's reply
        ours = branch.bound.footprint.lifts
        touches = tuple(t for t in touches if ours >> t.point & 1)
    return Irregular(
        reading=reading,
        touches=touches,
        pressed=pressed,
        edges=tuple(branch.edges),
        bound=branch.bound,
        mild=mild,
    )


def _stepped_over(branch: Branch, ply: Ply, over: Sequence[Edge]) -> list[Edge]:
    """What was felt of a man who replies, on the points of captured men: he had been lifted by then, and they were off.

    Args:
        over: what belongs to later plies.
    """
    off_ns = min((edge.at_ns for edge in over if not edge.placed), default=None)
    found: list[Edge] = []
    gone = ply.move.footprint.empties & point_set(ply.move.captured)
    for edges in by_point(e for e in branch.edges if gone >> e.point & 1).values():
        for lift, back in absences(edges):
            if off_ns is None or back is None or back.at_ns < off_ns:
                continue
            if Pair(lift, back).ms >= branch.judge.timings.bump_ms:
                found += [edge for edge in edges if edge.at_ns >= back.at_ns]
    return found


def unseen_points(branch: Branch, ply: Ply) -> PointSet:
    """Points that the move changes and that showed nothing of it."""
    footprint = ply.move.footprint
    used = point_set(point for point, edges in ply.cursors.items() if edges)
    used |= 0 if ply.unseen else point_set(branch.spare)
    return footprint.changes & ~(used | ply.left)


def at_a_loss(branch: Branch, alive: Sequence[Reading]) -> bool:
    """Whether what is done next to what was seen is not plain: no move is under way, no new man to come, no man in the hand.

    Or a capture is under way that may take more men than have been taken off. A pawn that has been set down on the last rank and
    taken off it again, and can go nowhere else, makes way (CH-6.4). And where sensors that tell men apart feel the victim again,
    nothing was captured while he could not be read.
    """
    plies = [reading.plies[0] for reading in alive if reading.plies]
    if (more := alive[0].under_way) is not None:
        return bool(more.captured)
    (ply, *others), judge = plies, branch.judge
    move, unread = ply.move, judge.blind | branch.doubted | judge.silence.unread
    if judge.tells and all(p.unseen and not p.move.footprint.places & unread for p in plies):
        return False
    felt = [edge.placed for edge in branch.edges if edge.point == move.target]
    ends = all(p.move.choice and p.move.origin == move.origin for p in others)
    off = bool(move.choice) and ends and felt[-2:] == [True, False]
    return not (off and goes_only_there(branch.position, move))


def unmade(branch: Branch, ply: Ply) -> bool:
    """Whether time alone does not make this move: its man was not felt, or a pawn has still to be exchanged (CH-6.4).

    The pawn itself is felt where it is to make way, and nobody has said for what.
    """
    move = ply.move
    if not move.choice or ply.sensed or move.mover is None or move.side in branch.wanted:
        return ply.unseen
    came = [edge.mark for edge in branch.edges if edge.point == move.target and edge.placed][-1:]
    pawn = any(mark is not None and mark.letter == move.mover.letter for mark in came)
    return ply.unseen or pawn
