"""Which sensors cannot be trusted by their raw levels, and which the belief blames.

A suspect is announced until it has been quiet for long. Points are printed labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from controller.core.messages import Json
from controller.core.sensing.contact import (
    CHATTER_CHANGES,
    DIPS,
    LOST_EVENTS,
    LOST_WINDOW_MS,
    Contact,
    apart,
    dips_slowly,
    flutters,
    restless,
)
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Marks, differ
from controller.core.settings import MS, NEVER_NS
from rules.game import Game
from rules.terms import Point, PointSet, points_of

CHATTER_WINDOW_MS = 2000
"""The window of `CHATTER_CHANGES`."""
SHAKY_CHANGES = 6
"""How many raw changes within the window no hand makes, bounces left out.

The contact may be about to chatter.
"""
SHAKY_WINDOW_MS = 1000
QUIET_MS = 10_000
"""A suspect that has been quiet for so long is trusted again. Each relapse doubles the time."""
RELAPSES_MAX = 4
"""How often that time is doubled at most."""
PAUSE_MS = 100
"""Changes further apart than this are two events, not bounces of one."""
COUPLED_EVENTS = 5
"""How many events in a row a coupled point shares with one neighbour, in the same direction.

Hands rarely lift two neighbours in one scan, and never five times in a row.
"""
DIPS_WINDOW_MS = 5000
"""The window of `DIPS`."""
LOST_MS = 500
"""A hand that really takes a piece and puts it back usually needs longer."""
ALONE_MS = 1500
"""Where nothing else has changed for so long, a short loss is the sensor's doing.

In a capture with one hand the capturing piece is usually lifted later than that.
"""
WEAK = 300
"""A field strength nearer to nothing (`FIELD_ON`) than to what one piece gives (500)."""
WEAK_EVENTS = 3
"""How many pieces in a row are felt so weakly before the sensor is called weak."""


class Symptom(StrEnum):
    """What is wrong with a sensor."""

    CHATTERING = "chattering"
    UNREADABLE = "unreadable"
    STUCK_ON = "stuck-on"
    """It still feels a piece that has moved away."""
    STUCK_OFF = "stuck-off"
    """It does not feel the piece that stands there."""
    COUPLED = "coupled"
    """It changes whenever a neighbour changes."""
    WEAK = "weak"
    """It loses the piece that stands there again and again, or feels it faintly."""


class SensorHealth:
    """Watches the raw levels of each point.

    Attributes:
        blamed: points whose sensors show what the belief holds to be wrong, and how.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._levels: PointSet | None = None
        self._unknown: PointSet = 0
        self._points: dict[Point, Contact] = {}
        self._suspect_ns: dict[Point, int] = {}
        self._suspects: dict[Point, Symptom] = {}
        self._relapses = Counter[Point]()
        self._marks: Marks = {}
        self.blamed: Mapping[Point, Symptom] = {}

    def frame(
        self,
        at_ns: int,
        levels: PointSet,
        unknown: PointSet,
        strengths: Mapping[Point, int] | None = None,
        marks: Marks | None = None,
    ) -> None:
        """Takes a scan in which something differs."""
        readable = ~(unknown | self._unknown)
        changed = 0 if self._levels is None else (levels ^ self._levels) & readable
        self._levels, self._unknown = levels, unknown
        before, self._marks = self._marks, marks or {}
        for point in points_of(changed):
            on = bool(levels >> point & 1)
            self._change(at_ns, point, on=on, other=self._exchanged(point, before))
            self._uncouple(at_ns, point, changed | levels)
        if changed & (changed - 1):
            self._couple(at_ns, changed & levels)
            self._couple(at_ns, changed & ~levels)
        for point in points_of(changed & ~levels):
            self._weigh(at_ns, point)
        for point, strength in (strengths or {}).items():
            if point in self._points:
                seen = self._points[point]
                seen.strongest = max(seen.strongest, abs(strength))

    def told(self, now_ns: int) -> list[Json]:
        """The suspects of a `health` message. Those that the belief blames are `lasting`."""
        return [
            {"point": self._game.points[point], "symptom": symptom.value}
            | ({"lasting": True} if point in self.blamed else {})
            for point, symptom in self.suspects(now_ns).items()
        ]

    def suspects(self, now_ns: int) -> dict[Point, Symptom]:
        """The points whose sensors are not to be trusted now."""
        slow = (p for p, seen in self._points.items() if dips_slowly(seen, now_ns))
        found = {**dict.fromkeys(slow, Symptom.CHATTERING), **self._suspects, **self.blamed}
        found.update(dict.fromkeys(points_of(self._unknown), Symptom.UNREADABLE))
        return dict(sorted(found.items()))

    def forgive(self, now_ns: int) -> None:
        """Trusts sensors again that have been quiet for long."""
        for point, symptom in list(self._suspects.items()):
            quiet_ns = QUIET_MS * MS << min(self._relapses[point], RELAPSES_MAX)
            if symptom is not Symptom.COUPLED and now_ns - self._suspect_ns[point] >= quiet_ns:
                self._trust(point)
                self._relapses[point] += 1

    def trust(self, points: Iterable[Point]) -> None:
        """Believes these sensors again, whatever they did."""
        good = set(points)
        for point in good & set(self._suspects):
            self._trust(point)
        for point in good & set(self._points):
            seen = self._points[point]
            self._points[point] = Contact(lost=seen.lost, mark=seen.mark)
        self.blamed = {p: found for p, found in self.blamed.items() if p not in good}

    def shaky(self, edges: Sequence[Edge]) -> list[Edge]:
        """The edges, marked as shaky where the sensor has just changed more often than by hands.

        Args:
            edges: by printed labels.
        """
        return [replace(e, shaky=True) if self._shakes(e) else e for e in edges]

    def _shakes(self, edge: Edge) -> bool:
        seen = self._points.get(edge.point)
        if seen is None:
            return False
        often = apart(seen, edge.seen_ns - SHAKY_WINDOW_MS * MS)
        return often >= SHAKY_CHANGES or dips_slowly(seen, edge.seen_ns)

    def _exchanged(self, point: Point, before: Marks) -> bool:
        """Whether the sensor tells of another piece than stood here last; remembers the new one.

        Args:
            before: the marks of the scan before.
        """
        seen = self._points.setdefault(point, Contact())
        stood, seen.mark = seen.mark, self._marks.get(point) or before.get(point) or seen.mark
        return differ(stood, self._marks.get(point))

    def _change(self, at_ns: int, point: Point, *, on: bool, other: bool) -> None:
        """The level of a point has changed.

        Args:
            other: another piece is felt than stood there. Hands exchanged them; the sensor has
                lost none.
        """
        seen = self._points[point]
        seen.changes.append(at_ns)
        since_ns = at_ns - CHATTER_WINDOW_MS * MS
        full = len(seen.changes) == CHATTER_CHANGES and seen.changes[0] >= since_ns
        if full or flutters(seen, at_ns):
            self._suspect(at_ns, point, Symptom.CHATTERING)
        paused_ns = at_ns - seen.changed_ns
        if paused_ns >= PAUSE_MS * MS:
            self._turn(at_ns, point, paused_ns)
        if other:
            seen.went_ns = NEVER_NS  # another piece has come: none has come back
        if on:
            self._come_back(at_ns, point)
        elif paused_ns >= PAUSE_MS * MS:
            seen.went_ns = at_ns
        seen.changed_ns = at_ns

    def _turn(self, at_ns: int, point: Point, paused_ns: int) -> None:
        """A point changes that has not changed for a while: this is no bounce."""
        seen = self._points[point]
        seen.events += 1
        if paused_ns >= QUIET_MS * MS:
            seen.turns.clear()
        seen.turns.append(at_ns)
        if restless(seen):
            self._suspect(at_ns, point, Symptom.CHATTERING)
        # Whether it follows a neighbour is found out by `_couple` in the same scan.
        leader, times = seen.leader
        seen.leader = (leader, -times if times > 0 else 0)

    def _come_back(self, at_ns: int, point: Point) -> None:
        """A piece is felt: was it lost there only for a moment?"""
        seen = self._points[point]
        gone_ns = at_ns - seen.went_ns
        if gone_ns < PAUSE_MS * MS:
            seen.went_ns = NEVER_NS  # its bounces are not counted
            seen.dips.append(at_ns)
            if len(seen.dips) == DIPS and at_ns - seen.dips[0] <= DIPS_WINDOW_MS * MS:
                self._suspect(at_ns, point, Symptom.CHATTERING)
        elif gone_ns < LOST_MS * MS and self._alone(at_ns, point):
            seen.went_ns = NEVER_NS  # its bounces are not counted
            seen.lost.append(at_ns)
            if len(seen.lost) == LOST_EVENTS and at_ns - seen.lost[0] <= LOST_WINDOW_MS * MS:
                self._suspect(at_ns, point, Symptom.WEAK)

    def _alone(self, at_ns: int, point: Point) -> bool:
        """Whether nothing else has changed for a while: then no piece was captured there."""
        others = (seen.changed_ns for p, seen in self._points.items() if p != point)
        return at_ns - max(others, default=at_ns - ALONE_MS * MS) >= ALONE_MS * MS

    def _uncouple(self, at_ns: int, point: Point, others: PointSet) -> None:
        """A neighbour that feels nothing while this sensor changes does not follow it.

        Args:
            others: points that change now, or feel something.
        """
        for near in points_of(self._game.neighbours(point) & ~others):
            seen = self._points.get(near)
            if seen is not None and seen.leader[0] == point:
                still = at_ns - seen.changed_ns >= PAUSE_MS * MS
                seen.leader = (-1, 0) if still else seen.leader

    def _couple(self, at_ns: int, together: PointSet) -> None:
        """Counts for points that went the same way in one scan how often they have done so."""
        for point in points_of(together):
            seen = self._points[point]
            leader, times = seen.leader
            near = points_of(self._game.neighbours(point) & together)
            if times > 0 or not near:
                continue  # counted already, or it changed by itself
            seen.leader = (leader, 1 - times) if leader in near else (near[0], 1)
            if seen.leader[1] >= COUPLED_EVENTS and self._follows(point, seen.leader[0]):
                self._suspect(at_ns, point, Symptom.COUPLED)

    def _follows(self, point: Point, leader: Point) -> bool:
        """Whether a point follows its neighbour, and not the other way round.

        Where the belief blames only one of them, that one follows. Else the leader has changed more
        often. Two that have each changed alone, and now only together, follow neither.
        """
        if (mine := point in self.blamed) != (leader in self.blamed):
            return mine
        one, other = self._points[point], self._points[leader]
        both = other.leader[0] == point and abs(other.leader[1]) >= COUPLED_EVENTS - 1
        return other.events > one.events and not (both and one.events > abs(one.leader[1]))

    def _weigh(self, at_ns: int, point: Point) -> None:
        """A piece has left: notes how strongly it was felt."""
        seen = self._points[point]
        if not seen.strongest:
            return
        seen.faint = seen.faint + 1 if seen.strongest < WEAK else 0
        seen.strongest = 0
        if seen.faint >= WEAK_EVENTS:
            self._suspect(at_ns, point, Symptom.WEAK)

    def _suspect(self, at_ns: int, point: Point, symptom: Symptom) -> None:
        self._points.setdefault(point, Contact())
        self._suspects[point] = symptom
        self._suspect_ns[point] = at_ns

    def _trust(self, point: Point) -> None:
        del self._suspects[point]
        seen = self._points[point]
        self._points[point] = Contact(lost=seen.lost, mark=seen.mark)
