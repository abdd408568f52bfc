"""Points on which more than one ply of a line has taken or set down a man: what no hands do in so short a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair
from controller.core.inference.prices import HESITATION, IDLE_MS, TOO_QUICK, UNSEEN
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import differ
from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inference.evidence import Judge
    from controller.core.inference.match import Match
    from controller.core.inference.plies import Ply
    from controller.core.sensing.debounce import Edge
    from rules.game import Move
    from rules.terms import Point, PointSet


def retaken(
    at: Mapping[Point, Sequence[Edge]],
    plies: Sequence[Ply],
    move: Move,
    match: Match,
    judge: Judge,
    *,
    unread: PointSet,
) -> float:
    """The price of a move that takes, or is played, where the plies before it have taken or played.

    Args:
        at: the edges of every point.
        plies: made before it.
        unread: points that could not be read at some time.
    """
    if not plies:
        return 0.0
    if judge.game.men_move:
        return _recaptured(at, plies, match, unread)
    return _replayed(at, plies, match, judge) + _snatched(at, plies, move, match, judge)


def _snatched(
    at: Mapping[Point, Sequence[Edge]],
    plies: Sequence[Ply],
    move: Move,
    match: Match,
    judge: Judge,
) -> float:
    """The price of a stone that was hardly played when it was taken off, together with the play that takes it (Go).

    It may as well have been slid on to where its captor seems to stand. A hand that takes one off needs longer.
    """
    if judge.tells:
        return 0.0
    cost, timings = 0.0, judge.timings
    for ply in plies:
        point = ply.move.target
        if point is None or point not in move.captured:
            continue
        n = ply.cursors.get(point, 0)
        for lift in at.get(point, ())[n : match.cursors.get(point, 0)][:1]:
            both_ns, stood_ns = lift.at_ns - match.landed_ns, lift.at_ns - ply.landed_ns
            if 0 <= both_ns < timings.slide_point_ms * MS:
                cost += TOO_QUICK if stood_ns < timings.together_ms * MS else HESITATION
    return cost


def _recaptured(
    at: Mapping[Point, Sequence[Edge]], plies: Sequence[Ply], match: Match, blind: PointSet
) -> float:
    """The price of a capture that nobody saw, where what is taken for the recapture is all of it that can have been seen.

    One man has landed there, soon after the first had been lifted: he captured, and the other is only off his point.

    Args:
        at: the edges of every point.
        plies: made before this one.
        blind: points that could not be read at some time.
    """
    ply, before = plies[-1], plies[-2].cursors if len(plies) > 1 else {}
    point = ply.move.target
    if point is None or not ply.move.footprint.exchanges >> point & 1:
        return 0.0
    used = ply.cursors.get(point, 0)
    if (
        used != before.get(point, 0)
        or match.cursors.get(point, 0) != used + 2
        or blind >> point & 1
    ):
        return 0.0
    lift, landed = at[point][used : used + 2]
    soon = 0 <= lift.at_ns - ply.first_ns < IDLE_MS * MS
    return UNSEEN if soon and landed.at_ns == match.landed_ns else 0.0


def _replayed(
    at: Mapping[Point, Sequence[Edge]], plies: Sequence[Ply], match: Match, judge: Judge
) -> float:
    """The price of a stone played where one was off for a jolt only.

    Others that were taken with it still stand; or it was set down before the stone of the ply before, which then did not
    come from there.

    Args:
        at: the edges of every point.
        plies: made before it.
    """
    for point, n in match.cursors.items():
        felt = at.get(point, ())[:n]
        came = next((edge for edge in felt[:1] if edge.placed), None)
        if came is None and not plies[-1].left:
            continue
        if came is not None and came.at_ns >= plies[-1].landed_ns:
            continue
        for lift, back in absences(felt if came is None else felt[1:]):
            landed = back is not None and back.at_ns == match.landed_ns
            if landed and back and Pair(lift, back).ms < judge.timings.bump_ms:
                return 0.0 if differ(lift.mark, back.mark) else TOO_QUICK
    return 0.0
