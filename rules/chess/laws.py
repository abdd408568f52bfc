"""The two rulebooks of chess, as data.

`chess-fide-2023` is the FIDE Laws in force since 2023-01-01; `chess-classic` the older laws whose
articles docs/laws.md lists as CH. Where FIDE has no row of its own the CH row holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from rules.chess.position import ChessPosition
from rules.naming import ILLEGAL_MOVE
from rules.position import Move, Position
from rules.rulebook import (
    CompletionLaw,
    Ends,
    IrregularityLaw,
    PenaltyLaw,
    Remedy,
    Rulebook,
    SeenBy,
    Termination,
)
from rules.terms import LawId
from rules.touch import (
    Alternative,
    Pattern,
    Touches,
    TouchLaw,
    castle_with_touched,
    first_enemy_captured,
    first_own_moves,
    first_takes_first,
    first_touched,
    own_first,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CORNERS: Mapping[int, tuple[int, int]] = {
    chess.E1: (chess.A1, chess.H1),
    chess.E8: (chess.A8, chess.H8),
}
"""Where rooks stand that may castle, by the king's square."""


def meant_to_castle(position: Position, touches: Touches) -> bool:
    """Whether the king and then a rook, or both at once, were touched where castling begins, and before any enemy man.

    In Chess960 castling begins where its right is left, and either may be touched first (FIDE-960.3).
    """
    if len(touches.own) < 2 or set(touches.order[:2]) != set(touches.own[:2]):
        return False
    homes, any_order = _homes(position)
    king, rook = touches.own[:2]
    if king not in homes:
        king, rook = rook, king
        if king not in touches.together and not any_order:
            return False
    men = position.piece_at(king), position.piece_at(rook)
    letters = [man.letter.upper() for man in men if man is not None]
    return rook in homes.get(king, ()) and letters == ["K", "R"]


def _homes(position: Position) -> tuple[Mapping[int, tuple[int, ...]], bool]:
    """Where castling begins: the rooks by the king's square; and whether either may be touched first."""
    assert isinstance(position, ChessPosition), "a position of another game"
    board = position.board
    king = board.king(board.turn)
    if not board.chess960 or king is None:
        return _CORNERS, False
    rooks = board.clean_castling_rights() & board.occupied_co[board.turn]
    return {king: tuple(chess.scan_forward(rooks))}, True


def king_moves(moves: Sequence[Move], _touches: Touches) -> Sequence[Move]:
    """Every move of the king, castling included."""
    return [m for m in moves if m.mover is not None and m.mover.letter in "Kk"]


def any_move(moves: Sequence[Move], _touches: Touches) -> Sequence[Move]:
    """Every legal move: the law sets the player free."""
    return moves


def _touch_law(
    *,
    castle: tuple[Alternative, ...],
    own: str,
    enemy: str,
    both: str,
    free: str,
    bump: str,
    claim_ends: str,
) -> TouchLaw:
    """The touch law that both editions share; they differ in names and about castling."""
    pair = LawId(both)
    in_order = (Alternative(pair, first_takes_first), Alternative(pair, first_touched))
    return TouchLaw(
        alternatives={
            Pattern.OWN: (*castle, Alternative(LawId(own), first_own_moves)),
            Pattern.ENEMY: (Alternative(LawId(enemy), first_enemy_captured),),
            # Castling was meant first, and what is touched afterwards changes nothing of that.
            Pattern.OWN_THEN_ENEMY: (*castle, *in_order),
            Pattern.ENEMY_THEN_OWN: in_order,
            Pattern.AT_ONCE: (
                Alternative(pair, first_takes_first),
                Alternative(pair, own_first),
            ),
        },
        free=LawId(free),
        bump=LawId(bump),
        claim_ends=LawId(claim_ends),
    )


def _castling_spoilt(law: str) -> tuple[Alternative, ...]:
    """Castling was meant and is illegal: the king moves; if it cannot, the player is free."""
    return (
        Alternative(LawId(law), king_moves, when=meant_to_castle),
        Alternative(LawId(law), any_move, when=meant_to_castle),
    )


def _castling_open(position: Position, touches: Touches) -> bool:
    """Whether king and rook were touched to castle and may."""
    return meant_to_castle(position, touches) and bool(
        castle_with_touched(position.moves(), touches)
    )


WARNING = "warning"
COMPLETED_AT_PRESS = frozenset({LawId("FIDE-7.5.1"), LawId("FIDE-7.5.2"), LawId("FIDE-7.5.3")})
"""Breaches that count as a completed illegal move once the clock has been pressed."""
_TWO_HANDS = IrregularityLaw(
    law=LawId("FIDE-7.5.4"),
    kind="two-hands",
    english="both hands were used for one move and the clock was pressed",
    chinese="双手走一步棋并按钟",
    remedy=Remedy.FOUL,
    seen_by=SeenBy.PEOPLE,
    penalty=ILLEGAL_MOVE,
)


def _asked(law: str, kind: str, english: str, chinese: str) -> IrregularityLaw:
    """Something said at the wrong time: it holds, and the arbiter may punish it."""
    return IrregularityLaw(
        law=LawId(law),
        kind=kind,
        english=english,
        chinese=chinese,
        remedy=Remedy.ARBITER,
        seen_by=SeenBy.CLAIMS,
    )


def _late_offer(law: str) -> IrregularityLaw:
    return _asked(
        law,
        "offer-on-opponents-time",
        "a draw was offered on the opponent's time",
        "在对方思考时间内提和",
    )


# Repeated offers disturb the opponent (CH-15.1, its fourth point); the arbiter may punish it (CH-15.2).
_PESTERING = _asked(
    "CH-15.1", "repeated-draw-offers", "draws were offered again and again", "反复提和"
)
_LATE_CLASSIC, _LATE_FIDE = _late_offer("CH-10.8"), _late_offer("FIDE-9.1")


FIDE_2023 = Rulebook(
    name="chess-fide-2023",
    title="FIDE Laws of Chess, 2023",
    touch=_touch_law(
        castle=(
            Alternative(LawId("FIDE-4.4.1"), castle_with_touched, when=meant_to_castle),
            *_castling_spoilt("FIDE-4.4.3"),
        ),
        own="FIDE-4.3.1",
        enemy="FIDE-4.3.2",
        both="FIDE-4.3.3",
        free="CH-7.3",
        bump="FIDE-4.2.2",
        claim_ends="FIDE-4.8",
    ),
    completion=CompletionLaw(
        released=LawId("FIDE-4.7"),
        capture=LawId("FIDE-4.7"),
        castling=LawId("FIDE-4.7"),
        promotion=LawId("FIDE-4.7"),
        choice=LawId("FIDE-4.4.4"),
        rook_first=LawId("FIDE-4.4.2"),
        turn=LawId("CH-3.1"),
        illegal=LawId("FIDE-7.5.1"),
        press_without_move=LawId("FIDE-7.5.3"),
        pawn_left=LawId("FIDE-7.5.2"),
        displaced=LawId("FIDE-7.4"),
        wrong_array=LawId("FIDE-7.2.1"),
        wrong_turned=LawId("FIDE-7.2.2"),
        corner=LawId("CH-1.2"),
    ),
    automatic_draws=frozenset(
        {
            Termination.STALEMATE,
            Termination.DEAD_POSITION,
            Termination.FIVEFOLD_REPETITION,
            Termination.SEVENTYFIVE_MOVES,
        }
    ),
    illegal_at_press=True,
    irregularities={row.law: row for row in (_TWO_HANDS, _LATE_FIDE, _PESTERING)},
    penalties=(
        PenaltyLaw(
            law=LawId("FIDE-7.5.5"),
            kind=ILLEGAL_MOVE,
            loses_at=2,
            ends=Ends.COUNT,
            gives_ms=120_000,
            gives_quick_ms=60_000,  # FIDE-A, FIDE-B
            drawn_if_unwinnable=True,
        ),
        PenaltyLaw(law=LawId("FIDE-12.9"), kind=WARNING, loses_at=None),
    ),
)

CLASSIC = Rulebook(
    name="chess-classic",
    title="Laws of chess, the older edition",
    touch=_touch_law(
        castle=(
            # The two touched at once, castling legal: a move of the king, and castling is one.
            Alternative(LawId("CH-7.2.1"), king_moves, when=_castling_open),
            *_castling_spoilt("CH-5.1.4"),
        ),
        own="CH-7.2.1",
        enemy="CH-7.2.1",
        both="CH-7.2.2",
        free="CH-7.3",
        bump="CH-7.2.1",
        claim_ends="CH-7.4",
    ),
    completion=CompletionLaw(
        released=LawId("CH-6.1"),
        capture=LawId("CH-6.2"),
        castling=LawId("CH-6.3"),
        promotion=LawId("CH-6.4"),
        rook_first=LawId("CH-5.1.3"),
        turn=LawId("CH-3.1"),
        illegal=LawId("CH-8.1"),
        displaced=LawId("CH-8.2"),
        wrong_array=LawId("CH-8.5"),
        wrong_turned=LawId("CH-8.7"),
        corner=LawId("CH-1.2"),
    ),
    automatic_draws=frozenset({Termination.STALEMATE, Termination.DEAD_POSITION}),
    illegal_at_press=False,
    irregularities={row.law: row for row in (_LATE_CLASSIC, _PESTERING)},
    penalties=(PenaltyLaw(law=LawId("CH-16.5"), kind=WARNING, loses_at=None),),
    unsaid=LawId("CH-12.9"),  # CH-11.3 says it of time trouble; FIDE-6.12 lets screens show it
)

ENDING_LAWS: Mapping[str, Mapping[Termination, LawId]] = {
    FIDE_2023.name: {
        Termination.CHECKMATE: LawId("CH-10.1"),
        Termination.STALEMATE: LawId("CH-10.3"),
        Termination.DEAD_POSITION: LawId("FIDE-5.2.2"),
        Termination.FIVEFOLD_REPETITION: LawId("FIDE-9.6"),
        Termination.SEVENTYFIVE_MOVES: LawId("FIDE-9.6"),
    },
    CLASSIC.name: {
        Termination.CHECKMATE: LawId("CH-10.1"),
        Termination.STALEMATE: LawId("CH-10.3"),
        Termination.DEAD_POSITION: LawId("CH-10.4"),
    },
}
"""Which law ends the game, by rulebook."""
