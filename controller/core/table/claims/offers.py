"""Draws by agreement: when one may be offered, how long an offer stands, and what answers it."""

from __future__ import annotations

from controller.core.messages import Claim
from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import ending, penalties, record
from controller.core.table.claims.claims import Kind, in_a_row
from controller.core.table.clock.timer import own_time
from rules.adjournment import INTERRUPTIONS
from rules.claim_law import Lapse, OfferLaw, claim_law
from rules.deed import Named
from rules.rulebook import Outcome, Word
from rules.terms import LawId, Side


def offer(state: State, side: Side) -> Steps[str | None]:
    """This side offers a draw; why not, if it may not."""
    law = claim_law(state.game.rulebook).offers
    if law is None:
        return f"nobody offers draws in {state.game.game.name}"
    if (reason := _standing(state, side) or _why_not(state, side, law)) is not None:
        return reason
    sealed = state.stage is Stage.ADJOURNED
    late = not sealed and law.punishable is not None and not own_time(state, side)
    yield Claim(kind=Kind.DRAW_OFFER, side=side, law=_after_sealing(state) if sealed else law.law)
    if late:
        yield from report(state, law.punishable, side)
    if law.repeats_from is not None and state.claims.in_a_row[side] >= law.repeats_from:
        yield from report(state, law.repeated, side)
    return None


def _standing(state: State, side: Side) -> str | None:
    offering = state.claims.offer
    if offering is None:
        return None
    if offering == side:
        return "your offer stands: the opponent has not answered it"
    return f"{offering} has offered a draw: accept or decline that"


def _after_sealing(state: State) -> LawId | None:
    """The law by which who has sealed may offer a draw; None where there is none (CH-10.9)."""
    law = INTERRUPTIONS.get(state.game.rulebook.name)
    return None if law is None else law.offers


def _why_not(state: State, side: Side, law: OfferLaw) -> str | None:
    envelope = state.game.envelope
    if state.stage is Stage.ADJOURNED and envelope is not None:
        if _after_sealing(state) is None:
            return "nobody offers a draw while the game rests"
        return None if envelope.sealed_by == side else "who has sealed may offer a draw"
    own = own_time(state, side)
    again = in_a_row(state, side) + 1
    bars = (
        (
            law.move_first and not (has_moved(state, side) and own),
            f"a draw is offered after moving and before pressing the clock ({law.law})",
        ),
        (
            bool(law.from_move) and moves_made(state, side) < law.from_move,
            f"a draw may be offered from move {law.from_move} on ({law.law})",
        ),
        (law.own_time is not None and not own, f"offer on your own time ({law.own_time})"),
        (
            law.repeat_refused and law.repeats_from is not None and again >= law.repeats_from,
            f"offer again only after the opponent has offered a draw ({law.repeated})",
        ),
    )
    return next((reason for barred, reason in bars if barred), None)


def accept(state: State, side: Side) -> Steps[str | None]:
    """This side takes the opponent's offer; why not, if there is none."""
    if state.claims.offer != state.game.game.other(side):
        return "the opponent has not offered a draw"
    law = claim_law(state.game.rulebook).offers
    assert law is not None
    yield Claim(kind=Kind.DRAW_ACCEPTED, side=side, law=law.law)
    yield from ending.decide(state, Outcome.DRAW, "agreement", law.law)
    return None


def decline(state: State, side: Side, by: str | None = None) -> Steps[str | None]:
    """This side turns the opponent's offer down; why not, if there is none.

    Args:
        by: how, where it was not by word: "move", "touch".
    """
    if state.claims.offer != state.game.game.other(side):
        return "the opponent has not offered a draw"
    yield Claim(kind=Kind.DRAW_DECLINED, side=side, by=by)
    return None


def touched(state: State) -> Steps[None]:
    """A piece was touched to move it: by some laws that declines an offer (FIDE-9.1)."""
    law, offering = claim_law(state.game.rulebook).offers, state.claims.offer
    if law is None or law.lapse is not Lapse.TOUCH or not state.claims.touched_since:
        return
    if offering is not None and offering != state.game.to_move:
        yield from decline(state, state.game.to_move, "touch")


def has_moved(state: State, side: Side) -> bool:
    """Whether this side has made its move and the opponent none since, as far as can be told.

    A piece that has just been set down has been moved, although the move is not settled yet.
    """
    if state.game.to_move != side:
        return state.game.ply > 0
    return _landed_ns(state) is not None


def has_answered(state: State, side: Side) -> bool:
    """Whether this side, on move by the record, has moved since the draw was offered."""
    landed_ns = _landed_ns(state) if state.game.to_move == side else None
    return landed_ns is not None and landed_ns > state.claims.said_ns


def _landed_ns(state: State) -> int | None:
    """When the piece was set down of a move that is not settled yet."""
    if state.stage is not Stage.PLAY:
        return None
    under_way = state.belief.under_way(state.now_ns)
    return None if under_way is None else under_way.landed_ns


def moves_made(state: State, side: Side) -> int:
    """How many moves this side has made, one under way that `has_moved` counts included."""
    made = sum(line.side == side for line in state.game.lines)
    return made + (state.game.to_move == side and has_moved(state, side))


def report(state: State, law: LawId | None, side: Side) -> Steps[None]:
    """Tells that something was asked for against a law, and counts what the rulebook counts."""
    row = None if law is None else state.game.rulebook.irregularities.get(law)
    if row is None:
        return
    named = Named(
        law=row.law, kind=row.kind, side=side, points=(), restore=False, penalty=row.penalty,
        word=row.word,
    )  # fmt: skip
    yield record.irregularity(state, named, "none", None)
    if state.settings.mode == "referee" and named.penalty and named.waits_for is Word.NONE:
        yield from penalties.count(state, side, named.penalty, named.law)
