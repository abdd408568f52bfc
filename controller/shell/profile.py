"""Which sensor watches which point, and which lamp lights it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.game import Game
    from rules.terms import Point, PointSet

SHOWN = 8
"""So many missing points are named: a list of hundreds helps nobody."""


def row_major(game: Game) -> tuple[Point, ...]:
    """Points row by row from the lower left corner as the first side sees it: a1 b1 … h1 a2 …."""
    return tuple(sorted(range(len(game.points)), key=lambda point: game.place(point)[::-1]))


def serpentine(game: Game) -> tuple[Point, ...]:
    """As `row_major`, every second row backwards, as a strip of lamps is laid: a1 … h1 h2 … a2 a3 …."""

    def along(point: Point) -> tuple[int, int]:
        column, row = game.place(point)
        return row, -column if row % 2 else column

    return tuple(sorted(range(len(game.points)), key=along))


@dataclass(frozen=True)
class Wiring:
    """What each channel, counted from 0, is connected to.

    Attributes:
        points: the point of each channel; None for a channel that is connected to nothing.
    """

    points: tuple[Point | None, ...]

    @cached_property
    def channel_of(self) -> Mapping[Point, int]:
        """Channel by point."""
        return {point: n for n, point in enumerate(self.points) if point is not None}

    def point_of(self, channel: int) -> Point | None:
        """The point of a channel; None for one that is connected to nothing."""
        return self.points[channel] if channel < len(self.points) else None

    @cached_property
    def _straight(self) -> PointSet | None:
        """All points, where every channel is the point of the same number; else None."""
        straight = all(point in (n, None) for n, point in enumerate(self.points))
        return sum(1 << point for point in self.channel_of) if straight else None

    def to_points(self, channels: int) -> PointSet:
        """The points of a set of channels."""
        if self._straight is not None:
            return channels & self._straight
        mask = 0
        while channels:
            lowest = channels & -channels
            point = self.point_of(lowest.bit_length() - 1)
            if point is not None:
                mask |= 1 << point
            channels ^= lowest
        return mask


def wiring(game: Game, names: Sequence[str]) -> tuple[Wiring | None, list[tuple[int | None, str]]]:
    """The wiring that a list of point names describes, and what is wrong with it.

    Args:
        game: whose points they are.
        names: the name of each channel's point in order; "" for a channel connected to nothing.

    Returns:
        The wiring, or None where there are mistakes; mistakes as (position in the list, words).
    """
    mistakes: list[tuple[int | None, str]] = []
    seen: dict[str, int] = {}
    for n, name in enumerate(names):
        if name == "":
            continue
        if name not in game.index:
            mistakes.append((n, f"there is no point {name[:20]!r} in {game.name}"))
        elif name in seen:
            mistakes.append((n, f"point {name!r} stands twice; it is channel {seen[name]} already"))
        else:
            seen[name] = n
    missing = [name for name in game.points if name not in seen]
    if missing:
        names = " ".join(missing[:SHOWN])
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        mistakes.append((None, f"these points are missing: {names}{more}"))
    if mistakes:
        return None, mistakes
    return Wiring(tuple(game.index.get(name) for name in names)), []
