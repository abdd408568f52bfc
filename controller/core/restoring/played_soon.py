"""What was played as soon as men had been put right, before they were seen to stand for long enough.

Hands go on at once: the last man is hardly back, or goes where the law lets him go without coming back, and the reply is on the
board a moment later. Nobody waits for the board, and nothing of it is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import HOLD_MS
from controller.core.refereeing import remedies, touching
from controller.core.restoring import guiding, interrupted, meanwhile
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from rules.terms import points_of

if TYPE_CHECKING:
    from controller.core.restoring.guide import Guide
    from controller.core.session import Session
    from rules.game import Position
    from rules.terms import Point, PointSet

ASKED_BACK = frozenset({"irregularity", "correction", "recovery", "set-position"})
"""Reasons for putting men right after which play goes on from where they stand."""
SOON_EDGES_MAX = 32
"""What is seen of two plies and some touches. Where these have told nothing, more does not, and costs time."""


@dataclass(frozen=True, slots=True)
class _Back:
    """What was done once the men had been put right.

    Attributes:
        at_ns: when the last of them was.
        stood: since when each of those stands who was put back.
        edges: seen since, and of men who were in the hand by then.
        left: the man who has gone on without coming back.
    """

    at_ns: int
    stood: dict[Point, int]
    edges: list[Edge]
    left: PointSet


def watch(session: Session) -> None:
    """While men are to be put right: once they were, a move that is complete beyond doubt tells that play has gone on."""
    guide = session.guide
    if guide is None or guide.why not in ASKED_BACK or not session.game.men_move:
        return
    back = _back(session, guide)
    if back is None or not back.edges or len(back.edges) > SOON_EDGES_MAX:
        return
    pressed_ns = session.pressed_ns.get(guide.target.side_to_move, 0)
    pressed_ns = pressed_ns if pressed_ns > back.at_ns else 0
    if pressed_ns and _is_played(session, guide, back, pressed_ns):
        _go_on(session, guide, back, pressed_ns)
    elif _is_played(session, guide, back, 0):
        _go_on(session, guide, back, 0)


def _back(session: Session, guide: Guide) -> _Back | None:
    """What was done since the men were put right, or had nothing to be put right at all; None while they have not been."""
    left, origin = guide.begun or 0, session.correctable
    if not guide.since or left & (session.unknown | session.judge.blind):
        return None
    kept = [edge for edge in meanwhile.edges(session, guide) if edge in guide.before]
    stood: dict[Point, int] = {}
    at_ns = 0 if left else guide.since[0].at_ns
    for edge in guide.since:
        if not left >> edge.point & 1:
            kept.append(edge)
        elif not edge.soft and _is_right(guide.target, edge):
            left ^= 1 << edge.point
            stood[edge.point] = at_ns = edge.at_ns
    gone_on = left if origin is not None and left == 1 << origin else 0
    if left != gone_on or not at_ns:
        return None
    edges = []
    for each in by_point(kept).values():
        earlier = [edge for edge in each if edge.at_ns < at_ns]
        edges += earlier[-1:] if len(earlier) % 2 else []
        edges += each[len(earlier) :]
    edges += [Edge(at_ns=at_ns, seen_ns=at_ns, point=p, placed=False) for p in points_of(gone_on)]
    edges.sort(key=lambda edge: (edge.at_ns, edge.seen_ns, edge.point))
    return _Back(at_ns, stood, edges, gone_on)


def _is_right(position: Position, edge: Edge) -> bool:
    """Whether this point is as it should be by this: emptied, or with the man on it who belongs there, as far as sensors tell."""
    man = position.man_at(edge.point)
    return not edge.placed if man is None else edge.placed and fits(edge.mark, man)


def _is_played(session: Session, guide: Guide, back: _Back, pressed_ns: int) -> bool:
    """Whether a move has been completed since, and nothing speaks against it."""
    branch = Branch(guide.target, session.judge, strict=session.tracker.strict)
    branch.edges, branch.pressed_ns = list(back.edges), pressed_ns or None
    branch.wait_for_press = session.tracker.branch.wait_for_press
    found = branch.decide(session.now_ns)
    told = isinstance(found, Complete) and not found.odd  # all else needs a sensor to be wrong
    made = second_thoughts(branch, found, session.now_ns) if told else None
    if not isinstance(made, Complete) or made.odd or made.unexplained or made.unseen or made.wrong:
        return False
    if any(at_ns < back.at_ns for at_ns in branch.readings(session.now_ns)[0].in_air.values()):
        return False  # somebody is off, and asked back, since before all others were right
    if meanwhile.undoes(session, made.ply.move):
        return False  # nor is it a move if the players go on taking back
    rest_ms = session.settings.timings.settle_ms
    if made.by == "settled" and session.now_ns - back.at_ns < rest_ms * MS:
        return False  # before that he may have been taken back, as the others are
    origin = made.ply.move.origin
    if origin is None or origin not in back.stood or origin == session.correctable:
        return True
    # Whoever moves on whom he has just put back may be putting him right still.
    stood_ns = made.ply.first_ns - back.stood[origin]
    least_ms = session.settings.timings.slide_point_ms if made.by == "reply" else HOLD_MS
    return stood_ns >= least_ms * MS


def _go_on(session: Session, guide: Guide, back: _Back, pressed_ns: int) -> None:
    """Play has gone on: the men stood as they should, and what was seen since counts."""
    found = session.irregularity
    guiding.over(session)
    if not back.left:
        remedies.set_right_by_hand(session, found, guide)
        touching.owe(session)
    branch = session.tracker.branch
    branch.edges, branch.pressed_ns = back.edges, pressed_ns or None
    interrupted.go_on(session)
