"""Results that people say: confirmed after the end, or claimed before it by word or by a gesture.

After the end both players and the arbiter confirm the result, or say what else it is (XQ-10.1). A result
claimed before the end holds when both players have said it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claims, ending, offers
from controller.core.claims.claims import BOTH, Kind
from controller.core.inference.gestures import CENTRE, KINGS, result_gesture
from controller.core.messages import Claim, Ruling
from controller.core.refereeing import penalties, touching
from controller.core.restoring import guiding
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from rules.claim_law import claim_law
from rules.naming import ILLEGAL_MOVE
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
    kind = Kind.RESULT_CONFIRMED if text == proposed else Kind.RESULT_DISPUTED
    claims.say(session, Claim(kind=kind, side=side, result=text))
    said = session.claims.results
    if all(said.get(each) == text for each in session.game.sides):
        ending.decide(session, outcome, "agreement", text=text)
    return None


def shown(session: Session) -> bool:
    """Whether the kings in the centre show a result instead of a move; then it is claimed.

    The men are asked back to where they stood, so that play can go on if it is not confirmed.
    """
    if not _claim_shown(session):
        return False
    session.go(Event.IRREGULAR)
    guiding.start(session, "result-gesture")
    return True


def shown_before(session: Session) -> bool:
    """Whether the kings have stood in the centre since before a question was answered, and are no part of what is played."""
    stands = session.standing == session.line.position.occupied
    return not (stands or session.tracker.branch.edges) and shown(session)


def watch(session: Session) -> None:
    """While men are to be put back: the kings may show a result, and it lapses when all stand again."""
    if session.stage is Stage.RESTORE:
        edges = session.tracker.branch.edges
        rest_ns = session.settings.timings.settle_ms * MS
        rested = not edges or session.now_ns - edges[-1].at_ns >= rest_ns
        if rested and _claim_shown(session):
            _has_not_moved(session)
    elif session.claims.shown and session.stage is Stage.PLAY:
        withdraw(session, BOTH, "men-back")


def _has_not_moved(session: Session) -> None:
    """A king who was named for a move was only set in the centre before the other was: that is withdrawn."""
    found, guide = session.irregularity, session.guide
    if found is None or guide is None or session.deed is None or session.deed[0] != found.id:
        return
    origin, deed = session.game.index.get(found.observed.origin or ""), session.deed[1]
    king = None if origin is None else session.line.position.man_at(origin)
    if king is None or king.letter not in KINGS or found.observed.to not in CENTRE:
        return
    session.say(Ruling(kind=found.kind, side=found.side, found="wrong", why=claims.GESTURE))
    if deed.pressed and found.doubt is None and session.settings.mode == "referee":
        kind, law = ILLEGAL_MOVE, found.law
        penalties.withdraw(session, king.side, kind, law, why=claims.GESTURE)
    touching.untouched_since(session, min(e.at_ns for e in deed.edges if e.point == origin))
    session.irregularity, guide.why = None, "result-gesture"


def _claim_shown(session: Session) -> bool:
    guide = session.guide
    if guide is not None and guide.why not in ("irregularity", "question", "result-gesture"):
        return False
    outcome = result_gesture(session.game, session.line.position, session.standing)
    if outcome is None or session.unknown:
        return False
    text = session.game.result_text(outcome)
    if session.claims.proposed != text:
        claims.say(session, Claim(kind=Kind.RESULT, side=BOTH, result=text, by=claims.GESTURE))
    return True


def pressed(session: Session, side: Side) -> bool:
    """Whether a press confirms the result that the kings show: nothing else can be meant by it."""
    proposed = session.claims.proposed
    if proposed is None or not session.claims.shown or session.stage is not Stage.RESTORE:
        return False
    claim(session, side, proposed)
    return True


def withdraw(session: Session, side: str, by: str) -> None:
    """Play goes on: a claimed result lapses."""
    proposed = session.claims.proposed
    if proposed is not None:
        claims.say(session, Claim(kind=Kind.RESULT_WITHDRAWN, side=side, result=proposed, by=by))
