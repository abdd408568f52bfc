"""What a branch of the game says of its evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from controller.core.inference.evidence import Judge, Pair, by_point
from controller.core.inference.knocked import in_a_row, landed_beside
from controller.core.inference.out_of_turn import put_back
from controller.core.inference.plies import Ply, set_better
from controller.core.inference.prices import (
    GLITCH_MS,
    HASTE_MS,
    JOLT_MS,
    KNOCKED_MIN,
    MARGIN,
    MOVED_MS,
    ODD,
    PLY,
    SWEEP_MS,
)
from controller.core.inference.reading import Reading
from controller.core.sensing.debounce import Edge, absences
from controller.core.settings import MS, Timings
from rules.game import Move, Position
from rules.terms import Point, PointSet, points_of

if TYPE_CHECKING:
    from controller.core.tracking.branch import Branch

CompletedBy = Literal["settled", "pressed", "reply", "confirmed"]


STRAIGHT_MS = 3000
"""Whoever has set a man down where he belongs puts him straight within this time."""
DOUBT = "sensor-silent"
"""The reason of a question about what a sensor may have hidden or made up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A man lifted, by the player on move as far as can be told.

    Attributes:
        doubtful: a man whom the opponent may have touched: his own, or one lifted before he had pressed his clock.
        first_ns: when he had been touched before that, doubtfully; 0 where he had not.
    """

    point: Point
    at_ns: int
    doubtful: bool = False
    first_ns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """The next move is completed, and beyond doubt unless something is said of that.

    Attributes:
        by: a move that is only asked about is completed by whoever confirms it.
        edges: everything seen that belongs to it.
        odd: hands do not do all that this takes them to have done.
        unexplained: what was seen besides is no legal move.
        unseen: points that the move changes and that showed nothing of it.
        wrong: points whose sensors this takes to be wrong.
        beside: what those told.
        rested: this also makes use of what was set aside when the board was at rest.
        behind: plies that have followed it while nobody looked.
        more: some have, and nobody knows which.
    """

    ply: Ply
    by: CompletedBy = "confirmed"
    touches: tuple[Touch, ...] = ()
    edges: tuple[Edge, ...] = ()
    odd: bool = False
    unexplained: bool = False
    unseen: PointSet = 0
    wrong: PointSet = 0
    beside: tuple[Edge, ...] = ()
    rested: bool = False
    behind: tuple[Complete, ...] = ()
    more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Evidence that stays undecided between these moves (one, if it may also be none).

    Attributes:
        moves: each once; of several ways in which one may have been made the first that is given.
        wrong: points whose sensors are wrong if no move has been made.
        people: nothing that is played meanwhile answers it, only people.
        held: men are off for so long that somebody should say where they are; they may yet be set down.
    """

    moves: tuple[Complete, ...]
    reason: str
    wrong: PointSet = 0
    people: bool = False
    held: bool = False

    def __post_init__(self) -> None:
        once: dict[str, Complete] = {}
        for made in self.moves:
            once.setdefault(made.ply.move.text, made)
        object.__setattr__(self, "moves", tuple(once.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregular:
    """No legal move explains what stands, or a clock was pressed too soon.

    Attributes:
        edges: everything seen since the position.
        bound: the move that was under way, its man set down and released.
        mild: no law is broken; it is only strange, and time may explain it.
        since: what the opponent has done since, who has surely accepted it by a move (DR-7.7).
    """

    reading: Reading
    touches: tuple[Touch, ...]
    pressed: bool
    edges: tuple[Edge, ...]
    bound: Move | None = None
    mild: bool = False
    since: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulty:
    """Nothing has been done: the sensors of these points are wrong."""

    wrong: PointSet


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRest:
    """The board stands as it should again.

    Attributes:
        touches: the men that were touched meanwhile.
        mess: what was seen on the points of men who were knocked over, or swept along, and have been set right.
    """

    touches: tuple[Touch, ...]
    mess: tuple[Edge, ...] = ()


Decision = Complete | Ask | Irregular | AtRest | Faulty


def men_lifted(branch: Branch) -> dict[Point, list[Edge]]:
    """The edges of every point where a man stood at first, but for a new man who makes way.

    Nor does it count that the opponent sets the man better at once whom he has just moved, before his clock is pressed, nor
    that a hand is felt on that man before the move is complete: it is the same hand. Nor does what he has done out of turn and
    undone. Nor that a man is put straight, or exchanged, who had just been set down as all were put right.
    """
    men = {
        point: edges
        for point, edges in by_point(branch.edges).items()
        if branch.position.man_at(point) is not None and point != branch.swap
    }
    theirs = put_back(branch, branch.edges)
    for point in {point for point, _ in theirs} & men.keys():
        pairs = (pair for pair in absences(men[point]) if (point, pair[0].at_ns) not in theirs)
        men[point] = [edge for pair in pairs for edge in pair if edge is not None]
    for point, at_ns in branch.set_down.items():
        felt = men.get(point, [])
        while felt and felt[0].at_ns - at_ns < STRAIGHT_MS * MS:
            men[point] = felt = felt[2:]
    moved, since_ns = branch.moved, branch.since_ns
    own = men.get(moved, []) if moved is not None else []
    made_ns = branch.handed_ns or since_ns + branch.judge.timings.settle_ms * MS
    while len(own) > 1 and Pair(*own[:2]).soft and own[0].at_ns < made_ns:
        men[own[0].point] = own = own[2:]
    if (
        len(own) > 1
        and not branch.handed_ns
        and set_better(Pair(*own[:2]), moved, since_ns, branch.judge.timings)
    ):
        men[own[0].point] = own[2:]
    return men


def touched(
    men: Mapping[Point, Sequence[Edge]],
    since_ns: int,
    now_ns: int,
    judge: Judge,
    unfelt: PointSet,
    *,
    landed: Sequence[tuple[Point, int]] = (),
    theirs: PointSet = 0,
) -> tuple[Touch, ...]:
    """The men that a hand has touched, each once, in order; jolts and knocks are left out.

    Args:
        men: the edges of every point where a man stood at first.
        landed: where and when men were set down; next to one a man may be jolted for a little longer.
        since_ns: when the move before was made; what was lifted earlier was lifted by the opponent.
        unfelt: men who cannot be felt: one of them may have left with two others next to him.
        theirs: men of the opponent. A sleeve takes two of them along in one moment; no hand takes them so.
    """
    timings = judge.timings
    found, off, shaken = [], [], []
    for point, edges in men.items():
        for lift, back in absences(edges):
            touch = Touch(point=point, at_ns=lift.at_ns)
            away_ms = ((now_ns if back is None else back.at_ns) - lift.at_ns) / MS
            if touch.at_ns < since_ns or judge.crowning(lift):
                continue
            shaky = lift.shaky or (back is not None and back.shaky)
            if shaky and away_ms < timings.settle_ms:
                continue  # he has not been off: his sensor may chatter
            beside = landed_beside(judge, lift, landed)
            near, soon_ns = judge.game.neighbours(point), touch.at_ns - MOVED_MS * MS
            if any(near >> p & 1 and at_ns == since_ns > soon_ns for p, at_ns in landed):
                continue  # nobody answers so soon: who has just landed beside him has knocked him
            if away_ms >= (timings.together_ms if beside else timings.bump_ms):
                found.append(touch)
                break
            if back is None:
                off.append(touch)
            elif away_ms >= GLITCH_MS:
                shaken.append(touch)
    found.sort(key=lambda t: (t.at_ns, t.point))
    left = sorted([*found, *off], key=lambda t: t.at_ns)
    pairs = pairwise(t for t in left if theirs >> t.point & 1)
    along = {t for a, b in pairs if b.at_ns - a.at_ns <= SWEEP_MS * MS for t in (a, b)}
    return tuple(
        t for t in found if t not in along and not _knocked(t, left, shaken, judge, unfelt)
    )


def _knocked(
    touch: Touch,
    left: Sequence[Touch],
    shaken: Sequence[Touch],
    judge: Judge,
    unfelt: PointSet,
) -> bool:
    """Whether a man left with two others or more, one soon after the other: knocked, not touched.

    A hand that lifts a man may jolt others; only in the very same moment do these count.

    Args:
        left: men who are off, or were for longer than a jolt, in the order in which they left.
        shaken: men who were off for less.
    """
    row = in_a_row([t.at_ns for t in left], left.index(touch), judge.timings.together_ms * MS)
    others = {t.point for t in left[row]}
    others |= {t.point for t in shaken if abs(t.at_ns - touch.at_ns) <= GLITCH_MS * MS}
    near = [t for t in left if abs(t.at_ns - touch.at_ns) <= GLITCH_MS * MS]
    with_unfelt = len(near) == KNOCKED_MIN - 1 and all(
        judge.game.neighbours(t.point) & unfelt for t in near
    )
    return len(others) >= KNOCKED_MIN or with_unfelt


def surely_his(
    touches: Sequence[Touch], position: Position, edges: Sequence[Edge]
) -> tuple[Touch, ...]:
    """The touches that cannot be the opponent's beginning to reply.

    Once a man has been felt at a new point, however shortly, or is about to be, an opponent's man that is lifted may
    be the opponent's own doing: he may be taking what is just being set down.
    """
    side = position.side_to_move

    def own(point: Point) -> bool:
        man = position.man_at(point)
        return man is not None and man.side == side

    came_ns = [e.at_ns for e in edges if e.placed and not own(e.point)]
    if not came_ns:
        return tuple(touches)
    first_ns = min(came_ns) - HASTE_MS * MS
    return tuple(t for t in touches if own(t.point) or t.at_ns < first_ns)


def undone(reading: Reading) -> Reading:
    """A reading whose move may not be: what it explained is unexplained.

    Of two moves of which the second was over before the first began, it is the second that may not be: it was not its turn.
    """
    if not reading.plies:
        return reading
    ply, *later = reading.plies
    if len(later) == 1 and later[0].done_ns < ply.first_ns:
        ply = later[0]
    move = ply.move
    points = move.footprint.empties | move.footprint.fills
    lifted = dict.fromkeys(points_of(move.footprint.empties), ply.first_ns)
    came = points_of(move.footprint.fills)
    return replace(reading, plies=(), in_air=lifted, unexplained=points, came=came)


def too_quick(ply: Ply, pressed_ns: int, timings: Timings) -> bool:
    """Whether no hand can have lifted its man, captured unseen, and pressed in this time."""
    return ply.unseen and pressed_ns - ply.first_ns < timings.bump_ms * MS


def likely(readings: Sequence[Reading]) -> list[Reading]:
    """The readings that are not given up, of all that are sorted by their price."""
    best = readings[0]
    return [r for r in readings if r.cost <= best.cost + MARGIN]


def firsts(readings: Iterable[Reading]) -> dict[Move, Ply]:
    """The first moves of readings that are sorted by their price, each with its ply in the cheapest."""
    found: dict[Move, Ply] = {}
    for reading in readings:
        if reading.plies:
            found.setdefault(reading.plies[0].move, reading.plies[0])
    return found


def oddness(reading: Reading, besides: float = 0.0) -> float:
    """What a reading costs beside its plies, and beside this; rounded, since sums of prices are not exact and many equal a limit."""
    return round(reading.cost - PLY * len(reading.plies) - besides, 6)


def odd(reading: Reading) -> bool:
    """Whether hands do not do what this reading takes them to have done.

    Where everything stands just as after one move, whatever was done meanwhile, and all that is in the air
    was lifted later, not in that very moment, that move is not in doubt.
    """
    if oddness(reading) < ODD:
        return False
    if len(reading.plies) != 1 or reading.irregular or reading.plies[0].unseen:
        return True
    over_ns = reading.plies[0].landed_ns + JOLT_MS * MS
    return any(at_ns <= over_ns for at_ns in reading.in_air.values())


def jumbled(reading: Reading) -> bool:
    """Whether the moves that it takes to have been made were not begun, or not ended, one after the other."""
    return any(
        b.first_ns < a.first_ns or b.landed_ns < a.landed_ns for a, b in pairwise(reading.plies)
    )


def at_once(reading: Reading) -> bool:
    """Whether all that is odd is that two stones came in one moment, of which one was played."""
    landed = sorted(ply.landed_ns for ply in reading.plies)
    return not reading.in_air and any(b - a < GLITCH_MS * MS for a, b in pairwise(landed))


def merged(before: list[Touch], new: tuple[Touch, ...]) -> tuple[Touch, ...]:
    """Touches in order, each man once, from when it is certain that the player on move touched him."""
    found: dict[Point, Touch] = {}
    for touch in sorted([*before, *new], key=lambda t: t.at_ns):
        known = found.get(touch.point)
        if known is None:
            found[touch.point] = touch
        elif known.doubtful and touch.at_ns > known.at_ns:
            found[touch.point] = replace(touch, first_ns=known.first_ns or known.at_ns)
    return tuple(sorted(found.values(), key=lambda t: t.at_ns))
