"""A player: two hands and a style, and what all games have in common in the way a piece is moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.physical.hands import Hand
from rules.terms import points_of

if TYPE_CHECKING:
    from random import Random

    from controller.shell.physical.bodies import Body, Table
    from controller.shell.physical.styles import Style
    from rules.position import Move, Position
    from rules.terms import Piece, Point, Side

LOW = (0.1, 0.8)
"""How high a piece is carried that is carried low, in depths of the sensor: up to half a depth it is felt on the way."""
NUDGED_MM = (0.5, 2.5)
"""How far a neighbour is pushed by chance."""
TOUCHED_MS = (60.0, 420.0)
"""How long a piece that is not let go stands on a point in passing: less than the half second after which the laws' times
count a piece in the middle of a capture as released."""


class Player:
    """One player at the board.

    Attributes:
        right, left: the hand that moves pieces, and the other.
        landed: when the moving piece stood.
        said: what the choice of a promotion is told the board as, and when; None where nothing is said.
    """

    def __init__(self, table: Table, side: Side, style: Style, dice: Random) -> None:
        self.table = table
        self.game = table.board.game
        self.side = side
        self.style = style
        self.dice = dice
        first = side == self.game.sides[0]
        self.sign = -1 if side == "black" else 1
        self.right = Hand(table, style, dice, table.board.aside(first=first, across=0.7))
        self.left = Hand(table, style, dice, table.board.aside(first=first, across=0.3))
        self.landed = 0.0
        self.said: tuple[float, str] | None = None

    def begin(self, at: float) -> None:
        """A ply begins."""
        self.said = None
        for hand in (self.right, self.left):
            hand.rest()
            hand.at = hand.done = at

    @property
    def began(self) -> float:
        """When this ply began."""
        return min(hand.began for hand in (self.right, self.left) if hand.began is not None)

    @property
    def made(self) -> float:
        """When nothing of this ply could be felt any more."""
        return max(self.right.done, self.left.done)

    @property
    def free(self) -> float:
        """When both hands have nothing to do."""
        return max(self.right.at, self.left.at)

    def fetch(self, hand: Hand, man: Piece) -> Body:
        """Takes a piece from beside the board."""
        first = self.side == self.game.sides[0]
        place = self.table.board.aside(first=first, across=self.dice.random())
        body = self.table.new(man.letter, self.sign, place)
        hand.grip(body)
        return body

    def take(self, hand: Hand, point: Point) -> Body:
        """Takes a piece up that is to move, sometimes at the second attempt."""
        body = hand.lift_from(point)
        if hand.chance(self.style.put_back):
            hand.over(body, self.table.board.places[point])
            hand.wait(0, 400)
            hand.carry(body, (*hand.spot(point), 0.0), 0.0)
            hand.at += self.dice.uniform(100, 900)
        return body

    def bring(self, hand: Hand, body: Body, origin: Point, target: Point) -> None:
        """Moves the piece in a hand to a point, in one of the ways of this player, and lets it go."""
        way = hand.pick(self.style.carried)
        if way != "high" and not self.clear(origin, target):
            way = "high"
        lift = hand.high() if way == "high" else 0.0
        if way == "low":
            lift = self.dice.uniform(*LOW) * self.table.board.depth
        if way == "push":
            self._push(hand, body, target)
        hand.set_down(body, target, lift)
        self.landed = hand.at
        self.nudge(target, hand.at)

    def _push(self, hand: Hand, body: Body, target: Point) -> None:
        """Pushes a piece on by one or two goes of a finger, short of its target."""
        x, y = self.table.board.places[target]
        for _ in range(self.dice.choice((1, 1, 2))):
            share = self.dice.uniform(0.3, 0.8)
            there = (body.x + (x - body.x) * share, body.y + (y - body.y) * share, 0.0)
            hand.carry(body, there, 0.0)
            hand.wait(30, 200)

    def clear(self, origin: Point, target: Point) -> bool:
        """Whether no other piece stands in the way of one that is slid."""
        board = self.table.board
        (x0, y0), (x1, y1) = board.places[origin], board.places[target]
        steps = int(4 * max(abs(x1 - x0), abs(y1 - y0)) / board.pitch) + 1
        passed = {
            board.point_at(x0 + (x1 - x0) * n / steps, y0 + (y1 - y0) * n / steps)
            for n in range(steps + 1)
        }
        return all(
            point is None or point in (origin, target) or point not in self.table.standing
            for point in passed
        )

    def hesitate(self, hand: Hand, body: Body, position: Position, move: Move) -> None:
        """Touches another point with the piece that it could move to, and thinks better of it."""
        if not hand.chance(self.style.hesitate):
            return
        others = [
            other.target
            for other in position.moves()
            if other.origin == move.origin
            and not other.captured
            and other.target not in (None, move.target)
            and other.partner is None
        ]
        if others:
            point = self.dice.choice(others)
            assert point is not None
            hand.carry(body, (*hand.spot(point), 0.0), hand.high())
            hand.at += self.dice.uniform(*TOUCHED_MS)

    def nudge(self, point: Point, at: float) -> None:
        """The hand that leaves a point shakes a piece beside it."""
        if self.dice.random() >= self.style.nudge:
            return
        table = self.table
        near = [
            each
            for each in points_of(self.game.neighbours(point))
            if each in table.standing and table.busy.get(each, 0.0) < at - 100
        ]
        if near:
            self.shove(self.dice.choice(near), at)

    def shove(self, point: Point, at: float) -> None:
        """A piece is pushed by a millimetre or two, never so far that it leaves its point."""
        table, dice = self.table, self.dice
        body = table.standing[point]
        x, y = table.board.places[point]
        far = dice.uniform(*NUDGED_MM)
        to_x, to_y = body.x + dice.choice((-far, far)), body.y + dice.choice((-far, far))
        limit = 0.1 * table.board.pitch
        to = (x + max(-limit, min(limit, to_x - x)), y + max(-limit, min(limit, to_y - y)), 0.0)
        end = at + dice.uniform(40, 90)
        table.carry(body, at, end, to, 0.0)
        table.engage(point, end)
