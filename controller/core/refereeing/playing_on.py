"""The opponent plays on over what is irregular (draughts): what that accepts, and what not (DR-7.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.refereeing import remedies
from controller.core.restoring import guiding
from controller.core.stages import Event, Stage
from rules.deed import Doubt

if TYPE_CHECKING:
    from controller.core.inference.decisions import Complete, Irregular
    from controller.core.refereeing.offered import Offer
    from controller.core.session import Session
    from rules.game import Move


def beside_lost_man(session: Session, offer: Offer, reply: Complete) -> bool:
    """Publishes a reply that is lawful with the man and without him, and asks him back; whether it is such a one.

    He is a man of the offender's own (DR-7.4.14); one of the opponent's (DR-7.4.12) may be in his hand. It accepts nothing
    (decision 12), nor does it tell that nothing irregular was done.
    """
    men = [offer.before.man_at(session.game.index[name]) for name in offer.found.points]
    his = all(man is not None and man.side == offer.found.side for man in men)
    move = _with_him(offer, reply)
    if offer.found.doubt != Doubt.LOST_MAN or not his or move is None:
        return False
    session.offer = session.irregularity = None
    session.go(Event.STANDS)
    session.tracker.reset(offer.before)
    session.commit(replace(reply, ply=replace(reply.ply, move=move)))
    session.tracker.reset(session.line.position)
    if session.stage is Stage.PLAY:
        session.irregularity = offer.found
        session.go(Event.IRREGULAR)
        guiding.start(session, "irregularity")
    return True


def already(session: Session, found: Irregular) -> None:
    """Where an irregularity is offered over which the opponent has surely played on, it is accepted, and his move counts."""
    offer = session.offer
    if offer is None or not found.since:
        return
    session.tracker.reset(offer.after)
    session.tracker.branch.edges = list(found.since)
    remedies.accept(session, "reply")
    session.tracker.branch.calm = True  # so much was played, and nobody has upset the board


def _with_him(offer: Offer, reply: Complete) -> Move | None:
    """The same move where the man still stands; None where it would be none, or not all of it was as it should."""
    made = reply.ply.move
    if made.side == offer.found.side or reply.odd or reply.unexplained or reply.unseen:
        return None
    return next(
        (
            move
            for move in offer.before.moves()
            if (move.origin, move.target) == (made.origin, made.target)
            and set(move.captured) == set(made.captured)
        ),
        None,
    )
