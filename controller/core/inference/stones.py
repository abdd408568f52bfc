"""Stones that sensors tell of and that no hand set down so: at Go one point alone shows a play."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.at_once import felt_at_once, set_down
from controller.core.inference.decisions import Complete, at_once, odd, oddness
from controller.core.inference.evidence import Pair, before, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import (
    BUMP,
    ENEMY_PUT_BACK,
    FAR_BUMP,
    GLITCH_MS,
    ODD,
    PUT_BACK,
    STONES_MS,
    TOO_QUICK,
)
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import differ, fits, may_stand, tone_of
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.inference.evidence import Judge
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point, PointSet

COLOURS_MAX = 4
"""Stones whose colours are weighed together: of more, nobody could say which was made up."""


def ghost(branch: Branch) -> PointSet:
    """The point where a stone alone was felt that no hand can have set down: in one moment with the play before it."""
    if branch.judge.game.men_move or len(branch.edges) != 1 or not branch.since_ns:
        return 0
    (edge,) = branch.edges
    together = edge.placed and abs(edge.at_ns - branch.since_ns) < STONES_MS * MS
    return 1 << edge.point if together else 0


def hardly_felt(branch: Branch, found: Complete) -> bool:
    """Whether a stone was felt by a flickering sensor only, or in one moment with the stone before it.

    Or even before that, which was seen late, and before it can have come.
    """
    ply = found.ply
    if ply.move.mover is not None or ply.move.footprint.places & found.unseen:
        return False
    after_ns = ply.landed_ns - branch.since_ns
    soonest_ns = ply.after_ns - branch.since_ns  # in a gap of scanning, at its beginning
    together = branch.since_ns > 0 and min(abs(after_ns), abs(soonest_ns)) < STONES_MS * MS
    early = branch.late and after_ns < -branch.judge.silence.lasted_ms * MS
    return together or early or bool(ply.move.footprint.places & branch.judge.blind)


def piled_up(branch: Branch) -> bool:
    """Whether stones have only been played one by one, too many since a doubt to tell their order: that is no mess."""
    return branch.upset and played_one_by_one(branch)


def played_one_by_one(branch: Branch) -> bool:
    """Whether all that was done since a doubt is that stones have been played (Go), no two in one moment.

    What comes and goes in an instant was a read that went wrong, and a stone of the game that stands again is no play; what
    was seen late may have come before what was felt then.
    """
    edges = [
        edge
        for point, found in by_point(branch.edges).items()
        if len(found) % 2
        or (
            branch.position.man_at(point) is None
            and any(Pair(*pair).ms >= GLITCH_MS for pair in pairwise(found))
        )
        for edge in found
    ]
    came = not branch.judge.game.men_move and all(edge.placed for edge in edges)
    seen = [edge for edge in edges if not edge.blind]
    return came and not felt_at_once(seen, branch.judge)


def miscoloured(branch: Branch) -> PointSet:
    """Points of a few stones that have come, of colours that do not come in turn: any of them may be made up."""
    if branch.judge.game.men_move or branch.upset:
        return 0
    alone = [edges[0] for edges in by_point(branch.edges).values() if len(edges) == 1]
    came = point_set(edge.point for edge in alone if edge.placed and edge.mark is not None)
    return came if 1 < came.bit_count() <= COLOURS_MAX else 0


def second_stone(branch: Branch) -> Edge | None:
    """The stone that one side has played twice in a row (GO-17.two), where all else that was seen was played in turn.

    Where a sensor is known to be wrong, or was not read, another stone may have come between.
    """
    if branch.judge.game.men_move or branch.judge.blind or branch.blinded:
        return None
    edges, since_ns = set_down(branch), branch.since_ns
    if len(edges) < 2 or len(by_point(edges)) < len(edges) or felt_at_once(edges, branch.judge):
        return None
    first, second = (tone_of(side) for side in branch.judge.game.sides)
    turn = tone_of(branch.position.side_to_move)
    again: list[Edge] = []
    for edge in edges:
        if not edge.placed or edge.mark is None:
            return None
        if edge.mark.tone is turn:
            turn = second if turn is first else first
        elif since_ns and edge.at_ns - since_ns >= STONES_MS * MS:
            again.append(edge)
        else:
            return None  # nobody has played before it
        since_ns = edge.at_ns
    return again[0] if len(again) == 1 else None


def beside_a_shift(branch: Branch) -> Ply | None:
    """The play of the one stone that was set down, where all else is that an earlier stone was knocked to the next point."""
    edges, judge = branch.edges, branch.judge
    lifts = [edge for edge in edges if not edge.placed]
    if judge.game.men_move or judge.blind or branch.blinded:
        return None
    if (len(edges), len(by_point(edges)), len(lifts)) != (3, 3, 1):
        return None
    if lifts[0].point == branch.moved:
        return None  # its player has taken it up again
    (lift,), near = lifts, judge.game.neighbours(lifts[0].point)
    man, together_ns = branch.position.man_at(lift.point), judge.timings.together_ms * MS
    felt_ns = (GLITCH_MS + judge.timings.sweep_ms) * MS
    shifted = [
        edge
        for edge in edges
        if edge.placed and near >> edge.point & 1 and man is not None
        # Later it was carried there, or is another; and one that stood there well before was set down.
        if lift.at_ns - felt_ns <= edge.at_ns <= lift.at_ns + together_ns
        if edge.mark is None or fits(edge.mark, man)
    ]
    if len(shifted) != 1:
        return None
    (played,) = (edge for edge in edges if edge not in (lift, shifted[0]))
    play = branch.position.by_text(judge.game.points[played.point])
    if play is None or play.captured or not may_stand(played, play):
        return None
    return replace(Ply.at(play, played.at_ns), cursors={played.point: 1})


def _jolts(branch: Branch, reading: Reading) -> float:
    """The price of all the moments in which stones were off that were only jolted, or put straight: however many, they speak against no play.

    Nor do captured ones that slipped from the fingers.
    """
    t, cost = branch.judge.timings, 0.0
    taken = point_set(point for ply in reading.plies for point in ply.move.captured)
    for point, edges in by_point(branch.edges).items():
        man = branch.position.man_at(point)
        pairs = (Pair(lift, back) for lift, back in absences(edges) if man and back is not None)
        cost += sum(
            branch.judge.dip(pair, branch.edges, own=True, man=man)
            for pair in pairs
            if pair.ms < t.settle_ms and not pair.swapped(man)
        )
        slips = (Pair(lift, back) for lift, back in absences(edges) if back is not None)
        if taken >> point & 1:
            cost += BUMP * sum(t.bump_ms <= pair.ms < t.settle_ms for pair in slips)
    return cost


def _exchanges(branch: Branch, reading: Reading) -> float:
    """The price of stones of the other colour that stood where a ply has set down its own: they have been exchanged."""
    cost, at = 0.0, by_point(branch.edges)
    for ply in reading.plies:
        felt = [e for e in at.get(ply.move.target or 0, ()) if e.at_ns <= ply.landed_ns]
        if len(felt) % 2 and felt[0].placed:
            pairs = (Pair(*pair) for pair in zip(felt[::2], felt[1::2], strict=False))
            wrong = (pair for pair in pairs if differ(pair.first.mark, felt[-1].mark))
            cost += sum(branch.judge.crossing(pair) for pair in wrong)
    return cost


def odd_play(branch: Branch, reading: Reading) -> bool:
    """What `odd` is for men: no hand gives cause for this reading."""
    strange = odd(reading) and not at_once(reading)
    besides = _jolts(branch, reading) + _exchanges(branch, reading)
    strange = strange and oddness(reading, besides) >= ODD
    return strange or _stood_beside(branch, reading)


def _stood_beside(branch: Branch, reading: Reading) -> bool:
    """Whether a stone stood for long, still stood when the only play landed, and left later: no hand moved it over."""
    if len(reading.plies) != 1:
        return False
    (ply,), timings = reading.plies, branch.judge.timings
    apart_ns = timings.together_ms * MS
    for point, edges in by_point(branch.edges).items():
        if branch.position.man_at(point) is not None or point == ply.move.target:
            continue
        for came, left in zip(edges[::2], edges[1::2], strict=False):
            apart = came.at_ns + apart_ns < ply.landed_ns < left.at_ns - apart_ns
            if apart and Pair(came, left).ms >= timings.settle_ms:
                return True
    return False


def not_alone(branch: Branch, reading: Reading) -> bool:
    """Whether the first stone is not the only one that may be the play (Go): another has stood since before it, or it is gone.

    Or the last stone of the game has been taken up: it may be taken back.
    """
    if branch.judge.game.men_move:
        return False
    if branch.moved in reading.in_air:
        return True
    ply, *later = reading.plies
    played = {each.move.target for each in reading.plies}
    taken = {point for each in later for point in each.move.captured}
    at = by_point(branch.edges)
    felt = at.get(ply.move.target or 0, ())
    gone = bool(felt) and len(felt) % 2 == 0 and ply.move.target not in taken
    return gone or any(
        len(edges) % 2 and edges[-1].placed and edges[-1].at_ns < ply.landed_ns
        for point, edges in at.items()
        if point not in played and branch.position.man_at(point) is None
    )


def hardly_back(branch: Branch, now_ns: int) -> bool:
    """Whether a stone of the game that had been taken up stands again only just now (Go).

    A hand that sets another down beside its point is felt there for a moment.
    """
    if branch.judge.game.men_move:
        return False
    bump_ms = branch.judge.timings.bump_ms
    return any(
        back is not None and now_ns - back.at_ns < bump_ms * MS and Pair(lift, back).ms >= bump_ms
        for point, edges in by_point(branch.edges).items()
        if branch.position.man_at(point) is not None
        for lift, back in absences(edges)
    )


def lay_there(branch: Branch, at: Mapping[Point, Sequence[Edge]], stood: tuple[Edge, Edge]) -> bool:
    """Whether a stone of the game was off its point for as long as one was felt here: it was knocked here and put right."""
    came, left = stood
    dragged_ns = branch.judge.timings.together_ms * MS
    return any(
        lift.at_ns <= came.at_ns + dragged_ns
        and back is not None
        and back.at_ns >= left.at_ns - dragged_ns
        for point, edges in at.items()
        if branch.position.man_at(point) is not None
        for lift, back in absences(edges)
    )


def just_taken(
    at: Mapping[Point, Sequence[Edge]], point: Point, cursors: Mapping[Point, int], judge: Judge
) -> bool:
    """Whether the stone that has just left a point was the last that a capture took off.

    The next one may be played there at once: it comes from the bowl, and may have been in the hand already.
    Where another left in the same moment, this one was only jolted by the hand that took it.

    Args:
        at: the edges of every point.
        cursors: edges that have been used up at every point, among them the lift at this one.
    """
    if judge.game.men_move:
        return False
    lift, place = at[point][cursors[point] - 1 : cursors[point] + 1]
    if Pair(lift, place).ms < GLITCH_MS:
        return False
    lifts = [
        edge
        for p, n in cursors.items()
        for edge in at.get(p, ())[:n]
        if p != point and not edge.placed
    ]
    return all(edge.at_ns + GLITCH_MS * MS <= lift.at_ns for edge in lifts)


def fumbled(
    at: Mapping[Point, Sequence[Edge]], move: Move, pair: Pair, judge: Judge, dip: float
) -> float:
    """The price of a captured stone that was off for a while and back: the hand that takes them off did not get hold of it.

    Once play has gone on, it is more likely that the reply was played where the last of them had stood. So it is where the
    play itself, or another, was made while the stone was off.

    Args:
        at: the edges of every point.
        dip: the price if it had been any stone.
    """
    if dip not in {BUMP, FAR_BUMP, PUT_BACK, ENEMY_PUT_BACK} or pair.ms >= judge.timings.settle_ms:
        return dip
    if pair.ms >= judge.timings.bump_ms and any(
        edge.placed and pair.first.at_ns < edge.at_ns < pair.second.at_ns
        for edge in at.get(move.target or 0, ())
    ):
        return max(dip, TOO_QUICK)
    point, back_ns, bump_ns = pair.first.point, pair.second.at_ns, judge.timings.bump_ms * MS
    played = [
        edge.at_ns
        for q, edges in at.items()
        if q not in {move.target, point}
        for n, edge in enumerate(edges)
        if edge.placed and not (n and edge.at_ns - edges[n - 1].at_ns < bump_ns)
    ]
    others = (q for q in move.captured if q != point)
    replied = any(pair.first.at_ns < at_ns < back_ns for at_ns in played)
    if not replied and any(len(before(at.get(q, ()), pair.first.at_ns)) % 2 == 0 for q in others):
        return BUMP
    again_ns = next((e.at_ns for e in at[point] if e.at_ns > back_ns), None)
    gone_on = any(ns > back_ns and (again_ns is None or ns < again_ns) for ns in played)
    if gone_on:
        return TOO_QUICK if pair.ms < judge.timings.bump_ms else dip
    return BUMP


def slipped(edges: Sequence[Edge], ply: Ply, judge: Judge) -> tuple[Point, int] | None:
    """The last stone that a play takes, where one is felt again, and since when.

    All others were off by then. Where it was off for a moment only, it may have been jolted by the hand that takes it, and
    where for longer, have been put back; or it was taken, and the reply was played at that very point, by a stone from the
    bowl that may have been in the hand already. Nobody can tell.

    Args:
        edges: all that was seen since the position in which the play was made.
    """
    if ply.left.bit_count() != 1:
        return None
    (point,), at = points_of(ply.left), by_point(edges)
    pairs = [Pair(lift, back) for lift, back in absences(at.get(point, ())) if back is not None]
    if not pairs or pairs[-1].ms < GLITCH_MS or differ(pairs[-1].first.mark, pairs[-1].second.mark):
        return None
    jolt, back_ns = pairs[-1].ms < judge.timings.bump_ms, pairs[-1].second.at_ns
    by_ns = pairs[-1].first.at_ns if jolt else back_ns
    others = (q for q in ply.move.captured if q != point)
    off = all(len(before(at.get(q, ()), by_ns)) % 2 for q in others)
    return (point, back_ns) if off else None


def played_back(branch: Branch) -> list[Complete]:
    """The reply at the point where the last captured stone was off for a moment only, see `slipped`."""
    if branch.uncleared.slipped is None:
        return []
    point, at_ns = branch.uncleared.slipped
    off = {p: len(edges) for p, edges in by_point(branch.edges).items() if len(edges) % 2}
    return [
        Complete(
            ply=replace(
                Ply.at(move, at_ns),
                cursors={p: off[p] for p in move.captured if p in off},
                left=point_set(p for p in move.captured if p not in off),
            )
        )
        for move in branch.position.moves()
        if move.target == point and move.text not in branch.asked
    ]


def seen_late(branch: Branch, *plays: Move | None) -> bool:
    """Whether the stones of all these plays stood there when they could be seen: which came first no trembling since tells."""
    late = point_set(edge.point for edge in branch.edges if edge.blind and edge.placed)
    points = (0 if play is None else play.footprint.places & late for play in plays)
    return not branch.judge.game.men_move and all(points)
