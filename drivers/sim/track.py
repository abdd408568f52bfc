"""Where a man that is pushed over the board is, and where he comes within reach of sensors and leaves it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Place = tuple[float, float]
Man = TypeVar("Man")


@dataclass(frozen=True, slots=True, kw_only=True)
class Magnet:
    """A magnet that lies on the board or is pushed over it.

    Attributes:
        man: whose it is; the same for as long as he is on the board.
        label: his label.
        x, y: in millimetres.
        level: 0 for the lowest of a stack, 1 for the one on top of it.
        pole: 1 of a light man, -1 of a dark one.
        away: he is knocked out of reach, for an instant or until he is put back.
    """

    man: object
    label: str
    x: float
    y: float
    level: int
    pole: Literal[1, -1]
    away: bool = False


@dataclass(frozen=True, slots=True)
class Push(Generic[Man]):
    """Men who are pushed over the board in straight legs.

    Attributes:
        places: corners of the track in millimetres, the men's own place first.
        leg_ns: time for each leg.
    """

    men: list[Man]
    places: Sequence[Place]
    start_ns: int
    leg_ns: int

    def place(self, at_ns: int) -> Place:
        """Where they are at a time."""
        legs = len(self.places) - 1
        done = min(max((at_ns - self.start_ns) / max(self.leg_ns, 1), 0.0), float(legs))
        leg = min(int(done), legs - 1)
        (x, y), (to_x, to_y) = self.places[leg], self.places[leg + 1]
        return x + (to_x - x) * (done - leg), y + (to_y - y) * (done - leg)


@dataclass(frozen=True, slots=True)
class Field:
    """Sensors, and how near a magnet must come.

    Attributes:
        sensors: where they are, in millimetres.
        pull_in_mm: a magnet closes a contact when nearer than this,
        drop_out_mm: and opens it when farther than this.
    """

    sensors: Sequence[Place]
    pull_in_mm: float
    drop_out_mm: float

    def crossings(
        self, places: Sequence[Place], start_ns: int, leg_ns: int, reached: set[int]
    ) -> list[tuple[int, int, bool]]:
        """When a man moving in straight legs closes and opens contacts.

        Args:
            places: corners of the track in millimetres, the man's own place first.
            start_ns: when he starts.
            leg_ns: time for each leg.
            reached: sensors that he closes at the start; updated to those at the end.

        Returns:
            Time, sensor, and True for closing, in the order of time.
        """
        found: list[tuple[int, int, bool]] = []
        for leg in range(len(places) - 1):
            begin_ns = start_ns + leg * leg_ns
            for sensor in range(len(self.sensors)):
                closes, opens = self._leg(
                    places[leg], places[leg + 1], sensor, inside=sensor in reached
                )
                if closes is not None:
                    found.append((begin_ns + int(closes * leg_ns), sensor, True))
                    reached.add(sensor)
                if opens is not None:
                    found.append((begin_ns + int(opens * leg_ns), sensor, False))
                    reached.discard(sensor)
        found.sort(key=lambda crossing: (crossing[0], not crossing[2]))
        return found

    def _leg(
        self, start: Place, end: Place, sensor: int, *, inside: bool
    ) -> tuple[float | None, float | None]:
        """Parts of a leg, 0 to 1, at which one sensor closes and opens; None: it does not."""
        where = self.sensors[sensor]
        closes = None
        if not inside:
            through = _chord(start, end, where, self.pull_in_mm)
            if through is None or through[1] < 0 or through[0] > 1:
                return None, None
            closes = max(0.0, through[0])
        through = _chord(start, end, where, self.drop_out_mm)
        if through is None or through[1] >= 1:
            return closes, None
        return closes, max(0.0, through[1])


def _chord(start: Place, end: Place, centre: Place, radius_mm: float) -> tuple[float, float] | None:
    """Where a line enters and leaves a circle, in lengths of start to end; None: it misses."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    fx, fy = start[0] - centre[0], start[1] - centre[1]
    square = dx * dx + dy * dy
    if not square:
        return None
    half = fx * dx + fy * dy
    discriminant = half * half - square * (fx * fx + fy * fy - radius_mm * radius_mm)
    if discriminant < 0:
        return None
    root = math.sqrt(discriminant)
    return (-half - root) / square, (-half + root) / square
