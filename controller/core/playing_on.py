"""The opponent plays on over what is irregular (draughts): what that accepts, and what not (DR-7.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core import guiding
from controller.core.stages import Event, Stage
from rules.deed import Doubt

if TYPE_CHECKING:
    from controller.core.decisions import Complete
    from controller.core.offered import Offer
    from controller.core.session import Session
    from rules.game import Move


def beside_lost_man(session: Session, offer: Offer, reply: Complete) -> bool:
    """Publishes a reply that is lawful with the man and without him, and asks him back; whether it is such a one.

    It accepts nothing (decision 12), nor does it tell that nothing irregular was done.
    """
    move = _with_him(offer, reply)
    if offer.found.doubt != Doubt.LOST_MAN or move is None:
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
