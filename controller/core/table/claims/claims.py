"""What players have asked for and what is open of it.

The slice `Claims`, reduced from messages alone.
"""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum

from controller.core.messages import (
    Claim,
    Correction,
    Lifted,
    Move,
    Restore,
    Result,
    Ruling,
    Touched,
)
from controller.core.slices import Announced, Claims, Words
from controller.core.stages import Event
from controller.core.state import AskBack, Handled, Recovered, State, Step
from rules.claim_law import Ground, claim_law
from rules.terms import Side

BOTH = "both"
"""The side of a claim that the board has seen and that nobody gave as a command."""
GESTURE = "gesture"
"""How a result was claimed that the kings in the centre show."""
WORDS_MAX = 4
"""Words of one side about promotions that are kept; more pawns are never on their way at once."""


class Kind(StrEnum):
    """What a claim is about, as messages write it; besides these it is a `Ground`."""

    DRAW_OFFER = "draw-offer"
    DRAW_ACCEPTED = "draw-accepted"
    DRAW_DECLINED = "draw-declined"
    """`by` says how, where it was not by word: "move", "touch"."""
    RESIGNATION = "resignation"
    ADJUST = "adjust"
    ADJUST_CONSENT = "adjust-consent"
    ADJUSTING = "adjusting"
    ADJUSTED = "adjusted"
    """From one to the other what is lifted binds nobody; where the opponent consents, from that."""
    PROMOTION = "promotion"
    """What a pawn is to become that is under way, or to come."""
    DEAD_STONES = "dead-stones"
    SCORE = "score"
    """This side agrees to the count."""
    DISPUTE = "dispute"
    """This side says that stones of the other are dead; it is played out."""
    RESULT = "result"
    """A result is claimed while the game goes on; it holds when both have said it."""
    RESULT_CONFIRMED = "result-confirmed"
    RESULT_DISPUTED = "result-disputed"
    RESULT_WITHDRAWN = "result-withdrawn"
    POSITION_CONFIRMED = "position-confirmed"
    """This side confirms the position of a game that is to rest (DR-11)."""


def note(claims: Claims, step: Step, state: State) -> None:
    """Reduces a step.

    What is read of other slices is the record only, which is folded before this.
    """
    match step:
        case Claim():
            _claim(claims, step, state)
        case Ruling() if step.kind in set(Ground):
            _ruling(claims, step, state)
        case Move():
            _move(claims, step, state)
        case Correction() if step.cause != "players":
            _reset(claims)
        case Result():
            _result(claims, step)
        case Touched():
            sure = frozenset(step.points) - frozenset(step.doubtful)
            claims.touched_since = claims.touched_since or bool(sure - claims.touched)
            claims.touched = sure
        case Restore() if not step.done and step.why != "recovery":
            claims.adjusting = None
        case _:
            _fact(claims, step)


def _fact(claims: Claims, step: Step) -> None:
    match step:
        case AskBack() if step.why != "recovery":
            claims.adjusting, claims.counting = None, False
        case Event.PASSED:
            claims.counting = True
        case Handled():
            claims.taken_up, claims.up = step.taken_up, dict(step.up)
        case Lifted():
            claims.lifted = claims.adjusting is not None
        case Recovered():
            claims.said_ns = 0
            claims.promotion = {
                side: tuple((letter, 0) for letter, _ in words)
                for side, words in claims.promotion.items()
            }
        case _:
            pass


def _claim(claims: Claims, claim: Claim, state: State) -> None:
    if claim.kind in set(Ground):
        claims.open = claim
    elif claim.kind in set(Kind):
        kind = Kind(claim.kind)
        if kind in (Kind.DRAW_OFFER, Kind.RESULT):
            claims.said_ns = state.now_ns
        if kind in _PLAYING:
            _asked(claims, kind, claim, state)
        elif kind in _COUNTING:
            _counted(claims, kind, claim, state)
        elif kind is Kind.POSITION_CONFIRMED:
            claims.confirmed |= {Side(claim.side)}
        else:
            _said(claims, kind, claim)


_PLAYING = frozenset(
    {
        Kind.DRAW_OFFER, Kind.DRAW_ACCEPTED, Kind.DRAW_DECLINED, Kind.RESIGNATION, Kind.PROMOTION,
        Kind.ADJUST, Kind.ADJUST_CONSENT, Kind.ADJUSTING, Kind.ADJUSTED,
    }
)  # fmt: skip
_COUNTING = frozenset({Kind.DEAD_STONES, Kind.SCORE, Kind.DISPUTE})


def _asked(claims: Claims, kind: Kind, claim: Claim, state: State) -> None:
    side = claim.side
    match kind:
        case Kind.DRAW_OFFER:
            claims.offer = Side(side)
            claims.in_a_row = {side: in_a_row(state, Side(side)) + 1}
            claims.offered_ply = state.game.ply
            claims.touched_since = False
        case Kind.ADJUST:
            claims.adjust = Side(side)
        case Kind.ADJUST_CONSENT:
            claims.adjust, claims.adjusting = None, state.game.to_move
        case Kind.ADJUSTING:
            claims.adjust, claims.adjusting = None, side
        case Kind.ADJUSTED:
            claims.adjust = claims.adjusting = None
        case Kind.PROMOTION:
            words = claims.promotion.get(Side(side), ())
            claims.promotion[Side(side)] = _heard(words, claim.choice or "", state.now_ns)
        case _:
            claims.offer = None
    claims.lifted = claims.lifted and claims.adjusting is not None


def in_a_row(state: State, side: Side) -> int:
    """How many draws this side has offered in a row; a new one is not counted yet (XQ-9.1.3)."""
    claims, law = state.claims, claim_law(state.game.rulebook).offers
    fresh_after = None if law is None else law.fresh_after
    if fresh_after is not None and state.game.ply - claims.offered_ply >= 2 * fresh_after:
        return 0
    return claims.in_a_row.get(side, 0)


def _heard(words: Words, letter: str, said_ns: int) -> Words:
    """The words with one more; one that is known already counts once."""
    return tuple(sorted({*words, (letter, said_ns)}, key=lambda word: word[1])[-WORDS_MAX:])


def _counted(claims: Claims, kind: Kind, claim: Claim, state: State) -> None:
    if kind is Kind.SCORE:
        claims.agreed.add(claim.side)
        return
    index, dead = state.game.game.index, kind is Kind.DEAD_STONES
    claims.dead = sum(1 << index[name] for name in claim.points) if dead else 0
    claims.shared = sum(1 << index[name] for name in claim.shared) if dead else 0
    claims.agreed.clear()


def _said(claims: Claims, kind: Kind, claim: Claim) -> None:
    assert claim.result is not None
    match kind:
        case Kind.RESULT_WITHDRAWN:
            claims.proposed, claims.shown = None, False
            claims.results.clear()
        case Kind.RESULT:
            claims.proposed, claims.shown = claim.result, claim.by == GESTURE
            claims.results = {} if claim.side == BOTH else {claim.side: claim.result}
        case _:
            claims.results[claim.side] = claim.result


def _ruling(claims: Claims, ruling: Ruling, state: State) -> None:
    claims.open = None
    if ruling.found == "wrong" and ruling.move is not None:
        assert ruling.law is not None
        ply = state.game.ply + 1
        claims.announced = Announced(ply=ply, move=ruling.move, law=ruling.law)


def _move(claims: Claims, move: Move, state: State) -> None:
    """A ply has been made.

    What was asked for before it lapses, and so do marks of an earlier count.
    """
    claims.adjust = None
    claims.confirmed = frozenset()
    claims.dead = claims.shared = 0
    claims.agreed.clear()
    claims.touched, claims.touched_since = frozenset(), False
    side, landed_ns = Side(move.side), state.game.landed_ns
    words = claims.promotion.pop(side, ())
    if kept := tuple(word for word in words if 0 < landed_ns < word[1]):
        claims.promotion[side] = kept  # said after this move, of a later one


def _reset(claims: Claims) -> None:
    """The record was corrected: what was asked for was about what no longer stands."""
    new = Claims(in_a_row=claims.in_a_row, offered_ply=claims.offered_ply)
    for each in fields(Claims):
        setattr(claims, each.name, getattr(new, each.name))


def _result(claims: Claims, result: Result) -> None:
    """The game has ended: only confirmations of this very result stay."""
    claims.offer = claims.open = claims.adjust = claims.proposed = claims.adjusting = None
    claims.shown = claims.counting = False
    claims.results = {who: said for who, said in claims.results.items() if said == result.result}
