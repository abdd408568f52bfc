"""Moves that may have been made where points cannot be read just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.tracking.branch import Branch


def over_unread_ns(branch: Branch) -> int | None:
    """When, at the soonest, a move was made of which some points cannot be read, and all others have told; None where none may have been.

    What was done since may be the reply.
    """
    silence = branch.judge.silence
    unread = silence.unread & ~branch.judge.blind
    if not unread:
        return None
    at = by_point(branch.edges)
    seen = unread | point_set(at)
    made = (m.footprint.changes for m in branch.judge.lookups.of(branch.position).within(seen))
    hidden = (changes for changes in made if changes & unread and not changes & ~seen)
    told = {point: edges[0] for point, edges in at.items()}
    done = {p: edge.unread_ns if edge.blind else edge.at_ns for p, edge in told.items()}
    return min(
        (max(done.get(p) or silence.began_ns(p) for p in points_of(changes)) for changes in hidden),
        default=None,
    )
