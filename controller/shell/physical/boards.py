"""Where the points of a board lie, in millimetres, and how far its magnets are felt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from rules.game import Game
    from rules.terms import Point

PITCH_MM: Mapping[str, tuple[float, float]] = {
    "chess": (50.0, 57.0),  # FIDE's standards of equipment: squares of 5 to 6 cm
    "draughts-100": (40.0, 50.0),
    "draughts-russian": (45.0, 55.0),
    "draughts-brazilian": (45.0, 55.0),
    "xiangqi": (38.0, 48.0),
    "go": (22.0, 23.7),  # a Japanese board: 22.0 mm across, 23.7 mm along
}
"""From point to point: the smallest and the largest boards in use."""
DEPTH = 0.33
"""From the middle of a piece's magnet down to its sensor, in pitches: so far down a builder sets sensors who wants a piece
felt anywhere in the middle half of its square, and nowhere beyond the line."""
ASIDE_MM = 90.0
"""From the edge of the board to where hands rest, bowls stand and captured pieces lie."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board.

    Attributes:
        pitch: millimetres from a point to the next.
        depth: millimetres from a standing piece's magnet down to the sensor below.
        places: of each point, in millimetres from the lower left one.
        at: the point at a column and a row; none where no sensor is.
    """

    game: Game
    pitch: float
    depth: float
    places: tuple[tuple[float, float], ...]
    at: Mapping[tuple[int, int], Point]

    def aside(self, *, first: bool, across: float = 0.5) -> tuple[float, float]:
        """A place beside the board on the side where the first or the second player sits.

        Args:
            across: how far along that edge: 0 the left end, 1 the right.
        """
        x = across * (self.game.columns - 1) * self.pitch
        y = -ASIDE_MM if first else (self.game.rows - 1) * self.pitch + ASIDE_MM
        return x, y

    def point_at(self, x: float, y: float) -> Point | None:
        """The point that a place is nearest to; None where there is none."""
        return self.at.get((round(x / self.pitch), round(y / self.pitch)))


def board_for(game: Game, dice: Random) -> Board:
    """A board of a size that is in use."""
    pitch = dice.uniform(*PITCH_MM[game.name])
    cells = [game.place(point) for point in range(len(game.points))]
    return Board(
        game=game,
        pitch=pitch,
        depth=DEPTH * pitch * dice.uniform(0.95, 1.05),
        places=tuple((column * pitch, row * pitch) for column, row in cells),
        at={cell: point for point, cell in enumerate(cells)},
    )
