"""What belongs to a ply that has been completed, of all that a branch has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.decisions import Complete, CompletedBy, Irregular, Touch
from controller.core.evidence import left_over, point_set

if TYPE_CHECKING:
    from controller.core.branch import Branch
    from controller.core.plies import Ply
    from controller.core.readings import Reading
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
    left = {e.point for e in left_over(branch.edges, ply.cursors, ply.done_ns) if not e.placed}
    own = ply.move.footprint.lifts
    kept = [t for t in touches if t.point not in left or own >> t.point & 1]
    kept.sort(key=lambda t: (t.at_ns, t.point))
    later = {(e.point, e.at_ns) for e in left_over(branch.edges, ply.cursors, ply.done_ns)}
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


def unseen_points(branch: Branch, ply: Ply) -> PointSet:
    """Points that the move changes and that showed nothing of it."""
    footprint = ply.move.footprint
    used = point_set(point for point, edges in ply.cursors.items() if edges)
    used |= 0 if ply.unseen else point_set(branch.spare)
    return footprint.changes & ~(used | ply.left)
