"""Results that people say: confirmed after the end, or claimed before it by word or by a gesture.

After the end both players and the arbiter confirm the result, or say what else it is (XQ-10.1). A result
claimed before the end holds when both players have said it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import claims, ending, offers
from controller.core.claims import BOTH, Kind
from controller.core.messages import Claim
from controller.core.stages import Stage
from rules.claim_law import claim_law
from rules.rulebook import Outcome
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session


def confirm(session: Session, who: str, text: str | None) -> str | None:
    """After the end: somebody says what the result is; why not, if the game goes on.

    Args:
        who: a side, or "arbiter".
        text: the result; None for the one that was published.
    """
    if session.stage is not Stage.ENDED or session.result is None:
        return "the game goes on"
    said = session.result.result if text is None else text
    if session.claims.results.get(who) == said:
        return f"{who} has said so already"
    kind = Kind.RESULT_CONFIRMED if said == session.result.result else Kind.RESULT_DISPUTED
    law = claim_law(session.rulebook).confirms
    claims.say(session, Claim(kind=kind, side=who, law=law, result=said))
    return None


def claim(session: Session, side: Side, text: str) -> str | None:
    """While the game goes on: this side says what the result is; why not, if it may not."""
    try:
        outcome = session.game.outcome(text)
    except RulesError as error:
        return str(error)
    if outcome not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW):
        return f"{text} is for the arbiter to decide"
    proposed = session.claims.proposed
    if proposed is None:
        if outcome is Outcome.DRAW:  # a draw is agreed as the law of offers has it
            taken = session.claims.offer == session.game.other(side)
            return offers.accept(session, side) if taken else offers.offer(session, side)
        claims.say(session, Claim(kind=Kind.RESULT, side=side, result=text))
        return None
    if session.claims.results.get(side) == text:
        return "you have said so already"
    if text != proposed:
        claims.say(session, Claim(kind=Kind.RESULT_DISPUTED, side=side, result=text))
        return None
    claims.say(session, Claim(kind=Kind.RESULT_CONFIRMED, side=side, result=text))
    said = session.claims.results
    if all(said.get(each) == text for each in session.game.sides):
        ending.decide(session, outcome, "agreement", text=text)
    return None


def gesture(session: Session, text: str) -> None:
    """The kings have been set on centre squares: a result is claimed, and both have to confirm it."""
    if session.claims.proposed != text:
        claims.say(session, Claim(kind=Kind.RESULT, side=BOTH, result=text, by="gesture"))


def withdraw(session: Session, side: str, by: str) -> None:
    """Play goes on: a claimed result lapses."""
    proposed = session.claims.proposed
    if proposed is not None:
        claims.say(session, Claim(kind=Kind.RESULT_WITHDRAWN, side=side, result=proposed, by=by))
