"""A capture so quick that the victim may only have been jolted: what its man in the hand does next tells (decision 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.sensing.marks import differ

if TYPE_CHECKING:
    from controller.core.inference.decisions import Ask
    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch


def is_hasty(branch: Branch, ply: Ply) -> bool:
    """Whether the capture was so quick that the victim may only have been jolted."""
    target = ply.move.target
    if target is None or not ply.move.footprint.exchanges >> target & 1 or ply.unseen:
        return False
    used = by_point(branch.edges).get(target, [])[: ply.cursors.get(target, 0)]
    if len(used) < 2:  # the ply before it has used it up
        return False
    pair = Pair(used[-2], used[-1])
    return pair.ms < branch.judge.timings.bump_ms and not differ(pair.first.mark, pair.second.mark)


def put_back(branch: Branch, reading: Reading) -> bool:
    """Whether a man has been felt since on the point that the man of so quick a capture had left: he is put back, it seems.

    If somebody is only passing there, he is gone again soon; and one who has replied to that point is another.
    """
    ply = reading.plies[0]
    if any(later.move.target == ply.move.origin for later in reading.plies[1:]):
        return False
    own = [edge for edge in branch.edges if edge.point == ply.move.origin]
    since = own[ply.cursors.get(ply.move.origin, 0) :] if ply.move.origin is not None else []
    return len(since) % 2 == 1 and since[-1].placed and is_hasty(branch, ply)


def may_be_none(branch: Branch, ask: Ask) -> bool:
    """Whether perhaps none of several moves has been made: nobody felt where their men stand, or all that was felt were jolts."""
    plies = [made.ply for made in ask.moves]
    return all(ply.unseen for ply in plies) or all(is_hasty(branch, ply) for ply in plies)
