"""Dead positions: neither side can give mate by any series of legal moves (FIDE-5.2.2).

Only what can be proved is called dead. Proved are positions without mating material, and pawn walls
that no pawn and no king can ever open. Locked positions with other men on the board may be dead as
well; they are left to the arbiter. Whether one side may still give mate is also proved by looking at all
that can follow, where that is little: moves that are forced take the last man who could.
"""

from __future__ import annotations

import chess

from rules.chess.position import WHITE
from rules.terms import Side

LOOKED_AT_MAX = 200
"""Positions looked at for a mate; forced moves lead to few."""
_NOT_FILE_A = ~chess.BB_FILE_A & chess.BB_ALL
_NOT_FILE_H = ~chess.BB_FILE_H & chess.BB_ALL


def dead(board: chess.Board) -> bool:
    """Whether it is proved that nobody can ever give mate."""
    return board.is_insufficient_material() or locked(board)


def bare_material(board: chess.Board) -> bool:
    """Whether only the men of CH-10.4 are left.

    King against king, alone or with one bishop or knight, or a bishop each on squares of one colour.
    """
    if board.pawns | board.rooks | board.queens:
        return False
    minor = board.bishops | board.knights
    if chess.popcount(minor) <= 1:
        return True
    one_each = all(chess.popcount(minor & men) == 1 for men in board.occupied_co)
    dark = chess.popcount(minor & chess.BB_DARK_SQUARES)
    return chess.popcount(minor) == 2 and one_each and not board.knights and dark in {0, 2}


def bare_king(board: chess.Board, side: Side) -> bool:
    """Whether a side has nothing but its king, so that it cannot win by the other's fault (CH-10.5)."""
    mine = board.occupied_co[side == WHITE]
    return not mine & ~board.kings


def may_mate(board: chess.Board, side: Side) -> bool:
    """Whether a side may still give mate by some series of legal moves (FIDE-6.9); False only where it is proved."""
    known: set[str] = set()
    todo = [board]
    while todo:
        here = todo.pop()
        if here.is_checkmate() and here.turn is not (side == WHITE):
            return True
        if here.has_insufficient_material(side == WHITE) or locked(here):
            continue
        for move in here.legal_moves:
            after = here.copy(stack=False)
            after.push(move)
            if (text := after.epd()) in known:
                continue
            if len(known) == LOOKED_AT_MAX:
                return True
            known.add(text)
            todo.append(after)
    return False


def locked(board: chess.Board) -> bool:
    """Whether only kings and blocked pawns are left, and no pawn can ever move or be captured.

    The proof: each pawn has a pawn in front of it and none to capture, so pawns stay as long as no
    king takes one. Each king is let loose on every square that it could reach if the other king were
    not there. If neither finds a pawn to take, nothing will ever change, no king will ever enter a
    square that a pawn attacks, and kings cannot give mate.
    """
    if board.knights | board.bishops | board.rooks | board.queens or not board.pawns:
        return False
    white, black = (board.pawns & board.occupied_co[side] for side in (chess.WHITE, chess.BLACK))
    if (white << 8 | black >> 8) & ~board.pawns or board.has_legal_en_passant():
        return False
    by_white, by_black = _attacks(white, up=True), _attacks(black, up=False)
    if by_white & black or by_black & white:
        return False
    return not (
        _reach(board.king(chess.WHITE), white | by_black) & black
        or _reach(board.king(chess.BLACK), black | by_white) & white
    )


def _attacks(pawns: chess.Bitboard, *, up: bool) -> chess.Bitboard:
    """The squares that pawns attack."""
    if up:
        return (pawns & _NOT_FILE_A) << 7 | (pawns & _NOT_FILE_H) << 9
    return (pawns & _NOT_FILE_A) >> 9 | (pawns & _NOT_FILE_H) >> 7


def _reach(king: chess.Square | None, closed: chess.Bitboard) -> chess.Bitboard:
    """The squares that a king can reach without entering closed ones."""
    reached = 0 if king is None else chess.BB_SQUARES[king]
    edge = reached
    while edge:
        around = 0
        for square in chess.scan_forward(edge):
            around |= chess.BB_KING_ATTACKS[square]
        edge = around & ~closed & ~reached
        reached |= edge
    return reached
