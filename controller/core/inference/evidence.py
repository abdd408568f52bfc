"""What the sensors have shown since the last completed move, and what one edge may mean by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from controller.core.inference import ages
from controller.core.inference.lookup import Lookups
from controller.core.inference.prices import (
    BUMP,
    CROSSING,
    DRAGGED,
    DRAGGED_SLOWLY,
    ENEMY_IDLE,
    ENEMY_LIFTED,
    ENEMY_PUT_BACK,
    ENEMY_WAITS,
    FAR_BUMP,
    FELT_TWICE,
    FREE,
    FROM_NOWHERE,
    GLITCH_MS,
    HESITATION,
    JOLT_MS,
    KNOCKED_MIN,
    OUT_OF_ORDER,
    OVERLAP_MS,
    PUT_BACK,
    STOOD,
    SWAPPED,
    SWEEP_MIN,
    SWEEP_MS,
    SWEPT,
)
from controller.core.inference.silence import Silence
from controller.core.sensing.debounce import Edge, absences
from controller.core.sensing.marks import exchanged
from controller.core.settings import MS, Settings
from rules.game import Position
from rules.terms import Man, Point, PointSet, point_set, points_of


@dataclass(frozen=True, slots=True)
class Pair:
    """A lift and a placing at one point, or the other way round, that cancel out."""

    first: Edge
    second: Edge

    @property
    def ms(self) -> float:
        return (self.second.at_ns - self.first.at_ns) / MS

    def swapped(self, man: Man | None, *, makes_way: bool = False) -> bool:
        """Whether the sensor tells that another man stands there than the one that left, see `exchanged`."""
        return exchanged(self.first.mark, self.second.mark, man, makes_way=makes_way)

    @property
    def soft(self) -> bool:
        """The man never left."""
        return self.first.soft and self.second.soft


class Judge:
    """Prices the oddities: how far from ordinary a pair of edges is that belongs to no step.

    Attributes:
        read_at, decided_at: ages of edges by which readings differ, and what follows from them.
        tells: the sensors tell men of the two sides apart.
        blind: points whose sensor is not trusted.
        lying: points where a man is left lying beside play.
        silence: the points that cannot be read just now.
        pressed: players press their clocks.
        uncrowned: kings that wait for a crown, by where they stand; what crowns them.
        crowned_ns: when the last man was crowned there, being lifted and set down again.
    """

    def __init__(self, settings: Settings) -> None:
        self.game, self.rulebook = settings.game, settings.rulebook
        self.pressed = settings.time_control is not None and settings.clock == "pressed"
        self.timings = timings = settings.timings
        self._grace_ns = settings.grace_ns, settings.grace_of_marks_ns
        self.glance_ns = settings.glance_ns
        self.read_at = ages.of_readings(timings)
        self.decided_at = ages.of_decisions(timings)
        self.lookups = Lookups()
        self.tells = False
        self.blind = self.lying = 0
        self.silence = Silence()
        self.uncrowned: dict[Point, str] = {}
        self.crowned_ns: dict[Point, int] = {}

    @property
    def grace_ns(self) -> int:
        """See `Settings`."""
        return self._grace_ns[self.tells]

    @contextmanager
    def blind_at(self, points: PointSet) -> Iterator[None]:
        """For a while these points count as unreadable too."""
        blind = self.blind
        self.blind = blind | points
        try:
            yield
        finally:
            self.blind = blind

    def crowning(self, lift: Edge) -> bool:
        """Whether somebody lifted a king there to crown him, who is bound by that to nothing (DR-5.7)."""
        return lift.point in self.uncrowned or lift.at_ns < self.crowned_ns.get(lift.point, 0)

    def awaited(self, now_ns: int) -> PointSet:
        """Points that are waited for, see `Silence.awaited`; those not trusted are not."""
        return self.silence.awaited(now_ns) & ~self.blind

    def dip(self, pair: Pair, edges: Sequence[Edge], *, own: bool, man: Man | None) -> float:
        """A man was off its point for a while and stands there again."""
        if pair.swapped(man):
            return SWAPPED
        if pair.ms < GLITCH_MS or pair.soft:
            return FREE
        if pair.ms < self.timings.bump_ms:
            return self._bump(pair.first.point, pair.first.at_ns, edges)
        if self.knocked(pair.first, edges):
            return PUT_BACK  # no hand has chosen whose man it is
        return PUT_BACK if own else ENEMY_PUT_BACK

    def crossing(self, pair: Pair) -> float:
        """An empty point was occupied for a while; how long, nobody knows where its end was not seen."""
        return CROSSING if pair.second.blind else self._occupied_for(pair.ms)

    def overlap(self, pair: Pair, edges: Sequence[Edge]) -> float:
        """A man in passing that was still felt there after one had been set down on another point.

        The longer the two were felt together, the less they are the same man.
        """
        if self.felt_twice(pair, edges):
            return FELT_TWICE
        ms, _ = self._felt_with(pair, edges)
        if ms < GLITCH_MS:
            return 0.0
        return DRAGGED if ms < self.timings.together_ms else DRAGGED_SLOWLY

    def felt_twice(self, pair: Pair, edges: Sequence[Edge]) -> bool:
        """Whether a man had come to rest, and was still felt there when one had been set down far away: another one."""
        if not self.game.men_move or pair.ms < self.timings.together_ms:
            return False
        ms, point = self._felt_with(pair, edges)
        long = ms >= GLITCH_MS + self.timings.sweep_ms
        return long and not self.game.neighbours(pair.first.point) >> point & 1

    def _felt_with(self, pair: Pair, edges: Sequence[Edge]) -> tuple[float, Point]:
        """For how long a man was felt on this point and on another one, and on which.

        One that was off its point for a moment only has not been set down there.
        """
        if pair.second.blind:
            return 0.0, pair.first.point  # he may have gone on before
        jolted_ns = self.timings.bump_ms * MS
        left: dict[Point, int] = {}
        landed = []
        for edge in edges:
            if not edge.placed:
                left[edge.point] = edge.at_ns
            elif pair.first.at_ns < edge.at_ns < pair.second.at_ns and (
                edge.at_ns - left.get(edge.point, -jolted_ns) >= jolted_ns
            ):
                landed.append((edge.at_ns, edge.point))
        at_ns, point = min(landed, default=(pair.second.at_ns, pair.first.point))
        return (pair.second.at_ns - at_ns) / MS, point

    def hovering(self, edge: Edge, now_ns: int) -> float | None:
        """An empty point is occupied; None when it has been so for too long to be in passing."""
        ms = (now_ns - edge.at_ns) / MS
        return None if ms >= self.timings.settle_ms else self._occupied_for(ms)

    @staticmethod
    def blinks(felt: Sequence[Edge], kept: Sequence[Edge]) -> float:
        """The price of what `without_blinks` has left out."""
        return FREE * ((len(felt) - len(kept)) // 2)

    def gone_ns(self, edges: Sequence[Edge]) -> int:
        """When the man was lifted that is now in the air: what only passed since is not he."""
        return without_blinks(edges, self.timings.slide_point_ms)[-1].at_ns

    def jolt(self, point: Point, at_ns: int, now_ns: int, edges: Sequence[Edge]) -> float | None:
        """The price of a man that may have been jolted and be back soon; None when it is too late."""
        if now_ns - at_ns >= self.timings.bump_ms * MS:
            return None
        return self._bump(point, at_ns, edges)

    def enemies_lifted(
        self,
        position: Position,
        enemies: PointSet,
        in_air: Mapping[Point, int],
        now_ns: int,
        edges: Sequence[Edge],
        *,
        played: bool,
    ) -> float:
        """The price of the opponent's men in the air: to be captured, jolted, or moved in reply, in haste once a move was `played`.

        Args:
            enemies: the points of these men, among all that are in the air with their times.
        """
        if not enemies:
            return 0.0
        own = [point for point in in_air if not enemies >> point & 1]
        by, captures = own if self.game.men_move else [], self.lookups.of(position).captures
        can_go = point_set(p for m in captures if not by or m.origin in by for p in m.captured)
        cost = 0.0
        for point in points_of(enemies):
            age_ms = (now_ns - in_air[point]) / MS
            if can_go >> point & 1:
                cost += ENEMY_LIFTED if own or age_ms < self.timings.settle_ms else ENEMY_WAITS
            else:
                jolt = self.jolt(point, in_air[point], now_ns, edges)
                # Of stones no side lifts its own; one that stays off is not likelier than a jolt.
                hasty = played and own and age_ms < self.timings.irregular_ms
                idle = FAR_BUMP if hasty or not self.game.men_move else ENEMY_IDLE
                cost += idle if jolt is None else jolt
        return cost

    def held(self, at_ns: int, landed_ns: int) -> bool:
        """Whether a man lifted at a time was in the hand while another was set down.

        A stone that leaves its point together with a play was dragged to it.
        """
        drag_ms, sweep_ms = self.timings.together_ms, self.timings.sweep_ms
        return at_ns < landed_ns + (-sweep_ms if self.game.men_move else drag_ms) * MS

    def lost(
        self, position: Position, in_air: Mapping[Point, int], now_ns: int, landed_ns: int
    ) -> PointSet:
        """Stones in the air that no play takes, where stones are never moved: off too long by now.

        Args:
            landed_ns: when the last play was made; a stone that was off then was off while others
                were played.
        """
        if self.game.men_move or not in_air:
            return 0
        taken = self.lookups.of(position).lifted
        long_ns = self.timings.irregular_ms * MS
        return point_set(
            point
            for point, at_ns in in_air.items()
            if not taken >> point & 1 and (now_ns - at_ns >= long_ns or self.held(at_ns, landed_ns))
        )

    def from_nowhere(
        self, standing: Sequence[Edge], in_air: Mapping[Point, int], now_ns: int
    ) -> float:
        """The price of men that stand where none had yet been lifted to be set down."""
        cost, lifts, sweep_ns = 0.0, in_air.values(), self.timings.sweep_ms * MS
        for n, edge in enumerate(sorted(standing, key=lambda e: e.at_ns)):
            if sum(at_ns <= edge.at_ns + sweep_ns for at_ns in lifts) > n:
                continue
            if now_ns - edge.at_ns < GLITCH_MS * MS + sweep_ns:
                continue  # the man may be dragged off the point that he leaves, or it is chatter
            early = sum(at_ns <= edge.at_ns + OVERLAP_MS * MS for at_ns in lifts) > n
            cost += OUT_OF_ORDER if early else FROM_NOWHERE
        return cost

    @staticmethod
    def knocked(lift: Edge, edges: Sequence[Edge]) -> bool:
        """Whether a man left its point in the same moment as others did: knocked, not taken."""
        men = {
            edge.point
            for found in by_point(edges).values()
            if not found[0].placed
            for edge in found[::2]
            if abs(edge.at_ns - lift.at_ns) <= JOLT_MS * MS
        }
        return len(men) >= KNOCKED_MIN

    def _bump(self, point: Point, at_ns: int, edges: Sequence[Edge]) -> float:
        """The price of a man that was off its point for a moment, by what happened around it then."""
        if self._swept(point, at_ns, edges):
            return SWEPT
        return BUMP if self.beside(point, at_ns, edges) else FAR_BUMP

    def _swept(self, point: Point, at_ns: int, edges: Sequence[Edge]) -> bool:
        """Whether a sleeve passed along a row or column and shook the man among others there."""
        shaken = [
            lift
            for found in by_point(edges).values()
            if not found[0].placed
            for lift, back in absences(found)
            if back is None or Pair(lift, back).ms < self.timings.bump_ms
        ]
        if len(shaken) < SWEEP_MIN:
            return False
        shaken.sort(key=lambda edge: edge.at_ns)
        column, row = self.game.place(point)
        places = [(edge.at_ns, *self.game.place(edge.point)) for edge in shaken]
        lines = (
            [(ns, across) for ns, across, up in places if up == row],
            [(ns, up) for ns, across, up in places if across == column],
        )
        here = ((at_ns, column), (at_ns, row))
        return any(
            here[n] in run and len(run) >= SWEEP_MIN
            for n, line in enumerate(lines)
            for run in _runs(line)
        )

    def beside(self, point: Point, at_ns: int, edges: Sequence[Edge]) -> bool:
        """Whether a hand was at work beside the point; at one that tells nothing it may always have been."""
        near = self.game.neighbours(point)
        return bool(near & self.blind) or any(
            near >> edge.point & 1 and abs(edge.at_ns - at_ns) <= JOLT_MS * MS for edge in edges
        )

    def _occupied_for(self, ms: float) -> float:
        if ms < GLITCH_MS:
            return FREE
        if ms < self.timings.slide_point_ms:
            return CROSSING
        return HESITATION if ms < self.timings.settle_ms else STOOD


def _runs(line: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Times and places along a line, cut where the time is too long or the direction turns."""
    runs: list[list[tuple[int, int]]] = []
    for here in line:
        run = runs[-1] if runs else []
        onward = len(run) < 2 or (run[-1][1] > run[-2][1]) is (here[1] > run[-1][1])
        if run and onward and here[0] - run[-1][0] <= SWEEP_MS * MS:
            run.append(here)
        else:
            runs.append([here])
    return runs


def without_blinks(edges: Sequence[Edge], ms: float = GLITCH_MS) -> list[Edge]:
    """The edges of a point where a man stood, without moments too short for him to have been back.

    Args:
        ms: what is too short.
    """
    kept: list[Edge] = []
    for edge in edges:
        if kept and kept[-1].placed and not edge.placed and Pair(kept[-1], edge).ms < ms:
            kept.pop()
        else:
            kept.append(edge)
    return kept


def swapped(edges: Sequence[Edge], man: Man | None, *, makes_way: bool = False) -> bool:
    """Whether another man stands at the point of these edges in the end than the record has there."""
    return len(edges) > 1 and Pair(edges[0], edges[-1]).swapped(man, makes_way=makes_way)


def stands(position: Position, edges: Iterable[Edge], point: Point) -> bool:
    """Whether a man stands at a point by the position and what was seen since."""
    changes = sum(edge.point == point for edge in edges)
    return (position.man_at(point) is not None) is not bool(changes % 2)


def before(edges: Iterable[Edge], at_ns: int) -> list[Edge]:
    """The edges before a time."""
    return [edge for edge in edges if edge.at_ns < at_ns]


def left_over(edges: Sequence[Edge], cursors: Mapping[Point, int], done_ns: int) -> list[Edge]:
    """The edges that belong to later plies than the one that used up some and was done then.

    What was seen late of it may have been done as soon as its point could not be read: what came and went since may be of later plies.
    """
    at, kept = by_point(edges), []
    used = [edge for point, found in at.items() for edge in found[: cursors.get(point, 0)]]
    soonest_ns = max((e.unread_ns if e.blind else e.at_ns for e in used), default=done_ns)
    over_ns = min(done_ns, soonest_ns)
    for point, found in at.items():
        rest = found[cursors.get(point, 0) :]
        while len(rest) > 1 and rest[1].at_ns <= over_ns:
            rest = rest[2:]
        kept += rest
    return sorted(kept, key=lambda e: (e.at_ns, e.point))


def by_point(edges: Iterable[Edge]) -> dict[Point, list[Edge]]:
    """The edges of each point, in order."""
    found: dict[Point, list[Edge]] = {}
    for edge in edges:
        found.setdefault(edge.point, []).append(edge)
    return found
