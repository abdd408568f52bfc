"""Men of the opponent's who were off while a move was made: it may have been his own hand, which took them up to answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.prices import GLITCH_MS, HASTE_MS
from controller.core.refereeing import touching
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inference.decisions import Complete, Touch
    from controller.core.session import Session
    from rules.terms import Point

TOLD_MS = HASTE_MS + GLITCH_MS
"""By then it is known whether a move has landed just after a man of the opponent's was lifted."""

EARLY_MS = 500
"""Who sees what is coming may have his man in the hand so long before the other has lifted his own."""


def may_answer(session: Session, touch: Touch, in_air: Mapping[Point, int]) -> bool:
    """Whether this man of the opponent's is off for so short a time that the move in the hand may yet land, and he answer it."""
    position = session.line.position
    side, man = position.side_to_move, position.man_at(touch.point)
    if man is None or man.side == side or touch.point not in in_air:
        return False
    held = [other for point in in_air if (other := position.man_at(point)) is not None]
    in_hand = any(other.side == side for other in held)
    return in_hand and session.now_ns - touch.at_ns < TOLD_MS * MS


def answered(session: Session, made: Complete) -> None:
    """Touches by the mover do not count where the opponent had taken up his own man, and has answered with him.

    Where that man is off still, nobody can tell yet whose hand it was.
    """
    kept = [t for t in session.touched if not _in_answer(session, made, t, landed=True)]
    if len(kept) < len(session.touched):
        answering = {t.point for t in session.touched} - {t.point for t in kept}
        session.fouls = [f for f in session.fouls if not answering.intersection(f.points)]
        touching.disown(session, kept)
    session.touched = [
        replace(t, doubtful=t.doubtful or _in_answer(session, made, t, landed=False))
        for t in session.touched
    ]


def _in_answer(session: Session, made: Complete, touch: Touch, *, landed: bool) -> bool:
    """Whether this man was taken up just before the mover was or later, and was not set down again before the move was made."""
    man = session.line.position.man_at(touch.point)
    his = man is not None and man.side != made.ply.move.side
    if not his or made.ply.move.footprint.lifts >> touch.point & 1:
        return False
    before_it = (
        touch.at_ns < made.ply.landed_ns or made.ply.unseen
    )  # then nobody has felt when it was
    if not (before_it and made.ply.first_ns - EARLY_MS * MS < touch.at_ns):
        return False
    reply = session.tracker.reply(session.now_ns)
    if reply is not None and reply.move.origin == touch.point:
        return reply.first_ns == touch.at_ns
    branch = session.tracker.branch  # the move has been made there
    lifts = [e.at_ns for e in branch.edges if e.point == touch.point and not e.placed]
    return not landed and lifts[:1] == [touch.at_ns]


def forgotten(session: Session) -> None:
    """After a new start nobody knows any more whose hand has taken up men of the opponent's: they bind nobody."""
    position = session.line.position
    men = {touch.point: position.man_at(touch.point) for touch in session.touched}
    theirs = (p for p, man in men.items() if man and man.side != position.side_to_move)
    touching.forgive(session, point_set(theirs))
