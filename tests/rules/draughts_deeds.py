"""What hands do on a draughts board, for tests: from a line of lifts and placings to a `Deed`.

A line is "c3- 300 d4+": a man lifted, milliseconds, a man set down. Squares are named by file and rank
on every board, a1 in the lower left corner, so that one line fits all three games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from rules.deed import Deed, HandStep, Made, Named
from rules.draughts import Draughts
from rules.draughts.position import DraughtsPosition
from rules.position import Move, Position
from rules.terms import Point, points_of
from tests.rules.draughts_lines import (
    Line,
    capture_lines,
    jump_lines,
    plain_lines,
    played,
    scattered,
)

BETWEEN_MS = 400
MEN_MAX = 40


def at(game: Draughts, name: str) -> Point:
    """The point of a square by its file and rank."""
    place = "abcdefghij".index(name[0]), int(name[1:]) - 1
    return next(p for p in range(len(game.points)) if game.place(p) == place)


def position_of(game: Draughts, text: str) -> DraughtsPosition:
    """ "w c3 Kg1 / d4 d6": who is to move, White's men, Black's men."""
    mover, rest = text.split(" ", 1)
    sides = [
        ",".join("K" * name.startswith("K") + game.points[at(game, name.lstrip("K"))] for name in men)
        for men in (half.split() for half in rest.split("/"))
    ]  # fmt: skip
    return game.start(f"{mover.upper()}:W{sides[0]}:B{sides[1]}")


def hands(game: Draughts, line: str) -> tuple[HandStep, ...]:
    """The steps of a line; `BETWEEN_MS` pass between two where the line names no time."""
    steps: list[HandStep] = []
    now_ms, waited = 0, True
    for token in line.split():
        if token.isdigit():
            now_ms, waited = now_ms + int(token), True
            continue
        now_ms, waited = now_ms + (0 if waited else BETWEEN_MS), False
        steps.append(HandStep(at(game, token[:-1]), token[-1] == "+", now_ms))
    return tuple(steps)


def apart(points: Iterable[tuple[Point, bool]], ms: int = BETWEEN_MS) -> tuple[HandStep, ...]:
    """Steps with the same time between them."""
    return tuple(HandStep(point, placed, n * ms) for n, (point, placed) in enumerate(points))


def deed(
    position: DraughtsPosition,
    steps: Sequence[HandStep],
    *,
    before: DraughtsPosition | None = None,
    last: Move | None = None,
) -> Deed:
    """What these steps leave on the board."""
    stands = dict.fromkeys(points_of(position.occupied), True)
    came: dict[Point, None] = {}
    for step in steps:
        stands[step.point] = step.placed
        if not position.occupied >> step.point & 1:
            came.pop(step.point, None)
            if step.placed:
                came[step.point] = None
    moved = dict.fromkeys(step.point for step in steps if position.occupied >> step.point & 1)
    return Deed(
        position=position,
        before=before,
        last=last,
        gone=tuple(sorted(point for point in moved if not stands[point])),
        came=tuple(came),
        steps=tuple(steps),
    )


def made(
    position: DraughtsPosition,
    move: Move,
    steps: Sequence[HandStep],
    uncrowned: Sequence[Point] = (),
) -> Made:
    """A legal move made with these steps."""
    return Made(position=position, move=move, steps=tuple(steps), uncrowned=tuple(uncrowned))


def stands_after(found: Deed) -> int:
    """The points that are occupied now."""
    stands = found.position.occupied
    for point in found.gone:
        stands &= ~(1 << point)
    for point in found.came:
        stands |= 1 << point
    return stands


def accepted(found: Deed, named: Named) -> Position:
    """The position that stands if it is accepted; the other side's move leaves the turn as it is."""
    position = found.position
    if named.side != position.side_to_move:
        position = position.play_irregular(None, None, ())
    return position.play_irregular(named.origin, named.target, named.removed)


@dataclass(frozen=True)
class Jumps:
    """A sequence of jumps of one man, found by `tests.rules.draughts_lines`."""

    origin: Point
    victims: tuple[Point, ...]
    landings: tuple[Point, ...]


@cache
def legal_jumps(game: Draughts, position: DraughtsPosition) -> list[Jumps]:
    """Every legal sequence of jumps."""
    return _by_points(game, capture_lines(game, position))


@cache
def every_jumps(game: Draughts, position: DraughtsPosition) -> list[Jumps]:
    """Every sequence of jumps, whole or not, lawful or not."""
    return _by_points(game, jump_lines(game, position))


@cache
def plain(game: Draughts, position: DraughtsPosition) -> set[tuple[Point, Point]]:
    """Origin and target of every step, whether or not something is to be captured."""
    points = {game.place(point): point for point in range(len(game.points))}
    return {(points[origin], points[target]) for origin, target in plain_lines(game, position)}


def at_random(game: Draughts, seeds: Iterable[int]) -> list[DraughtsPosition]:
    """Positions of random play, and with few men set at random, in which a move is left."""
    found = []
    for seed in seeds:
        found += Random(seed).sample(list(played(game, seed, plies=60)), 6)
        found += [game.start(scattered(game, 1000 * seed + n)) for n in range(12)]
    return [each for each in found if each.moves() and each.occupied.bit_count() <= MEN_MAX]


def _by_points(game: Draughts, lines: Iterable[Line]) -> list[Jumps]:
    points = {game.place(point): point for point in range(len(game.points))}
    return [
        Jumps(
            points[origin],
            tuple(points[victim] for victim, _ in jumps),
            tuple(points[landing] for _, landing in jumps),
        )
        for origin, jumps in sorted(lines)
        if jumps
    ]
