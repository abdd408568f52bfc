"""Positions and moves of Go."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from rules.go.board import (
    BLACK,
    BLACK_STONE,
    PASSES,
    PASSING,
    WHITE,
    WHITE_STONE,
    Board,
    capture,
)
from rules.position import Move, Position
from rules.terms import LawId, Piece, Point, PointSet, RulesError, Side

FORBIDDEN_POINT = LawId("GO-19")
KO = LawId("GO-20.ko")
WHOLE_BOARD = LawId("GO-20.super")
WHY_FORBIDDEN: Mapping[LawId, str] = {
    FORBIDDEN_POINT: "the stone would have no liberty (GO-19)",
    KO: "it retakes the ko at once (GO-20.ko)",
    WHOLE_BOARD: "it brings back a position of the whole board that was there before (GO-20.super)",
}
"""What a play does that a law forbids, in words."""

_Past = tuple[int, "_Past"] | None
"""What stood before, newest first: a chain of pairs (one position, the rest)."""


class Superko(StrEnum):
    """Which repetitions of the whole board a play may not bring about."""

    SIMPLE = "simple"
    """None but the retaking of a ko at once."""
    POSITIONAL = "positional"
    """No arrangement of stones that was there before, whoever is to move."""
    SITUATIONAL = "situational"
    """No arrangement that was there before with the same side to move."""


class GoPosition(Position):
    """One position of Go. A value: it never changes.

    Two positions are equal when the same stones stand and the same side is to move. What stood before
    (which superko asks), the ko point and the passes do not count.
    """

    __slots__ = (
        "_black", "_board", "_hash", "_ko", "_moves", "_passes", "_past", "_side", "_superko", "_text",
        "_white",
    )  # fmt: skip

    def __init__(
        self,
        board: Board,
        black: PointSet = 0,
        white: PointSet = 0,
        side: Side = BLACK,
        *,
        superko: Superko = Superko.SIMPLE,
        ko: PointSet = 0,
        passes: int = 0,
        past: _Past = None,
    ) -> None:
        self._board = board
        self._black = black
        self._white = white
        self._side = side
        self._superko = superko
        self._ko = ko
        self._passes = passes
        self._past = past
        self._moves: tuple[Move, ...] | None = None
        self._text: str | None = None
        self._hash: int | None = None

    @property
    def board(self) -> Board:
        return self._board

    @property
    def size(self) -> int:
        """Points of a side of the board."""
        return self._board.size

    @property
    def black(self) -> PointSet:
        """Where black stones stand."""
        return self._black

    @property
    def white(self) -> PointSet:
        """Where white stones stand."""
        return self._white

    @property
    def empty(self) -> PointSet:
        """Where no stone stands."""
        return self._board.full & ~(self._black | self._white)

    @property
    def ko(self) -> Point | None:
        """Where the side to move may not play now because that would retake a ko."""
        return self._ko.bit_length() - 1 if self._ko else None

    @property
    def passes(self) -> int:
        """Passes in a row that led here; two end play (GO-21.end). A lost turn is not a pass."""
        return self._passes

    @property
    def superko(self) -> Superko:
        return self._superko

    @property
    def side_to_move(self) -> Side:
        return self._side

    @property
    def occupied(self) -> PointSet:
        return self._black | self._white

    @property
    def text(self) -> str:
        """The position as compact JSON."""
        if self._text is None:
            self._text = json.dumps(self.value, separators=(",", ":"))
        return self._text

    @property
    def value(self) -> dict[str, Any]:
        """The position as messages carry it, the points in the order of the board."""
        return {
            "size": self.size,
            "black": self._board.named(self._black),
            "white": self._board.named(self._white),
            "to_move": str(self._side),
        }

    def piece_at(self, point: Point) -> Piece | None:
        if self._black >> point & 1:
            return BLACK_STONE
        return WHITE_STONE if self._white >> point & 1 else None

    def moves(self) -> Sequence[Move]:
        """Every legal move, the plays in the order of their points, the pass last. Computed once."""
        if self._moves is None:
            self._moves = self._legal()
        return self._moves

    def by_text(self, text: str) -> Move | None:
        if text == PASSING:
            return PASSES[self._side]
        point = self._board.index.get(text)
        if point is None or self.forbidden(point) is not None:
            return None
        return self._move(point, self._taken(1 << point))

    def forbidden(self, point: Point) -> LawId | None:
        """The law that forbids the side to move to play here, or None where it may.

        GO-19 on occupied points and where the stone would have no liberty, GO-20.ko where it would
        retake a ko, GO-20.super where it would repeat the whole board.
        """
        bit = 1 << point
        if not self.empty & bit:
            return FORBIDDEN_POINT
        if bit == self._ko:
            return KO
        own = self._own | bit
        taken = self._taken(bit)
        if not taken and not self._board.breathes(bit, own, self.empty ^ bit):
            return FORBIDDEN_POINT
        if self._superko is not Superko.SIMPLE and self._repeats(own, self._enemy ^ taken):
            return WHOLE_BOARD
        return None

    def play(self, move: Move) -> GoPosition:
        if move.target is None:
            if move != PASSES[self._side]:
                raise RulesError(f"{move.text} is not a legal move in {self.text}")
            return self._after(self._own, self._enemy, passes=min(self._passes + 1, 2))
        point = move.target
        law = self.forbidden(point) if 0 <= point < len(self._board.names) else FORBIDDEN_POINT
        if law is not None:
            occupied = self.occupied >> point & 1 if point >= 0 else 0
            why = "a stone stands there" if occupied else WHY_FORBIDDEN[law]
            raise RulesError(f"{move.text} is not a legal move: {why}; in {self.text}")
        taken = self._taken(1 << point)
        known = self._move(point, taken)
        if known is not move and (known != move or known.captured != move.captured):
            raise RulesError(f"{move.text} is not a legal move in {self.text}")
        return self._placed(1 << point, taken)

    def force(self, point: Point) -> GoPosition:
        """The position after a play that the laws may forbid, made as if they did not.

        What has no liberty is taken off, the opponent's stones first, then the player's own.

        Raises:
            RulesError: a stone stands there.
        """
        bit = 1 << point
        if not self.empty & bit:
            raise RulesError(f"a stone stands on {self._board.names[point]} in {self.text}")
        taken, own = self._taken(bit), self._own | bit
        if taken or self._board.breathes(bit, own, self.empty ^ bit):
            return self._placed(bit, taken)
        return self._after(own & ~self._board.group(bit, own), self._enemy)

    def play_irregular(
        self, origin: Point | None, target: Point | None, removed: Sequence[Point]
    ) -> GoPosition:
        """The position after something that is not a legal move, but stands.

        Only what is said happens: nothing is captured by itself. With nothing at all the turn is lost,
        which is no pass in the sense of GO-21.end.

        Args:
            origin: where a stone that goes stands; None for a new stone of the side to move.
            target: where it goes; None when no stone goes or comes.
            removed: points of stones that leave.

        Raises:
            RulesError: no stone stands at `origin` or at a removed point, one stands at `target`, or
                stones without liberties would be left.
        """
        board, sets = self._board, {BLACK: self._black, WHITE: self._white}
        leaving = [*removed, *(() if origin is None else (origin,))]
        man = self.piece_at(origin) if origin is not None else None
        if origin is not None and target is None:
            raise RulesError(f"the stone on {board.names[origin]} has to go somewhere")
        for point in leaving:
            stone = self.piece_at(point)
            if stone is None:
                raise RulesError(f"no stone stands on {board.names[point]} in {self.text}")
            sets[stone.side] &= ~(1 << point)
        if target is not None:
            if (sets[BLACK] | sets[WHITE]) >> target & 1:
                raise RulesError(f"a stone stands on {board.names[target]} in {self.text}")
            sets[man.side if man is not None else self._side] |= 1 << target
        if dead := board.without_liberties(sets[BLACK], sets[WHITE]):
            raise RulesError(f"this cannot stand: no liberties for {', '.join(board.named(dead))}")
        own, enemy = (BLACK, WHITE) if self._side == BLACK else (WHITE, BLACK)
        return self._after(sets[own], sets[enemy])

    def resumed(self, side: Side) -> GoPosition:
        """The same stones when play goes on after two passes, this side on move.

        A dispute about life and death is played out with the side that claims death on move
        (GO-21.dispute).
        """
        return GoPosition(
            self._board, self._black, self._white, side, superko=self._superko, past=self._past
        )

    @property
    def _own(self) -> PointSet:
        return self._black if self._side == BLACK else self._white

    @property
    def _enemy(self) -> PointSet:
        return self._white if self._side == BLACK else self._black

    def _legal(self) -> tuple[Move, ...]:
        board, own, enemy, empty = self._board, self._own, self._enemy, self.empty
        takes = board.in_atari(enemy, empty)
        free = empty & board.around(empty)
        for point in board.points(empty & ~free):
            bit = 1 << point
            if point in takes or board.breathes(bit, own | bit, empty ^ bit):
                free |= bit
        free &= ~self._ko
        if self._superko is not Superko.SIMPLE:
            free &= ~self._repeating(free, takes)
        plays = board.plays[self._side]
        found = [plays[point] for point in board.points(free)]
        if takes:
            found = [
                move if move.target not in takes else self._move(move.target, takes[move.target])
                for move in found
                if move.target is not None
            ]
        return (*found, PASSES[self._side])

    def _move(self, point: Point, taken: PointSet) -> Move:
        if not taken:
            return self._board.plays[self._side][point]
        return capture(self.size, self._side, point, taken)

    def _taken(self, bit: PointSet) -> PointSet:
        """The stones that a play at an empty point would take."""
        board, enemy, empty = self._board, self._enemy, self.empty ^ bit
        near = board.beside[bit.bit_length() - 1] & enemy
        taken = 0
        while near:
            seed = near & -near
            if board.breathes(seed, enemy, empty):
                near ^= seed
            else:
                group = board.group(seed, enemy)
                taken |= group
                near &= ~group
        return taken

    def _placed(self, bit: PointSet, taken: PointSet) -> GoPosition:
        """After a stone of the side to move is set down and these stones are taken."""
        board, own, enemy = self._board, self._own | bit, self._enemy ^ taken
        ko = 0
        if taken and taken & (taken - 1) == 0:
            near = board.beside[bit.bit_length() - 1]
            # One stone for one stone: the new one stands alone with one liberty.
            if not near & own and near & ~enemy == taken:
                ko = taken
        return self._after(own, enemy, ko=ko)

    def _after(
        self, own: PointSet, enemy: PointSet, *, ko: PointSet = 0, passes: int = 0
    ) -> GoPosition:
        """The opponent's turn with these stones."""
        blacks = self._side == BLACK
        past = None
        if self._superko is not Superko.SIMPLE:
            past = (self._key(self._own, self._enemy, self._side), self._past)
        return GoPosition(
            self._board,
            own if blacks else enemy,
            enemy if blacks else own,
            WHITE if blacks else BLACK,
            superko=self._superko,
            ko=ko,
            passes=passes,
            past=past,
        )

    def _key(self, own: PointSet, enemy: PointSet, turn: Side) -> int:
        """What superko compares: the stones, and in the situational rule the side to move.

        `own` and `enemy` are as the side to move sees them in this position.
        """
        black, white = (own, enemy) if self._side == BLACK else (enemy, own)
        stones = black << len(self._board.names) | white
        if self._superko is Superko.SITUATIONAL:
            return stones << 1 | (turn == BLACK)
        return stones

    def _seen(self) -> set[int]:
        """The keys of all that stood before."""
        seen, past = set(), self._past
        while past is not None:
            key, past = past
            seen.add(key)
        return seen

    def _repeats(self, own: PointSet, enemy: PointSet) -> bool:
        """Whether these stones, the opponent to move, stood before."""
        key = self._key(own, enemy, WHITE if self._side == BLACK else BLACK)
        past = self._past
        while past is not None:
            stood, past = past
            if stood == key:
                return True
        return False

    def _repeating(self, free: PointSet, takes: Mapping[Point, PointSet]) -> PointSet:
        """Of these points, those where a play would repeat the whole board."""
        seen = self._seen()
        own, enemy = self._own, self._enemy
        turn = WHITE if self._side == BLACK else BLACK
        return sum(
            1 << point
            for point in self._board.points(free)
            if self._key(own | 1 << point, enemy ^ takes.get(point, 0), turn) in seen
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GoPosition):
            return NotImplemented
        return (
            self._black == other._black
            and self._white == other._white
            and self._side == other._side
            and self.size == other.size
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self._black, self._white, self._side, self.size))
        return self._hash

    def __repr__(self) -> str:
        return f"<GoPosition {self.text}>"
