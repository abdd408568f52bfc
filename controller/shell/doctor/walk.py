"""A man walks over the board: each sensor must feel him where he stands, and its lamp must be the one that burns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.doctor.dialogue import LIT, NO, STOP, Ask, Plain, Seen, Wish
from controller.shell.doctor.findings import Finding, Level, fine
from controller.shell.doctor.places import each, size
from controller.shell.doctor.rig import MS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from controller.shell.doctor.places import Places
    from drivers.ports import Colour
    from rules.terms import Point, PointSet

PART = "walk"
SETTLED_NS = 250 * MS
"""The man stands still for so long."""


class Walk(Plain):
    """A man is set on each point in turn. Implements `Dialogue`.

    The board must be empty but for him. Sensors that feel a man before he comes are left out: they are stuck.

    Args:
        points: the way he goes.
        lamps: whether the lamp of the next point burns.
        restless: points that change by themselves; they are left out too.
        heard: told of each point when the man has stood there.
    """

    def __init__(
        self,
        points: Sequence[Point],
        places: Places,
        *,
        lamps: bool,
        restless: PointSet = 0,
        heard: Callable[[Point], None] = lambda _point: None,
    ) -> None:
        self._points = list(points)
        self._places = places
        self._lamps = lamps
        self._next = -1
        self._restless = restless
        self._heard = heard
        self._stuck: PointSet | None = None
        self._felt: PointSet = 0
        self._since_ns = 0
        self._left = True
        self._stopped = False
        self.answers: dict[Point, PointSet] = {}
        """What was felt when the man stood on a point."""

    @property
    def done(self) -> bool:
        return self._stopped or self._next >= len(self._points)

    @property
    def lit(self) -> Mapping[Point, Colour]:
        if not self._lamps or self.done or self._next < 0:
            return {}
        return {self._points[self._next]: LIT}

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        if self._stuck is None:
            self._stuck = seen.occupied | self._restless
            self._since_ns = seen.at_ns
            return self._go_on()
        felt = seen.occupied & ~self._stuck
        if felt != self._felt:
            self._felt, self._since_ns = felt, seen.at_ns
            self._left = self._left or not felt
        if said == STOP:
            self._stopped = True
            return None
        point = self._points[self._next]
        if self._left and felt and seen.at_ns - self._since_ns >= SETTLED_NS:
            self.answers[point] = felt
        elif said is not None:
            self.answers[point] = 0
        else:
            return None
        self._heard(point)
        return self._go_on()

    def _go_on(self) -> Ask | None:
        self._next += 1
        self._left = not self._felt
        while not self.done and (self._stuck or 0) >> self._points[self._next] & 1:
            self._next += 1
        if self.done:
            return None
        point = self._points[self._next]
        name = self._places.names[point]
        return Ask(
            wish=Wish.SET, text=f"Set the man on {name} (Enter if nothing happens).", point=point
        )

    def findings(self) -> Sequence[Finding]:
        return list(self._found())

    def _found(self) -> Iterator[Finding]:
        places, names = self._places, self._places.names
        wrong = {p: felt for p, felt in self.answers.items() if felt != 1 << p}
        told = set[int]()
        for point, felt in sorted(wrong.items()):
            others = [q for q in each(felt) if q != point]
            other = others[0] if others else -1
            if point in told:
                continue
            if size(felt) == 1 and wrong.get(other) == 1 << point:
                told.add(other)
                yield Finding(
                    part=PART,
                    level=Level.FAULT,
                    kind="swapped-wires",
                    where=f"{places.point(point)} and {places.point(other)}",
                    text=f"a man on {names[point]} is felt on {names[other]}, and the other way round.",
                    remedy="Their two wires are swapped: exchange them, or the two names in "
                    "[sensors] points.",
                )
            elif not felt:
                yield Finding(
                    part=PART,
                    level=Level.FAULT,
                    kind="stuck-off",
                    where=places.point(point),
                    text="it does not feel the man: stuck off.",
                    remedy="Try another man; then look for a broken wire or joint, and change the "
                    "sensor.",
                )
            elif size(felt) == 1:
                yield Finding(
                    part=PART,
                    level=Level.FAULT,
                    kind="wrong-wire",
                    where=places.point(point),
                    text=f"a man there is felt on {names[other]}.",
                    remedy=f"Its wire goes to the pin of {names[other]}: {places.pin(other)}.",
                )
            else:
                both = bool(felt >> point & 1)
                yield Finding(
                    part=PART,
                    level=Level.FAULT,
                    kind="coupled",
                    where=places.point(point),
                    text=f"a man there is felt on {places.all(felt)}.",
                    remedy="Look for a short between the wires"
                    + (", or a magnet that is too strong." if both else "."),
                )
        if not wrong and self.answers:
            yield fine(
                PART, "the board", f"{len(self.answers)} points feel the man where it stands."
            )


class LampTest(Plain):
    """Each lamp burns alone, and the person says what he sees. Implements `Dialogue`."""

    def __init__(self, points: Sequence[Point], places: Places) -> None:
        self._points = list(points)
        self._places = places
        self._next = -1
        self._stopped = False
        self.answers: dict[Point, Point | None] = {}
        """The lamp that burnt when that of a point should have; None for none."""

    @property
    def done(self) -> bool:
        return self._stopped or self._next >= len(self._points)

    @property
    def lit(self) -> Mapping[Point, Colour]:
        return {} if self.done or self._next < 0 else {self._points[self._next]: LIT}

    def step(self, seen: Seen, said: str | None) -> Ask | None:  # noqa: ARG002 - only eyes see lamps
        again = ""
        if self._next >= 0:
            if said is None:
                return None
            if said == STOP:
                self._stopped = True
                return None
            point = self._points[self._next]
            other = self._places.find(said)
            if said in ("", NO):
                self.answers[point] = None if said == NO else point
            elif other is None:
                again = f"There is no point {said[:20]!r}. "
            else:
                self.answers[point] = other
        if not again:
            self._next += 1
        if self.done:
            return None
        point = self._points[self._next]
        name = self._places.names[point]
        return Ask(
            wish=Wish.LOOK,
            text=f"{again}Is the lamp of {name} lit, and no other? "
            "(Enter: yes; n: none is lit; or the point where one is)",
            point=point,
        )

    def findings(self) -> Sequence[Finding]:
        return list(self._found())

    def _found(self) -> Iterator[Finding]:
        part, places = "lamps", self._places
        dark = [point for point, other in self.answers.items() if other is None]
        wrong = {p: other for p, other in self.answers.items() if other not in (None, p)}
        for point in dark:
            yield Finding(
                part=part,
                level=Level.FAULT,
                kind="dead-lamp",
                where=places.lamp(point),
                text="it stays dark.",
                remedy=self._remedy(dark),
            )
        for point, other in wrong.items():
            assert other is not None
            yield Finding(
                part=part,
                level=Level.FAULT,
                kind="swapped-lamps",
                where=places.lamp(point),
                text=f"that of {places.names[other]} burns in its place.",
                remedy="Correct the order in [lamps], or the wires of the lamps.",
            )
        if self.answers and not dark and not wrong:
            yield fine(part, "the lamps", f"{len(self.answers)} lamps burn where they should.")

    def _remedy(self, dark: Sequence[Point]) -> str:
        if len(dark) > 1 and dark == self._points[self._points.index(dark[0]) :]:
            return "All from here on are dark: check the data wire to this lamp, and its supply."
        return "Check its joints and supply, then change it."
