"""Men who were knocked over: several left the board together, as no hand lifts them.

Whoever takes a man may jolt his neighbours, who are back at once, and the opponent may reply as soon as he has seen where
the man was set down. But nobody lifts three men, each within a tenth of a second of another.
"""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.prices import (
    GLITCH_MS,
    HOLD_MS,
    IDLE_MS,
    JOLT_MS,
    KNOCKED_MIN,
    ROLLED_MS,
    SWEEP_MS,
)
from controller.core.settings import MS
from rules.terms import point_set

HELD_SWEEPING_MS = 500
"""A hand that has lifted a man comes past others on its way within this time."""
MESS_MS = 500
"""Men who are knocked over, or fall as the board is lifted, leave one after the other within this time."""
CLEARED_MIN = 8
"""So many men no hand takes off in play, nor knocks over: the board is being cleared."""
PUT_DOWN_MIN = 5
"""So many men no hands set down one soon after the other: the board was put down with them."""

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from controller.core.inference.decisions import Complete
    from controller.core.inference.evidence import Judge
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings
    from controller.core.tracking.branch import Branch
    from rules.footprint import Footprint
    from rules.game import Move, Position
    from rules.terms import Point, PointSet


def left(at: Mapping[Point, Sequence[Edge]], timings: Timings) -> list[Edge]:
    """Every time that a man was seen to leave a point and did not come back as soon as one who was jolted."""
    return [
        lift
        for edges in at.values()
        for lift, back in zip_longest(edges, edges[1:])
        if not lift.placed and (back is None or Pair(lift, back).ms >= timings.bump_ms)
        # Of men who were found gone after a while nobody knows whether they left together.
        if not (lift.blind and lift.at_ns - lift.unread_ns > SWEEP_MS * MS)
    ]


def with_others(lift: Edge, position: Position, lifts: Sequence[Edge]) -> set[Point]:
    """The points of the other men who left in a row with this one, each as soon after another as a sleeve takes them."""
    men = sorted((e.at_ns, e.point) for e in lifts if position.man_at(e.point) is not None)
    here = next((n for n, each in enumerate(men) if each == (lift.at_ns, lift.point)), None)
    if here is None:  # somebody has only passed
        return set()
    row = in_a_row([at_ns for at_ns, _ in men], here, SWEEP_MS * MS)
    return {point for _, point in men[row]} - {lift.point}


def in_his_hand(position: Position, with_him: Collection[Point], besides: Sequence[Point]) -> bool:
    """Whether of the men who left together with a captor only one is no victim, and the opponent's: about to reply."""
    men = [position.man_at(point) for point in besides]
    replies = len(men) == 1 < len(with_him)
    return replies and all(m is not None and m.side != position.side_to_move for m in men)


def landed_beside(judge: Judge, lift: Edge, landed: Iterable[tuple[Point, int]]) -> bool:
    """Whether a man was set down next to this one in the very moment in which he left his point: no hand does both.

    Args:
        landed: where and when men were set down.
    """
    near = judge.game.neighbours(lift.point)
    return any(
        near >> point & 1 and abs(at_ns - lift.at_ns) < GLITCH_MS * MS for point, at_ns in landed
    )


def in_a_row(times: Sequence[int], here: int, most_ns: int) -> slice:
    """The stretch of these times, which are in order, around one of them, in which each comes so soon after the one before."""
    start = end = here
    while start and times[start] - times[start - 1] <= most_ns:
        start -= 1
    while end + 1 < len(times) and times[end + 1] - times[end] <= most_ns:
        end += 1
    return slice(start, end + 1)


def rolled(
    landed: Edge,
    mover: Edge | None,
    footprint: Footprint,
    position: Position,
    lifts: Iterable[Edge],
) -> bool:
    """Whether a man who is felt at a new point has rolled there, or a stone: others left just then whom the move does not take.

    Args:
        mover: when he left his point; None for a stone.
        lifts: see `left`.
    """
    jolt_ns = JOLT_MS * MS
    since_ns = landed.at_ns - ROLLED_MS * MS if mover is None else mover.at_ns
    flight_ns = landed.at_ns - since_ns
    if not -jolt_ns < flight_ns <= ROLLED_MS * MS:
        return False
    near = [
        lift
        for lift in lifts
        if min(since_ns, landed.at_ns) - jolt_ns <= lift.at_ns <= landed.at_ns + jolt_ns
        if position.man_at(lift.point) is not None and lift != mover
    ]
    if mover is not None:  # who left later, by himself, is in a hand
        times = sorted([mover.at_ns, *(lift.at_ns for lift in near)])
        row = times[in_a_row(times, times.index(mover.at_ns), SWEEP_MS * MS)]
        near = [lift for lift in near if lift.at_ns in row]
    others = {lift.point for lift in near}
    besides = {point for point in others if not footprint.changes >> point & 1}
    fell = KNOCKED_MIN - (mover is not None)
    return len(besides) >= fell or (flight_ns < jolt_ns and len(others) >= fell and bool(besides))


def fallen(position: Position, edges: Sequence[Edge], timings: Timings) -> PointSet:
    """The men who left together with two others, or two in one moment while their own player held a third."""
    first = {p: felt[:2] for p, felt in by_point(edges).items() if not felt[0].placed}
    lifts = left(first, timings)
    return point_set(
        lift.point
        for lift in lifts
        if len(with_others(lift, position, lifts)) >= KNOCKED_MIN - 1
        or _swept_by_a_hand(lift, position, lifts, first)
    )


def began_ns(edges: Sequence[Edge], timings: Timings) -> int | None:
    """When the men began to leave, one soon after the other, of whom these edges tell; None where none did.

    One soon after the other is sooner where men fall than where the board is cleared by hand.
    """
    lifts = sorted(edge.at_ns for edge in edges if not edge.placed)
    cleared = len({edge.point for edge in edges if not edge.placed}) >= CLEARED_MIN
    pause_ms = timings.removal_pause_ms if cleared else MESS_MS
    return next((b for a, b in reversed([*pairwise([0, *lifts])]) if b - a > pause_ms * MS), None)


def hold_ms(edges: Sequence[Edge], timings: Timings) -> int:
    """How long men must stand who have been put right just now; no hand is among them where the board was put down."""
    placed = sorted(edge.at_ns for edge in edges if edge.placed)[-PUT_DOWN_MIN:]
    together = all(b - a <= SWEEP_MS * MS for a, b in pairwise(placed))
    return timings.bump_ms if together and len(placed) == PUT_DOWN_MIN else HOLD_MS


def left_together(edges: Sequence[Edge], timings: Timings) -> PointSet:
    """The points that men left in one moment with another: a sleeve takes two along as a hand does not."""
    lifts = sorted((e.at_ns, e.point) for e in edges if not e.placed and not e.blind)
    pairs = pairwise(lifts)
    found = ({a, b} for (at, a), (bt, b) in pairs if a != b and bt - at <= timings.together_ms * MS)
    return point_set(point for pair in found for point in pair)


def swept_along(position: Position, edges: Sequence[Edge]) -> PointSet:
    """The points that two men left in the same instant while another was in the hand: its sleeve took them, no sensor lost them.

    Not where the hand may have captured with one of the three another of them: one more may have been lost just then.
    """
    lifts = sorted((e.at_ns, e.point) for e in edges if not e.placed and not e.blind)
    at = by_point(edges)
    found = set()
    for (a_ns, a), (b_ns, b) in pairwise(lifts):
        held = any(
            GLITCH_MS * MS <= a_ns - at_ns < HELD_SWEEPING_MS * MS
            and all(back.at_ns > b_ns for back in at[point] if back.placed and back.at_ns > at_ns)
            and not _is_captured(position, {point, a, b})
            for at_ns, point in lifts
        )
        if a != b and held and b_ns - a_ns < GLITCH_MS * MS:
            found |= {a, b}
    return point_set(found)


def _is_captured(position: Position, points: set[Point]) -> bool:
    """Whether one of these men may capture another of them."""
    return any(move.origin in points and points & {*move.captured} for move in position.moves())


def _swept_by_a_hand(
    lift: Edge, position: Position, lifts: Sequence[Edge], at: Mapping[Point, Sequence[Edge]]
) -> bool:
    """Whether a man left in one moment with another of his side, a third of them being in the hand, just lifted."""
    man = position.man_at(lift.point)
    own = [
        e for e in lifts if man and (other := position.man_at(e.point)) and other.side == man.side
    ]
    with_him = [
        e for e in own if e.point != lift.point and abs(e.at_ns - lift.at_ns) < GLITCH_MS * MS
    ]
    return bool(with_him) and any(
        GLITCH_MS * MS <= lift.at_ns - e.at_ns < HELD_SWEEPING_MS * MS
        and all(back.at_ns > lift.at_ns for back in at[e.point][1:])
        for e in own
    )


def lie(branch: Branch, reading: Reading) -> bool:
    """Whether men lie who were seen to be knocked over: what stands otherwise tells of no sensor then."""
    if not branch.judge.game.men_move:
        return False
    seen = [edge for edge in branch.edges if not edge.blind]
    knocked = fallen(branch.position, seen, branch.judge.timings)
    return bool(knocked & point_set(reading.in_air))


def lay_beside(at: Mapping[Point, Sequence[Edge]], move: Move, pair: Pair, judge: Judge) -> bool:
    """Whether who was felt for a while where nobody stood was a man captured by this move, knocked off his point."""
    if pair.first.point == move.origin:
        return False  # rather the mover himself, put back
    if pair.ms < judge.timings.settle_ms and not any(
        e.placed and pair.first.at_ns < e.at_ns <= pair.second.at_ns - GLITCH_MS * MS
        for e in at.get(move.target or 0, ())
    ):
        return False  # as soon gone as who passes, and not felt together with the captor
    near = judge.game.neighbours(pair.first.point)
    return any(near >> p & 1 and _fell(at.get(p, ())[:1], pair.first) for p in move.captured)


def lies_beside(branch: Branch, found: Complete, now_ns: int | None = None) -> PointSet:
    """Points where a captured man seems to lie who was knocked off his own: felt beside it just after he had left it.

    Args:
        now_ns: only who has not lain there for so long by now that it is asked about.
    """
    at, move, game = by_point(branch.edges), found.ply.move, branch.judge.game
    ask_ns = branch.judge.timings.ask_ms * MS
    came = [edges[-1] for edges in at.values() if edges[-1].placed and not edges[-1].blind]
    return point_set(
        edge.point
        for edge in came
        if branch.position.man_at(edge.point) is None
        and not move.footprint.changes >> edge.point & 1
        and (found.unexplained or found.wrong >> edge.point & 1)  # else a reply explains it
        and (now_ns is None or now_ns - edge.at_ns < ask_ns)
        and any(
            game.neighbours(p) >> edge.point & 1 and _fell(at.get(p, ())[:1], edge)
            for p in move.captured
        )
    )


def _fell(lifts: Sequence[Edge], came: Edge) -> bool:
    """Whether somebody was felt just after the first lift here, as who is knocked away."""
    return any(not e.placed and 0 < came.at_ns - e.at_ns <= ROLLED_MS * MS for e in lifts)


def lost_alone(branch: Branch) -> PointSet:
    """Points of men who are off since long before or after anything else was felt: their sensors may have lost them."""
    found = 0
    for point, edges in by_point(branch.edges).items():
        others = (other.at_ns for other in branch.edges if other.point != point)
        idle = all(abs(at_ns - edges[0].at_ns) >= IDLE_MS * MS for at_ns in others)
        found |= 1 << point if idle and len(edges) == 1 and not edges[0].placed else 0
    return found
