"""Draws by agreement: when one may be offered, how long an offer stands, and what answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import claims, ending
from controller.core.claims.claims import Kind
from controller.core.messages import Claim
from controller.core.refereeing import judging, remedies
from controller.core.stages import Stage
from rules.claim_law import Lapse, OfferLaw, claim_law
from rules.deed import Named
from rules.rulebook import Outcome
from rules.terms import LawId, Side

if TYPE_CHECKING:
    from controller.core.session import Session


def offer(session: Session, side: Side) -> str | None:
    """This side offers a draw; why not, if it may not."""
    law = claim_law(session.rulebook).offers
    if law is None:
        return f"nobody offers draws in {session.game.name}"
    if (reason := _why_not(session, side, law)) is not None:
        return reason
    late = law.punishable is not None and not own_time(session, side)
    claims.say(session, Claim(kind=Kind.DRAW_OFFER, side=side, law=law.law))
    if late:
        report(session, law.punishable, side)
    if law.repeats_from is not None and session.claims.in_a_row[side] >= law.repeats_from:
        report(session, law.repeated, side)
    return None


def _why_not(session: Session, side: Side, law: OfferLaw) -> str | None:
    open_claims = session.claims
    if open_claims.offer is not None:
        if open_claims.offer == side:
            return "your offer stands: the opponent has not answered it"
        return f"{open_claims.offer} has offered a draw: accept or decline that"
    if law.move_first and not (has_moved(session, side) and own_time(session, side)):
        return f"a draw is offered after moving and before pressing the clock ({law.law})"
    if law.from_move and moves_made(session, side) < law.from_move:
        return f"a draw may be offered from move {law.from_move} on ({law.law})"
    if law.own_time is not None and not own_time(session, side):
        return f"offer on your own time ({law.own_time})"
    again = open_claims.in_a_row.get(side, 0) + 1
    if law.repeat_refused and law.repeats_from is not None and again >= law.repeats_from:
        return f"offer again only after the opponent has offered a draw ({law.repeated})"
    return None


def accept(session: Session, side: Side) -> str | None:
    """This side takes the opponent's offer; why not, if there is none."""
    if session.claims.offer != session.game.other(side):
        return "the opponent has not offered a draw"
    law = claim_law(session.rulebook).offers
    assert law is not None
    claims.say(session, Claim(kind=Kind.DRAW_ACCEPTED, side=side, law=law.law))
    ending.decide(session, Outcome.DRAW, "agreement", law.law)
    return None


def decline(session: Session, side: Side, by: str | None = None) -> str | None:
    """This side turns the opponent's offer down; why not, if there is none.

    Args:
        by: how, where it was not by word: "move", "touch".
    """
    if session.claims.offer != session.game.other(side):
        return "the opponent has not offered a draw"
    claims.say(session, Claim(kind=Kind.DRAW_DECLINED, side=side, by=by))
    return None


def touched(session: Session, side: Side) -> None:
    """This side has touched a man to move it: by some laws that declines an offer (FIDE-9.1)."""
    law = claim_law(session.rulebook).offers
    if law is not None and law.lapse is Lapse.TOUCH:
        decline(session, side, "touch")


def moved(session: Session, side: Side) -> None:
    """This side has moved, which answers an offer of the other (CH-10.7)."""
    decline(session, side, "move")


def has_moved(session: Session, side: Side) -> bool:
    """Whether this side has made its move and the opponent none since, as far as can be told.

    A man that has just been set down has been moved, although the move is not settled yet.
    """
    if session.line.position.side_to_move != side:
        return session.line.ply > 0
    return _landed_ns(session) is not None


def has_answered(session: Session, side: Side) -> bool:
    """Whether this side, on move, has moved since the draw was offered, though that is not published yet."""
    landed_ns = _landed_ns(session) if session.line.position.side_to_move == side else None
    return landed_ns is not None and landed_ns > session.claims.said_ns


def _landed_ns(session: Session) -> int | None:
    """When the man was set down of a move that is not settled yet."""
    tracker = session.tracker
    if session.stage is not Stage.PLAY or tracker.asking or not tracker.branch.edges:
        return None
    plies = tracker.branch.readings(session.now_ns)[0].plies
    return plies[0].landed_ns if plies else None


def moves_made(session: Session, side: Side) -> int:
    """How many moves this side has made, one under way that `has_moved` counts included."""
    made = sum(line.side == side for line in session.line.lines)
    return made + (session.line.position.side_to_move == side and has_moved(session, side))


def own_time(session: Session, side: Side) -> bool:
    """Whether it is this side's turn on the clock; where nobody presses one, it is each side's time."""
    timer = session.timer
    if timer is None or not timer.begun or timer.mode == "moves":
        return True
    return timer.clock.turn == side


def report(session: Session, law: LawId | None, side: Side) -> None:
    """Tells that something was asked for against a law, and counts what the rulebook counts."""
    row = None if law is None else session.rulebook.irregularities.get(law)
    if row is None:
        return
    named = Named(
        law=row.law, kind=row.kind, side=side, points=(), restore=False, penalty=row.penalty
    )
    judging.say_irregularity(session, named, "none", None)
    if session.settings.mode == "referee":
        remedies.punish(session, named)
