"""Moves that may have been made where points cannot be read just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.prices import EXCHANGE_MS
from controller.core.sensing.debounce import Edge, absences
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.plies import Ply
    from controller.core.tracking.branch import Branch
    from rules.terms import Point


def over_unread_ns(branch: Branch) -> int | None:
    """When, at the soonest, a move was made of which some points could not be read, and all others have told; None where none may have been.

    What was done since may be the reply.
    """
    silence, blind = branch.judge.silence, branch.judge.blind
    told = {point: edges[0] for point, edges in by_point(branch.edges).items()}
    done = {p: edge.unread_ns if edge.blind else edge.at_ns for p, edge in told.items()}
    late = (silence.unread | point_set(p for p, edge in told.items() if edge.blind)) & ~blind
    if not late:
        return None
    seen = silence.unread & ~blind | branch.blinded | point_set(told)
    made = (m.footprint.changes for m in branch.judge.lookups.of(branch.position).within(seen))
    hidden = (changes for changes in made if changes & late and not changes & ~seen)
    return min(
        (max(done.get(p) or silence.began_ns(p) for p in points_of(changes)) for changes in hidden),
        default=None,
    )


def may_hide_moves(branch: Branch, edges: Sequence[Edge], now_ns: int) -> bool:
    """Whether whole moves may have been made before or between these edges where points cannot be read, which soon will show them."""
    unread, judge = branch.judge.awaited(now_ns), branch.judge
    if not (unread and judge.game.men_move and edges):
        return False
    early = judge.silence.since_ns + EXCHANGE_MS * MS < edges[-1].at_ns
    moves = judge.lookups.of(branch.position).within(unread) if early else ()
    return any(not move.footprint.changes & ~unread for move in moves)


def may_be_third(branch: Branch, ply: Ply, now_ns: int) -> bool:
    """Whether two plies may have been made before this one where points cannot be read, which soon will show them."""
    unread, judge, move = branch.judge.awaited(now_ns), branch.judge, ply.move
    quick = ply.first_ns - judge.silence.since_ns < 2 * EXCHANGE_MS * MS
    if not (unread and judge.game.men_move) or quick:
        return False
    hidden = (unread | branch.blinded | point_set(by_point(branch.edges))) & ~move.footprint.changes
    for first in judge.lookups.of(branch.position).within(hidden):
        if first.footprint.changes & ~hidden or not first.footprint.changes & (
            unread | branch.blinded
        ):
            continue
        after = branch.play(branch.position, first)
        for reply in judge.lookups.of(after).within(hidden):
            if not reply.footprint.changes & ~hidden and any(
                third.text == move.text for third in branch.play(after, reply).moves()
            ):
                return True
    return False


def gone_again(branch: Branch, ply: Ply) -> list[Edge]:
    """That the man of a ply has left his new point again, or was taken there, if nobody felt him while it could not be read.

    Once it can be read, and none stands there, that is known; not of a ply of which no more than its beginning was seen: he may
    not have been there.
    """
    target, judge = ply.move.target, branch.judge
    if ply.first_ns == ply.done_ns:
        return []
    if target is None or not ply.unseen or ply.first_ns > branch.blinded_ns:
        return []
    unread = branch.blinded & ~(judge.silence.unread | judge.blind | branch.doubted)
    if ply.cursors.get(target) or not ply.move.footprint.fills & unread & 1 << target:
        return []
    at_ns, unread_ns = branch.blinded_ns, ply.first_ns
    return [
        Edge(
            at_ns=at_ns, seen_ns=at_ns, point=target, placed=False, blind=True, unread_ns=unread_ns
        )
    ]


def felt_again_with(branch: Branch, by_ns: int) -> set[Point]:
    """Points where a man seems set down in the moment in which another stands again who was off by a time.

    No hand does both: nobody could be felt at either meanwhile.
    """
    judge, at = branch.judge, by_point(branch.edges)
    pairs = [
        Pair(lift, back)
        for point, edges in at.items()
        if branch.position.man_at(point) is not None
        for lift, back in absences(edges)
        if back is not None and lift.at_ns <= by_ns
    ]
    back = [p.second for p in pairs if p.ms >= judge.timings.bump_ms and judge.game.men_move]
    return {
        edges[-1].point
        for edges in at.values()
        for other in back
        if edges[-1].placed and edges[-1].point != other.point
        if abs(edges[-1].at_ns - other.at_ns) <= judge.timings.sweep_ms * MS
    }
