"""A board of contact sensors with magnets on it, in virtual time.

Men are magnets with a place in millimetres. A sensor closes when a magnet comes within its pull-in
radius and opens when the magnet leaves the larger drop-out radius, or is lifted. Each closing and
opening may bounce. Everything that happens is worked out when its cause is processed, as a timeline of
toggles, so the levels at a time do not depend on how often anyone looks, and looking costs nothing
while nothing happens.

The board knows magnets and their labels; it knows no games.
"""

from __future__ import annotations

import heapq
import itertools
import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from drivers.sim.contacts import Contacts, dice_of
from drivers.sim.noise import NORMAL, Noise
from drivers.sim.track import Field, Magnet, Push

_MS: Final = 1_000_000
_NEVER: Final = 1 << 62
_NEIGHBOUR_SQUARES: Final = 1.5

Points = Sequence[tuple[float, float]]


def grid(columns: int, rows: int, pitch_mm: float) -> list[tuple[float, float]]:
    """The points of a rectangular board in millimetres, row by row from the near left corner."""
    return [(column * pitch_mm, row * pitch_mm) for row in range(rows) for column in range(columns)]


@dataclass(slots=True, eq=False)
class _Man:
    """A magnet.

    Attributes:
        dark: it lies the other way up than the light men's.
        reach: points where it keeps the contact of its pole closed.
    """

    label: str
    dark: bool = False
    x: float = 0.0
    y: float = 0.0
    reach: set[int] = field(default_factory=set)


class MagnetBoard:
    """Sensors at points, men on them, hands that move them.

    Acts are scheduled for a time and take effect when the board is advanced to it; an act for a time
    already past takes effect at once. An act that finds no man (or an empty hand) does nothing and is
    counted in `misses`. Several men may stand on one point: they are a stack. Hands are told apart by
    any name. All methods may be called from several threads.

    Args:
        points: where the sensors are, in millimetres.
        square_mm: distance between neighbouring points; the noise is measured in it.
        noise: how sensors and hands err.
        seed: of everything drawn by chance.
        dark: which labels are of dark men. Each point n then has two contacts: 2n closes for the
            light men's magnets, 2n + 1 for the dark men's. None: one contact a point, for any magnet.

    Attributes:
        misses: acts that found no man.
        acts: acts, bounces and the like that have taken effect.
        setups: how often the board was set up.
        passing: the label of the man whom a hand let a point feel last, by point.
    """

    def __init__(
        self,
        points: Points,
        square_mm: float = 50.0,
        *,
        noise: Noise = NORMAL,
        seed: int = 0,
        dark: Callable[[str], bool] | None = None,
    ) -> None:
        self._points = tuple(points)
        self._square_mm = square_mm
        self._noise = noise
        self._seed = seed
        reach_mm = _NEIGHBOUR_SQUARES * square_mm
        self._near = [
            [q for q, b in enumerate(points) if q != p and math.dist(a, b) < reach_mm]
            for p, a in enumerate(points)
        ]
        self._field = Field(self._points, noise.pull_in * square_mm, noise.drop_out * square_mm)
        self._dark = dark
        self._poles: Literal[1, 2] = 1 if dark is None else 2
        self._contacts = Contacts(len(points), self._poles, noise, self._schedule, seed)
        self._now_ns = 0
        self._standing: dict[int, list[_Man]] = {}
        self._hands: dict[str, list[_Man]] = {}
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._order = itertools.count()
        self._pushes: list[Push[_Man]] = []
        self._next_ns = _NEVER
        self._lock = threading.RLock()
        self.misses = self.acts = self.setups = 0
        self.passing: dict[int, str] = {}

    # What hands do

    def setup(self, men: Mapping[int, str]) -> None:
        """Clears the board, the hands and the schedule, and sets these men (point to label) at once."""
        with self._lock:
            self._heap.clear()
            self._next_ns = _NEVER
            self._hands.clear()
            self._standing = {}
            self._pushes.clear()
            self.setups += 1
            self._contacts.clear()
            for point, label in men.items():
                self._stand(self._man(label), point, self._now_ns)
            self._contacts.settle(self._now_ns)

    def lift(self, point: int, at_ns: int, hand: str = "hand") -> None:
        """Takes the man (or the whole stack) at a point into the hand."""
        self._schedule(at_ns, self._lift, (point, hand))

    def place(self, point: int, at_ns: int, hand: str = "hand") -> None:
        """Sets down all that the hand holds."""
        self._schedule(at_ns, self._place, (point, hand))

    def remove(self, point: int, at_ns: int) -> None:
        """Takes the man that has stood at a point for longest off the board."""
        self._schedule(at_ns, self._remove, (point,))

    def add(self, point: int, at_ns: int, label: str) -> None:
        """Sets a man from the box down, on top of what stands there."""
        self._schedule(at_ns, self._add, (point, label))

    def slide(self, path: Sequence[int], at_ns: int, leg_ns: int) -> None:
        """Pushes the man at the first point along the others without lifting, `leg_ns` for each leg."""
        self._schedule(at_ns, self._slide, (tuple(path), leg_ns))

    def dip(self, point: int, at_ns: int, for_ns: int) -> None:
        """Moves what stands at a point out of reach for a time: a bump, a passing sleeve."""
        for contact in self._at(point):
            self._schedule(at_ns, self._contacts.disturb, (contact, "dips", 1))
            self._schedule(at_ns + for_ns, self._contacts.disturb, (contact, "dips", -1))

    def flicker(self, point: int, at_ns: int, for_ns: int, *, dark: bool = False) -> None:
        """Closes a contact of a point for a time, with no man there.

        Args:
            dark: the contact for the dark men, where there are two.
        """
        contact = self._at(point)[-1 if dark else 0]
        self._schedule(at_ns, self._contacts.disturb, (contact, "flickers", 1))
        self._schedule(at_ns + for_ns, self._contacts.disturb, (contact, "flickers", -1))

    # What breaks

    def stick(self, point: int, level: bool | None, at_ns: int = 0) -> None:  # noqa: FBT001 - a level
        """Breaks a sensor so that it always reads this level; None mends it.

        Of two contacts at a point the first sticks closed by itself; both stick open (their supply).
        """
        for contact in self._at(point)[: 1 if level else None]:
            self._schedule(at_ns, self._contacts.stick, (contact, level))

    def couple(self, source: int, target: int) -> None:
        """From now on the target's sensor is also closed while the source's is (cross-talk)."""
        with self._lock:
            for one, other in zip(self._at(source), self._at(target), strict=True):
                self._contacts.couple(one, other, self._now_ns)

    def uncouple(self) -> None:
        """No sensor feels another's man any more."""
        with self._lock:
            self._contacts.uncouple(self._now_ns)

    def err(self, noise: Noise) -> None:
        """From now on sensors and hands err like this. A man that stands is felt as before until he moves."""
        with self._lock:
            self._noise = self._contacts.noise = noise
            reach = noise.pull_in * self._square_mm, noise.drop_out * self._square_mm
            self._field = Field(self._points, *reach)

    # What is seen

    def levels(self, at_ns: int) -> int:
        """Advances to a time and returns the closed contacts, bit n for contact n.

        Times that go backwards are taken as the latest time seen.
        """
        if at_ns < self._next_ns:
            self._now_ns = max(self._now_ns, at_ns)
            return self._contacts.levels
        with self._lock:
            heap = self._heap
            while heap and heap[0][0] <= at_ns:
                due_ns, _, act, arguments = heapq.heappop(heap)
                self._now_ns = max(self._now_ns, due_ns)
                self.acts += 1
                act(*arguments, self._now_ns)
            self._now_ns = max(self._now_ns, at_ns)
            self._next_ns = heap[0][0] if heap else _NEVER
            return self._contacts.levels

    def next_change_ns(self, at_ns: int) -> int | None:
        """A time until which levels surely stay as they are at `at_ns`; None: until the next act."""
        with self._lock:
            self.levels(at_ns)
            return self._heap[0][0] if self._heap else None

    def standing(self) -> dict[int, str]:
        """What stands where now, by point; a stack is its labels one after the other."""
        with self._lock:
            return {
                point: "".join(man.label for man in men)
                for point, men in sorted(self._standing.items())
            }

    def magnets(self, at_ns: int) -> list[Magnet]:
        """The magnets on the board at a time it has been advanced to. Fingers (flickers) are none."""
        with self._lock:
            dipped = {number // self._poles for number in self._contacts.dipped()}
            found = [
                _magnet(man, man.x, man.y, level, away=point in dipped)
                for point, men in self._standing.items()
                for level, man in enumerate(men)
            ]
            for push in self._pushes:
                x, y = push.place(at_ns)
                found += [_magnet(man, x, y, level) for level, man in enumerate(push.men)]
            return found

    def sensors_broken(self) -> dict[int, bool]:
        """The points whose sensor is stuck, and whether it feels a man."""
        broken = self._contacts.broken()
        return {n // self._poles: level for n, level in sorted(broken.items(), reverse=True)}

    def sensors_coupled(self) -> list[tuple[int, int]]:
        """Pairs of points: the second's sensor feels what the first's does."""
        return [
            (source // self._poles, target // self._poles)
            for source, targets in self._contacts.coupled.items()
            for target in targets
            if source % self._poles == 0
        ]

    @property
    def pushing(self) -> bool:
        """Whether a man is being pushed over the board."""
        return bool(self._pushes)

    def in_hand(self, hand: str = "hand") -> str | None:
        """Label of what a hand holds."""
        with self._lock:
            return "".join(man.label for man in self._hands.get(hand, ())) or None

    def neighbours(self, point: int) -> Sequence[int]:
        """Points around a point, diagonals included."""
        return self._near[point]

    # The acts, when their time has come

    def _schedule(self, at_ns: int, act: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        with self._lock:
            heapq.heappush(self._heap, (at_ns, next(self._order), act, arguments))
            self._next_ns = self._heap[0][0]

    def _lift(self, point: int, hand: str, at_ns: int) -> None:
        men = self._standing.pop(point, None)
        if men is None:
            self.misses += 1
            return
        self._hands.setdefault(hand, []).extend(men)
        self._release(men, at_ns)
        self._pass_by(point, men[0], at_ns)

    def _place(self, point: int, hand: str, at_ns: int) -> None:
        men = self._hands.pop(hand, None)
        if men is None:
            self.misses += 1
            return
        self._stand_all(men, point, at_ns)
        self._pass_by(point, men[0], at_ns)

    def _remove(self, point: int, at_ns: int) -> None:
        men = self._standing.get(point)
        if men is None:
            self.misses += 1
            return
        man = men.pop(0)
        self._release([man], at_ns)
        if not men:
            del self._standing[point]
        self._pass_by(point, man, at_ns)

    def _add(self, point: int, label: str, at_ns: int) -> None:
        man = self._man(label)
        self._stand_all([man], point, at_ns)
        self._pass_by(point, man, at_ns)

    def _slide(self, path: tuple[int, ...], leg_ns: int, at_ns: int) -> None:
        men = self._standing.pop(path[0], None)
        if men is None:
            self.misses += 1
            return
        places = [(men[0].x, men[0].y), *(self._points[point] for point in path[1:])]
        for man in men:
            for when_ns, crossed, enters in self._field.crossings(
                places, at_ns, leg_ns, set(man.reach)
            ):
                self._schedule(when_ns, self._cross, (man, crossed, enters))
        self._pushes.append(Push(men, places, at_ns, leg_ns))
        self._schedule(at_ns + leg_ns * (len(path) - 1), self._arrive, (men, path[-1]))

    def _cross(self, man: _Man, point: int, enters: bool, at_ns: int) -> None:  # noqa: FBT001 - of a track
        if enters:
            man.reach.add(point)
        else:
            man.reach.discard(point)
        contact = self._under(point, man)
        self._contacts.add(contact, 1 if enters else -1)
        self._contacts.judge(contact, at_ns)

    def _arrive(self, men: list[_Man], point: int, at_ns: int) -> None:  # noqa: ARG002 - all acts have a time
        self._pushes = [push for push in self._pushes if push.men is not men]
        for man in men:
            man.x, man.y = self._points[point]
        self._standing.setdefault(point, []).extend(men)

    # Magnets and contacts

    def _man(self, label: str) -> _Man:
        return _Man(label, dark=self._dark is not None and self._dark(label))

    def _at(self, point: int) -> range:
        """The contacts of a point."""
        return range(self._poles * point, self._poles * (point + 1))

    def _under(self, point: int, man: _Man) -> int:
        """The contact of a point that a man's magnet closes."""
        return self._at(point)[1 if man.dark else 0]

    def _stand_all(self, men: Iterable[_Man], point: int, at_ns: int) -> None:
        for man in men:
            for near in self._stand(man, point, at_ns):
                self._contacts.judge(self._under(near, man), at_ns)

    def _stand(self, man: _Man, point: int, at_ns: int) -> Sequence[int]:
        """Sets a man down, a little off the middle; the points where he may be felt."""
        dice = dice_of(self._seed, at_ns, point, 1)
        off_mm = dice.random() * self._noise.offset * self._square_mm
        angle = dice.random() * math.tau
        x, y = self._points[point]
        man.x, man.y = x + off_mm * math.cos(angle), y + off_mm * math.sin(angle)
        around = [point, *self._near[point]]
        man.reach = {
            q
            for q in around
            if math.dist(self._points[q], (man.x, man.y)) <= self._field.pull_in_mm
        }
        for reached in man.reach:
            self._contacts.add(self._under(reached, man), 1)
        self._standing.setdefault(point, []).append(man)
        return around

    def _release(self, men: Iterable[_Man], at_ns: int) -> None:
        for man in men:
            reach = sorted(man.reach)
            man.reach.clear()
            for point in reach:
                contact = self._under(point, man)
                self._contacts.add(contact, -1)
                self._contacts.judge(contact, at_ns)

    def _pass_by(self, point: int, man: _Man, at_ns: int) -> None:
        """A hand with a man was at a point: now and then a neighbour feels it."""
        noise = self._noise
        if not (noise.flicker_chance or noise.dip_chance):
            return
        dice = dice_of(self._seed, at_ns, point, 3)
        occupied = [q for q in self._near[point] if q in self._standing]
        empty = [q for q in self._near[point] if q not in self._standing]
        if occupied and dice.random() < noise.dip_chance:
            self.dip(dice.choice(occupied), at_ns, int(dice.uniform(*noise.dip_ms) * _MS))
        if empty and dice.random() < noise.flicker_chance:
            over = dice.choice(empty)
            lasts_ns = int(dice.uniform(*noise.flicker_ms) * _MS)
            self.passing[over] = man.label
            self.flicker(over, at_ns, lasts_ns, dark=man.dark)


def _magnet(man: _Man, x: float, y: float, level: int, *, away: bool = False) -> Magnet:
    pole: Literal[1, -1] = -1 if man.dark else 1
    return Magnet(man=man, label=man.label, x=x, y=y, level=level, pole=pole, away=away)
