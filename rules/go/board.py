"""The board of Go: its points, who is next to whom, and groups of stones.

Sets of points are bit masks (`PointSet`). Points are numbered row by row from the lower left corner:
a1 is 0, b1 is 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rules.footprint import Act, Footprint, Step
from rules.position import Move
from rules.terms import Piece, Point, PointSet, RulesError, Side, next_to, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLACK = Side("black")
WHITE = Side("white")
SIZE_MAX = 25
"""The letters of the columns go no further."""
PASSING = "pass"
LETTERS = "abcdefghjklmnopqrstuvwxyz"
"""The columns from the left; there is no i."""

BLACK_STONE = Piece(BLACK, "b")
WHITE_STONE = Piece(WHITE, "w")
PASSES = {
    side: Move(
        text=PASSING, side=side, mover=None, origin=None, target=None, footprint=Footprint(())
    )
    for side in (BLACK, WHITE)
}
"""The pass of each side: hands do nothing."""


class Board:
    """A board of `size` by `size` points, with what is the same in all its positions.

    Attributes:
        size: points of a side, 1 to 25.
        names: of the points, in their order.
        full: all points.
        next_to: by point, the points next to it, diagonally too.
        beside: by point, the points that lines join it to.
        plays: by side, for each point the move that captures nothing.
    """

    def __init__(self, size: int) -> None:
        n = size * size
        self.size = size
        self.names = tuple(f"{LETTERS[p % size]}{p // size + 1}" for p in range(n))
        self.index = {name: p for p, name in enumerate(self.names)}
        self.full: PointSet = (1 << n) - 1
        first = sum(1 << (row * size) for row in range(size))
        self._not_first = self.full & ~first
        self._not_last = self.full & ~(first << (size - 1))
        self.next_to = next_to(size, size)
        self.beside = tuple(self.around(1 << p) for p in range(n))
        self.plays = {
            man.side: tuple(_play(self.names[p], p, man, ()) for p in range(n))
            for man in (BLACK_STONE, WHITE_STONE)
        }

    def around(self, points: PointSet) -> PointSet:
        """The points that lines join to any of these; some of these may be among them."""
        n = self.size
        return self.full & (
            points << n
            | points >> n
            | (points & self._not_last) << 1
            | (points & self._not_first) >> 1
        )

    def group(self, seed: PointSet, within: PointSet) -> PointSet:
        """Every point of `within` that the points of `seed` are joined to, themselves included."""
        found = seed & within
        while True:
            grown = (found | self.around(found)) & within
            if grown == found:
                return found
            found = grown

    def groups(self, stones: PointSet) -> Iterator[PointSet]:
        """The groups of one side's stones, one after another."""
        while stones:
            found = self.group(stones & -stones, stones)
            yield found
            stones ^= found

    def breathes(self, seed: PointSet, stones: PointSet, empty: PointSet) -> bool:
        """Whether the group that `seed` belongs to has a liberty. Ends as soon as one is found."""
        found = seed
        while True:
            around = self.around(found)
            if around & empty:
                return True
            grown = found | (around & stones)
            if grown == found:
                return False
            found = grown

    def in_atari(self, stones: PointSet, empty: PointSet) -> dict[Point, PointSet]:
        """By the last liberty of groups with only one: the stones that a play there takes."""
        n = self.size
        up, down = empty << n, empty >> n
        left, right = (empty & self._not_last) << 1, (empty & self._not_first) >> 1
        # Stones with two liberties of their own, and all that is joined to them, are not in atari.
        two = (up & down) | (left & right) | ((up | down) & (left | right))
        found: dict[Point, PointSet] = {}
        for group in self.groups(stones & ~self.group(two & stones, stones)):
            liberties = self.around(group) & empty
            if liberties & (liberties - 1) == 0:
                point = liberties.bit_length() - 1
                found[point] = found.get(point, 0) | group
        return found

    def without_liberties(self, black: PointSet, white: PointSet) -> PointSet:
        """The stones of all groups that have no liberty; none in a position that may be."""
        empty = self.full & ~(black | white)
        dead = 0
        for stones in (black, white):
            # Everything that is joined to a stone with a liberty has one.
            dead |= stones & ~self.group(stones & self.around(empty), stones)
        return dead

    def points(self, points: PointSet) -> list[Point]:
        """The points of a set, in ascending order."""
        return [p for p, bit in enumerate(bin(points)[:1:-1]) if bit == "1"]

    def named(self, points: PointSet) -> list[str]:
        """The names of a set, in the order of the board."""
        return [self.names[p] for p in self.points(points)]

    def mask(self, names: Iterable[str]) -> PointSet:
        """The set of these points.

        Raises:
            RulesError: a name is of no point of this board.
        """
        found = 0
        for name in names:
            found |= 1 << self.point(name)
        return found

    def point(self, name: str) -> Point:
        """The point with this name ("d4").

        Raises:
            RulesError: this board has no such point.
        """
        if name not in self.index:
            last = self.names[-1]
            raise RulesError(
                f"{quoted(name)} is not a point of this board; its points are a1 to {last}"
            )
        return self.index[name]


@lru_cache(maxsize=SIZE_MAX)
def board_of(size: int) -> Board:
    """The board of this size.

    Raises:
        RulesError: no board has this size.
    """
    if not 1 <= size <= SIZE_MAX:
        raise RulesError(f"a board of {size} points a side cannot be; it has from 1 to {SIZE_MAX}")
    return Board(size)


@lru_cache(maxsize=8192)  # captures come again in every position where they are possible
def capture(size: int, side: Side, point: Point, taken: PointSet) -> Move:
    """The play of a side at a point that takes these stones."""
    board = board_of(size)
    man = BLACK_STONE if side == BLACK else WHITE_STONE
    return _play(board.names[point], point, man, tuple(board.points(taken)))


def _play(text: str, point: Point, man: Piece, taken: tuple[Point, ...]) -> Move:
    """A stone is set down, then what has no liberty is taken off, in any order."""
    victim = WHITE_STONE if man is BLACK_STONE else BLACK_STONE
    return Move(
        text=text,
        side=man.side,
        mover=None,
        origin=None,
        target=point,
        footprint=Footprint(
            (Step(Act.PLACE, point, man), *(Step(Act.LIFT, each, victim) for each in taken)),
            lawful=tuple((0, n) for n in range(1, len(taken) + 1)),
        ),
        captured=taken,
        path=(point,),
    )


def handicap_points(size: int, stones: int) -> tuple[str, ...]:
    """Where handicap stones stand: corners first, then the sides, the centre for odd numbers.

    Lines and order are those of the Go Text Protocol's fixed handicap: the fourth line from 13 points
    a side on, below it the third.

    Raises:
        RulesError: so many stones have no fixed points on a board of this size.
    """
    most = 0 if size < 7 or size > SIZE_MAX or not size % 2 else 4 if size == 7 else 9
    if not 2 <= stones <= most:
        known = f"from 2 to {most}" if most else "none"
        raise RulesError(
            f"{stones} handicap stones have no fixed points on {size} by {size}: {known}"
        )
    low = 3 if size >= 13 else 2
    middle, high = size // 2, size - 1 - low
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    even = stones - stones % 2 if stones > 4 else min(stones, 4)
    places = corners[:even] + sides[: max(0, even - 4)]
    if stones > even:
        places.append((middle, middle))
    return tuple(f"{LETTERS[column]}{row + 1}" for column, row in places)
