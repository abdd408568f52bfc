"""Castling to which a released king has bound his player (CH-6.3, FIDE-4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import Duty
from controller.core.refereeing import touching
from rules.deed import Named
from rules.naming import completing
from rules.terms import LawId

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.game import Move


def released(session: Session) -> None:
    """The king has been released where castling takes it: nothing may follow but the rook (CH-6.3, FIDE-4.7)."""
    move = None if session.tracker.asking else session.tracker.branch.bound
    if move is None or move.partner is None or session.settings.mode == "observer":
        return
    men = [p for p in (move.origin, move.partner) if p is not None]
    found = Duty(
        law=completing(session.rulebook, move),
        must_move=[session.name(p) for p in men],
        must_capture=[],
        alternatives=[move.text],
    )
    if session.due is None or not binds(session, session.due):  # the first release binds
        session.due = found
        touching.say_duty(session, found, move.side, met=None)


def broken(session: Session, move: Move) -> Named | None:
    """Whether this move is another than the castling that the released king had bound to."""
    due = session.due
    if due is None or not binds(session, due) or move.text in due.alternatives:
        return None
    return Named(
        law=LawId(due.law),
        kind="released-man-moved",
        side=move.side,
        points=tuple(session.game.index[name] for name in due.must_move),
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )


def binds(session: Session, due: Duty) -> bool:
    """Whether a duty is that of a king released in castling."""
    legal = session.line.position.by_text(due.alternatives[0]) if due.alternatives else None
    return (
        legal is not None
        and legal.partner is not None
        and due.law == completing(session.rulebook, legal)
    )
