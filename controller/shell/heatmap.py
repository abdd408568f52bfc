"""A map of a board on the terminal: a figure for each point, in colour where the terminal has any."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.game import Game
    from rules.terms import Point

RESET = "\x1b[0m"
SCALE = (17, 18, 19, 25, 31, 37, 71, 107, 143, 179, 172, 166, 160)
"""Colours of 256, from cold to hot."""
WHITE, BLACK = 97, 30
BRIGHT = frozenset({71, 107, 143, 179, 172})
"""Those of them on which only black figures can be read."""
NOTHING = "."


def heat_map(values: Mapping[Point, float], game: Game, *, colour: bool, places: int = 0) -> str:
    """The map, seen from the first side: the row that is far away first.

    Args:
        values: the figure of each point; a point without one is not known.
        colour: whether the terminal shows colours.
        places: of decimals.
    """
    at = {game.place(point): point for point in range(len(game.points))}
    texts = {point: f"{value:.{places}f}" for point, value in values.items()}
    width = max((len(text) for text in texts.values()), default=1) + 1
    low, high = min(values.values(), default=0.0), max(values.values(), default=0.0)
    lines = []
    for row in range(game.rows - 1, -1, -1):
        cells = []
        for column in range(game.columns):
            point = at.get((column, row))
            text = "" if point is None else texts.get(point, NOTHING)
            cell = f"{text:>{width}}"
            value = None if point is None else values.get(point)
            if colour and value is not None:
                heat = _heat(value, low, high)
                ink = BLACK if heat in BRIGHT else WHITE
                cell = f"\x1b[{ink};48;5;{heat}m{cell}{RESET}"
            cells.append(cell)
        lines.append("  " + "".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def _heat(value: float, low: float, high: float) -> int:
    part = (value - low) / (high - low) if high > low else 0.0
    return SCALE[round(part * (len(SCALE) - 1))]
