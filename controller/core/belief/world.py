"""What is believed: hypotheses of how the physical world stands beside a line of plies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from controller.core.belief.book import EMPTY, Key, Token
from controller.core.belief.costs import Cost
from controller.core.belief.line import Node
from controller.core.settings import NEVER_NS
from rules.terms import Point, PointSet, point_set, points_of


class Stand(NamedTuple):
    """What stands on a point where the position has something else.

    Attributes:
        since_ns: when it came, or the piece of the position left; `NEVER_NS` where it never left.
        origin: where the piece stood in the position; -1 for a piece from the box or the bowl.
        shown: the letter that the sensor shows, where it tells letters.
    """

    token: Token
    since_ns: int
    origin: Point
    shown: str = EMPTY


class Held(NamedTuple):
    """A piece off the board since the last ply: in a hand, or beside the board.

    Attributes:
        left: where it had been set down earlier in this ply; -1 where it was lifted from its point
            of the position.
    """

    token: Token
    origin: Point
    since_ns: int
    left: Point = -1


class Symptom(StrEnum):
    """How a sensor is wrong about what stands."""

    SILENT = "silent"
    """It does not feel the piece that stands there."""
    GHOST = "ghost"
    """It feels a piece where none stands."""
    LATE = "late"
    """It still feels a piece that was pushed to the next point."""


class Felt(NamedTuple):
    """How a sensor is wrong now, and since when.

    Attributes:
        paid: what this has cost so far, where it may cost more: if it lasts, or if no piece lands
            beside it. Else 0.
    """

    symptom: Symptom
    since_ns: int
    paid: Cost = 0


class Mess(NamedTuple):
    """An event of many points in one moment: a sleeve, a knock, a lifted board.

    Attributes:
        points: the points that it has reached so far.
        last_ns: when it was last felt.
        paid: what these points have cost.
        upset: what they would cost if the whole board was upset.
        again: what it has cost that pieces stood again so soon.
        wide: it has reached points all over the board in one scan.
    """

    points: PointSet
    last_ns: int
    paid: Cost = 0
    upset: Cost = 0
    again: Cost = 0
    wide: bool = False


class Aim(StrEnum):
    """What hands are doing: the next ply, or something else."""

    PLAY = "play"
    BACK = "back"
    """They take back the last plies."""
    ARRAY = "array"
    """They set up the pieces for the next game."""
    TURNED = "turned"
    """Nothing: the board was put down the other way round."""
    KINGS = "kings"
    """They set the kings in the centre to show the result."""


@dataclass(frozen=True, slots=True)
class HandDeed:
    """What a hand, or a sensor, did at one point.

    Attributes:
        name: of the deed, as in the table of costs.
        placed: a piece was set down; otherwise lifted. None where no hand was at work.
        token, origin: which piece, and where it stood in the position.
        touch: the piece did not leave; it was only touched.

    The log also holds presses of the clock upon no finished ply; they are at `NOWHERE`.
    """

    name: str
    point: Point
    at_ns: int
    cost: Cost
    placed: bool | None = None
    token: Token = EMPTY
    origin: Point = -1
    touch: bool = False


NOWHERE: Point = -1
"""The point of a deed that is at no point: a press."""
Log = tuple[HandDeed, ...]


class Fault(NamedTuple):
    """What is known of a sensor that has been wrong.

    Attributes:
        times: how often it was contradicted.
        changes: how often it had changed when it was contradicted last.
    """

    times: int
    changes: int


class Hypothesis:
    """One way in which things may be. A value: `copy` makes another.

    Attributes:
        node: the line of plies.
        diff: where the board differs from the position, and how.
        air: pieces off the board since the last ply, in the order of lifting.
        felt: sensors that are wrong now, and how.
        faults: sensors that were contradicted on this path, and what is known of each.
        jars: how often a hand has jarred a sensor beside it, on this path.
        touched: points of the position whose pieces were lifted in this ply.
        cost: of the path, in millinats. Only differences between hypotheses mean something.
        pending: the cost, and what waiting until now costs.
        landed_ns: when the last ply of the line stood.
        last_ns: when a hand was last at work.
        off: points whose pieces left by no deed of a player: fallen, lifted with the board, or
            being set right.
        stray: points where pieces lie that belong elsewhere.
        mess: the last event of many points; None where there was none in this ply.
        aim: what hands are doing.
        log: what was done in this ply.
        logs: what was done in each earlier ply that is not told yet, with the depth before it.
    """

    __slots__ = (
        "_gone", "_key", "_left", "_play", "aim", "air", "cost", "diff", "faults", "felt", "jars",
        "landed_ns", "last_ns", "log", "logs", "mess", "node", "off", "pending", "stray", "touched",
    )  # fmt: skip

    def __init__(self, node: Node, *, cost: Cost = 0, at_ns: int = 0) -> None:
        self.node = node
        self.diff: dict[Point, Stand] = {}
        self.air: tuple[Held, ...] = ()
        self.felt: dict[Point, Felt] = {}
        self.faults: Mapping[Point, Fault] = {}
        self.jars = 0
        self.touched: PointSet = 0
        self.cost = self.pending = cost
        self.landed_ns = self.last_ns = at_ns
        self.mess: Mess | None = None
        self.off: PointSet = 0
        self.stray: PointSet = 0
        self.aim = Aim.PLAY
        self.log: Log = ()
        self.logs: tuple[tuple[int, Log], ...] = ()
        self._key: Key | None = None
        self._play: Key | None = None
        self._left: PointSet = -1
        self._gone: PointSet = -1

    def copy(self) -> Hypothesis:
        """A copy, which the caller may change before anybody else sees it."""
        new = Hypothesis.__new__(Hypothesis)
        new.node, new.diff, new.air, new.felt = self.node, self.diff, self.air, self.felt
        new.recall(self)
        new.touched, new.cost, new.pending = self.touched, self.cost, self.pending
        new.landed_ns, new.last_ns = self.landed_ns, self.last_ns
        new.mess, new.aim, new.off, new.stray = self.mess, self.aim, self.off, self.stray
        new.log, new.logs = self.log, self.logs
        new.altered()
        return new

    # What follows changes a fresh copy.

    def stand(self, point: Point, stand: Stand) -> None:
        """Something else stands on a point now (EMPTY: nothing)."""
        self.diff = {**self.diff, point: stand}
        if stand.token == self.node.book.tokens[point]:
            del self.diff[point]
        self.altered()

    def altered(self) -> None:
        """Forgets what was worked out from `diff`, which has changed."""
        self._key, self._play, self._left, self._gone = None, None, -1, -1

    def recall(self, other: Hypothesis) -> None:
        """Takes over what another hypothesis knows of the sensors."""
        self.faults, self.jars = other.faults, other.jars

    def blame(self, point: Point, changes: int) -> None:
        """Notes that the sensor of a point was contradicted.

        Args:
            changes: how often it had changed by then.
        """
        before = self.faults.get(point)
        times = 1 if before is None else before.times + 1
        self.faults = {**self.faults, point: Fault(times, changes)}

    def feel(self, point: Point, felt: Felt | None) -> None:
        """Notes how a sensor is wrong now; None where it is right."""
        self.felt = {p: f for p, f in self.felt.items() if p != point}
        if felt is not None:
            self.felt[point] = felt

    def pay(self, deed: HandDeed) -> None:
        """Adds a deed and its cost to this hypothesis."""
        self.cost += deed.cost
        self.log = (*self.log, deed)

    # What it is like.

    def at(self, point: Point) -> Token:
        """What stands on a point."""
        there = self.diff.get(point)
        return self.node.book.tokens[point] if there is None else there.token

    @property
    def left(self) -> PointSet:
        """Points of captured pieces that are still on the board after the ply that took them."""
        if self._left < 0:
            self._left = point_set(
                point for point, stand in self.diff.items()
                if stand.token and self.taken(stand.origin)
            )  # fmt: skip
        return self._left

    def taken(self, origin: Point) -> bool:
        """Whether a piece that stood here has been captured by now."""
        return origin >= 0 and not self.node.book.tokens[origin]

    @property
    def forgotten(self) -> PointSet:
        """Those points of `left` whose pieces were captured before the last ply, and stood on."""
        stood = point_set(p for p in points_of(self.left) if self.diff[p].since_ns == NEVER_NS)
        return stood & ~point_set(self.node.changed) if stood else 0

    @property
    def key(self) -> Key:
        """What differs from the position, as a `Book` looks it up."""
        if self._key is None:
            left = self.left
            self._key = frozenset(
                (point, stand.token) for point, stand in self.diff.items() if not left >> point & 1
            )
        return self._key

    @property
    def play(self) -> Key:
        """`key` without captured pieces laid beside their points: they tell nothing of the move."""
        if self._play is None:
            aside = {(point, s.token) for point, s in self.diff.items() if self._aside(point, s)}
            self._play = self.key - aside
        return self._play

    def _aside(self, point: Point, stand: Stand) -> bool:
        origin = stand.origin
        if not stand.token or origin < 0 or not self.node.book.theirs >> origin & 1:
            return False
        return bool(self.node.game.neighbours(origin) >> point & 1)

    @property
    def gone(self) -> PointSet:
        """Points of the position whose pieces do not stand there."""
        if self._gone < 0:
            tokens = self.node.book.tokens
            self._gone = point_set(point for point in self.diff if tokens[point])
        return self._gone

    def done_in(self, node: Node) -> Log:
        """What was done in a ply of this line; nothing where that is no longer known."""
        before = node.depth - 1
        return next((log for depth, log in self.logs if depth == before), ())

    def pressed_upon(self, node: Node, grace_ns: int) -> bool:
        """Whether the clock was pressed once this ply of the line had been made."""
        if node.pressed_ns is None:
            return False
        hands = (deed.at_ns for deed in self.done_in(node) if deed.placed is not None)
        return max(hands, default=node.pressed_ns) <= node.pressed_ns + grace_ns

    @property
    def busy(self) -> bool:
        """Whether something has been done since the last ply and not undone."""
        return bool(self.key) or any(not self.taken(held.origin) for held in self.air)

    def lie(self, shown: PointSet, blind: PointSet, at_ns: int) -> None:
        """Takes pieces of a fresh copy to lie wrong wherever the sensors show otherwise.

        Args:
            shown: points that read occupied.
            blind: points that cannot be read; nothing is taken of them.
        """
        occupied = self.node.position.occupied
        self.off, self.stray = occupied & ~shown & ~blind, shown & ~occupied & ~blind
        self.mess = Mess(0, at_ns)

    @property
    def lying(self) -> PointSet:
        """Points where the board differs from the game by no ply: pieces are off, or lie there."""
        return self.off | self.stray

    def world(self) -> tuple[object, ...]:
        """What stands where and what has been touched, without the history of the sensors."""
        return (
            self.node,
            self.key,
            self.left,
            tuple(sorted((held.token, held.origin, held.left) for held in self.air)),
            tuple(sorted((point, felt.symptom) for point, felt in self.felt.items())),
            self.touched,
            self.off,
            self.stray,
            self.aim,
        )

    def same(self) -> tuple[object, ...]:
        """Hypotheses for which this is equal have the same future."""
        return self.world(), tuple(sorted(self.faults))

    def touched_since(self, depth: int) -> tuple[PointSet, ...]:
        """For each ply from this depth on, points whose pieces were lifted from their place."""
        return tuple(
            point_set({d.point for d in log if d.placed is False and d.origin == d.point})
            for before, log in self.logs if before >= depth
        )  # fmt: skip

    def occupied(self) -> PointSet:
        """Where something stands."""
        found = self.node.position.occupied
        for point, stand in self.diff.items():
            found = found | 1 << point if stand.token else found & ~(1 << point)
        return found

    def levels(self) -> PointSet:
        """What the sensors show if this hypothesis is right."""
        found = self.occupied() & ~self.off | self.stray
        for point, felt in self.felt.items():
            silent = felt.symptom is Symptom.SILENT
            found = found & ~(1 << point) if silent else found | 1 << point
        return found
