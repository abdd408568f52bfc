"""What is done about an irregularity: let stand, corrected, or the sensors are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claiming
from controller.core.commands.common import (
    ARBITER,
    PLAYED,
    PLAYER,
    Row,
    Rows,
)
from controller.core.inputs import Command, Refusal
from controller.core.messages import Irregularity, Ruling
from controller.core.refereeing import irregular, judging, remedies, touching
from controller.core.restoring import takeback
from controller.core.restoring.plies_ago import is_last_undone, plies_to_agree_on
from controller.core.stages import Event, Stage
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session


def _accept(session: Session, command: Command) -> Refusal | None:
    if session.offer is not None:
        return _choose(session, command)
    wanted = command.args.get("id")
    is_open = (each for each in (session.irregularity, session.breach) if each is not None)
    found = next((each for each in is_open if wanted in (None, each.id)), None)
    if found is None:
        return Refusal(reason="there is no such open irregularity")
    if session.stage is Stage.RESTORE and plies_to_agree_on(session):
        side = None if command.role == ARBITER else Side(command.role)
        reason = takeback.agree(session, side)
        return None if reason is None else Refusal(reason=reason)
    if found == session.breach:
        return _accept_breach(session, found, command)
    if (reason := _cannot_stand(session, found, command)) is not None:
        return Refusal(reason=reason)
    try:
        irregular.let_stand(session, found, command.role)
    except RulesError as error:
        return Refusal(reason=f"it cannot stand: {error}")
    session.irregularity = None
    session.guide = None
    session.correctable = None
    session.go(Event.ACCEPTED)
    judging.end_if_over(session)
    return None


def _cannot_stand(session: Session, found: Irregularity, command: Command) -> str | None:
    """Why an irregularity that is to be restored may not be let stand by this command."""
    if found.kind in ("touch-move", claiming.KIND_BROKEN):
        return "the move has been taken back: set the men right"
    if command.role != ARBITER:
        return "only the arbiter lets an illegal move stand"
    if session.stage is not Stage.RESTORE:
        return "nothing waits to be restored"
    if is_last_undone(session, found):
        return "the last move was taken back: put back who has been moved since, and accept it then"
    one = found.observed.origin is not None and found.observed.to is not None
    if not (one and irregular.is_all(session, found)):
        return "more than one man was moved; set the men right"
    return None


def _accept_breach(session: Session, breach: Irregularity, command: Command) -> Refusal | None:
    if command.role == breach.side:
        return Refusal(reason="the opponent accepts, not the offender")
    session.say(Ruling(kind=breach.kind, side=breach.side))
    session.breach = None
    return None


def _choose(session: Session, command: Command) -> Refusal | None:
    """The opponent's choice about an irregularity: it stands, or it is put right (DR-7.4)."""
    offer = session.offer
    assert offer is not None
    if command.args.get("id") not in (None, offer.found.id):
        return Refusal(reason=f"the open irregularity is {offer.found.id}")
    if command.role == offer.found.side:
        return Refusal(reason="the opponent chooses, not the offender")
    if command.name == "demand-correction":
        remedies.demand(session)
        return None
    remedies.accept(session, command.role)
    judging.end_if_over(session)
    return None


def _demand(session: Session, command: Command) -> Refusal | None:
    found = session.breach
    if session.offer is not None:
        return _choose(session, command)
    if found is None or command.args.get("id") not in (None, found.id):
        return Refusal(reason="no breach of the touch law is open")
    if command.role == found.side:
        return Refusal(reason="the opponent claims, not the offender")
    if session.result is not None and not judging.ended_by_move(session):
        return Refusal(reason="the game has ended otherwise than by that move")
    law = session.rulebook.touch.claim_ends
    if law is not None and touching.has_touched(session) and command.role != ARBITER:
        return Refusal(reason=f"touching a man has ended the right to claim ({law})")
    judging.take_back(session, command.role)
    return None


ROWS: Rows = {
    "accept-irregularity": Row(
        obey=_accept,
        roles=frozenset({PLAYER, ARBITER}),
        stages=PLAYED - {Stage.QUESTION} | {Stage.ENDED},
    ),
    "demand-correction": Row(
        obey=_demand,
        roles=frozenset({PLAYER, ARBITER}),
        stages=frozenset({Stage.PLAY, Stage.CHOICE, Stage.ENDED}),
    ),
}
