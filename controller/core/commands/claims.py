"""What players ask for: draws, resignation, claims from the record, the count, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claiming, confirming, counting, ending, offers
from controller.core.claims import claims as asked
from controller.core.commands.common import (
    ARBITER,
    GOING_ON,
    PLAYED,
    PLAYER,
    Row,
    Rows,
    side_of,
    text_of,
)
from controller.core.inputs import Command, Refusal
from controller.core.messages import Claim
from controller.core.stages import Stage
from rules.claim_law import Ground, claim_law
from rules.rulebook import Termination

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.terms import Side


def _answer(reason: str | None) -> Refusal | None:
    return None if reason is None else Refusal(reason=reason)


def _offer(session: Session, command: Command) -> Refusal | None:
    side = side_of(session, command)
    assert side is not None
    return _answer(offers.offer(session, side))


def _accept(session: Session, command: Command) -> Refusal | None:
    """A player takes the offer or concedes the claim; the arbiter finds the claim right."""
    side = side_of(session, command)
    if side is None:
        return _answer(claiming.rule(session, right=True, why=text_of(command, "why")))
    found = session.claims.open
    if found is not None and found.side != side:
        return _answer(claiming.concede(session, side))
    return _answer(_declined(session, side) or offers.accept(session, side))


def _declined(session: Session, side: Side) -> str | None:
    """Why this side may accept no offer: it has moved since, though that is not published yet."""
    if session.claims.offer in {None, side} or not offers.has_answered(session, side):
        return None
    return "by moving you have declined the offer"


def _decline(session: Session, command: Command) -> Refusal | None:
    side = side_of(session, command)
    if side is None:
        return _answer(claiming.rule(session, right=False, why=text_of(command, "why")))
    return _answer(offers.decline(session, side))


def _resign(session: Session, command: Command) -> Refusal | None:
    side = side_of(session, command)
    assert side is not None
    law = claim_law(session.rulebook).resigns
    asked.say(session, Claim(kind=asked.Kind.RESIGNATION, side=side, law=law))
    ending.lose(session, side, Termination.RESIGNATION, law)
    return None


def _claim(session: Session, command: Command) -> Refusal | None:
    ground = Ground(command.name.removeprefix("claim-"))
    side = side_of(session, command)
    if side is None:
        return _answer(claiming.declare(session, ground, text_of(command, "why")))
    move = command.args.get("move")
    if move is not None and not isinstance(move, str):
        return Refusal(reason='"move" is the move that would bring it about, or is left out')
    return _answer(claiming.claim(session, side, ground, move))


def _consent(session: Session, command: Command) -> Refusal | None:
    """The opponent lets the player on move adjust men (XQ-5.6)."""
    side, mover = side_of(session, command), session.line.position.side_to_move
    law = claim_law(session.rulebook)
    if not law.adjust_consent:
        return Refusal(reason=f"adjusting needs no consent in {session.game.name}")
    if side == mover:
        return Refusal(reason="the opponent of the player on move consents")
    if session.adjusting:
        return Refusal(reason=f"{session.adjusting_by} is adjusting already")
    if session.tracker.branch.edges:
        return Refusal(reason="a man has been touched already")
    asked.say(session, Claim(kind=asked.Kind.ADJUST_CONSENT, side=command.role, law=law.adjusts))
    return None


def _mark(session: Session, command: Command) -> Refusal | None:
    points = command.args.get("points", [])
    return _answer(counting.mark(session, command.role, points, command.args.get("shared", [])))


def _agree(session: Session, command: Command) -> Refusal | None:
    side = side_of(session, command)
    if command.args.get("agreed") is False:
        if side is None:
            return Refusal(reason="a player disputes the count; the arbiter marks and decides")
        return _answer(counting.dispute(session, side))
    result = command.args.get("result")
    if result is not None and not isinstance(result, str):
        return Refusal(reason='"result" is the score as records write it, such as B+3.5')
    return _answer(counting.agree(session, command.role, result))


def say_result(session: Session, command: Command) -> Refusal | None:
    """A player says the result: confirms it after the end, claims it before."""
    side = side_of(session, command)
    assert side is not None
    text = text_of(command, "result")
    if session.stage is Stage.ENDED:
        return _answer(confirming.confirm(session, side, text))
    if text is None:
        return Refusal(reason='"result" is the result as records write it')
    return _answer(confirming.claim(session, side, text))


_SETTLED = frozenset({Stage.PLAY})
"""The record says what stands on the board, so that it can be looked up."""
_PLAYER = frozenset({PLAYER})
_BOTH = frozenset({PLAYER, ARBITER})

ROWS: Rows = {
    "offer-draw": Row(obey=_offer, roles=_PLAYER, stages=PLAYED),
    "accept-draw": Row(obey=_accept, roles=_BOTH, stages=PLAYED),
    "decline-draw": Row(obey=_decline, roles=_BOTH, stages=PLAYED),
    "resign": Row(obey=_resign, roles=_PLAYER, stages=GOING_ON),
    "claim-repetition": Row(obey=_claim, roles=_BOTH, stages=_SETTLED),
    "claim-move-limit": Row(obey=_claim, roles=_BOTH, stages=_SETTLED),
    "consent-adjust": Row(obey=_consent, roles=_BOTH, stages=_SETTLED),
    "mark-dead": Row(obey=_mark, roles=_BOTH, stages=frozenset({Stage.COUNT})),
    "agree-score": Row(obey=_agree, roles=_BOTH, stages=frozenset({Stage.COUNT})),
}
