"""Positions and moves of chess. The mechanics come from python-chess.

Points are numbered as python-chess numbers squares: a1 is 0, b1 is 1, h8 is 63.

The laws: the array and the turns (CH-2.2, CH-3.1), how the men go, castle, capture and promote
(CH-4.1–4.3, CH-5.1.2, CH-5.1.5–5.1.6, CH-5.2–5.6.4, FIDE-4.6), and check, which is a fact of the position
whether it is called or not (CH-9.1, CH-9.3).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import chess

from rules.footprint import Act, Footprint, Step
from rules.position import Move, Position
from rules.terms import Piece, Point, PointSet, RulesError, Side, quoted, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WHITE = Side("white")
BLACK = Side("black")

_MEN: Mapping[str, Piece] = {
    letter: Piece(WHITE if letter.isupper() else BLACK, letter) for letter in "PNBRQKpnbrqk"
}
_KING_TO, _ROOK_TO = {False: 2, True: 6}, {False: 3, True: 5}
"""Files where king and rook stand after castling, by whether it is on the h-side (FIDE-960.3)."""

_FEN_FIELDS = (
    ("the men", re.compile(r"[rnbqkpRNBQKP1-8/]+")),
    ("the side to move (w or b)", re.compile(r"[wb]")),
    (
        "the castling rights (as KQkq or -; in Chess960 also as HAha)",
        re.compile(r"-|(?=.)K?Q?k?q?|(?=.)[A-HKQ]{0,2}[a-hkq]{0,2}"),
    ),
    ("the en passant square (or -)", re.compile(r"-|[a-h][36]")),
    ("the plies since the last capture or pawn move", re.compile(r"[0-9]{1,4}")),
    ("the number of the next move", re.compile(r"[1-9][0-9]{0,3}")),
)

_FLAWS: Mapping[chess.Status, str] = {
    chess.STATUS_EMPTY: "there are no men",
    chess.STATUS_NO_WHITE_KING: "there is no white king",
    chess.STATUS_NO_BLACK_KING: "there is no black king",
    chess.STATUS_TOO_MANY_KINGS: "a side has more than one king",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    chess.STATUS_PAWNS_ON_BACKRANK: "a pawn stands on the first or the eighth rank",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "White has more than sixteen men",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "Black has more than sixteen men",
    chess.STATUS_BAD_CASTLING_RIGHTS: (
        "a castling right is given, but its king or rook is not at home (Chess960 is the option chess960)"
    ),
    chess.STATUS_INVALID_EP_SQUARE: "no pawn can just have passed the en passant square",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move stands in check",
    chess.STATUS_TOO_MANY_CHECKERS: "more than two men give check",
    chess.STATUS_IMPOSSIBLE_CHECK: "no last move can have given this check",
}
_TOLERATED = (
    chess.STATUS_OPPOSITE_CHECK | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
)
"""What an illegal move that stands may leave behind."""


@lru_cache(maxsize=8192)  # more than the positions of an evening need, some megabytes at most
def _move(uci: str, man: Piece, victim: Piece | None, taken_at: Point | None) -> Move:
    """The move of a man that may capture. Moves are shared between positions."""
    origin = chess.parse_square(uci[:2])
    target = chess.parse_square(uci[2:4])
    choice = uci[4:]
    lift, place = Step(Act.LIFT, origin, man), Step(Act.PLACE, target, man)
    resting = 1 << target if choice else 0
    if victim is None or taken_at is None:
        footprint = Footprint((lift, place), ((0, 1),), resting=resting)
    elif taken_at == target:
        taken = Step(Act.LIFT, target, victim)
        footprint = Footprint((lift, taken, place), ((0, 2), (1, 2)), resting=resting)
    else:  # en passant: nothing but the hand decides when the victim goes
        footprint = Footprint((lift, place, Step(Act.LIFT, taken_at, victim)), ((0, 1),))
    return Move(
        text=uci,
        side=man.side,
        mover=man,
        origin=origin,
        target=target,
        footprint=footprint,
        captured=() if taken_at is None else (taken_at,),
        path=(origin, target),
        choice=choice,  # final when the new man touches the square: FIDE-4.4.4
    )


@lru_cache(maxsize=1024)  # two a side, and in Chess960 as many as kings and rooks have places
def _castling(uci: str, king: Piece, rook_from: Point, *, any_order: bool) -> Move:
    """Castling: the king goes to the c- or g-file, the rook to the d- or f-file, from wherever they stand.

    Either may stay on its square, and they may change places (FIDE-960.3).

    Args:
        any_order: whether the rook may go first, as in Chess960.
    """
    origin = chess.parse_square(uci[:2])
    to_h, rank = rook_from > origin, origin & ~7
    target, rook_to = rank + _KING_TO[to_h], rank + _ROOK_TO[to_h]
    men = ((king, origin, target), (_MEN["R" if king.letter == "K" else "r"], rook_from, rook_to))
    steps = [
        step
        for man, start, end in men
        if start != end
        for step in (Step(Act.LIFT, start, man), Step(Act.PLACE, end, man))
    ]
    # A square is empty before a man is set down there, and a man is lifted before it is set down.
    physical = [
        (a, b)
        for a, lift in enumerate(steps)
        for b, place in enumerate(steps)
        if (lift.act, place.act) == (Act.LIFT, Act.PLACE)
        and (lift.point == place.point or b == a + 1)
    ]
    both = len(steps) == 4
    return Move(
        text=uci,
        side=king.side,
        mover=king,
        origin=origin,
        target=target,
        footprint=Footprint(
            tuple(steps),
            physical=tuple(physical),
            # A rook touched first cannot castle: CH-5.1.3, FIDE-4.4.2.
            lawful=() if any_order or not both else ((0, 2),),
        ),
        path=(origin, target),
        partner=rook_from,
    )


class ChessPosition(Position):
    """One position of chess. A value: it never changes.

    Two positions are equal when the same men stand on the same squares, the same side is to move, and
    the same castling and en passant captures are possible (CH-10.10, FIDE-9.2). The move counters do not count.
    """

    __slots__ = ("_board", "_by_text", "_hash", "_key", "_men", "_moves", "_text")

    def __init__(self, board: chess.Board) -> None:
        self._board = board.copy(stack=False)
        self._men: tuple[Piece | None, ...] | None = None
        self._moves: tuple[Move, ...] | None = None
        self._by_text: dict[str, Move] | None = None
        self._key: tuple[object, ...] | None = None
        self._hash: int | None = None
        self._text: str | None = None

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool = False) -> ChessPosition:
        """Reads a position from its six FEN fields.

        Args:
            chess960: whether the game is Chess960, whose kings and rooks begin elsewhere (FIDE-960.1); castling
                rights may then be those of X-FEN or of Shredder-FEN. Rights as in `HAha` say so themselves.

        Raises:
            RulesError: it is not FEN, or no position of chess; names every reason.
        """
        _check_fields(fen)
        try:
            board = chess.Board(fen, chess960=chess960 or _by_files(fen))
        except ValueError as error:
            raise RulesError(f"{quoted(fen)} is not a FEN: {shortened(str(error), 200)}") from error
        _check_flaws(board.status(), f"{quoted(fen)} is not a position of chess")
        return cls(board)

    @property
    def board(self) -> chess.Board:
        """A copy as a board of python-chess, without its history."""
        return self._board.copy(stack=False)

    @property
    def side_to_move(self) -> Side:
        return WHITE if self._board.turn else BLACK

    @property
    def occupied(self) -> PointSet:
        return self._board.occupied

    @property
    def text(self) -> str:
        """FEN, in Chess960 X-FEN; the en passant square is written only if that capture is legal."""
        if self._text is None:
            self._text = self._board.fen()
        return self._text

    @property
    def check(self) -> bool:
        """Whether the side to move stands in check."""
        return self._board.is_check()

    @property
    def quiet_plies(self) -> int:
        """Plies since the last capture or pawn move."""
        return self._board.halfmove_clock

    def piece_at(self, point: Point) -> Piece | None:
        if self._men is None:
            pieces = map(self._board.piece_at, chess.SQUARES)
            self._men = tuple(None if each is None else _MEN[each.symbol()] for each in pieces)
        return self._men[point]

    def moves(self) -> Sequence[Move]:
        """Every legal move, sorted by its UCI text. Computed once."""
        if self._moves is None:
            self._moves = tuple(self._lookup().values())
        return self._moves

    def forbidden_moves(self) -> Sequence[Move]:
        board, legal = self._board, {move.text for move in self.moves()}
        found = [self._describe(move) for move in board.generate_pseudo_legal_moves()]
        home = chess.BB_RANK_1 if board.turn else chess.BB_RANK_8
        for rook in chess.scan_forward(board.clean_castling_rights() & home):
            king = board.king(board.turn)
            if king is not None and not board.occupied & chess.between(king, rook):
                target = rook if board.chess960 else king + 2 if rook > king else king - 2
                found.append(self._describe(chess.Move(king, target)))
        return tuple({move.text: move for move in found if move.text not in legal}.values())

    def by_text(self, text: str) -> Move | None:
        return self._one(text) if self._by_text is None else self._by_text.get(text)

    def play(self, move: Move) -> ChessPosition:
        known = self.by_text(move.text)
        if known is not move and known != move:
            raise RulesError(f"{move.text} is not a legal move in {self.text}")
        after = self.board
        after.push(chess.Move.from_uci(move.text))
        return ChessPosition(after)

    def play_irregular(
        self, origin: Point | None, target: Point | None, removed: Sequence[Point]
    ) -> ChessPosition:
        """The position after something that is not a legal move, but stands.

        Whatever stands at `target` leaves. A pawn that reaches its last rank becomes a queen
        (FIDE-7.5.2). Castling rights go with every king and rook that is not at home any more. Nobody
        can capture en passant. The side that is not to move may be left in check; no legal move takes
        its king.

        Args:
            origin: where the man that goes stands; None when no man goes.
            target: where it goes; None when no man goes.
            removed: points of men that leave.

        Raises:
            RulesError: no man stands at `origin` or at a removed point, a man comes from nowhere or
                goes nowhere, or the result lacks a king or has a pawn on a first rank.
        """
        after = self.board
        if (origin is None) != (target is None):
            raise RulesError("a man needs both a square that it comes from and one that it goes to")
        for point in (*removed, *(() if origin is None else (origin,))):
            if after.piece_at(point) is None:
                raise RulesError(f"no man stands on {chess.square_name(point)} in {self.text}")
        for point in removed:
            after.remove_piece_at(point)
        progress = bool(removed)
        if origin is not None and target is not None:
            piece = after.remove_piece_at(origin)
            if piece is None:
                raise RulesError(f"the man on {chess.square_name(origin)} cannot both go and leave")
            progress |= piece.piece_type == chess.PAWN or after.piece_at(target) is not None
            last_rank = 7 if piece.color else 0
            if piece.piece_type == chess.PAWN and chess.square_rank(target) == last_rank:
                piece = chess.Piece(chess.QUEEN, piece.color)
            after.set_piece_at(target, piece)
        touched = chess.SquareSet(p for p in (*removed, origin, target) if p is not None)
        after.castling_rights &= ~touched.mask
        _pass_turn(after, progress=progress)
        _check_flaws(after.status() & ~_TOLERATED, "this cannot stand")
        return ChessPosition(after)

    def _lookup(self) -> dict[str, Move]:
        """The legal moves by their texts, sorted. Built once."""
        if self._by_text is None:
            found = [self._describe(move) for move in self._legal(chess.BB_ALL)]
            # The text of the move itself, which positions share, and not one made anew.
            self._by_text = {move.text: move for move in sorted(found, key=lambda each: each.text)}
        return self._by_text

    def _one(self, text: str) -> Move | None:
        """The legal move of a text, without making all the others: whoever follows a record needs no more."""
        try:
            asked = chess.Move.from_uci(text)
        except ValueError:
            return None
        legal = self._legal(chess.BB_SQUARES[asked.from_square])
        return next((self._describe(move) for move in legal if move == asked), None)

    def _legal(self, origins: chess.Bitboard) -> Iterator[chess.Move]:
        board = self._board
        # A king can be taken only in a position that an irregular move left behind.
        kings = board.kings & board.occupied_co[not board.turn]
        return board.generate_legal_moves(origins, chess.BB_ALL & ~kings)

    def _describe(self, move: chess.Move) -> Move:
        board, uci = self._board, move.uci()
        man = self.piece_at(move.from_square)
        assert man is not None
        if board.is_castling(move):
            to_h = move.to_square > move.from_square
            rook = move.to_square if board.chess960 else move.from_square + (3 if to_h else -4)
            return _castling(uci, man, rook, any_order=board.chess960)
        if board.is_en_passant(move):
            taken_at: Point | None = move.to_square + (-8 if board.turn else 8)
        else:
            taken_at = move.to_square if board.occupied >> move.to_square & 1 else None
        victim = None if taken_at is None else self.piece_at(taken_at)
        return _move(uci, man, victim, taken_at)

    def _identity(self) -> tuple[object, ...]:
        if self._key is None:
            b = self._board
            self._key = (
                b.pawns, b.knights, b.bishops, b.rooks, b.queens, b.kings,
                b.occupied_co[chess.WHITE], b.turn, b.clean_castling_rights(),
                b.ep_square if b.has_legal_en_passant() else None,
            )  # fmt: skip
            self._hash = hash(self._key)
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChessPosition):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        self._identity()
        assert self._hash is not None
        return self._hash

    def __repr__(self) -> str:
        return f"ChessPosition.from_fen({self.text!r})"


def _pass_turn(board: chess.Board, *, progress: bool) -> None:
    """Sets everything but the men right after an irregular move."""
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    board.halfmove_clock = 0 if progress else board.halfmove_clock + 1
    board.fullmove_number += not board.turn
    board.turn = not board.turn


def _by_files(fen: str) -> bool:
    """Whether castling rights name the files of the rooks, as Shredder-FEN has it."""
    return not set(fen.split(" ")[2]) <= set("KQkq-")


def _check_fields(fen: str) -> None:
    fields = fen.split(" ")
    if len(fields) != len(_FEN_FIELDS):
        raise RulesError(
            f"{quoted(fen)} is not a FEN: it has {len(fields)} fields where six are needed"
            " (men, side to move, castling, en passant, quiet plies, move number)"
        )
    wrong = [
        f"{quoted(field)} does not say {meaning}"
        for field, (meaning, pattern) in zip(fields, _FEN_FIELDS, strict=True)
        if not pattern.fullmatch(field)
    ]
    if wrong:
        raise RulesError(f"{quoted(fen)} is not a FEN: {'; '.join(wrong)}")


def _check_flaws(status: chess.Status, what: str) -> None:
    flaws = [text for flag, text in _FLAWS.items() if status & flag]
    if flaws:
        raise RulesError(f"{what}: {'; '.join(flaws)}")
