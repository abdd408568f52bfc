"""A hand: it goes to a piece, takes it, carries it and lets it go, each in the time that hands need."""

from __future__ import annotations

from math import cos, hypot, log2, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from controller.shell.physical.bodies import Body, Table
    from controller.shell.physical.styles import Style, Weights
    from rules.terms import Point

FITTS_MS = (90.0, 110.0)
"""A movement takes so long, and so much more for each bit of difficulty (Fitts 1954; 100 to 150 ms a bit are usual)."""
TOLERANCE_MM = 20.0
"""How exactly a hand must arrive."""
LEAST_MS = 45.0
"""No movement of a hand takes less."""
GRIP_MS = (40.0, 120.0)
"""From touching a piece to lifting it, at the usual pace; as long again until the hand is off."""
ASTRAY = 0.13
"""Farther from the middle, in pitches, no player leaves a piece: it would seem to stand on the line."""
HOVER = (0.2, 0.75)
"""How high a piece hovers before it is set down, in depths of the sensor: there contacts come and go."""
PRESSES_MM = 250.0
"""From the board to the clock."""


class Hand:
    """One hand of one player.

    Attributes:
        at: from when it is free, in milliseconds.
        began: when it first touched a piece of this ply; None before.
        done: until when what it did could be felt on the board.
        coming: when its last motion down to a point began and ended.
    """

    def __init__(self, table: Table, style: Style, dice: Random, rest: tuple[float, float]) -> None:
        self.table = table
        self.style = style
        self.dice = dice
        self.at = 0.0
        self.began: float | None = None
        self.done = 0.0
        self.coming = (0.0, 0.0)
        self._rest = rest
        self._x, self._y = rest

    def chance(self, rate: float) -> bool:
        return self.dice.random() < rate

    def pick(self, weights: Weights) -> str:
        """One of several ways."""
        return self.dice.choices([*weights], [*weights.values()])[0]

    def takes(self, distance_mm: float) -> float:
        """How long a movement over a distance takes this time."""
        least, bit = FITTS_MS
        usual = least + bit * log2(distance_mm / TOLERANCE_MM + 1)
        return max(LEAST_MS, usual * self.style.pace * self.dice.uniform(0.8, 1.25))

    def wait(self, low: float, high: float) -> None:
        """The hand does nothing for a time, at its own pace."""
        self.at += self.dice.uniform(low, high) * self.style.pace

    def grip(self, body: Body) -> None:
        """Goes to a piece and takes hold of it."""
        if self.began is not None:
            self.at += self.takes(hypot(body.x - self._x, body.y - self._y))
        self._x, self._y = body.x, body.y
        if self.began is None:
            self.began = self.at
        self.wait(*GRIP_MS)

    def carry(self, body: Body, to: tuple[float, float, float], lift: float) -> None:
        """Carries the piece in it to a place."""
        if self.began is None:
            self.began = self.at
        begin = self.at
        self.at += self.takes(hypot(to[0] - body.x, to[1] - body.y))
        self.moved(body, begin, self.at, to, lift)
        self.coming = (begin, self.at)
        self._x, self._y = to[0], to[1]

    def moved(
        self, body: Body, begin: float, end: float, to: tuple[float, float, float], lift: float
    ) -> None:
        """A motion that this hand makes beside what else it does."""
        table = self.table
        left = body.near
        last = table.carry(body, begin, end, to, lift)
        self.done = max(self.done, last)
        for point in (left, body.near):
            if point is not None:
                table.engage(point, last)

    def over(self, body: Body, place: tuple[float, float], lift: float | None = None) -> None:
        """Holds the piece high above a place."""
        height = self.high() if lift is None else lift
        self.carry(body, (*place, height), height / 2)

    def away(self, body: Body, *, across: float | None = None) -> None:
        """Lifts a piece off the board and lays it beside it."""
        where = self.dice.random() if across is None else across
        first = self._rest[1] < 0
        x, y = self.table.board.aside(first=first, across=where)
        self.carry(body, (x, y, 0.0), self.high())

    def high(self) -> float:
        """How high this player lifts a piece."""
        return self.dice.uniform(*self.style.lift_mm)

    def spot(self, point: Point, off: float | None = None) -> tuple[float, float]:
        """Where a piece comes to stand that is set down on a point: never exactly in its middle.

        Args:
            off: the deviation in pitches; as the player's style has it where left out.
        """
        board, dice = self.table.board, self.dice
        far = abs(dice.gauss(0.0, self.style.off if off is None else off))
        way = dice.uniform(0, 2 * pi)
        far = min(far, ASTRAY) * board.pitch
        x, y = board.places[point]
        return x + far * cos(way), y + far * sin(way)

    def badly(self, point: Point) -> tuple[float, float]:
        """A place so far off a point's middle that the piece will be set right: 0.15 to 0.3 pitches."""
        board, dice = self.table.board, self.dice
        far, way = dice.uniform(0.15, 0.3) * board.pitch, dice.uniform(0, 2 * pi)
        x, y = board.places[point]
        return x + far * cos(way), y + far * sin(way)

    def set_down(self, body: Body, point: Point, lift: float) -> None:
        """Sets the piece in it down on a point, as this player does it, and lets it go."""
        style, came = self.style, None
        if self.chance(style.hover):
            low, high = HOVER
            above = self.dice.uniform(low, high) * self.table.board.depth
            self.carry(body, (*self.spot(point), above), lift)
            came = self.coming
            held = self.dice.uniform(100, 800)
            self.table.hold(body, self.at, self.at + held)
            self.at += held
            lift = 0.0
        clumsy = self.chance(2 * style.off * style.centred)
        self.carry(body, (*(self.badly(point) if clumsy else self.spot(point)), 0.0), lift)
        came = came or self.coming
        if clumsy or self.chance(style.centred * 0.3):
            self.wait(60, 400)
            self.carry(body, (*self.spot(point, 0.02), 0.0), 0.0)
        self.coming = came
        self.let_go(body, point)

    def let_go(self, body: Body, point: Point) -> None:
        """The piece stands; the hand leaves it."""
        self.table.standing[point] = body
        self.wait(*GRIP_MS)
        self.done = max(self.done, self.at)

    def lift_from(self, point: Point) -> Body:
        """Grips the piece that stands on a point, to take it from there."""
        body = self.table.standing.pop(point)
        self.grip(body)
        return body

    def press(self) -> float:
        """Presses the clock, and says when."""
        low, high = self.style.press_ms
        self.at += self.dice.uniform(low, high)
        return self.at

    def rest(self) -> None:
        """The hand goes home; the next ply begins with whatever it touches first."""
        self.began = None
        self._x, self._y = self._rest
