"""One failing sensor: what it is given is spoilt before it becomes a level, so every kind of sensor fails alike."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.shell.physical.bodies import EMPTY, Knot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from controller.shell.physical.boards import Board
    from rules.terms import Point

KINDS = ("dead", "stuck", "chattering", "weak", "coupled", "missed", "made-up")
"""Feels nothing; keeps what it felt; comes and goes; operates late and releases early; feels its neighbour's piece too;
misses one change; makes up a piece once."""
WEAKER = 0.42
"""What a weak sensor feels of a field: a piece a little off its middle is lost."""
COUPLED = 0.6
"""What a coupled sensor feels of its neighbour's field."""
ON_MS, OFF_MS = (20.0, 900.0), (4.0, 120.0)
"""How long a chattering contact holds, and is open."""
MADE_UP_MS = (60.0, 4000.0)
"""How long a piece that is none is felt."""
WINDOW = (0.05, 0.8)
"""When in a game a sensor fails, of its length."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One failing sensor.

    Attributes:
        other: the neighbour whose piece is felt, of a coupled one.
        from_ms: when it began to fail.
    """

    kind: str
    point: Point
    other: Point | None
    from_ms: float


Given = dict["Point", list[Knot]]


def draw_fault(
    kind: str, given: Mapping[Point, Sequence[Knot]], board: Board, dice: Random
) -> Fault:
    """A fault at a point where something happens after it."""
    end = max(row[-1].at for row in given.values())
    from_ms = end * dice.uniform(*WINDOW)
    used = sorted(point for point, row in given.items() if row[-1].at > from_ms)
    point = dice.choice(used)
    column, row = board.game.place(point)
    beside = [board.at.get((column + x, row + y)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    near = [each for each in beside if each is not None]
    return Fault(kind, point, dice.choice(near), from_ms)


def spoil(given: Given, fault: Fault, dice: Random) -> None:
    """Changes what the sensor of a fault is given."""
    row = given.setdefault(fault.point, [EMPTY])
    start = bisect_left(row, fault.from_ms, key=lambda knot: knot.at)
    before, after = row[:start], row[start:]
    held = before[-1] if before else EMPTY
    _hold(before, fault.from_ms)
    match fault.kind:
        case "dead":
            spoilt = [Knot(fault.from_ms, 0.0, 0.0, "", 0.0)]
        case "stuck":
            spoilt = [held._replace(at=fault.from_ms)]
        case "weak":
            spoilt = [_scaled(knot, WEAKER) for knot in [held._replace(at=fault.from_ms), *after]]
        case "coupled":
            assert fault.other is not None
            spoilt = _coupled(held, after, given.get(fault.other, [EMPTY]), fault.from_ms)
        case "missed":
            spoilt = _missed(held, after)
        case "made-up":
            spoilt = _made_up(held, after, fault.from_ms, dice)
        case _:
            end = max(row[-1].at for row in given.values())
            spoilt = _chattering(held, after, fault.from_ms, end, dice)
    given[fault.point] = before + spoilt or [held]


def _hold(row: list[Knot], until: float) -> None:
    """What was given last is given until a moment."""
    if row:
        row.append(row[-1]._replace(at=until))


def _scaled(knot: Knot, share: float) -> Knot:
    return Knot(knot.at, knot.plain * share, knot.signed * share, knot.letter, knot.lead * share)


def _coupled(held: Knot, own: Sequence[Knot], beside: Sequence[Knot], from_ms: float) -> list[Knot]:
    """Own field and a share of the neighbour's."""
    both = [(knot, False) for knot in own] + [(knot, True) for knot in beside]
    mine, theirs = held, EMPTY
    found: list[Knot] = []
    for knot, foreign in sorted(both, key=lambda each: each[0].at):
        if foreign:
            theirs = _scaled(knot, COUPLED)
        else:
            mine = knot
        if knot.at >= from_ms:
            lead = max(mine, theirs, key=lambda each: each.lead)
            plain, signed = mine.plain + theirs.plain, mine.signed + theirs.signed
            found.append(Knot(knot.at, plain, signed, lead.letter, lead.lead))
    return found


def _missed(held: Knot, after: list[Knot]) -> list[Knot]:
    """Nothing of the first change is felt until the next."""
    half = 0.3
    turns = [b.at for a, b in pairwise([held, *after]) if (a.plain > half) != (b.plain > half)]
    until = turns[1] if len(turns) > 1 else float("inf")
    rest = [knot for knot in after if knot.at >= until]
    if not rest:
        return []
    return [held._replace(at=rest[0].at - 1), *rest]


def _made_up(held: Knot, after: list[Knot], from_ms: float, dice: Random) -> list[Knot]:
    """A piece is felt for a while that is not there; one that is there is lost for as long."""
    until = from_ms + dice.uniform(*MADE_UP_MS)
    there = held.plain > 0.3
    sign = dice.choice((-1.0, 1.0))
    ghost = Knot(from_ms, 1.0, sign, "", 1.0) if not there else EMPTY._replace(at=from_ms)
    rest = [knot for knot in after if knot.at >= until]
    last = next((knot for knot in reversed(after) if knot.at < until), held)
    return [ghost, ghost._replace(at=until), last._replace(at=until), *rest]


def _chattering(
    held: Knot, after: list[Knot], from_ms: float, end: float, dice: Random
) -> list[Knot]:
    """A contact that opens by itself whenever something should be felt."""
    found: list[Knot] = []
    last, rest, at, on = held, list(reversed(after)), from_ms, True
    while at < end:
        until = at + dice.uniform(*(ON_MS if on else OFF_MS)) * (
            30 if on and dice.random() < 0.3 else 1
        )
        share = 1.0 if on else 0.0
        found.append(_scaled(last._replace(at=at), share))
        while rest and rest[-1].at < until:
            last = rest.pop()
            found.append(_scaled(last, share))
        found.append(_scaled(last._replace(at=until), share))
        at, on = until, not on
    return found
