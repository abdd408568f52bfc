"""Pieces as bodies: where each is at every moment, and what the sensors below them feel of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from controller.shell.physical.magnets import CEILING, CROWN, REACH, strength

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from controller.shell.physical.boards import Board
    from rules.terms import Point

STEP_MS = 8.0
"""How finely a motion is followed in time, and ..."""
STEP_MM = 3.0
"""... along the board, where it is low enough to be felt. A sensor's threshold is crossed between two such steps once."""
PEAK = 1.875
"""The highest speed of a motion of least jerk, over its mean (Flash and Hogan 1985)."""
TREMOR_HZ = 9.0
"""Hands at rest shake 8 to 12 times a second (physiological tremor) ..."""
TREMOR_MM = 0.8
"""... by less than a millimetre."""
MOMENTS = (0.92, 1.08)
"""Magnets of one batch differ by 5 to 10 %."""


class Felt(NamedTuple):
    """What one body gives at one sensor from a moment on.

    Attributes:
        at: milliseconds since the evening began.
        sign: 1 for a light piece, -1 for a dark one.
    """

    at: float
    point: Point
    body: int
    value: float
    sign: int
    letter: str


@dataclass(slots=True, eq=False)
class Body:
    """One piece.

    Attributes:
        moment: of its magnet, 1 for the usual one.
        x, y, z: where it is now, in millimetres; `z` above the board.
        near: the point whose sensor feels it.
        crowned: another piece lies on top of it.
    """

    index: int
    letter: str
    sign: int
    moment: float
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    near: Point | None = None
    crowned: bool = False


class Table:
    """The board and the bodies on and beside it. Motions are told one after the other, each body's in the order of time.

    Attributes:
        felt: what sensors were given, in the order in which it was told.
        standing: the piece that belongs to each point.
        busy: until when something is going on at a point, in milliseconds.
    """

    def __init__(self, board: Board, dice: Random) -> None:
        self.board = board
        self.felt: list[Felt] = []
        self.standing: dict[Point, Body] = {}
        self.busy: dict[Point, float] = {}
        self._dice = dice
        self._bodies = 0

    def new(self, letter: str, sign: int, at: tuple[float, float]) -> Body:
        """A piece beside the board."""
        self._bodies += 1
        x, y = at
        moment = self._dice.uniform(*MOMENTS)
        return Body(self._bodies, letter, sign, moment, x, y)

    def stand(self, body: Body, point: Point, off: tuple[float, float], at: float = 0.0) -> None:
        """Sets a piece down in no time, as before the game."""
        x, y = self.board.places[point]
        self._show(body, at, x + off[0], y + off[1], 0.0)
        self.standing[point] = body

    def carry(
        self, body: Body, begin: float, end: float, to: tuple[float, float, float], lift: float
    ) -> float:
        """A motion of least jerk, over a hump.

        Args:
            to: where it ends, in millimetres.
            lift: how high the hump is above the straight line; 0 for a piece that is slid.

        Returns:
            Until when a sensor felt it: its end, or when it had left the board.
        """
        x0, y0, z0 = body.x, body.y, body.z
        dx, dy, dz = to[0] - x0, to[1] - y0, to[2] - z0
        spent = end - begin
        steps = max(6, int(spent / STEP_MS))
        ceiling = CEILING * self.board.depth
        if max(z0, to[2]) + lift < ceiling:
            steps = max(steps, int(PEAK * hypot(dx, dy) / STEP_MM))
        show, hump, last = self._show, 16.0 * lift, begin
        for step in range(steps + 1):
            tau = step / steps
            way = tau * tau * tau * (10.0 - 15.0 * tau + 6.0 * tau * tau)
            rise = tau * (1.0 - tau)
            z = z0 + dz * way + hump * rise * rise
            if show(body, begin + spent * tau, x0 + dx * way, y0 + dy * way, z):
                last = begin + spent * tau
        return last

    def hold(self, body: Body, begin: float, end: float) -> None:
        """A piece that is held in the air where it is, by a hand that is never quite still."""
        x, y, z = body.x, body.y, body.z
        phase = self._dice.uniform(0, 2 * pi)
        steps = max(1, int((end - begin) / (2 * STEP_MS)))
        for step in range(steps + 1):
            at = begin + (end - begin) * step / steps
            shake = TREMOR_MM * sin(2 * pi * TREMOR_HZ * at / 1000 + phase)
            self._show(body, at, x, y, max(0.0, z + shake))
        body.x, body.y, body.z = x, y, z

    def remove(self, body: Body, at: float) -> None:
        """A piece that has left the board for good."""
        if body.near is not None:
            self._feel(body, at, body.near, 0.0)
            body.near = None

    def crown(self, body: Body, top: Body, at: float) -> None:
        """A second piece has come to lie on a piece: from now on they are one."""
        self.remove(top, at)
        body.crowned, body.letter = True, body.letter.upper()
        self._show(body, at, body.x, body.y, 0.0)

    def engage(self, point: Point, until: float) -> None:
        """Something goes on at a point until a moment."""
        self.busy[point] = max(until, self.busy.get(point, 0.0))

    def _show(self, body: Body, at: float, x: float, y: float, z: float) -> bool:
        """Where a piece is at a moment, and what is felt of it; whether anything is, or just was."""
        body.x, body.y, body.z = x, y, z
        board = self.board
        near, value = None, 0.0
        above = z / board.depth
        if above < CEILING:
            near = board.at.get((round(x / board.pitch), round(y / board.pitch)))
        if near is not None:
            px, py = board.places[near]
            across = hypot(x - px, y - py) / board.depth
            if across < REACH:
                value = body.moment * strength(across, above) * (1 + CROWN * body.crowned)
            else:
                near = None
        before, body.near = body.near, near
        if before is not None and before != near:
            self._feel(body, at, before, 0.0)
        if near is not None:
            self._feel(body, at, near, value)
        return before is not None or near is not None

    def _feel(self, body: Body, at: float, point: Point, value: float) -> None:
        self.felt.append(Felt(at, point, body.index, value, body.sign, body.letter))


class Knot(NamedTuple):
    """What one sensor is given from all bodies at a moment; between two knots it changes evenly.

    Attributes:
        at: milliseconds.
        plain: all fields, as if every magnet had the same pole up.
        signed: all fields, light pieces up and dark ones down.
        letter, lead: of the body that is felt most, and its field alone.
    """

    at: float
    plain: float
    signed: float
    letter: str
    lead: float


STILL_MS = 4 * STEP_MS
"""Where nothing was told of a sensor for so long, its field did not change until shortly before."""
EMPTY = Knot(0.0, 0.0, 0.0, "", 0.0)


def fields(felt: list[Felt]) -> Mapping[Point, list[Knot]]:
    """By point what its sensor was given over the evening: the bodies' fields added up."""
    given: dict[Point, dict[int, Felt]] = {}
    knots: dict[Point, list[Knot]] = {}
    for each in sorted(felt, key=lambda each: each.at):
        here = given.setdefault(each.point, {})
        if each.value:
            here[each.body] = each
        else:
            here.pop(each.body, None)
        row = knots.setdefault(each.point, [])
        if row and each.at - row[-1].at > STILL_MS:
            row.append(row[-1]._replace(at=each.at - STEP_MS))
        row.append(_summed(each.at, here))
    return knots


def _summed(at: float, here: Mapping[int, Felt]) -> Knot:
    if not here:
        return Knot(at, 0.0, 0.0, "", 0.0)
    if len(here) == 1:
        (one,) = here.values()
        return Knot(at, one.value, one.sign * one.value, one.letter, one.value)
    most = max(here.values(), key=lambda each: each.value)
    return Knot(
        at,
        sum(each.value for each in here.values()),
        sum(each.sign * each.value for each in here.values()),
        most.letter,
        most.value,
    )
