"""The legal moves of a position arranged by what they do, so that evidence finds its moves quickly.

A board of 361 points has hundreds of legal plays, and each change at a sensor asks which of them it
may belong to.
"""

from __future__ import annotations

from rules.game import Move, Position
from rules.terms import Point, PointSet

POSITIONS_MAX = 256
"""Positions remembered: those of one window of evidence, behind a question a few more."""


class Lookup:
    """The legal moves of one position.

    Attributes:
        joint: moves that more than one man takes part in, so that they may be under way.
        round_trips: captures that end where they began.
        promotions: moves that have a choice.
        captures: moves that capture.
        lifted: points that some move lifts a man from.
    """

    def __init__(self, position: Position) -> None:
        self.joint: list[Move] = []
        self.promotions = [move for move in position.moves() if move.choice]
        self.round_trips = [m for m in position.moves() if m.captured and m.origin == m.target]
        self.captures: list[Move] = []
        self.lifted: PointSet = 0
        self._by_point: dict[Point, list[tuple[int, PointSet, Move]]] = {}
        for n, move in enumerate(position.moves()):
            footprint = move.footprint
            self.lifted |= footprint.lifts
            if move.captured:
                self.captures.append(move)
            steps = footprint.steps
            if len(steps) > 1 and not move.choice and len({step.man for step in steps}) > 1:
                self.joint.append(move)
            needed = footprint.empties | footprint.fills
            if needed:
                lowest = (needed & -needed).bit_length() - 1
                self._by_point.setdefault(lowest, []).append((n, needed, move))

    def within(self, points: PointSet) -> list[Move]:
        """The moves that empty and fill none but these points, in the order of the legal moves."""
        found = []
        rest = points
        while rest:
            low = rest & -rest
            rest ^= low
            for n, needed, move in self._by_point.get(low.bit_length() - 1, ()):
                if not needed & ~points:
                    found.append((n, move))
        found.sort(key=lambda each: each[0])
        return [move for _, move in found]


class Lookups:
    """Lookups of the positions that are being thought about, each made once."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Position, Lookup]] = {}

    def of(self, position: Position) -> Lookup:
        known = self._made.get(id(position))
        if known is not None:  # the position is kept beside, so its id stays its own
            return known[1]
        if len(self._made) >= POSITIONS_MAX:
            self._made.clear()
        lookup = Lookup(position)
        self._made[id(position)] = (position, lookup)
        return lookup
