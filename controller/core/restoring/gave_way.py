"""Who stands again where he was captured, his captor having gone home: all is right only once the captor has taken his place again.

Of men who are told apart the sensors tell that; of others what was seen since the last move does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.prices import GLITCH_MS, OVERLAP_MS
from controller.core.restoring.plies_ago import PLIES_MAX, is_last_undone
from controller.core.settings import MS
from rules.naming import MOVES_TAKEN_BACK
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.restoring.guide import Guide
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move
    from rules.terms import PointSet


def stands_instead(session: Session, guide: Guide) -> PointSet:
    """The point of the last captor, while plies are to be put back that were taken back and another stands there."""
    last, found, line = session.line.last, session.irregularity, session.line
    if last is None or found is None or session.judge.tells:
        return 0
    one = is_last_undone(session, found)
    if last.target is None or not (one or found.kind == MOVES_TAKEN_BACK):
        return 0
    plies = range(1, 2 if one else min(PLIES_MAX, line.ply) + 1)
    men = [line.positions[-1 - back].man_at(last.target) for back in plies]
    another = any(man not in (None, line.position.man_at(last.target)) for man in men)
    there = another and _other_there(session, last, [*guide.led_to, *guide.since])
    return bool(there) << last.target


def taken_up_again(session: Session) -> bool:
    """Whether all seems to be at rest, but the last captor was set down at home while his victim was back, and is in the hand again."""
    last, timings = session.line.last, session.settings.timings
    if last is None or last.origin is None or last.target not in last.captured:
        return False
    own = 1 << last.origin | 1 << last.target
    edges = session.tracker.branch.rested[-4:]
    if len(edges) < 4 or session.judge.tells or point_set(e.point for e in edges) != own:
        return False
    home = [edge for edge in edges if edge.point == last.origin]
    if len(home) != 2 or home[1] is not edges[-1] or home[1].placed:
        return False
    stood = home[1].at_ns - home[0].at_ns >= timings.release_ms * MS
    return stood and _other_there(session, last, edges)


def _other_there(session: Session, last: Move, edges: Sequence[Edge]) -> bool:
    """Whether another man stands where the last one moved had gone: that one had left, and stood at home beside him.

    Not in passing: a man who is dragged is felt at both points.
    """
    assert last.origin is not None
    assert last.target is not None
    near = session.game.neighbours(last.target) >> last.origin & 1
    over_ns = (OVERLAP_MS if near else GLITCH_MS) * MS
    own = [e for e in edges if e.point in (last.origin, last.target) and not e.soft]
    ends_ns = [edge.at_ns for edge in own[1:]] + [session.now_ns]
    stands, left, other = {last.origin: False, last.target: True}, False, False
    for edge, end_ns in zip(own, ends_ns, strict=False):
        stands[edge.point] = edge.placed
        left = left or not stands[last.target]
        both = left and all(stands.values()) and end_ns - edge.at_ns >= over_ns
        other = stands[last.target] and (other or both)
    return other
