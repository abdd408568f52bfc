"""A capture that is no legal move as far as it was seen, and is still being made: its men come off one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import THOUGHT_MS, UNSEEN_BLIND
from controller.core.inference.supposing import (
    MESS_EDGES_MAX,
    SILENT_MAX,
    STRANGE,
    hidden_steps,
    silent_points,
)
from controller.core.settings import MS
from rules.terms import point_set, points_of

IN_HAND_MIN = 3
"""A capturing man, one whom he takes, and one more."""

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.tracking.branch import Branch
    from rules.game import Position
    from rules.terms import PointSet


def may_go_on(branch: Branch, found: Irregular, now_ns: int) -> bool:
    """Whether men of what no law allows are perhaps still being taken off: a capture against the law, or past one silent sensor.

    Nobody is accused before there would be a pause in that (DR-7.4.13), and what is named is the whole of it.
    """
    if found.pressed or found.bound is not None or branch.upset or not branch.edges:
        return False
    quiet_ms = (now_ns - branch.edges[-1].at_ns) / MS
    if quiet_ms >= branch.judge.timings.removal_pause_ms or len(branch.edges) > MESS_EDGES_MAX:
        return False
    if _takes_more(branch):
        return True
    silent = silent_points(branch, branch.edges) | _hide_the_captor(branch)
    few = silent.bit_count() <= SILENT_MAX and branch.judge.game.men_move
    return few and any(_goes_on(branch, 1 << point, now_ns) for point in points_of(silent))


def in_the_hand(branch: Branch, found: Irregular, now_ns: int) -> bool:
    """Whether all who are off may be a capture in the hand, but for one: his sensor has lost him, or he has moved where nobody felt it.

    Who holds his man may think; that one man stands all the while. Nobody is accused before the capture has been made.
    """
    if found.pressed or found.bound is not None or branch.upset or not branch.judge.game.men_move:
        return False
    off = [edges[-1] for edges in by_point(branch.edges).values() if len(edges) % 2]
    if len(off) < IN_HAND_MIN or any(
        e.placed or branch.judge.knocked(e, branch.edges) for e in off
    ):
        return False
    if now_ns - max(e.at_ns for e in off) >= THOUGHT_MS * MS:
        return False
    position, points = branch.position, point_set(e.point for e in off)
    if _is_taken(position, points):
        return False  # nobody else is off
    last = max(off, key=lambda edge: edge.at_ns)
    man = position.man_at(last.point)
    if man is None or man.side != position.side_to_move:
        off.remove(last)  # he may be lifted for a reply, see `replies.on_his_way`
    if any(_is_taken(position, points & ~(1 << edge.point)) for edge in off):
        return True
    return any(
        move.origin is not None
        and points >> move.origin & 1
        and not move.captured
        and _is_taken(branch.play(position, move), points & ~(1 << move.origin))
        for move in position.moves()
    )


def _is_taken(position: Position, off: PointSet) -> bool:
    """Whether a capturing man and some of those whom he takes, and nobody else, are off these points."""
    return off.bit_count() > 1 and any(
        move.captured
        and move.origin is not None
        and off >> move.origin & 1
        and not off & ~move.footprint.lifts
        for move in position.moves()
    )


def _takes_more(branch: Branch) -> bool:
    """Whether a man of the side on move stands where jumps lead, and of the men jumped, and no others, some are off at most."""
    position, side = branch.position, branch.position.side_to_move
    changed = [point for point, edges in by_point(branch.edges).items() if len(edges) % 2]
    men = {point: position.man_at(point) for point in changed}
    own = [point for point, man in men.items() if man is not None and man.side == side]
    came = [point for point, man in men.items() if man is None]
    removed = [point for point in changed if point not in (*own, *came)]
    if (len(own), len(came)) != (1, 1):
        return False
    return branch.judge.game.may_take_more(position, own[0], came[0], removed)


def _hide_the_captor(branch: Branch) -> PointSet:
    """Points each of which alone keeps silent about the man of a capture, some of whose captured men are still to come off."""
    live, found = point_set(edge.point for edge in branch.edges), 0
    for move in branch.position.moves():
        own = move.footprint.changes & ~point_set(move.captured)
        rest = own & ~(live | branch.judge.blind)
        found |= rest if own & live and not rest & (rest - 1) else 0
    return found


def _goes_on(branch: Branch, silent: PointSet, now_ns: int) -> bool:
    other = branch.supposing(silent)
    best = other.readings(now_ns)[0]
    move = best.under_way
    if best.irregular or move is None or not best.pending & point_set(move.captured):
        return False
    hidden = hidden_steps(other, best, silent | branch.judge.blind)
    return oddness(best, UNSEEN_BLIND * hidden) < STRANGE
