"""What every game offers to the rest of the program.

A *point* is a place that a sensor watches: a square, or a crossing of lines. Inside the program a
point is an index into `Game.points`, and a set of points is an `int` whose bit *n* stands for point
*n*; outside it is its name ("e4"). A *man* is a piece, a draughtsman or a stone.

A `Move` carries its `Footprint`: what hands do to the board when they make it. Footprints are what
the tracker matches with the sensors, so they hold everything that hands may do: captures in either
order, captured men lifted in any order and late, men set down in passing in a long capture, groups
of stones removed, a king crowned by stacking.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from rules.touch import TouchLaw

Point = int
"""Index into `Game.points`."""
PointSet = int
"""Bit *n* is set when point *n* belongs to the set."""
Side = NewType("Side", str)
"""A player: "white", "black", "red"."""
LawId = NewType("LawId", str)
"""The id of one law, as in docs/laws.md: "FIDE-4.3.1"."""


class RulesError(ValueError):
    """Bad input for the laws: a position, move or record that cannot be.

    Attributes:
        line, column: 1-based place in a record of several lines, where known.
    """

    def __init__(self, text: str, *, line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}" + (f", column {column}" if column else "")
        super().__init__(f"{place}: {text}" if place else text)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Man:
    """One man: whose it is and its letter as messages write it ("N", "p", "W")."""

    side: Side
    letter: str


class Act(StrEnum):
    """What a hand does at one point."""

    LIFT = "lift"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a hand at one point, with the man that is lifted or set down."""

    act: Act
    point: Point
    man: Man


@dataclass(frozen=True)
class Footprint:
    """What hands do to the board in one move.

    Attributes:
        steps: every act that the move needs, each point at most one lift and one placing.
        physical: pairs of indexes into `steps`; the first must happen before the second because
            nothing else is possible (a man is lifted before it is set down).
        lawful: pairs of indexes; the first must come before the second, or together with it, because
            the law says so (the king before the rook). Ignored in observer mode.
        resting: points where the moving man may be set down and lifted again as part of the move
            (squares between two jumps; the promotion square, where the pawn makes way for the new
            man; the crowning square).
    """

    steps: tuple[Step, ...]
    physical: tuple[tuple[int, int], ...] = ()
    lawful: tuple[tuple[int, int], ...] = ()
    resting: PointSet = 0

    @cached_property
    def lifts(self) -> PointSet:
        """Points where a man is lifted."""
        return _points(s.point for s in self.steps if s.act is Act.LIFT)

    @cached_property
    def places(self) -> PointSet:
        """Points where a man is set down."""
        return _points(s.point for s in self.steps if s.act is Act.PLACE)

    @property
    def empties(self) -> PointSet:
        """Points that are occupied before and empty after."""
        return self.lifts & ~self.places

    @property
    def fills(self) -> PointSet:
        """Points that are empty before and occupied after."""
        return self.places & ~self.lifts

    @property
    def exchanges(self) -> PointSet:
        """Points that are occupied before and after, but not by the same man."""
        return self.lifts & self.places

    def orders(self, *, lawful: bool = True) -> Iterator[tuple[Step, ...]]:
        """Every order in which hands may do the steps.

        Args:
            lawful: whether the law's precedences hold too, or only the physical ones.
        """
        before = self.physical + (self.lawful if lawful else ())

        def extend(done: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(done) == len(self.steps):
                yield done
            for n in range(len(self.steps)):
                if n not in done and all(a in done for a, b in before if b == n):
                    yield from extend((*done, n))

        for order in extend(()):
            yield tuple(self.steps[n] for n in order)


def _points(points: Iterator[Point]) -> PointSet:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


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
    """

    text: str
    side: Side
    mover: Man | None
    origin: Point | None
    target: Point | None
    footprint: Footprint = field(compare=False, repr=False)
    captured: tuple[Point, ...] = ()
    path: tuple[Point, ...] = ()
    choice: str = ""
    partner: Point | None = None
    """Origin of a second man of the same side that the move carries (the rook in castling)."""


class Termination(StrEnum):
    """Why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead-position"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    SEVENTYFIVE_MOVES = "seventyfive-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    FIFTY_MOVES = "fifty-moves"
    NO_MEN = "no-men"
    BLOCKED = "blocked"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME_FORFEIT = "time-forfeit"
    DEFAULT = "default"
    ILLEGAL_MOVES = "illegal-moves"
    ARBITER = "arbiter"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A game that has ended by its laws.

    Attributes:
        winner: the side that won, or None for a draw.
        result: as the game's records write it ("1-0", "1/2-1/2").
        law: the law that ended it.
    """

    winner: Side | None
    result: str
    termination: Termination
    law: LawId


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
    def man_at(self, point: Point) -> Man | None: ...

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Every legal move, in a stable order. Computed once."""

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
        """The position as records write it (FEN)."""

    def by_text(self, text: str) -> Move | None:
        """The legal move with this text, or None."""
        return next((move for move in self.moves() if move.text == text), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletionLaw:
    """Which law says when a move is made, for naming what went against it.

    Attributes:
        released: a man set down and released may not go elsewhere.
        capture, castling, promotion: the special cases.
        turn: the players alternate.
        illegal: an illegal move, and what is done about it.
        rook_first: castling with a rook that was touched before the king.
        press_without_move: pressing the clock without having moved; None where no law forbids it.
        displaced: men displaced are set right.
        wrong_array, wrong_turned: the wrong initial position; the board standing wrongly.
    """

    released: LawId
    capture: LawId
    turn: LawId
    illegal: LawId
    displaced: LawId
    wrong_array: LawId
    wrong_turned: LawId
    castling: LawId | None = None
    promotion: LawId | None = None
    press_without_move: LawId | None = None
    rook_first: LawId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One edition of one game's laws.

    Attributes:
        name: "chess-fide-2023".
        automatic_draws: terminations that end the game without a claim.
        illegal_at_press: an illegal move is made only when the clock is pressed (where there is one).
    """

    name: str
    title: str
    touch: TouchLaw
    completion: CompletionLaw
    automatic_draws: frozenset[Termination]
    illegal_at_press: bool


class Game(ABC):
    """One game: its board, its positions and its records.

    Attributes:
        name: as contracts write it ("chess").
        points: names of the points; a `Point` is an index into it.
        sides: the two players, the one who begins first.
        rulebooks: by name; the first is the default for new games.
        columns, rows: the board as a picture; `place` says where a point is.
    """

    name: str
    points: tuple[str, ...]
    sides: tuple[Side, Side]
    rulebooks: Mapping[str, Rulebook]
    columns: int
    rows: int

    @cached_property
    def index(self) -> Mapping[str, Point]:
        """Point by name."""
        return {name: n for n, name in enumerate(self.points)}

    @property
    def rulebook(self) -> Rulebook:
        """The current rulebook, used when nobody names one."""
        return next(iter(self.rulebooks.values()))

    def other(self, side: Side) -> Side:
        """The opponent of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @abstractmethod
    def place(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, counted from the lower left corner as the first side sees it."""

    @abstractmethod
    def turned(self, point: Point) -> Point:
        """The point at the same place for somebody on the other side of the board (180 degrees)."""

    @abstractmethod
    def neighbours(self, point: Point) -> PointSet:
        """The points whose sensors a hand or a magnet at this point may disturb."""

    @abstractmethod
    def start(self, text: str | None = None) -> Position:
        """The initial array, or the position written in `text`.

        Raises:
            RulesError: `text` is not a position of this game; names every reason.
        """

    @abstractmethod
    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move in each notation of the game ({"san": "Nf3"}), the usual one first.

        Raises:
            RulesError: the move is not legal in the position.
        """

    @abstractmethod
    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """Whether the game has ended by itself.

        Args:
            positions: the game from its start, one position a ply.
        """

    def perft(self, position: Position, depth: int) -> int:
        """The number of lines of `depth` legal plies."""
        if depth == 0:
            return 1
        if depth == 1:
            return len(position.moves())
        return sum(self.perft(position.play(move), depth - 1) for move in position.moves())

    def line(self, positions: Sequence[Position]) -> Iterator[tuple[Position, Position]]:
        """Neighbouring positions of a game."""
        return pairwise(positions)
