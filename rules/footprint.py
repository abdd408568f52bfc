"""Footprints: what hands do to the board in one move.

Footprints are what the tracker matches with the sensors, so they hold everything that hands may do:
captures in either order, captured men lifted in any order and late, men set down in passing in a long
capture, groups of stones removed, a king crowned by stacking.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.terms import Piece, Point, PointSet


class Act(StrEnum):
    """What a hand does at one point."""

    LIFT = "lift"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a hand at one point, with the man that is lifted or set down."""

    act: Act
    point: Point
    man: Piece


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

    @cached_property
    def changes(self) -> PointSet:
        """Points where a man is lifted or set down."""
        return self.lifts | self.places

    @cached_property
    def empties(self) -> PointSet:
        """Points that are occupied before and empty after."""
        return self.lifts & ~self.places

    @cached_property
    def fills(self) -> PointSet:
        """Points that are empty before and occupied after."""
        return self.places & ~self.lifts

    @cached_property
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
