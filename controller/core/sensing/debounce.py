"""From raw levels to edges: contact bounce removed, blindness kept apart from emptiness.

All points are handled at once as bits of an integer. Only points whose raw level differs from the
settled one cost time. Some sensors tell pieces apart: there, another piece on a point that never
showed empty is a lift and a placing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.sensing.marks import COMING_MS, SHIFTED_MS, Mark, Marks, differ, weakened
from controller.core.settings import MS
from rules.terms import Point, PointSet

if TYPE_CHECKING:
    from controller.core.settings import Settings

BURST_NS = 40_000_000
"""A contact that is quiet for less than this is still in the same burst of bounces.

The piece was touched at the first change of the burst. Reed contacts bounce for up to
5 ms, and under a hovering piece for some tens of milliseconds.
"""
FIRST_SCAN_NS = 50_000_000
"""The first scan after a gap comes within this time. What it shows may have changed in the gap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A point that has changed and stayed so.

    Attributes:
        at_ns: the first raw change of the burst.
        seen_ns: when the change was beyond doubt.
        placed: occupied now; otherwise lifted.
        blind: the point could not be read just before, so `at_ns` is when it was seen again.
        unread_ns: when it was read last before that; None where that is not known.
        mark: of the piece that was lifted or set down; None where the sensor cannot tell.
        soft: the piece has not left: it was touched, or another was set on top of it. Such edges
            come in pairs, a lift and a placing.
        shaky: the contact may be about to chatter, see `SensorHealth.shaky`.
    """

    at_ns: int
    seen_ns: int
    point: Point
    placed: bool
    blind: bool = False
    unread_ns: int | None = None
    mark: Mark | None = None
    soft: bool = False
    shaky: bool = False


class Debounce:
    """Settles each point's level: a change counts once it has held for the time of its direction.

    The levels of a frame hold until the next one (scans in which nothing changes are not reported).

    Attributes:
        stable: settled levels.
        marks: settled marks of the pieces that stand.
        unknown: points that cannot be read now.
    """

    def __init__(
        self, *, lift_ms: int, place_ms: int, exchange_ns: int = 0, wobble_ms: int = 120
    ) -> None:
        self._lift_ns = lift_ms * 1_000_000
        self._place_ns = place_ms * 1_000_000
        self._exchange_ns = exchange_ns or self._place_ns
        self._wobble_ns = wobble_ms * 1_000_000
        self.stable: PointSet = 0
        self.marks: dict[Point, Mark] = {}
        self.unknown: PointSet = 0
        self._levels: PointSet = 0
        self._raw: PointSet = 0
        self._raw_marks: Marks = {}
        self._blinded: PointSet = 0
        self._unread: dict[Point, int] = {}
        """Since when blinded points could not be read, where that is known."""
        self._in_gap = False
        self._gap_ns = 0
        self._read: PointSet = 0
        """Points that were blinded and have been read since; `take_blinded` tells of them."""
        self._since: dict[Point, int] = {}
        self._first: dict[Point, int] = {}
        self._back: dict[Point, int] = {}
        self._changed: dict[Point, int] = {}
        """Points that show another mark than the settled one, and since when."""
        self._came: dict[Point, int] = {}
        """When pieces were set down that came since the first frame."""
        self._seemed: dict[Point, tuple[int, Mark]] = {}
        """Pieces that seem to have got or lost one on top: since when, and their marks before."""
        self._wobbling: PointSet = 0
        self._wobbles: dict[Point, int] = {}

    def reset(self, levels: PointSet, unknown: PointSet, marks: Marks | None = None) -> None:
        """Takes a first frame as settled; unknown points count as empty until they are read."""
        self._levels = levels
        self.stable = self._raw = levels & ~unknown
        self._raw_marks = marks or {}
        self.marks = {p: mark for p, mark in self._raw_marks.items() if self.stable >> p & 1}
        self.unknown = unknown
        self._blinded = unknown
        self._unread.clear()
        self._since.clear()
        self._changed.clear()
        self._came.clear()
        self._seemed.clear()
        self._wobbles.clear()

    def frame(
        self,
        at_ns: int,
        levels: PointSet,
        unknown: PointSet = 0,
        marks: Marks | None = None,
        wobbling: PointSet = 0,
    ) -> list[Edge]:
        """Takes a scan; returns the edges that became certain by then."""
        self._levels = levels
        self._look_past_gap(at_ns)
        same = levels == self._raw and unknown == self.unknown and wobbling == self._wobbling
        if same and self.steady and (marks is None or marks == self._raw_marks):
            self._in_gap = False
            return []
        edges = self._settle(at_ns - 1)
        self._in_gap = False
        for point in _bits(unknown & ~self.unknown):
            since_ns = self._since.pop(point, at_ns)
            if not self._blinded >> point & 1:
                self._unread[point] = since_ns
        self._blinded |= unknown
        self.unknown = unknown
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
        if marks is not None:
            self._compare(at_ns, marks)
            self._feel(at_ns, wobbling)
        return edges + self._settle(at_ns)

    def trust(self, points: PointSet, at_ns: int) -> None:
        """Believes these points again: what they show counts from now on, and gives edges.

        Points at which nothing differs have been read: what changes there from now on is seen.
        """
        self.unknown &= ~points
        otherwise = (self._levels ^ self._raw) & points
        self._blinded = self._blinded & ~points | otherwise
        self._read |= points & ~otherwise
        for point in _bits(otherwise):
            self._since[point] = at_ns
            self._first.pop(point, None)
        self._raw = self._raw & ~points | self._levels & points

    def believe(self, since_ns: Mapping[Point, int]) -> None:
        """Believes points that were held unreadable, each from the time given."""
        for point, at_ns in since_ns.items():
            self.trust(1 << point, at_ns)
            self._blinded &= ~(1 << point)

    def tick(self, at_ns: int) -> list[Edge]:
        """Scanning went on until now without a change."""
        self._look_past_gap(at_ns)
        return [] if self.steady else self._settle(at_ns)

    def _look_past_gap(self, at_ns: int) -> None:
        """Ends a gap after which no scan has told of a change: nothing changed in it."""
        if self._in_gap and at_ns - self._gap_ns > FIRST_SCAN_NS:
            self._in_gap = False
            unseen = self.unknown | _mask(self._since) | _mask(self._changed)
            self._read |= self._blinded & ~unseen
            self._blinded &= unseen

    def gap(self, points: PointSet, from_ns: int, at_ns: int) -> None:
        """Scans were missing from a time until now: what these points did meanwhile is not known.

        Pending changes count from now on; the next frame tells only if they have gone back.
        """
        for point in _bits(points & ~self._blinded):
            self._unread[point] = self._since.get(point, from_ns)
        for pending in (self._since, self._changed, self._wobbles):
            pending.update(dict.fromkeys(pending, at_ns))
        self._in_gap, self._gap_ns = True, at_ns
        self._blinded |= points
        self._back.clear()
        self._first.clear()

    def deadline(self) -> int | None:
        """When the next pending change becomes certain, or a gap is over; None where neither is."""
        if self.steady and not self._in_gap:
            return None
        due = [self._gap_ns + FIRST_SCAN_NS + 1] if self._in_gap else []
        due += [since + self._hold(point) for point, since in self._since.items()]
        due += [since + self._exchanging(point) for point, since in self._changed.items()]
        due += [since + self._wobble_ns for since in self._wobbles.values()]
        return min(due)

    def take_blinded(self) -> PointSet:
        """The points that can be read now, and could not at some time since the last call."""
        if self._in_gap:
            return 0
        blinded = self._blinded & ~self.unknown | self._read
        self._read = 0
        self._blinded &= self.unknown | _mask(self._since) | _mask(self._changed)
        return blinded

    @property
    def unread(self) -> PointSet:
        """Points where it is not known what stands, or what changed while they were unread."""
        return self._blinded if self._in_gap else self.unknown | self.unsettled

    @property
    def unsettled(self) -> PointSet:
        """Points that can be read again, and whose changes in the meantime have not settled."""
        return self._blinded and self._blinded & (_mask(self._since) | _mask(self._changed))

    @property
    def steady(self) -> bool:
        """Whether no point is on its way to another level or mark."""
        return not (self._since or self._changed or self._wobbles)

    @property
    def pending(self) -> bool:
        """Whether some point shows another level, for too short a time to be believed."""
        return bool(self._since)

    def _hold(self, point: Point) -> int:
        return self._lift_ns if self.stable >> point & 1 else self._place_ns

    def _exchanging(self, point: Point) -> int:
        """How long another mark must show.

        A field that grows weaker as two pieces leave looks like one piece for a moment.
        """
        weak = weakened(self.marks.get(point), self._raw_marks.get(point))
        return self._wobble_ns if weak else self._exchange_ns

    def _compare(self, at_ns: int, marks: Marks) -> None:
        """Notes where another piece stands than the settled one."""
        before, self._raw_marks = self._raw_marks, marks
        there = self._raw & self.stable & ~self.unknown
        if before is marks and not self._changed:
            return
        for point, since in list(self._changed.items()):
            if not there >> point & 1 or marks.get(point) == self.marks.get(point):
                del self._changed[point]
            elif marks.get(point) != before.get(point) and since < at_ns:
                self._changed[point] = at_ns  # another one again
        for point, mark in marks.items():
            settled = self.marks.get(point)
            if mark is not settled and there >> point & 1 and mark != settled:
                if settled is None:
                    self.marks[point] = mark
                else:
                    self._changed.setdefault(point, at_ns)

    def _feel(self, at_ns: int, wobbling: PointSet) -> None:
        """Notes which pieces are being touched."""
        for point in _bits(wobbling & ~self._wobbling & self.stable):
            self._wobbles[point] = at_ns
        for point in list(self._wobbles):
            if not wobbling >> point & 1:
                del self._wobbles[point]
        self._wobbling = wobbling

    def _settle(self, at_ns: int) -> list[Edge]:
        edges = []
        for point, since in list(self._since.items()):
            sure_ns = since + self._hold(point)
            if sure_ns > at_ns:
                continue
            del self._since[point]
            self.stable ^= 1 << point
            self._seemed.pop(point, None)  # what comes next is another piece
            placed = bool(self.stable >> point & 1)
            blind = bool(self._blinded >> point & 1)
            mark = self._raw_marks.get(point) if placed else self.marks.pop(point, None)
            if placed and mark is not None:
                self.marks[point], self._came[point] = mark, since
            edges.append(
                Edge(
                    at_ns=self._first.pop(point, since),
                    seen_ns=sure_ns,
                    point=point,
                    placed=placed,
                    blind=blind,
                    unread_ns=self._unread.get(point) if blind else None,
                    mark=mark,
                )
            )
        if self._changed or self._wobbles:
            edges += self._settle_marks(at_ns)
        # Where the order was not seen, pieces leave before others come.
        edges.sort(key=lambda edge: (edge.at_ns, edge.blind and edge.placed, edge.point))
        return edges

    def _settle_marks(self, at_ns: int) -> list[Edge]:
        """Pairs of edges of points that never showed empty."""
        edges: list[Edge] = []
        for point, since in list(self._changed.items()):
            sure_ns = since + self._exchanging(point)
            if sure_ns > at_ns:
                continue
            del self._changed[point]
            old, new = self.marks[point], self._raw_marks[point]
            self.marks[point] = new
            left_ns = self._pressed_since(point, since, (old, new))
            if since - self._back.get(point, since - BURST_NS) < BURST_NS:
                left_ns = min(left_ns, self._first.pop(point, left_ns))
            edges += self._pair(
                point, (left_ns, since), sure_ns, (old, new), soft=not differ(old, new)
            )
        for point, since in list(self._wobbles.items()):
            until_ns = since + self._wobble_ns
            if until_ns <= at_ns:
                del self._wobbles[point]
                mark = self.marks.get(point)
                edges += self._pair(point, (since, until_ns), until_ns, (mark, mark), soft=True)
        return edges

    def _pressed_since(self, point: Point, at_ns: int, marks: tuple[Mark, Mark]) -> int:
        """Since when a piece whose mark has changed was touched.

        A pressing finger may make one piece look like two, and two like one. A mark that soon
        changes back was such a finger; one that lasts is a piece set on top, or taken off.
        """
        old, new = marks
        changed_ns, before = self._seemed.pop(point, (at_ns, old))
        if before == new and at_ns - changed_ns < SHIFTED_MS * MS:
            return changed_ns
        coming = at_ns - self._came.get(point, at_ns - COMING_MS * MS) < COMING_MS * MS
        if not differ(old, new) and not coming:
            self._seemed[point] = (at_ns, old)
        return at_ns

    def _pair(
        self,
        point: Point,
        times_ns: tuple[int, int],
        sure_ns: int,
        marks: tuple[Mark | None, Mark | None],
        *,
        soft: bool,
    ) -> list[Edge]:
        blind = bool(self._blinded >> point & 1)
        return [
            Edge(
                at_ns=times_ns[n], seen_ns=sure_ns, point=point, placed=bool(n), blind=blind,
                mark=marks[n], soft=soft,
            )
            for n in (0, 1)
        ]  # fmt: skip


def debounced(settings: Settings) -> Debounce:
    """What settles the levels of one board."""
    times = settings.timings
    return Debounce(
        lift_ms=times.lift_ms,
        place_ms=times.place_ms,
        exchange_ns=settings.exchange_ns,
        wobble_ms=times.bump_ms,
    )


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
