"""Which sensors cannot be trusted, judged by their raw levels alone."""

from __future__ import annotations

from collections import deque
from enum import StrEnum

from controller.core.evidence import MS, points_of
from rules.terms import Point, PointSet

CHATTER_CHANGES = 40
"""Raw changes of one point within the window; a man set down with all its bounces makes ten."""
CHATTER_WINDOW_MS = 2000
QUIET_MS = 10_000
"""A sensor that has been quiet for so long is trusted again."""


class Symptom(StrEnum):
    """What is wrong with a sensor."""

    CHATTERING = "chattering"
    UNREADABLE = "unreadable"


class SensorHealth:
    """Counts the raw changes of each point."""

    def __init__(self) -> None:
        self._levels: PointSet | None = None
        self._unknown: PointSet = 0
        self._changes: dict[Point, deque[int]] = {}
        self._suspect_ns: dict[Point, int] = {}

    def frame(self, at_ns: int, levels: PointSet, unknown: PointSet) -> None:
        """Takes a scan in which something differs."""
        readable = ~(unknown | self._unknown)
        changed = 0 if self._levels is None else (levels ^ self._levels) & readable
        self._levels, self._unknown = levels, unknown
        for point in points_of(changed):
            times = self._changes.setdefault(point, deque(maxlen=CHATTER_CHANGES))
            times.append(at_ns)
            full = len(times) == CHATTER_CHANGES
            if full and at_ns - times[0] <= CHATTER_WINDOW_MS * MS:
                self._suspect_ns[point] = at_ns

    def suspects(self, now_ns: int) -> dict[Point, Symptom]:
        """The points not to be trusted now."""
        found = {
            point: Symptom.CHATTERING
            for point, at_ns in self._suspect_ns.items()
            if now_ns - at_ns < QUIET_MS * MS
        }
        found.update(dict.fromkeys(points_of(self._unknown), Symptom.UNREADABLE))
        return dict(sorted(found.items()))
