"""Which sensors cannot be trusted: by their raw levels, and by the moves that went past them.

A suspect is announced, and from then on its point counts as unknown until it behaves again. Points are
printed labels.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise

from controller.core.messages import Json
from controller.core.sensing.contact import (
    CHATTER_CHANGES,
    DIPS,
    LOST_EVENTS,
    LOST_WINDOW_MS,
    RESTLESS_CHANGES,
    Contact,
    apart,
    dips_slowly,
    flutters,
    in_hand,
    restless,
    taken,
)
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Marks, differ
from controller.core.settings import MS
from rules.game import Game
from rules.terms import Point, PointSet, point_set, points_of

CHATTER_WINDOW_MS = 2000
SHAKY_CHANGES = 6
"""Raw changes of one point within the window, bounces left out, that no hand makes: its contact may be about to chatter."""
SHAKY_WINDOW_MS = 1000
QUIET_MS = 10_000
"""A sensor that has been quiet for so long is trusted again, and each time after twice as long, up to `RELAPSES_MAX`."""
RELAPSES_MAX = 4
PAUSE_MS = 100
"""Changes further apart than this are of two events, not bounces of one."""
COUPLED_EVENTS = 5
"""Events of a point in a row, all with the same neighbour in the same direction. Two men lifted in one
scan are rare, five times in a row with the same neighbour they are not lifted by hands."""
DIPS_WINDOW_MS = 5000
LOST_MS = 500
"""A hand that really takes a man and puts him back needs longer as a rule."""
VAIN_PLIES = 3
"""In so many plies within that window nobody takes the same man and puts him back, and never moves him: his sensor loses him."""
HELD_MS = 20_000
"""Nobody holds a man for longer."""
ALONE_MS = 1500
"""A capture in one hand lifts the capturer no longer before than this, as a rule."""
WEAK = 300
"""Of a field; nearer to nothing (`FIELD_ON`) than to what one man gives (500)."""
WEAK_EVENTS = 3
STUCK_PLIES = 3
"""Plies that were completed although one point says otherwise than the record: one may still be
under way, and a captured man late; a third ply means that the sensor is wrong."""


class Symptom(StrEnum):
    """What is wrong with a sensor."""

    CHATTERING = "chattering"
    UNREADABLE = "unreadable"
    STUCK_ON = "stuck-on"
    """It still feels a man after he has moved away."""
    STUCK_OFF = "stuck-off"
    """It does not feel the man that stands there."""
    COUPLED = "coupled"
    """It follows a neighbour."""
    WEAK = "weak"
    """It loses the man that stands there again and again, or feels him faintly."""


STAYING = (Symptom.STUCK_ON, Symptom.STUCK_OFF, Symptom.COUPLED)
"""They do not pass with time."""


class SensorHealth:
    """Watches the raw levels of each point, and what the record says of it.

    Attributes:
        lying: points where a piece that was laid down beside play is left lying.
        accused: points whose sensors have said what was not so; blamed: those that do so now, by what is believed.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._levels: PointSet | None = None
        self._unknown: PointSet = 0
        self._points: dict[Point, Contact] = {}
        self._suspect_ns: dict[Point, int] = {}
        self._suspects: dict[Point, Symptom] = {}
        self._relapses = Counter[Point]()
        self._declared: PointSet = 0
        self.accused = self._dipped = self._laid = self.lying = 0
        self._plies: deque[int] = deque(maxlen=8 * RESTLESS_CHANGES)
        self._marks: Marks = {}
        self._made = 0
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

    def ply(
        self, at_ns: int, wrong_on: PointSet, wrong_off: PointSet, resting: PointSet = -1
    ) -> None:
        """A ply has been completed.

        Args:
            resting: points of men whom it has not moved, by the record; others have only been passed, or were played to.
            wrong_on: points that were moved from, by the record, and still seem occupied.
            wrong_off: points where a man stands by the record, and that seem empty.
        """
        wrong, last_ns = wrong_on | wrong_off, self._plies[-1] if self._plies else 0
        self._made += 1
        for point, seen in self._points.items():
            if not wrong >> point & 1:
                seen.wrong = 0
            if not resting >> point & 1:
                taken(seen, last_ns)
            if self._made - 1 in seen.vain:
                self._weigh_vain(at_ns, point)
        self._plies.append(at_ns)
        for point in points_of(wrong):
            seen = self._points.setdefault(point, Contact())
            seen.wrong += 1
            if seen.wrong >= STUCK_PLIES:
                on = wrong_on >> point & 1
                self._suspect(at_ns, point, Symptom.STUCK_ON if on else Symptom.STUCK_OFF)

    def declare(self, at_ns: int, on: PointSet, off: PointSet, *, told: PointSet = 0) -> None:
        """Somebody at the board says that these sensors are wrong, or play has proved it.

        They are not trusted again, whatever they show: one that works now and then would be believed just when it is wrong.

        Args:
            on: points where nothing stands although something is felt.
            off: points where a man stands that is not felt.
            told: points that have told of the move, and of more since: they are trusted once they change.
        """
        for points, symptom in ((on, Symptom.STUCK_ON), (off, Symptom.STUCK_OFF)):
            for point in points_of(points):
                self._suspect(at_ns, point, symptom)
            self._declared |= points & ~told

    def absolve(self, points: PointSet) -> None:
        """What these sensors have told was true: moves were being taken back, and that is agreed on."""
        self._declared &= ~points
        for point in self._suspects.keys() & set(points_of(points)):
            self._trust(point)

    def adjusted(self, points: PointSet) -> None:
        """Men there were put straight, with a word or as all were put right: no sensor has lost them."""
        for seen in (self._points[p] for p in points_of(points) if p in self._points):
            seen.lost.clear()
            seen.vain.pop(self._made, None)

    def laid(self, at_ns: int, points: PointSet) -> None:
        """Men seem to have been laid down on these points beside play: they are not trusted until they change again."""
        for point in points_of(points):
            self._suspect(at_ns, point, Symptom.STUCK_ON)
        self._laid |= points & ~self._declared

    def laid_ns(self) -> dict[Point, int]:
        """Since when those who have been laid down have not been trusted, where they still lie."""
        return {point: self._suspect_ns[point] for point in points_of(self._laid)}

    def lie(self, points: PointSet) -> None:
        """Those who were laid down there are left lying: their sensors are right."""
        self._laid &= ~points
        for point in points_of(points):
            self._trust(point)
        self.lying |= points & ~self._declared

    def told(self, now_ns: int) -> list[Json]:
        """What a `health` message says of the sensors: those that stay wrong for the whole game are `lasting`."""
        return [
            {"point": self._game.points[point], "symptom": symptom.value}
            | ({"lasting": True} if self._declared >> point & 1 or point in self.blamed else {})
            for point, symptom in self.suspects(now_ns).items()
        ]

    def recall(self, at_ns: int, told: Iterable[Json]) -> None:
        """Before a new start this was told (see `told`). What is over by itself soon is found again, if it is not over."""
        self._suspects.clear()
        self._declared = 0
        for each in told:
            symptom = Symptom(each["symptom"])
            if symptom in STAYING:
                point = self._game.index[each["point"]]
                self._suspect(at_ns, point, symptom)
                self._declared |= bool(each.get("lasting")) << point

    def suspects(self, now_ns: int) -> dict[Point, Symptom]:
        """The points not to be trusted now."""
        slow = (p for p, seen in self._points.items() if dips_slowly(seen, now_ns))
        found = {**dict.fromkeys(slow, Symptom.CHATTERING), **self._suspects, **self.blamed}
        found.update(dict.fromkeys(points_of(self._unknown), Symptom.UNREADABLE))
        return dict(sorted(found.items()))

    def distrusted(self) -> PointSet:
        """The points whose levels mean nothing though they can be read."""
        return point_set(self._suspects)

    def forgive(self, now_ns: int) -> None:
        """Trusts those again that have been quiet for long."""
        for point, symptom in list(self._suspects.items()):
            quiet_ns = QUIET_MS * MS << min(self._relapses[point], RELAPSES_MAX)
            if symptom not in STAYING and now_ns - self._suspect_ns[point] >= quiet_ns:
                self._trust(point)
                self._relapses[point] += 1

    def shaky(self, edges: Sequence[Edge]) -> list[Edge]:
        """The edges (of printed labels), those marked whose sensors have changed too often just before for any hand."""
        return [replace(e, shaky=True) if self._shakes(e) else e for e in edges]

    def _shakes(self, edge: Edge) -> bool:
        seen = self._points.get(edge.point)
        if seen is None:
            return False
        often = apart(seen, edge.seen_ns - SHAKY_WINDOW_MS * MS)
        return often >= SHAKY_CHANGES or dips_slowly(seen, edge.seen_ns)

    def take_dips(self) -> dict[Point, tuple[tuple[int, int], ...]]:
        """The points that have dipped slowly just now, not for the first time, and from when to when each man was lost."""
        dipped, self._dipped = self._dipped, 0
        found = {}
        for point in points_of(dipped):
            seen = self._points[point]
            lost = ((at_ns - LOST_MS * MS + 1, at_ns) for at_ns in seen.lost)
            turns = pairwise(seen.turns) if restless(seen, self._plies) else ()
            found[point] = (*lost, *turns, *seen.vain.values())
        return found

    def flickering(self) -> PointSet:
        """The points where something is felt, again and again not for a moment."""
        flickers = (Symptom.CHATTERING, Symptom.WEAK)
        return sum(1 << point for point, found in self._suspects.items() if found in flickers)

    def _exchanged(self, point: Point, before: Marks) -> bool:
        """Whether another man is felt than the one who stood here last, by what the sensor tells; the new one is kept in mind.

        Args:
            before: what was told in the scan before.
        """
        seen = self._points.setdefault(point, Contact())
        stood, seen.mark = seen.mark, self._marks.get(point) or before.get(point) or seen.mark
        return differ(stood, self._marks.get(point))

    def _change(self, at_ns: int, point: Point, *, on: bool, other: bool) -> None:
        """The level of a point has changed.

        Args:
            other: by a man who is not the one who stood there: hands exchanged them, and no sensor lost anybody.
        """
        self._laid &= ~(1 << point)
        self.lying &= ~(1 << point)
        if self._suspects.get(point) in (Symptom.STUCK_ON, Symptom.STUCK_OFF):
            self._trust(point)
        seen = self._points[point]
        seen.changes.append(at_ns)
        since_ns = at_ns - CHATTER_WINDOW_MS * MS
        full = len(seen.changes) == CHATTER_CHANGES and seen.changes[0] >= since_ns
        if full or flutters(seen, at_ns):
            self._suspect(at_ns, point, Symptom.CHATTERING)
        seen.wrong = 0
        if at_ns - seen.changed_ns >= PAUSE_MS * MS:
            seen.events += 1
            if at_ns - seen.changed_ns >= QUIET_MS * MS:
                seen.turns.clear()
            seen.turns.append(at_ns)
            if restless(seen, self._plies):
                self._dipped |= (point not in self._suspects) << point
                self._suspect(at_ns, point, Symptom.CHATTERING)
            # Whether it follows a neighbour is found out by `_couple` in the same scan.
            leader, times = seen.leader
            seen.leader = (leader, -times if times > 0 else 0)
        if other:
            seen.went_ns = -(10**18)  # nobody comes back; nor does he with the bounces of the other
        if on and seen.stood and PAUSE_MS * MS <= at_ns - seen.went_ns < HELD_MS * MS:
            self._put_back(at_ns, point)
        gone = on and PAUSE_MS * MS <= at_ns - seen.went_ns < LOST_MS * MS
        if gone and self._alone(at_ns, point):
            seen.went_ns = -(10**18)  # he comes back but once, with all his bounces
            seen.lost.append(at_ns)
            self._dipped |= dips_slowly(seen, at_ns) << point
            if len(seen.lost) == LOST_EVENTS and at_ns - seen.lost[0] <= LOST_WINDOW_MS * MS:
                self._suspect(at_ns, point, Symptom.WEAK)
        if on and at_ns - seen.went_ns < PAUSE_MS * MS:
            seen.went_ns = -(10**18)  # bounces of the same dip are not counted
            seen.dips.append(at_ns)
            if len(seen.dips) == DIPS and at_ns - seen.dips[0] <= DIPS_WINDOW_MS * MS:
                self._suspect(at_ns, point, Symptom.CHATTERING)
        if not on and at_ns - seen.changed_ns >= PAUSE_MS * MS:
            seen.went_ns, seen.stood = at_ns, at_ns - seen.changed_ns >= ALONE_MS * MS
        seen.changed_ns = at_ns

    def _put_back(self, at_ns: int, point: Point) -> None:
        """A man is felt again where he had stood; whether he has been moved is known once the ply is made."""
        seen = self._points[point]
        late = {ply: off for ply, off in seen.vain.items() if at_ns - off[1] <= LOST_WINDOW_MS * MS}
        seen.vain = late | {self._made: (seen.went_ns, at_ns)}
        last_ns = self._plies[-1] if self._plies else 0
        if not in_hand(self._points, self._levels or 0, last_ns - LOST_MS * MS):
            self._weigh_vain(at_ns, point)

    def _weigh_vain(self, at_ns: int, point: Point) -> None:
        """Whether a man has been off and back too often."""
        if len(self._points[point].vain) >= VAIN_PLIES:
            self._dipped |= (point not in self._suspects) << point
            self._suspect(at_ns, point, Symptom.WEAK)

    def _alone(self, at_ns: int, point: Point) -> bool:
        """Whether nothing else has changed for a while: no man was taken in exchange."""
        others = (seen.changed_ns for p, seen in self._points.items() if p != point)
        return at_ns - max(others, default=at_ns - ALONE_MS * MS) >= ALONE_MS * MS

    def _uncouple(self, at_ns: int, point: Point, others: PointSet) -> None:
        """A sensor that feels nothing while this one changes does not follow it: rather, this one follows that.

        Args:
            others: points that change now, or feel something.
        """
        for near in points_of(self._game.neighbours(point) & ~others):
            seen = self._points.get(near)
            if seen is not None and seen.leader[0] == point:
                still = at_ns - seen.changed_ns >= PAUSE_MS * MS
                seen.leader = (-1, 0) if still else seen.leader

    def _couple(self, at_ns: int, together: PointSet) -> None:
        """Points that went the same way in one scan: does one of them always follow another?"""
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
        """Whether the other one changes without this one too, or only this one has lied; not where each has changed alone, and now neither does."""
        if (mine := self.accused >> point & 1) != self.accused >> leader & 1:
            return bool(mine)
        one, other = self._points[point], self._points[leader]
        both = other.leader[0] == point and abs(other.leader[1]) >= COUPLED_EVENTS - 1
        return other.events > one.events and not (both and one.events > abs(one.leader[1]))

    def _weigh(self, at_ns: int, point: Point) -> None:
        """A man has left: how strongly was he felt?"""
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
        if self._declared >> point & 1:
            return
        del self._suspects[point]
        seen = self._points[point]
        self._points[point] = Contact(lost=seen.lost, vain=seen.vain, mark=seen.mark)
