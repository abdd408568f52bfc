"""From raw levels to edges: contact bounce removed, blindness kept apart from emptiness.

All points are handled at once as bits of an integer; only points whose raw level differs from the
settled one cost anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.terms import Point, PointSet

BURST_NS = 40_000_000
"""A contact that is quiet for less than this is still in the same burst of bounces; the burst's
first change is when the man was touched. Reeds chatter up to 5 ms, a hovering man up to tens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A point that has changed and stayed so.

    Attributes:
        at_ns: the first raw change of the burst.
        seen_ns: when the change was beyond doubt.
        placed: occupied now; otherwise lifted.
        blind: the point could not be read just before, so `at_ns` is when it was seen again.
    """

    at_ns: int
    seen_ns: int
    point: Point
    placed: bool
    blind: bool = False


class Debounce:
    """Settles each point's level: a change counts once it has held for the time of its direction.

    The levels of a frame hold until the next one (scans in which nothing changes are not reported).

    Attributes:
        stable: settled levels.
        unknown: points that cannot be read now.
    """

    def __init__(self, *, lift_ms: int, place_ms: int) -> None:
        self._lift_ns = lift_ms * 1_000_000
        self._place_ns = place_ms * 1_000_000
        self.stable: PointSet = 0
        self.unknown: PointSet = 0
        self._raw: PointSet = 0
        self._blinded: PointSet = 0
        self._in_gap = False
        self._since: dict[Point, int] = {}
        self._first: dict[Point, int] = {}
        self._back: dict[Point, int] = {}

    def reset(self, levels: PointSet, unknown: PointSet) -> None:
        """Takes a first frame as settled; unknown points count as empty until they are read."""
        self.stable = self._raw = levels & ~unknown
        self.unknown = unknown
        self._blinded = unknown
        self._since.clear()

    def frame(self, at_ns: int, levels: PointSet, unknown: PointSet = 0) -> list[Edge]:
        """Takes a scan; returns the edges that became certain before it or by it."""
        if levels == self._raw and unknown == self.unknown and not self._since:
            self._in_gap = False
            return []
        edges = self._settle(at_ns - 1)
        self._in_gap = False
        self._blinded |= unknown
        self.unknown = unknown
        for point in _bits(unknown & _mask(self._since)):
            del self._since[point]
        levels = (levels & ~unknown) | (self.stable & unknown)
        for point in _bits(levels ^ self._raw):
            if (levels ^ self.stable) >> point & 1:
                self._since[point] = at_ns
                if at_ns - self._back.get(point, -BURST_NS) >= BURST_NS:
                    self._first[point] = at_ns
            else:
                self._since.pop(point, None)
                self._back[point] = at_ns
        self._raw = levels
        return edges + self._settle(at_ns)

    def tick(self, at_ns: int) -> list[Edge]:
        """Scanning went on until now without a change."""
        return self._settle(at_ns) if self._since else []

    def gap(self, points: PointSet) -> None:
        """Scans are missing before the next frame: what these points did is not known."""
        self._since.clear()
        self._raw = self.stable
        self._in_gap = True
        self._blinded |= points
        self._back.clear()
        self._first.clear()

    def deadline(self) -> int | None:
        """When the next pending change will be certain if nothing changes before."""
        if not self._since:
            return None
        return min(since + self._hold(point) for point, since in self._since.items())

    def take_blinded(self) -> PointSet:
        """The points that could not be read at some time since the last call, readable now."""
        if self._in_gap:
            return 0
        blinded = self._blinded & ~self.unknown
        self._blinded &= self.unknown | _mask(self._since)  # what is pending was not seen to begin
        return blinded

    def _hold(self, point: Point) -> int:
        return self._lift_ns if self.stable >> point & 1 else self._place_ns

    def _settle(self, at_ns: int) -> list[Edge]:
        edges = []
        for point, since in list(self._since.items()):
            sure_ns = since + self._hold(point)
            if sure_ns > at_ns:
                continue
            del self._since[point]
            self.stable ^= 1 << point
            edges.append(
                Edge(
                    at_ns=self._first.pop(point, since),
                    seen_ns=sure_ns,
                    point=point,
                    placed=bool(self.stable >> point & 1),
                    blind=bool(self._blinded >> point & 1),
                )
            )
        edges.sort(key=lambda edge: (edge.at_ns, edge.point))
        return edges


def _bits(points: PointSet) -> list[Point]:
    found = []
    while points:
        low = points & -points
        found.append(low.bit_length() - 1)
        points ^= low
    return found


def _mask(points: dict[Point, int]) -> PointSet:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask
