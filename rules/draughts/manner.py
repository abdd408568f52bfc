"""How hands made a capture: when and in which order the captured men came off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from rules.deed import HandStep
from rules.position import Move, Position
from rules.terms import LawId, Point

JOLT_MS = 200
"""A man that is off its square for less, with contacts that bounce, was jolted by the hand beside it and not taken."""
OVERLAP_MS = 100
"""The sensor under a man that comes down is later than the one under a man that leaves, by at most
this: a shorter lead of the captured man is none."""

WRONG_MAN = LawId("DR-7.4.10")
STOPPED = LawId("DR-7.4.9")
ORDER = LawId("DR-6.11")
PAUSED = LawId("DR-7.4.13")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was irregular about a capture, and the points that show it."""

    law: LawId
    points: tuple[Point, ...]


def wrong_man(position: Position, move: Move, steps: Sequence[HandStep]) -> Finding | None:
    """Men lifted before the capturer stood, or a man that the capture does not take (DR-7.4.10).

    A single captured man may come off first, and one that is put back before the capturer stands, too
    soon to have been more than jolted, was not lifted.
    """
    if len(move.captured) > 1:
        landed = landing(move, steps)
        off = removals(move, steps)
        if landed is not None:
            early = [s.point for s in off if s.at_ms < landed - OVERLAP_MS]
            if early:
                return Finding(WRONG_MAN, tuple(early))
    return _another_lifted(position, move, steps) if move.captured else None


def order(move: Move, steps: Sequence[HandStep], together_ms: int) -> Finding | None:
    """Captured men removed neither in the order of the jumps nor in reverse (DR-6.11).

    Where a capture may be made in several ways, the order of each of them will do, for the path of a
    man that is slid is not seen. Two that leave within `together_ms` are taken in one grab and have no order.
    """
    off = removals(move, steps)
    if len(off) < len(move.captured):
        return None  # not all of it was seen
    for way in move.ways:
        for lawful in (way.captured, way.captured[::-1]):
            at = {point: n for n, point in enumerate(lawful)}
            if all(
                at[a.point] < at[b.point] or b.at_ms - a.at_ms <= together_ms
                for a, b in combinations(off, 2)
            ):
                return None
    return Finding(ORDER, tuple(s.point for s in off)) if move.ways else None


def paused(move: Move, steps: Sequence[HandStep], pause_ms: int) -> Finding | None:
    """A pause between two captured men (DR-7.4.13): longer than `pause_ms` milliseconds."""
    for first, second in pairwise(removals(move, steps)):
        if second.at_ms - first.at_ms > pause_ms:
            return Finding(PAUSED, (first.point, second.point))
    return None


def stopped(move: Move, steps: Sequence[HandStep], release_ms: int) -> Finding | None:
    """The capturer stood so long on its way that it was released there (DR-6.10, DR-7.4.9)."""
    on_the_way = 0
    for way in move.ways:
        for squares in way.landings[:-1]:
            on_the_way |= squares
    landed = landing(move, steps)
    since: dict[Point, int] = {}
    for step in steps:
        if not on_the_way >> step.point & 1 or (landed is not None and step.at_ms > landed):
            continue
        if step.placed:
            since[step.point] = step.at_ms
        elif step.point in since and step.at_ms - since.pop(step.point) >= release_ms:
            return Finding(STOPPED, (step.point,))
    return None


def removals(move: Move, steps: Sequence[HandStep]) -> list[HandStep]:
    """When each captured man came off for good, in order of time."""
    last = {s.point: s for s in steps if s.point in move.captured}
    return sorted((s for s in last.values() if not s.placed), key=lambda s: s.at_ms)


def landing(move: Move, steps: Sequence[HandStep]) -> int | None:
    """When the capturer first stood where it stays (ms); None where that was not seen.

    Set down again on its square, as in crowning, it has not arrived anew.
    """
    arrived = None
    stands = False
    for step in steps:
        if step.point == move.target:
            stands = step.placed
            if step.placed and arrived is None:
                arrived = step.at_ms
        elif step.placed and not stands and (step.point == move.origin or _lands(move, step.point)):
            arrived = None  # it was still on its way
    return arrived


def _lands(move: Move, point: Point) -> bool:
    return any(squares >> point & 1 for way in move.ways for squares in way.landings)


def _another_lifted(position: Position, move: Move, steps: Sequence[HandStep]) -> Finding | None:
    """A man that the capture has nothing to do with was lifted in the course of it, and put back."""
    begun = next((s.at_ms for s in steps if s.point == move.origin and not s.placed), None)
    over = max((s.at_ms for s in removals(move, steps)), default=landing(move, steps))
    lifted: dict[Point, int] = {}
    for step in steps:
        if begun is None or over is None or not begun <= step.at_ms <= over:
            continue
        if position.piece_at(step.point) is None:
            continue
        if step.point in (move.origin, move.target, *move.captured):
            continue
        if not step.placed:
            lifted[step.point] = step.at_ms
        elif step.point in lifted and step.at_ms - lifted.pop(step.point) >= JOLT_MS:
            return Finding(WRONG_MAN, (step.point,))
    return None
