"""The board's electronics: points read row by row, scan after scan, and what has changed told as lines of a trace."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.physical.sensors import changes, strength

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from controller.shell.physical.bodies import Knot
    from controller.shell.physical.sensors import Change, Gauge, Level
    from rules.game import Game
    from rules.terms import Point

RATES_HZ = (50, 100, 200, 200, 400, 1000)
"""Scans a second of boards in use: I2C chains, diode matrices, shift registers."""
JITTER = 0.1
"""A scan begins so much of an interval early or late."""
SHARE = (0.2, 0.9)
"""Of a scan's interval in which the rows are read, one after the other."""
JITTERS = 1021
DEAD_BAND = 8
"""A driver of linear sensors tells no smaller change: it is noise."""


@dataclass(frozen=True, slots=True)
class Scanner:
    """One board's way of being read.

    Attributes:
        hz: scans a second.
        sweep_ms: from the first row's reading to the last's.
        jitters: of one scan after the other, in milliseconds, again from the start after the last.
    """

    hz: int
    sweep_ms: float
    jitters: tuple[float, ...]
    game: Game

    def lines(
        self,
        kind: Sensor,
        given: Mapping[Point, Sequence[Knot]],
        gauges: Sequence[Gauge],
        start: Mapping[Point, Level],
        dice: Random,
    ) -> list[tuple[int, dict[str, Level]]]:
        """What scans tell of what the sensors are given.

        Args:
            start: what the trace takes the points to give before its first line.

        Returns:
            Microseconds, and the levels by name that differ from the scan before, in the order of time.
        """
        scans: dict[int, dict[Point, Level]] = {}
        for point in sorted(given):
            row = self.game.place(point)[1] / self.game.rows * self.sweep_ms
            knots, gauge = given[point], gauges[point]
            told: Level | None = start.get(point, "" if kind is Sensor.IDENTITY else 0)
            if kind is Sensor.FIELD:
                seen = self._sampled(knots, gauge, row)
            else:
                seen = self._scanned(changes(kind, knots, gauge, dice), row)
            band = DEAD_BAND if kind is Sensor.FIELD else None
            for scan, level in seen:
                if _differ(level, told, band):
                    scans.setdefault(scan, {})[point] = level
                    told = level
        names = self.game.points
        return [
            (self._told_us(scan), {names[point]: level for point, level in scans[scan].items()})
            for scan in sorted(scans)
        ]

    def _begins(self, scan: int) -> float:
        return scan * 1000 / self.hz + self.jitters[scan % JITTERS]

    def _told_us(self, scan: int) -> int:
        """A scan is told once its last row is read; the one at the start tells how the board stands."""
        return round((self._begins(scan) + self.sweep_ms) * 1000) if scan else 0

    def _first(self, at: float, row: float) -> int:
        """The first scan that reads a row at a moment or later."""
        scan = max(0, int((at - row) * self.hz / 1000))
        while scan and self._begins(scan - 1) + row >= at:
            scan -= 1
        while self._begins(scan) + row < at:
            scan += 1
        return scan

    def _scanned(self, found: Sequence[Change], row: float) -> Iterator[tuple[int, Level]]:
        """The level that each scan reads, where it may differ from the scan before."""
        waiting: tuple[int, Level] | None = None
        for at, level in found:
            scan = self._first(at, row)
            if waiting is not None and scan != waiting[0]:
                yield waiting
            waiting = scan, level
        if waiting is not None:
            yield waiting

    def _sampled(
        self, knots: Sequence[Knot], gauge: Gauge, row: float
    ) -> Iterator[tuple[int, Level]]:
        """A field, scan by scan while it changes."""
        yield 0, strength(knots[0].signed, gauge)
        for before, after in pairwise(knots):
            if before.signed == after.signed or before.at == after.at:
                continue
            scan = self._first(before.at, row)
            while (at := self._begins(scan) + row) < after.at:
                share = (at - before.at) / (after.at - before.at)
                field = before.signed + (after.signed - before.signed) * max(0.0, share)
                yield scan, strength(field, gauge)
                scan += 1
            yield self._first(after.at, row), strength(after.signed, gauge)


def _differ(level: Level, told: Level | None, band: int | None) -> bool:
    if band is None or not isinstance(level, int) or not isinstance(told, int):
        return level != told
    return abs(level - told) >= band


def scanner_for(game: Game, dice: Random) -> Scanner:
    """One board's electronics."""
    hz = dice.choice(RATES_HZ)
    period = 1000 / hz
    jitters = tuple(dice.uniform(-JITTER, JITTER) * period for _ in range(JITTERS))
    return Scanner(hz, dice.uniform(*SHARE) * period * (1 - 2 * JITTER), jitters, game)
