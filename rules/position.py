"""A move of a game, and a position that moves are made from.

A `Move` carries its `Footprint`: what hands do to the board when they make it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.footprint import Footprint
from rules.terms import Piece, Point, PointSet, Side


@dataclass(frozen=True, slots=True)
class Way:
    """One way of making a long capture: the order of the men taken and where the capturer may land.

    Attributes:
        captured: points of the men taken, in the order of the jumps.
        landings: for each jump the points where the capturer may be set down after it; the last
            holds the target alone. Any choice of one point for each jump is a lawful sequence.
    """

    captured: tuple[Point, ...]
    landings: tuple[PointSet, ...]


@dataclass(frozen=True)
class Move:
    """One legal move of one side.

    Attributes:
        text: the move as messages write it (UCI in chess), unique among the legal moves.
        mover: the man that the law calls moved (in castling, the king); None where none is (Go).
        origin, target: where the mover stands before and after; equal in a circular capture; None
            where there is no such point (a stone comes from the bowl; a pass).
        captured: points of captured men, in the order of capture.
        path: points that the mover passes and may be set down on, origin and target included.
        choice: the letter of a choice that footprints do not show ("q" in a promotion), else "".
        ways: every way in which a long capture may be made; empty for all other moves.

    Moves of one position are equal when their texts are: `captured` and `path` may tell different ways
    of making the same capture.
    """

    text: str
    side: Side
    mover: Piece | None
    origin: Point | None
    target: Point | None
    footprint: Footprint = field(compare=False, repr=False)
    captured: tuple[Point, ...] = field(default=(), compare=False)
    path: tuple[Point, ...] = field(default=(), compare=False)
    choice: str = ""
    partner: Point | None = None
    """Origin of a second man of the same side that the move carries (the rook in castling)."""
    ways: tuple[Way, ...] = field(default=(), compare=False, repr=False)

    @property
    def movers(self) -> tuple[Point, ...]:
        """Where the men stand whose touch this move answers: the mover, and a second man where it may go first."""
        second = None if self.footprint.lawful else self.partner
        return tuple(point for point in (self.origin, second) if point is not None)


class Position(ABC):
    """An arrangement of men, with everything the laws ask about it. A value: never changes.

    Equal positions are equal for the law of repetition.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def side_to_move(self) -> Side: ...

    @property
    @abstractmethod
    def occupied(self) -> PointSet: ...

    @abstractmethod
    def piece_at(self, point: Point) -> Piece | None: ...

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Every legal move, in a stable order. Computed once."""

    def forbidden_moves(self) -> Sequence[Move]:
        """Moves as the men go, each of which a further law forbids: what players do by mistake.

        The king is left in check, or castles through one; or a capture is due.
        """
        return ()

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after a legal move.

        Raises:
            RulesError: the move is not legal here; this position stays as it is.
        """

    @abstractmethod
    def play_irregular(
        self, origin: Point | None, target: Point | None, removed: Sequence[Point]
    ) -> Position:
        """The position after something that is not a legal move, but stands.

        The man at `origin` goes to `target`, the men at `removed` leave, and the turn passes. For an
        illegal move that the law lets stand.

        Raises:
            RulesError: there is no man at `origin`, or the result is not a position of this game.
        """

    @property
    @abstractmethod
    def text(self) -> str:
        """The position as one line (FEN; in Go an object as compact JSON), read by `Game.start`."""

    @property
    def value(self) -> str | dict[str, Any]:
        """The position as messages carry it: `text`, or in Go the object itself."""
        return self.text

    def by_text(self, text: str) -> Move | None:
        """The legal move with this text, or None."""
        return next((move for move in self.moves() if move.text == text), None)
