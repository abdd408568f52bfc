"""What players have asked for and what is open of it. Everything here follows from messages alone.

`say` publishes a claim and takes note of it; recovery takes note of the same messages, so that a board
that was started again knows what this one knew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from controller.core.inference import chosen
from controller.core.messages import Claim, Result, Ruling
from rules.claim_law import Ground
from rules.go.position import GoPosition
from rules.go.score import dispute
from rules.terms import Point, PointSet, Side

if TYPE_CHECKING:
    from controller.core.session import Session

BOTH = "both"
"""The side of a claim that the board has seen and that nobody gave as a command."""
GESTURE = "gesture"
"""How a result was claimed that the kings in the centre show."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A move that was announced with a wrong claim and must be played.

    Attributes:
        ply: the number that it will have.
    """

    ply: int
    move: str
    law: str


@dataclass(slots=True)
class Claims:
    """What is open between the players.

    Attributes:
        offer: who offers a draw.
        in_a_row: how many draws each side has offered since the other offered one.
        open: a claim that waits for the arbiter, or for the opponent to concede it.
        adjust: who has asked to adjust men.
        proposed: a result that somebody claims while the game goes on.
        shown: it was the kings in the centre that have claimed it.
        results: what each role has said the result is.
        dead, shared: as the stones are marked in the count (Go).
        taken_up: stones lifted from dead groups that stood whole: put back, they take the mark back.
        up: when each stone was lifted last in the count, and whether its group was dead then.
        agreed: who agrees to that count.
        said_ns: when the draw was offered or the result claimed; 0 where nobody remembers.
    """

    offer: Side | None = None
    in_a_row: dict[str, int] = field(default_factory=dict)
    open: Claim | None = None
    announced: Announced | None = None
    adjust: Side | None = None
    proposed: str | None = None
    shown: bool = False
    results: dict[str, str] = field(default_factory=dict)
    dead: PointSet = 0
    shared: PointSet = 0
    taken_up: PointSet = field(default=0, compare=False)
    up: dict[Point, tuple[int, bool]] = field(default_factory=dict, compare=False)
    agreed: set[str] = field(default_factory=set)
    said_ns: int = field(default=0, compare=False)


def say(session: Session, message: Claim | Ruling) -> None:
    """Publishes a claim or what was found about it."""
    session.say(message)
    note(session, message)
    if message.kind in {Kind.DRAW_OFFER, Kind.RESULT}:
        session.claims.said_ns = session.now_ns


def note(session: Session, message: Claim | Ruling) -> bool:
    """Takes note of a message; whether it is about a claim of a player."""
    if isinstance(message, Ruling):
        return _note_ruling(session, message)
    claims, side = session.claims, message.side
    if message.kind in list(Ground):
        claims.open = message
        return True
    if message.kind not in list(Kind):
        return False
    match Kind(message.kind):
        case Kind.DRAW_OFFER:
            claims.offer = Side(side)
            claims.in_a_row = {side: claims.in_a_row.get(side, 0) + 1}
        case Kind.DRAW_ACCEPTED | Kind.DRAW_DECLINED | Kind.RESIGNATION:
            claims.offer = None
        case Kind.ADJUST:
            claims.adjust = Side(side)
        case Kind.ADJUST_CONSENT | Kind.ADJUSTING | Kind.ADJUSTED:
            claims.adjust = None
            session.adjusting = message.kind != Kind.ADJUSTED
            consented = message.kind == Kind.ADJUST_CONSENT
            session.adjusting_by = session.line.position.side_to_move if consented else side
        case Kind.PROMOTION:
            known, letter = session.promotion.get(Side(side), ()), message.choice or ""
            words = chosen.said(known, letter, session.now_ns)
            session.promotion = {**session.promotion, Side(side): words}
        case Kind.DEAD_STONES:
            index = session.game.index
            claims.dead = sum(1 << index[name] for name in message.points)
            claims.shared = sum(1 << index[name] for name in message.shared)
            claims.agreed.clear()
        case Kind.SCORE:
            claims.agreed.add(side)
        case Kind.DISPUTE:
            _resume(session)
            claims.dead = claims.shared = 0
            claims.agreed.clear()
        case _:
            _note_result(claims, message)
    return True


def _resume(session: Session) -> None:
    """The two passes have not ended the game: they are forgotten, the stones stay."""
    position = session.line.position
    assert isinstance(position, GoPosition), "only the count of Go is disputed"
    session.line.positions[-1] = dispute(position, position.side_to_move)


def _note_result(claims: Claims, message: Claim) -> None:
    assert message.result is not None
    match Kind(message.kind):
        case Kind.RESULT_WITHDRAWN:
            claims.proposed, claims.shown = None, False
            claims.results.clear()
        case Kind.RESULT:
            claims.proposed, claims.shown = message.result, message.by == GESTURE
            claims.results = {} if message.side == BOTH else {message.side: message.result}
        case _:
            claims.results[message.side] = message.result


def _note_ruling(session: Session, message: Ruling) -> bool:
    if message.kind not in list(Ground):
        return False
    claims = session.claims
    claims.open = None
    if message.found == "wrong" and message.move is not None:
        assert message.law is not None
        claims.announced = Announced(ply=session.line.ply + 1, move=message.move, law=message.law)
    return True


def note_move(session: Session) -> None:
    """A ply has been made: what was asked for before it lapses, and so do marks of an earlier count."""
    claims = session.claims
    claims.adjust = None
    claims.dead = claims.shared = 0
    claims.agreed.clear()


def note_correction(session: Session) -> None:
    """The record was corrected: what was asked for was about what no longer stands."""
    session.claims = Claims(in_a_row=session.claims.in_a_row)


def note_result(session: Session, result: Result) -> None:
    """The game has ended: only confirmations of this very result stay."""
    claims = session.claims
    claims.offer = claims.open = claims.adjust = claims.proposed = None
    claims.shown = False
    claims.results = {who: said for who, said in claims.results.items() if said == result.result}
