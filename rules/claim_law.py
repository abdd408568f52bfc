"""What each rulebook says of draw offers and of claims, as data.

Nothing here is done by itself: a player asks, and the board looks the answer up in the record. What
ends a game without being asked for is in `Rulebook.automatic_draws`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.rulebook import Rulebook, Termination
from rules.terms import LawId, RulesError, Side


class Lapse(StrEnum):
    """What of the opponent's doings on the board declines an offer; a word always does."""

    MOVE = "move"
    TOUCH = "touch"


class Ground(StrEnum):
    """What a player may claim from the record."""

    REPETITION = "repetition"
    MOVE_LIMIT = "move-limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferLaw:
    """How draws are offered.

    Attributes:
        law: a draw may be agreed.
        lapse: what declines an offer without a word.
        from_move: the first own move after which a draw may be offered; 0 for any time.
        move_first: an offer comes between the own move and the press; at other times it is refused.
        own_time: the law that forbids asking on the opponent's time: the offer is refused; None where it
            is valid.
        punishable: an offer on the opponent's time is valid and is told the arbiter as this.
        repeats_from: which offer in a row of one side, the other having offered none, goes against
            `repeated`; None where offers are not counted.
        fresh_after: an offer after so many moves of both is in no row; None where only an offer of
            the other side ends the row.
        repeated: the law against it.
        repeat_refused: such an offer is refused; else it is valid, told as an irregularity, and costs
            what the rulebook says.
    """

    law: LawId | None
    lapse: Lapse = Lapse.MOVE
    from_move: int = 0
    move_first: bool = False
    own_time: LawId | None = None
    punishable: LawId | None = None
    repeats_from: int | None = None
    fresh_after: int | None = None
    repeated: LawId | None = None
    repeat_refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundLaw:
    """How one thing is claimed from the record.

    Attributes:
        law: that it may be claimed.
        terminations: the findings that make the claim right.
        announced: the claimant may name the move that would bring it about.
        moved: the law by which a move loses the right to claim.
        touched: the law by which touching a man loses it; None where only a move does.
        contested: findings that the opponent may dispute: he concedes, or the arbiter decides.
        wrong: the law about wrong claims; None where nothing follows from one.
        wrong_used_ms: added to the claimant's used time for a wrong claim.
        wrong_opponent_ms: given to the opponent for it.
    """

    law: LawId
    terminations: frozenset[Termination]
    announced: bool = False
    moved: LawId | None = None
    touched: LawId | None = None
    contested: frozenset[Termination] = frozenset()
    wrong: LawId | None = None
    wrong_used_ms: int = 0
    wrong_opponent_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLaw:
    """What players may ask for through the board, by one rulebook.

    Attributes:
        offers: how draws are offered; None where the game knows no draw by agreement.
        grounds: what may be claimed.
        stops_clocks: a claim stops both clocks; else it runs on the claimant's own time.
        resigns: the law of resigning, where a row says so.
        adjusts: adjusting is said first.
        adjust_consent: it begins with the opponent's consent.
        confirms: the result is confirmed by both players and the arbiter.
    """

    offers: OfferLaw | None = None
    grounds: Mapping[Ground, GroundLaw] = field(default_factory=dict)
    stops_clocks: bool = False
    resigns: LawId | None = None
    adjusts: LawId | None = None
    adjust_consent: bool = False
    confirms: LawId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimant:
    """Who claims, and how he stands on the clock.

    Attributes:
        fixed_time: his clock is in a period without increment that ends the game.
        remaining_ms: what he has left; None without a clock.
    """

    side: Side
    fixed_time: bool = False
    remaining_ms: int | None = None


def _chess_grounds(
    repetition: str,
    limit: str,
    *,
    moved: str,
    touched: str | None = None,
    wrong: str,
    used_ms: int = 0,
    opponent_ms: int = 0,
) -> Mapping[Ground, GroundLaw]:
    """Both grounds of chess: the same in everything but what they find."""
    return {
        ground: GroundLaw(
            law=LawId(law),
            terminations=frozenset({finding}),
            announced=True,
            moved=LawId(moved),
            touched=None if touched is None else LawId(touched),
            wrong=LawId(wrong),
            wrong_used_ms=used_ms,
            wrong_opponent_ms=opponent_ms,
        )
        for ground, law, finding in (
            (Ground.REPETITION, repetition, Termination.THREEFOLD_REPETITION),
            (Ground.MOVE_LIMIT, limit, Termination.FIFTY_MOVES),
        )
    }


PESTERING = 3
"""The law of chess gives no number: from the third offer in a row on the arbiter is told."""

CHESS_CLASSIC = ClaimLaw(
    offers=OfferLaw(
        law=LawId("CH-10.6"),
        punishable=LawId("CH-10.8"),
        repeats_from=PESTERING,
        repeated=LawId("CH-15.1"),
    ),
    grounds=_chess_grounds(
        "CH-10.10", "CH-10.12", moved="CH-10.11", wrong="CH-10.13", used_ms=300_000
    ),
    stops_clocks=True,
    resigns=LawId("CH-10.2"),
    adjusts=LawId("CH-7.1"),
)
"""An offer stands until it is answered by word or by a move (CH-10.7). Made on own time before moving it is valid, and
the answer may wait until the move is seen (CH-10.9)."""

CHESS_FIDE = ClaimLaw(
    offers=OfferLaw(
        law=LawId("FIDE-9.1"),
        lapse=Lapse.TOUCH,
        punishable=LawId("FIDE-9.1"),
        repeats_from=PESTERING,
        repeated=LawId("CH-15.1"),
    ),
    grounds=_chess_grounds(
        "FIDE-9.2",
        "FIDE-9.3",
        moved="CH-10.11",
        touched="FIDE-9.4",
        wrong="FIDE-9.5",
        opponent_ms=120_000,
    ),
    stops_clocks=True,
    resigns=LawId("CH-10.2"),
    adjusts=LawId("FIDE-4.2.1"),
    confirms=LawId("FIDE-8.7"),
)

DRAUGHTS = ClaimLaw(
    offers=OfferLaw(
        law=LawId("DR-12.4"),
        from_move=40,
        move_first=True,
        repeats_from=2,
        repeated=LawId("DR-12.4"),
        repeat_refused=True,
    ),
    grounds={
        Ground.REPETITION: GroundLaw(
            law=LawId("DR-12.3.1"),
            terminations=frozenset({Termination.THREEFOLD_REPETITION}),
        ),
        Ground.MOVE_LIMIT: GroundLaw(
            law=LawId("DR-12.3.2"),
            terminations=frozenset(
                {
                    Termination.KING_MOVES,
                    Termination.THREE_V_KING,
                    Termination.TWO_V_KING,
                    Termination.MAIN_ROAD,
                    Termination.UNCHANGED_BALANCE,
                    Termination.NO_PROGRESS,
                }
            ),
            contested=frozenset({Termination.NO_PROGRESS}),
        ),
    },
    adjusts=LawId("DR-5.13"),
)
"""A claim runs on the claimant's own time (DR-8.2). The limits are the draws by numbers of moves and, in
fixed-time play, those by theory (DR-8.1.3.1A) and for want of time (DR-8.1.3.1B)."""

SEVERAL_MOVES = 2
"""The law of xiangqi forbids offers in a row and gives no number: after two moves of both one is new."""

XIANGQI = ClaimLaw(
    offers=OfferLaw(
        law=None,
        own_time=LawId("XQ-8.5"),
        repeats_from=2,
        fresh_after=SEVERAL_MOVES,
        repeated=LawId("XQ-9.1.3"),
    ),
    grounds={
        Ground.REPETITION: GroundLaw(
            law=LawId("XQ-4.1"),
            terminations=frozenset(
                {
                    Termination.REPETITION,
                    Termination.PERPETUAL_CHECK,
                    Termination.PERPETUAL_CHASE,
                    Termination.PERPETUAL_THREAT,
                }
            ),
        ),
        Ground.MOVE_LIMIT: GroundLaw(
            law=LawId("XQ-4.1"),
            terminations=frozenset({Termination.NATURAL_LIMIT}),
            wrong=LawId("XQ-9.1.4"),
        ),
    },
    adjusts=LawId("XQ-5.6"),
    adjust_consent=True,
    confirms=LawId("XQ-10.1"),
)
"""Offers and claims are questions, and those are asked in one's own time (XQ-8.5)."""

GO = ClaimLaw()
"""Nothing is offered or claimed: two passes end play, and the count is agreed (GO-21.end)."""

CLAIM_LAWS: Mapping[str, ClaimLaw] = {
    "chess-classic": CHESS_CLASSIC,
    "chess-fide-2023": CHESS_FIDE,
    "draughts-100": DRAUGHTS,
    "draughts-russian": DRAUGHTS,
    "draughts-russian-national": DRAUGHTS,
    "draughts-brazilian": DRAUGHTS,
    "draughts-brazilian-cbd": DRAUGHTS,
    "xiangqi-cxa": XIANGQI,
    "xiangqi-wxf": XIANGQI,
    "go-china": GO,
    "go-china-club": GO,
}
"""By the name of the rulebook."""


def claim_law(rulebook: Rulebook) -> ClaimLaw:
    """What players may ask for by a rulebook.

    Raises:
        RulesError: nothing is known of it.
    """
    if rulebook.name not in CLAIM_LAWS:
        raise RulesError(
            f"no law of claims for {rulebook.name}; known rulebooks: {', '.join(CLAIM_LAWS)}"
        )
    return CLAIM_LAWS[rulebook.name]
