"""A press upon what was named before it, while nothing has been put back yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.messages import Irregularity, Ruling
from controller.core.refereeing import judging, remedies
from controller.core.restoring import guiding
from controller.core.stages import Event, Stage
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.session import Session

PRESSED = "pressed"
"""Why an irregularity was none of his: the other has pressed his clock upon it."""


def pressed(session: Session, side: Side) -> None:
    """It completes what the side itself has done; and what was taken for its opponent's doing was its own."""
    if session.stage is Stage.CHOICE:
        _offered(session, side)
    elif session.stage is Stage.RESTORE and session.unpressed is not None:
        _asked_back(session, side)
    if session.guide is not None:
        session.guide.pressed.append((side, session.pressed_ns[side]))


def belated(session: Session, side: Side) -> bool:
    """Whether a press is that of the move before, upon which its player had not pressed yet: it says nothing of what was named since."""
    return session.stage is Stage.CHOICE and side in session.owed


def _asked_back(session: Session, side: Side) -> None:
    assert session.unpressed is not None
    (named, standing), found = session.unpressed, session.irregularity
    if session.standing != standing or not session.settings.time_control or found is None:
        return
    if side == named.side:
        session.unpressed = None
        if session.settings.mode == "referee":
            remedies.punish(session, session.game.completed(named))
    elif _takes_for_his(session, found, side):
        guiding.over(session, said=False)
        _name_anew(session, found)


def _offered(session: Session, side: Side) -> None:
    offer = session.offer
    if offer is None or session.tracker.branch.edges:
        return
    if _takes_for_his(session, offer.found, side):
        remedies.close(session, Event.STANDS)
        session.tracker.reset(offer.before)
        _name_anew(session, offer.found)


def _takes_for_his(session: Session, found: Irregularity, side: Side) -> bool:
    """Whether a man was moved, by the other side as it seems, and this one is on move and has no older move to press for.

    Where the other side has pressed upon it itself, it was its own.
    """
    moved = found.observed.origin is not None and found.observed.to is not None
    on_move = side == session.line.position.side_to_move
    if session.deed is None or session.deed[0] != found.id or not (moved and on_move):
        return False
    made_ns = max((edge.at_ns for edge in session.deed[1].edges), default=0)
    upon = session.pressed_ns.get(Side(found.side), 0) >= made_ns
    return found.side != side and side not in session.owed and not upon


def _name_anew(session: Session, found: Irregularity) -> None:
    """By the law that whoever is on move has broken, who has pressed upon it."""
    assert session.deed is not None
    _, deed = session.deed
    session.say(Ruling(kind=found.kind, side=found.side, found="wrong", why=PRESSED))
    session.tracker.branch.edges = list(deed.edges)
    judging.irregular(session, replace(deed, pressed=True))
