"""How the men stand while the points are looked at: the person sets them up, lifts some, clears the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.doctor.dialogue import STOP, Ask, Plain, Seen, Wish
from controller.shell.doctor.fields import Spread
from controller.shell.doctor.findings import Finding, Level
from controller.shell.doctor.places import each
from controller.shell.doctor.points import Watch
from controller.shell.doctor.rig import MS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.shell.doctor.fields import Analogue
    from controller.shell.doctor.places import Places
    from controller.shell.profile import Wiring
    from rules.terms import Point, PointSet

SETTLED_NS = 400 * MS
LIFTS = 3
"""On three rows and three columns: a bad diode shows at every point that shares neither with it, so in one of three."""


class Standing(Plain):
    """The person sets the men, and then lets the board alone while it is looked at. Implements `Dialogue`.

    Args:
        wish: `Wish.ARRAY` or `Wish.CLEAR`.
        look_ns: for how long the board is looked at.
        driver: of sensors that are measured.

    Attributes:
        watch: what has been seen.
        spread: how the measurements vary.
    """

    def __init__(
        self, wish: Wish, wiring: Wiring, look_ns: int, driver: Analogue | None = None
    ) -> None:
        self._wish = wish
        self._look_ns = look_ns
        self._asked = False
        self._from_ns: int | None = None
        self._done = False
        self.stopped = False
        self.watch = Watch(wiring)
        self.spread = Spread()
        self._driver = driver

    @property
    def done(self) -> bool:
        return self._done

    @property
    def looking(self) -> bool:
        """Whether the board is being let alone now."""
        return self.watch.scans > 0

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        if not self._asked:
            self._asked = True
            text = {
                Wish.ARRAY: "Set all men up as at the start of a game, each in the middle of its point",
                Wish.CLEAR: "Take all men off the board",
            }[self._wish]
            return Ask(wish=self._wish, text=f"{text}; then press Enter and leave the board alone.")
        if said == STOP:
            self._done = self.stopped = True
        elif said is not None:
            self._from_ns = seen.at_ns + SETTLED_NS
        if self._from_ns is not None and seen.at_ns >= self._from_ns:
            assert seen.scan is not None
            self.watch.take(seen.at_ns, seen.scan)
            if self._driver is not None:
                self.spread.take(self._driver.counts)
            self._done = seen.at_ns >= self._from_ns + self._look_ns
        return None

    def findings(self) -> Sequence[Finding]:
        return ()


class GhostTest(Plain):
    """With the men in the array, a few are lifted: each of their points must turn empty. Implements `Dialogue`.

    Where a diode of a matrix conducts both ways, a contact seems closed as soon as the three other corners of a
    rectangle are, and that diode's contact is the opposite corner. So a ghost shows at each point that shares
    neither row nor column with the bad one: once a ghost is seen, the men of its row and of its column are
    lifted too, and where no ghost shows are the bad one's column and row.
    """

    def __init__(self, points: Sequence[Point], array: PointSet, places: Places) -> None:
        self._points = list(points)
        self._array = array
        self._places = places
        self._next = 0
        self._lifted = False
        self._asked = False
        self._until_ns: int | None = None
        self._stopped = False
        self.answers: dict[Point, bool] = {}
        """Whether the point still felt a man when his was lifted; unknown counts as yes."""

    @property
    def done(self) -> bool:
        return self._stopped or self._next >= len(self._points)

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        point = self._points[self._next]
        if not self._asked:
            self._asked = True
            return self._ask()
        if said == STOP:
            self._stopped = True
            return None
        if said is not None:
            self._until_ns = seen.at_ns + SETTLED_NS
        if self._until_ns is None or seen.at_ns < self._until_ns:
            return None
        self._until_ns = None
        if not self._lifted:
            self._note(point, ghost=bool((seen.occupied | seen.unknown) >> point & 1))
            self._lifted = True
            text = f"Put the man back on {self._places.names[point]}, then press Enter."
            return Ask(wish=Wish.BACK, text=text, point=point)
        self._lifted = False
        self._next += 1
        return None if self.done else self._ask()

    def _note(self, point: Point, *, ghost: bool) -> None:
        first = not any(self.answers.values())
        self.answers[point] = ghost
        if ghost and first:
            place = self._places.crossing
            column, row = place(point)
            for other in each(self._array):
                on_cross = place(other)[0] == column or place(other)[1] == row
                if on_cross and other not in self._points:
                    self._points.append(other)

    def _ask(self) -> Ask:
        point = self._points[self._next]
        text = f"Lift the man on {self._places.names[point]} and hold it, then press Enter."
        return Ask(wish=Wish.LIFT, text=text, point=point)

    def ghosts(self) -> PointSet:
        """The points where something was felt that is not there."""
        return sum(1 << point for point, felt in self.answers.items() if felt)

    def culprit(self) -> Point | None:
        """The point whose diode is bad, where there is exactly one."""
        ghost = next((point for point, felt in self.answers.items() if felt), None)
        if ghost is None:
            return None
        place = self._places.crossing
        column, row = place(ghost)
        well = [place(point) for point, felt in self.answers.items() if not felt]
        columns = [at[0] for at in well if at[1] == row]
        rows = [at[1] for at in well if at[0] == column]
        if len(columns) != 1 or len(rows) != 1:
            return None
        corner = (columns[0], rows[0])
        return next((p for p in each(self._array) if place(p) == corner), None)

    def findings(self) -> Sequence[Finding]:
        return list(self._found())

    def _found(self) -> Iterator[Finding]:
        ghosts, culprit = self.ghosts(), self.culprit()
        if not ghosts:
            return
        names = self._places.all(ghosts)
        where = self._places.point(next(iter(each(ghosts))) if culprit is None else culprit)
        text = f"men who were lifted are still felt on {names}: ghosts"
        yield Finding(
            part="points",
            level=Level.FAULT,
            kind="ghost",
            where=where,
            text=f"{text}." if culprit is None else f"{text}, through this contact's diode.",
            remedy="Diodes are missing, or shorted; if the board has none, say diodes = false."
            if culprit is None
            else "The diode is missing, shorted or bridged: change it (1N4148, cathode to the row).",
        )


def lifts(places: Places, array: PointSet) -> list[Point]:
    """Men to be lifted for the ghost test: on different rows and columns."""
    found: list[Point] = []
    for point in each(array):
        column, row = places.crossing(point)
        crossings = map(places.crossing, found)
        if all(column != other and row != another for other, another in crossings):
            found.append(point)
        if len(found) == LIFTS:
            break
    return found
