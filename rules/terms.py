"""The words that every game uses: points, sides, men, laws, and the error for bad input.

A *point* is a place that a sensor watches: a square, or a crossing of lines. Inside the program a
point is an index into `Game.points`, and a set of points is an `int` whose bit *n* stands for point
*n*; outside it is its name ("e4"). A *man* is a piece, a draughtsman or a stone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

Point = int
"""Index into `Game.points`."""
PointSet = int
"""Bit *n* is set when point *n* belongs to the set."""
Side = NewType("Side", str)
"""A player: "white", "black", "red"."""
LawId = NewType("LawId", str)
"""The id of one law, as in docs/laws.md: "FIDE-4.3.1"."""


def points_of(points: PointSet) -> tuple[Point, ...]:
    """The points of a set, in ascending order."""
    found = []
    while points:
        lowest = points & -points
        found.append(lowest.bit_length() - 1)
        points ^= lowest
    return tuple(found)


def point_set(points: Iterable[Point]) -> PointSet:
    """The set of some points."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def next_to(columns: int, rows: int) -> tuple[PointSet, ...]:
    """By point of a board that counts along its rows, the points next to it: straight and diagonally."""
    places = [(column, row) for row in range(rows) for column in range(columns)]
    return tuple(
        point_set(
            r * columns + c
            for r in range(max(row - 1, 0), min(row + 2, rows))
            for c in range(max(column - 1, 0), min(column + 2, columns))
            if (c, r) != (column, row)
        )
        for column, row in places
    )


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


QUOTED_MAX = 60
"""Characters of bad input that a message quotes; a person finds the place by fewer."""


def quoted(value: object, most: int = QUOTED_MAX) -> str:
    """Bad input as a message quotes it, on one line whatever it is.

    Text stands in double quotes, other values as Python writes them. What is nested may be too deep
    to be shown and is only named.

    Args:
        most: characters of it that are shown; "…" stands for the rest.
    """
    if isinstance(value, str):
        return f'"{shortened(value, most)}"'
    if isinstance(value, list | tuple | dict):
        return "a list" if isinstance(value, list) else "an object"
    try:
        return shortened(repr(value), most)
    except ValueError:  # Python writes no whole number of more than some thousand digits
        return "a number too long to be shown"


def shortened(text: str, most: int = QUOTED_MAX) -> str:
    """The beginning of a text as messages show it, signs that cannot be seen written as escapes."""
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text[:most]
    )
    return shown if len(text) <= most else f"{shown}…"


@dataclass(frozen=True, slots=True)
class Piece:
    """One man: whose it is and its letter as messages write it ("N", "p", "W")."""

    side: Side
    letter: str
