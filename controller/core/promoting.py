"""What a pawn becomes: the choice that is due, and a pawn left standing where it should have been exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import remedies
from controller.core.messages import PromotionPending
from controller.core.stages import Stage
from rules.deed import Named

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.game import Move, Position
    from rules.terms import Side


def pending(session: Session) -> None:
    """Says that a pawn stands on the last rank and its new man is to be chosen."""
    branch = session.tracker.branch
    if session.tracker.asking or not branch.edges or session.pending is not None:
        return
    best = branch.readings(session.now_ns)[0]
    move = best.first
    if move is None or not move.choice or move.target is None:
        return
    choices = choices_of(session.line.position, move)
    session.pending = PromotionPending(
        point=session.name(move.target), side=move.side, choices=choices
    )
    session.say(session.pending)


def choices_of(position: Position, move: Move) -> list[str]:
    """What a pawn that makes this move may become, the queen first."""
    found = [
        m.choice for m in position.moves() if (m.origin, m.target) == (move.origin, move.target)
    ]
    return sorted(found, key="qrbn".find)


def pressed_late(session: Session, side: Side) -> None:
    """The side has pressed its clock after its last move was published."""
    if side in session.owed:
        session.owed.discard(side)
        pressed(session, side)


def pressed(session: Session, side: Side) -> None:
    """The side has pressed its clock upon its last move: a pawn that it left is no lawful promotion (FIDE-7.5.2).

    Only sensors that tell letters see it, and a choice that was said is one. The pawn is a queen.
    """
    law, move = session.rulebook.completion.pawn_left, session.line.last
    if law is None or move is None or move.side != side or session.stage is not Stage.PLAY:
        return
    mark = None if move.target is None else session.marks.get(move.target)
    pawn = None if move.mover is None else move.mover.letter
    if not session.line.lines[-1].assumed or mark is None or mark.letter != pawn:
        return
    assert move.target is not None
    left = Named(
        law=law,
        kind="pawn-left",
        side=side,
        points=(move.target,),
        origin=move.origin,
        target=move.target,
    )
    remedies.apply(session, session.game.completed(left))
