"""Play that goes on past one silent point, quicker than anything comes to rest: it is asked about while it is known what it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.completing import fault
from controller.core.inference.decisions import jumbled, odd, oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.knocked import fallen
from controller.core.inference.looking import Want, may_be
from controller.core.inference.prices import UNSEEN_BLIND
from controller.core.inference.supposing import (
    MESS_EDGES_MAX,
    SILENT_MAX,
    STRANGE,
    hidden_steps,
    replied_past_silent,
    silent_in_replies,
    silent_points,
)
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.inference.decisions import Complete, Irregular
    from controller.core.tracking.branch import Branch
    from rules.terms import PointSet

GONE_ON = 3
"""Plies that one silent point explains: the move, the reply, and that play has gone on over both."""


def gone_on_past(branch: Branch, now_ns: int) -> Irregular | None:
    """What no law allows in what was seen so far, where three plies at least explain all of it past one silent point."""
    at = by_point(branch.edges)
    few = len(at) < 2 * GONE_ON - 1 or len(branch.edges) > MESS_EDGES_MAX
    if few or not (branch.judge.game.men_move and _both_at_work(branch)):
        return None
    if fallen(branch.position, branch.edges, branch.judge.timings):
        return None  # men are lying, and will be set up
    best = branch.readings(now_ns)[0]
    silent = silent_points(branch, branch.edges) | silent_in_replies(branch, point_set(at))
    if silent.bit_count() > SILENT_MAX or not (best.irregular or (odd(best) and not jumbled(best))):
        return None
    points = points_of(silent | point_set(at))
    gone_on = any(explains(branch, 1 << point, now_ns) for point in points)
    return fault(branch, best, now_ns) if gone_on else None


def _both_at_work(branch: Branch) -> bool:
    """Whether men of both sides have been lifted."""
    men = [branch.position.man_at(edge.point) for edge in branch.edges if not edge.placed]
    return len({man.side for man in men if man is not None}) > 1


def explains(branch: Branch, wrong: PointSet, now_ns: int) -> bool:
    """Whether play has gone on lawfully, and nothing is strange, if the sensor of this point is wrong."""
    other = branch.supposing(wrong)
    other.calm = branch.upset
    points = wrong | branch.judge.blind
    want = Want(strange=STRANGE, points=points, plies=GONE_ON)
    if not (other.edges and may_be(other, now_ns, want)):
        return False
    for reading in other.readings(now_ns):
        if len(reading.plies) < GONE_ON or reading.irregular or jumbled(reading):
            continue
        if hidden_steps(other, reading, branch.judge.blind):
            continue  # of what points that are known to be bad may hide too much is explained
        hidden = hidden_steps(other, reading, wrong)
        if oddness(reading, UNSEEN_BLIND * hidden) < STRANGE:
            return True
    return False


def taken_as_put_back(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of a man who seems to have been put back before this one: he may have been captured past one silent point.

    His captor has landed then where he came from, as men of draughts may.
    """
    if not branch.judge.game.captured_last or branch.judge.blind:
        return []
    at = by_point([*branch.rested, *branch.edges])
    twice = point_set(p for p, edges in at.items() if len(edges) == 2)
    back = twice & branch.position.occupied & ~found.ply.move.footprint.lifts
    stood = twice & ~branch.position.occupied
    moves = replied_past_silent(branch, now_ns).values() if back and stood else ()
    return [
        made
        for made in moves
        if (move := made.ply.move).origin is not None and move.target is not None
        if back >> move.origin & stood >> move.target & 1
    ]
