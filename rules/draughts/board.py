"""The dark squares of a draughts board: their names, and the lines on it.

Points are numbered as the squares of the numeric notation, less one: row by row from Black's side, the
top left dark square as White sees it being 0 (DR-1.1 to DR-1.6). "Up" is White's way forward.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.terms import Point, PointSet

UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = DIRECTIONS = range(4)
Direction = int

OPPOSITE = (DOWN_RIGHT, DOWN_LEFT, UP_RIGHT, UP_LEFT)
TURNS = (
    (UP_RIGHT, DOWN_LEFT),
    (UP_LEFT, DOWN_RIGHT),
    (UP_LEFT, DOWN_RIGHT),
    (UP_RIGHT, DOWN_LEFT),
)
"""By direction, the two that are at right angles to it."""


class Board:
    """One size of board. Made once for each size; compared by identity.

    Attributes:
        size: rows and columns.
        all: every point.
        numbers: names of the points in numeric notation ("1").
        squares: names of the points in algebraic notation ("a1").
        next_to: by point, the points next to it.
        steps: by direction, what gives the neighbours of a set of points there.
        rays: by direction and point, the points that lie from there to the edge.
        jumps: by point, the neighbour and the point behind it in each direction that has both, with
            the direction.
        white_crown, black_crown: the rows on which men of each side become kings.
    """

    __slots__ = (
        "_even", "_even_inner", "_half", "_odd", "_odd_inner", "all", "black_crown",
        "jumps", "next_to", "numbers", "rays", "size", "squares", "steps", "white_crown",
    )  # fmt: skip

    def __init__(self, size: int) -> None:
        self.size = size
        self._half = half = size // 2
        points = range(size * half)
        self.all: PointSet = (1 << len(points)) - 1
        self.numbers = tuple(str(point + 1) for point in points)
        self.squares = tuple(
            f"{chr(ord('a') + column)}{row + 1}" for column, row in map(self.place, points)
        )
        row = (1 << half) - 1
        self.white_crown: PointSet = row
        self.black_crown: PointSet = row << half * (size - 1)
        # Every second row begins in the first column, the others end in the last one.
        self._even = sum(row << half * n for n in range(0, size, 2))
        self._odd = self.all ^ self._even
        right = sum(1 << half * n + half - 1 for n in range(0, size, 2))
        left = sum(1 << half * n for n in range(1, size, 2))
        self._even_inner = self._even ^ right
        self._odd_inner = self._odd ^ left
        self.steps = (self.up_left, self.up_right, self.down_left, self.down_right)
        self.next_to = tuple(self._next_to(point) for point in points)
        self.rays = tuple(tuple(self._ray(d, point) for point in points) for d in DIRECTIONS)
        self.jumps = tuple(tuple(self._jumps(point)) for point in points)

    def _next_to(self, point: Point) -> PointSet:
        near = 0
        for step in self.steps:
            near |= step(1 << point)
        return near

    def place(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, from the lower left corner as White sees it."""
        from_top, n = divmod(point, self._half)
        return 2 * n + (from_top + 1) % 2, self.size - 1 - from_top

    def up_left(self, points: PointSet) -> PointSet:
        """The neighbours of the points in one direction."""
        return (points & self._even) >> self._half | (points & self._odd_inner) >> self._half + 1

    def up_right(self, points: PointSet) -> PointSet:
        """The neighbours of the points in one direction."""
        return (points & self._even_inner) >> self._half - 1 | (points & self._odd) >> self._half

    def down_left(self, points: PointSet) -> PointSet:
        """The neighbours of the points in one direction."""
        down = (points & self._even) << self._half | (points & self._odd_inner) << self._half - 1
        return down & self.all

    def down_right(self, points: PointSet) -> PointSet:
        """The neighbours of the points in one direction."""
        down = (points & self._even_inner) << self._half + 1 | (points & self._odd) << self._half
        return down & self.all

    def nearest(self, direction: Direction, points: PointSet) -> Point:
        """Of points that lie on one line, the first that is met in a direction."""
        return ((points & -points) if direction >= DOWN_LEFT else points).bit_length() - 1

    def _ray(self, direction: Direction, point: Point) -> PointSet:
        ray, step = 0, 1 << point
        while step := self.steps[direction](step):
            ray |= step
        return ray

    def _jumps(self, point: Point) -> Iterator[tuple[Point, Point, Direction]]:
        for direction in DIRECTIONS:
            victim = self.steps[direction](1 << point)
            landing = self.steps[direction](victim)
            if landing:
                yield victim.bit_length() - 1, landing.bit_length() - 1, direction


BOARD_100 = Board(10)
BOARD_64 = Board(8)
