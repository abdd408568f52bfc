"""Men taken off the board by whoever had moved and not yet pressed his clock.

A reply before the press takes a man of the opponent's own, or captures. So one of the mover's own men who is off by then,
captured by nobody, was taken off by the mover; one of his opponent's may have been lifted by either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.upset import taken_along
from controller.core.refereeing import remedies, touching
from controller.core.stages import Stage
from rules.deed import Doubt, Named
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.session import Session
    from rules.terms import PointSet

LIFTED, OWN_REMOVED = "man-lifted", "own-man-removed"
"""What draughts calls men who are off (DR-7.4.7, DR-7.4.14)."""


def by_the_mover(session: Session, found: Irregular, finding: Named) -> Named:
    """Men of the side not on move are off who were lifted between its move and its press: it was that side.

    Where no clock tells, one such man was in all likelihood lifted by his own player, who has had his move; but nobody knows.
    """
    position, mover = session.line.position, session.game.other(session.line.position.side_to_move)
    points = set(finding.points)
    men = [position.man_at(point) for point in points]
    his = bool(men) and all(man is not None and man.side == mover for man in men)
    lifts = [edge for edge in found.edges if edge.point in points and not edge.placed]
    his = his and bool(session.line.ply) and all(e.at_ns > session.landed_ns for e in lifts)
    unpressed = all(touching.unpressed(session, edge.at_ns) for edge in lifts)
    if his and unpressed and finding.kind == LIFTED and points == set(finding.removed):
        return replace(finding, side=mover, doubt=finding.doubt or Doubt.WHOSE_HAND)
    if finding.kind in (LIFTED, OWN_REMOVED):
        return _unsure(session, found, finding)
    displaced = finding.law == session.rulebook.completion.displaced
    if not displaced or points != set(finding.removed) or not his:
        return finding
    if unpressed:
        return replace(finding, side=mover)
    alone = len(points) == 1 and not touching.presses(session)
    return replace(finding, side=mover, doubt=Doubt.WHOSE_HAND) if alone else finding


def _unsure(session: Session, found: Irregular, finding: Named) -> Named:
    """The finding, in doubt where one of the opponent's men who are off may have been taken off by whoever had captured just before (draughts).

    He left before the press, or in the time of the hand that took the captured men off, before the man was lifted who has replied.
    """
    branch = session.tracker.branch
    gone = point_set(finding.removed)
    if not gone or finding.doubt is not None or finding.side != session.line.position.side_to_move:
        return finding
    lifts = [edge for edge in found.edges if gone >> edge.point & 1 and not edge.placed]
    own = [edge.at_ns for edge in found.edges if edge.point == finding.origin]
    early = bool(own) and all(edge.at_ns < min(own) for edge in lifts)
    pause_ms = session.settings.timings.removal_pause_ms
    early = early and finding.kind == OWN_REMOVED
    his = all(session.landed_ns < edge.at_ns < _pressed_ns(session) for edge in lifts)
    unsure = early and (his or taken_along(branch, gone, pause_ms))
    return replace(finding, doubt=Doubt.WHOSE_HAND) if unsure else finding


def _pressed_ns(session: Session) -> int:
    """When whoever moved last pressed his clock upon that; 0 before he has."""
    mover = session.game.other(session.line.position.side_to_move)
    pressed_ns = session.pressed_ns.get(mover, 0)
    return pressed_ns if pressed_ns >= session.landed_ns else 0


def still_off(session: Session, wrong: PointSet) -> PointSet:
    """The men of whom a move tells that they are not felt, and who had left before the press for the move before: no sensor lost them.

    Where captured men are taken off last (draughts) that is asked about, see `excuses.taken_along`.
    """
    if session.game.captured_last:
        return 0
    off = (t.point for t in session.touched if t.doubtful and not session.standing >> t.point & 1)
    return wrong & point_set(off)


def ask_back(session: Session, off: PointSet) -> None:
    """They are to be put back, now that a reply has been made without them."""
    law, last = session.rulebook.completion.displaced, session.line.last
    if not off or last is None or session.stage is not Stage.PLAY:
        return
    points, mover = points_of(off), session.game.other(last.side)
    men = [session.line.position.man_at(point) for point in points]
    his = all(man is not None and man.side == mover for man in men)
    named = Named(
        law=law,
        kind="displaced",
        side=mover,
        points=points,
        removed=points,
        doubt=None if his else Doubt.WHOSE_HAND,
    )
    remedies.apply(session, named)
