"""Positions and moves of xiangqi.

Points are numbered along the ranks: a0 is 0, i0 is 8, a1 is 9, i9 is 89.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from rules.footprint import Act, Footprint, Step
from rules.position import Move, Position
from rules.terms import Piece, Point, PointSet, RulesError, Side
from rules.xiangqi import fen
from rules.xiangqi.moves import BLACK_MEN, NAMES, RED_MEN, in_check, legal, play, targets

RED = Side("red")
BLACK = Side("black")

MEN: Mapping[str, Piece] = {
    **{letter: Piece(RED, letter) for letter in RED_MEN},
    **{letter: Piece(BLACK, letter) for letter in BLACK_MEN},
}
"""Every man by its letter."""


@lru_cache(maxsize=8192)  # more than the positions of an evening need, some megabytes at most
def _move(letter: str, origin: Point, target: Point, victim: str) -> Move:
    """The move of a man that may capture ("." for no victim). Moves are shared between positions."""
    man = MEN[letter]
    lift, place = Step(Act.LIFT, origin, man), Step(Act.PLACE, target, man)
    if victim == ".":
        footprint = Footprint((lift, place), ((0, 1),))
    else:
        taken = Step(Act.LIFT, target, MEN[victim])
        footprint = Footprint((lift, taken, place), ((0, 2), (1, 2)))
    return Move(
        text=NAMES[origin] + NAMES[target],
        side=man.side,
        mover=man,
        origin=origin,
        target=target,
        footprint=footprint,
        captured=() if victim == "." else (target,),
        path=(origin, target),
    )


class XiangqiPosition(Position):
    """One position of xiangqi. A value: it never changes.

    Two positions are equal when the same men stand on the same points and the same side is to move.
    The counters of plies and moves do not count.

    Attributes:
        board: 90 letters, as in `rules.xiangqi.moves`.
        quiet_plies: plies since the last capture.
        number: of the next move of both sides, from 1.
    """

    __slots__ = (
        "_by_text", "_check", "_moves", "_occupied", "_text",
        "board", "number", "quiet_plies", "red_to_move",
    )  # fmt: skip

    def __init__(
        self, board: str, *, red_to_move: bool = True, quiet_plies: int = 0, number: int = 1
    ) -> None:
        self.board = board
        self.red_to_move = red_to_move
        self.quiet_plies = quiet_plies
        self.number = number
        self._moves: tuple[Move, ...] | None = None
        self._by_text: dict[str, Move] | None = None
        self._check: bool | None = None
        self._occupied: PointSet | None = None
        self._text: str | None = None

    @classmethod
    def from_fen(cls, text: str) -> XiangqiPosition:
        """Reads a position from its FEN (two or six fields, either set of letters).

        Raises:
            RulesError: it is not FEN, or no position of xiangqi; names every reason.
        """
        found = fen.read(text)
        return cls(
            found.board,
            red_to_move=found.red_to_move,
            quiet_plies=found.quiet_plies,
            number=found.number,
        )

    @property
    def side_to_move(self) -> Side:
        return RED if self.red_to_move else BLACK

    @property
    def occupied(self) -> PointSet:
        if self._occupied is None:
            self._occupied = sum(1 << point for point, man in enumerate(self.board) if man != ".")
        return self._occupied

    @property
    def text(self) -> str:
        """FEN with six fields."""
        if self._text is None:
            self._text = fen.write(
                fen.Fen(
                    board=self.board,
                    red_to_move=self.red_to_move,
                    quiet_plies=self.quiet_plies,
                    number=self.number,
                )
            )
        return self._text

    @property
    def in_check(self) -> bool:
        """Whether the side to move stands in check."""
        if self._check is None:
            self._check = in_check(self.board, self.red_to_move)
        return self._check

    def piece_at(self, point: Point) -> Piece | None:
        return MEN.get(self.board[point])

    def moves(self) -> Sequence[Move]:
        """Every legal move, sorted by its text. Computed once."""
        if self._moves is None:
            board = self.board
            found = [_move(board[o], o, t, board[t]) for o, t in legal(board, self.red_to_move)]
            found.sort(key=attrgetter("text"))
            self._moves = tuple(found)
        return self._moves

    def forbidden_moves(self) -> Sequence[Move]:
        board, own = self.board, RED_MEN if self.red_to_move else BLACK_MEN
        legal_ones = {(move.origin, move.target) for move in self.moves()}
        return tuple(
            _move(man, origin, target, board[target])
            for origin, man in enumerate(board) if man in own
            for target in targets(board, origin)
            if board[target] not in "Kk" and (origin, target) not in legal_ones
        )  # fmt: skip

    def by_text(self, text: str) -> Move | None:
        if self._by_text is None:
            self._by_text = {move.text: move for move in self.moves()}
        return self._by_text.get(text)

    def play(self, move: Move) -> XiangqiPosition:
        known = self.by_text(move.text)
        if known is None or (known is not move and known != move):
            raise RulesError(f"{move.text} is not a legal move in {self.text}")
        assert known.origin is not None
        assert known.target is not None
        after = play(self.board, known.origin, known.target)
        return self._next(after, progress=bool(known.captured))

    def play_irregular(
        self, origin: Point | None, target: Point | None, removed: Sequence[Point]
    ) -> XiangqiPosition:
        """The position after something that is not a legal move, but stands.

        Whatever stands at `target` leaves. The side that is not to move may be left in check, and the
        generals may face each other; no legal move takes a general.

        Args:
            origin: where the man that goes stands; None when no man goes.
            target: where it goes; None when no man goes.
            removed: points of men that leave.

        Raises:
            RulesError: no man stands at `origin` or at a removed point, a man comes from nowhere or
                goes nowhere, or the result lacks a general or has a man where it can never stand.
        """
        if (origin is None) != (target is None):
            raise RulesError("a man needs both a point that it comes from and one that it goes to")
        for point in (*removed, *(() if origin is None else (origin,))):
            if self.board[point] == ".":
                raise RulesError(f"no man stands on {NAMES[point]} in {self.text}")
        if origin is not None and origin in removed:
            raise RulesError(f"the man on {NAMES[origin]} cannot both go and leave")
        after = "".join("." if p in removed else man for p, man in enumerate(self.board))
        progress = bool(removed)
        if origin is not None and target is not None and origin != target:
            progress |= after[target] != "."
            after = play(after, origin, target)
        wrong = fen.flaws(after)
        if wrong:
            raise RulesError(f"this cannot stand: {'; '.join(wrong)}")
        return self._next(after, progress=progress)

    def _next(self, board: str, *, progress: bool) -> XiangqiPosition:
        """The position with the turn passed on."""
        return XiangqiPosition(
            board,
            red_to_move=not self.red_to_move,
            quiet_plies=0 if progress else self.quiet_plies + 1,
            number=self.number + (not self.red_to_move),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, XiangqiPosition):
            return NotImplemented
        return self.board == other.board and self.red_to_move == other.red_to_move

    def __hash__(self) -> int:
        return hash((self.board, self.red_to_move))

    def __repr__(self) -> str:
        return f"XiangqiPosition.from_fen({self.text!r})"
