"""Points that cannot be read, and for how long: what was done there meanwhile shows late, or never."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from controller.core.inference.prices import UNREAD_MAX_MS
from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.terms import Point, PointSet


SPELLS_MAX = 64
"""So many are remembered in which something could not be read."""


class Silence:
    """What is known of points that cannot be read, or could not be the last time.

    Attributes:
        points: cannot be read just now.
        unsettled: can be read again, and it is still to be seen there what has changed.
        steady: every point can be read, and none is on its way to another level.
        since_ns, until_ns: since when some cannot be read, or could not the last time, and until when as far as is known.
        lasted_ms: for how long some could not be read the last time.
    """

    def __init__(self) -> None:
        self.points: PointSet = 0
        self.unsettled: PointSet = 0
        self.steady = False
        self.since_ns = self.until_ns = 0
        self.lasted_ms = self._gap_ms = 0.0
        self._since_ns: dict[Point, int] = {}
        self._lasted_ms: dict[Point, float] = {}
        self._spells: deque[tuple[PointSet, int, int]] = deque(maxlen=SPELLS_MAX)

    @property
    def unread(self) -> PointSet:
        """Points of which it is not known what stands there now."""
        return self.points | self.unsettled

    def settle(self, unsettled: PointSet, *, steady: bool) -> None:
        """Takes note of how the levels stand after a scan, or when time has passed."""
        self.unsettled, self.steady = unsettled, steady and not self.points

    def take(self, points: PointSet, now_ns: int) -> None:
        """Takes note of the points that cannot be read at a scan."""
        if not points and not self.points:
            return
        if not self.points:
            self.since_ns = now_ns
        self.until_ns = now_ns
        self.lasted_ms = (now_ns - self.since_ns) / MS
        known = points | self.points
        over: dict[int, PointSet] = {}
        while known:
            low = known & -known
            point, known = low.bit_length() - 1, known ^ low
            if not self.points & low:
                self._since_ns[point] = now_ns
            self._lasted_ms[point] = (now_ns - self._since_ns[point]) / MS
            if not points & low:
                begun_ns = self._since_ns[point]
                over[begun_ns] = over.get(begun_ns, 0) | low
        self._spells.extend((those, begun_ns, now_ns) for begun_ns, those in over.items())
        self.points = points

    def take_gap(self, from_ns: int, to_ns: int) -> None:
        """Takes note that nothing at all was read for a time."""
        self.lasted_ms = self._gap_ms = (to_ns - from_ns) / MS
        self._lasted_ms.clear()
        self._spells.append((-1, from_ns, to_ns))

    def at(self, at_ns: int) -> bool:
        """Whether some could not be read at a time, the last time that some could not."""
        return bool(self.points) or self.since_ns <= at_ns < self.until_ns

    def began_ns(self, point: Point) -> int:
        """Since when this point cannot be read, if it cannot be just now."""
        return self._since_ns.get(point, self.since_ns)

    def of(self, point: Point) -> float:
        """For how long this point could not be read the last time, in milliseconds."""
        return self._lasted_ms.get(point, self._gap_ms)

    def hid_ns(self, point: Point, from_ns: int) -> int | None:
        """The first moment from this one on at which a point could not be read; None where it always could."""
        if self.points >> point & 1 and self.began_ns(point) <= from_ns:
            return from_ns
        later = [
            max(begun, from_ns)
            for points, begun, over in self._spells
            if points >> point & 1 and over >= from_ns
        ]
        return min(later, default=self.began_ns(point) if self.points >> point & 1 else None)

    def awaited(self, now_ns: int) -> PointSet:
        """Points that cannot be read, or of which it is still to be seen what has changed, while they are waited for."""
        waited = now_ns - self.since_ns >= UNREAD_MAX_MS * MS
        return self.unsettled if waited else self.unread

    @contextmanager
    def over(self) -> Iterator[None]:
        """For a while it does not count which points cannot be read just now."""
        points, self.points = self.points, 0
        try:
            yield
        finally:
            self.points = points
