"""A game of Go as numbered diagrams, a hundred plays each, the way it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.records.writer import steps
from rules.registry import game_by_name

if TYPE_CHECKING:
    from rules.record import GameRecord
    from rules.terms import Point, Side

PLAYS = 100
"""Plays of one figure."""
SMALL = 11
"""Boards up to this have their hoshi on the third lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stone:
    """One stone of a diagram.

    Attributes:
        column, row: from the lower left corner, from 0.
        number: of the play; None for a stone that stood before.
    """

    column: int
    row: int
    side: Side
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram:
    """One figure.

    Attributes:
        size: lines of the board.
        first, last: numbers of the plays in it.
        below: plays at points that are taken in the figure, and passes: "57 at 23", "60 pass".
    """

    size: int
    first: int
    last: int
    stones: tuple[Stone, ...]
    below: tuple[str, ...]

    @property
    def hoshi(self) -> tuple[tuple[int, int], ...]:
        """Column and row of each marked crossing."""
        edge = 3 if self.size > SMALL else 2
        lines = (edge, self.size // 2, self.size - 1 - edge) if self.size % 2 else ()
        return tuple((column, row) for column in lines for row in lines)


def diagrams(record: GameRecord) -> tuple[Diagram, ...]:
    """The figures of a game of Go; one empty figure for a game without plays.

    Raises:
        RulesError: the record cannot be played through.
    """
    game = game_by_name(record.game, record.options)
    made = list(steps(record, game))
    found = []
    for first in range(0, max(len(made) - 1, 1), PLAYS):
        position = made[first][0]
        shown: dict[Point, tuple[Side, int | None]] = {}
        for point in range(len(game.points)):
            man = position.piece_at(point)
            if man is not None:
                shown[point] = (man.side, None)
        below = []
        last = min(first + PLAYS, len(made) - 1)
        for number, (_position, move) in enumerate(made[first:last], first + 1):
            if move is None or move.target is None:
                below.append(f"{number} pass")
            elif move.target in shown:
                under = shown[move.target][1]
                at = game.points[move.target].upper() if under is None else str(under)
                below.append(f"{number} at {at}")
            else:
                shown[move.target] = (move.side, number)
        stones = tuple(
            Stone(column=game.place(point)[0], row=game.place(point)[1], side=side, number=number)
            for point, (side, number) in sorted(shown.items())
        )
        found.append(
            Diagram(
                size=game.columns, first=first + 1, last=last, stones=stones, below=tuple(below)
            )
        )
    return tuple(found)
