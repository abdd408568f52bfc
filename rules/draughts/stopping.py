"""Where a man may have been brought by jumps and steps, lawful as a move or not.

What stands on the board after an irregular capture is told apart by this: a capture left half-way, one
that another one goes before, or nothing that men do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.draughts.board import DIRECTIONS
from rules.draughts.captures import plain_moves
from rules.draughts.position import DraughtsPosition
from rules.draughts.variants import BLACK, WHITE, Variant
from rules.terms import Point, PointSet, Side, points_of


class Stop(StrEnum):
    """What it is to stand at the end of some jumps."""

    LEGAL = "legal"
    """A legal capture ends there."""
    HALF_WAY = "half-way"
    """A legal capture goes on from there."""
    SHORT = "short"
    """The jumps are such as men make, and no legal capture begins with them."""


@dataclass(frozen=True, slots=True)
class Reached:
    """One way of having come to a point by jumps.

    Attributes:
        jumped: the men jumped.
        chain: every man of the legal captures that go on from there, those jumped included.
    """

    stop: Stop
    jumped: frozenset[Point]
    chain: frozenset[Point]


def reached(position: DraughtsPosition, origin: Point, target: Point) -> list[Reached]:
    """The ways in which the man at `origin` may have come to `target` by jumps, each set of men once.

    Neither that the greatest number is taken nor that a capture is carried on is asked for.
    """
    moves = [move for move in position.moves() if move.origin == origin and move.captured]
    found = []
    for jumped in _jumped(position, origin, target):
        chain: set[Point] = set()
        legal = False
        for move in moves:
            legal |= move.target == target and jumped == frozenset(move.captured)
            for way in move.ways:
                done = len(jumped)
                if (
                    done < len(way.captured)
                    and jumped == frozenset(way.captured[:done])
                    and way.landings[done - 1] >> target & 1
                ):
                    chain.update(move.captured)
        stop = Stop.LEGAL if legal else Stop.HALF_WAY if chain else Stop.SHORT
        found.append(Reached(stop, jumped, frozenset(chain) or jumped))
    return found


def steps_to(position: DraughtsPosition, origin: Point, target: Point) -> bool:
    """Whether the man at `origin` steps to `target` where nothing has to be captured."""
    return (origin, target) in plain_moves(position.variant, position.placement)


def may_take_more(
    position: DraughtsPosition, origin: Point, target: Point, removed: Sequence[Point]
) -> bool:
    """Whether the man at `origin` has come to `target` by jumps over more men than are off the board, and over all of those."""
    if steps_to(position, origin, target):
        return False
    return any(way.jumped > set(removed) for way in reached(position, origin, target))


def with_move(position: DraughtsPosition, side: Side) -> DraughtsPosition:
    """The same men with this side on move."""
    white = side == WHITE
    return DraughtsPosition(position.variant, position.placement._replace(white_to_move=white))


def _jumped(position: DraughtsPosition, origin: Point, target: Point) -> list[frozenset[Point]]:
    """The sets of men that the man at `origin` may have jumped when it stands at `target`."""
    variant = position.variant
    side = position.side_to_move
    enemy = position.men_of(BLACK if side == WHITE else WHITE)
    occupied = position.occupied & ~(1 << origin)
    row = variant.board.white_crown if side == WHITE else variant.board.black_crown
    start = (origin, 0, bool(position.kings >> origin & 1))
    # Squares with the men jumped, not lines: there are far fewer of them than captures have lines.
    seen, left = {start}, [start]
    while left:
        square, taken, king = left.pop()
        for victim, run in _jumps(variant, square, enemy & ~taken, occupied, king=king):
            for landing in points_of(run):
                crowned = king or (variant.promotes_in_passing and bool(row >> landing & 1))
                state = (landing, taken | 1 << victim, crowned)
                if state not in seen:
                    seen.add(state)
                    left.append(state)
    taken_there = {taken for square, taken, _ in seen if square == target and taken}
    return [frozenset(points_of(taken)) for taken in sorted(taken_there)]


def _jumps(
    variant: Variant, square: Point, left: PointSet, occupied: PointSet, *, king: bool
) -> Iterator[tuple[Point, PointSet]]:
    """The men that can be jumped from a square, each with the squares behind it.

    Args:
        left: enemy men that have not been jumped.
        occupied: points that cannot be landed on; the men jumped are still there (DR-6.4).
    """
    board = variant.board
    if not king:
        for victim, landing, _ in board.jumps[square]:
            if left >> victim & 1 and not occupied >> landing & 1:
                yield victim, 1 << landing
        return
    for direction in DIRECTIONS:
        blockers = board.rays[direction][square] & occupied
        if not blockers:
            continue
        victim = board.nearest(direction, blockers)
        run = board.rays[direction][victim]
        if run & occupied:
            end = board.nearest(direction, run & occupied)
            run &= ~(board.rays[direction][end] | 1 << end)
        if left >> victim & 1 and run:
            yield victim, run
