"""How the men stand while the points are looked at: the person sets them up, lifts some, clears the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.doctor.dialogue import STOP, Ask, Plain, Seen, Wish
from controller.shell.doctor.findings import Finding, Level
from controller.shell.doctor.places import each
from controller.shell.doctor.points import Watch
from controller.shell.doctor.rig import MS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.shell.doctor.places import Places
    from controller.shell.profile import Wiring
    from rules.game import Game
    from rules.terms import Point, PointSet

SETTLED_NS = 400 * MS
LIFTS = 3
"""On three rows and three columns: of two, a fourth corner's diode could be the one that nobody has tried."""


class Standing(Plain):
    """The person sets the men, and then lets the board alone while it is looked at. Implements `Dialogue`.

    Args:
        wish: `Wish.ARRAY` or `Wish.CLEAR`.
        look_ns: for how long the board is looked at.

    Attributes:
        watch: what has been seen.
    """

    def __init__(self, wish: Wish, wiring: Wiring, look_ns: int) -> None:
        self._wish = wish
        self._look_ns = look_ns
        self._asked = False
        self._from_ns: int | None = None
        self._done = False
        self.stopped = False
        self.watch = Watch(wiring)

    @property
    def done(self) -> bool:
        return self._done

    def step(self, seen: Seen, said: str | None) -> Ask | None:
        if not self._asked:
            self._asked = True
            text = {
                Wish.ARRAY: "Set all men up as at the start of a game, each in the middle of his point",
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
            self._done = seen.at_ns >= self._from_ns + self._look_ns
        return None

    def findings(self) -> Sequence[Finding]:
        return ()


class GhostTest(Plain):
    """With the men in the array, a few are lifted: each of their points must turn empty. Implements `Dialogue`.

    Where a diode is missing or shorted in a matrix, a contact seems closed as soon as the three other corners
    of a rectangle are.
    """

    def __init__(self, points: Sequence[Point], places: Places) -> None:
        self._points = list(points)
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
        name = self._places.names[point]
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
            self.answers[point] = bool((seen.occupied | seen.unknown) >> point & 1)
            self._lifted = True
            text = f"Put the man back on {name}, then press Enter."
            return Ask(wish=Wish.BACK, text=text, point=point)
        self._lifted = False
        self._next += 1
        return None if self.done else self._ask()

    def _ask(self) -> Ask:
        point = self._points[self._next]
        text = f"Lift the man on {self._places.names[point]} and hold him, then press Enter."
        return Ask(wish=Wish.LIFT, text=text, point=point)

    def ghosts(self) -> PointSet:
        """The points where something was felt that is not there."""
        return sum(1 << point for point, felt in self.answers.items() if felt)

    def findings(self) -> Sequence[Finding]:
        return list(self._found())

    def _found(self) -> Iterator[Finding]:
        for point in each(self.ghosts()):
            yield Finding(
                part="points",
                level=Level.FAULT,
                kind="ghost",
                where=self._places.point(point),
                text="it feels a man that was lifted, while men stand on its row and its column: a "
                "ghost.",
                remedy="A diode is missing, shorted or the wrong way round on one of the points "
                f"that share neither row nor column with {self._places.names[point]}; if the "
                "board has no diodes, say diodes = false.",
            )


def lifts(game: Game, array: PointSet) -> list[Point]:
    """Men to be lifted for the ghost test: on different rows and columns."""
    found: list[Point] = []
    for point in each(array):
        column, row = game.place(point)
        if all(game.place(p)[0] != column and game.place(p)[1] != row for p in found):
            found.append(point)
        if len(found) == LIFTS:
            break
    return found
