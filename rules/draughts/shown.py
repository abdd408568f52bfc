"""Which way a long capture was made, as far as the hands showed it (DR-6.9).

A capture may be made in several ways: by another order of the men taken, or with other squares on which
the capturer is set down. All are one move; the record keeps the way that was seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.draughts.moves import stops

if TYPE_CHECKING:
    from rules.draughts.variants import Variant
    from rules.position import Move, Way
    from rules.terms import Point


def as_shown(
    variant: Variant, move: Move, touched: Sequence[Point], removed: Sequence[Point]
) -> Move:
    """The same move by the way that fits best what was seen; as it is where nothing tells.

    Args:
        touched: squares on the way where the capturer was set down or slid over, in order.
        removed: the captured men in the order in which they were taken off.
    """
    if not move.ways or move.origin is None:
        return move
    squares = [point for point in touched if move.footprint.resting >> point & 1]
    taken = tuple(removed)

    def fit(way: Way) -> tuple[int, bool, bool]:
        _, used = _landings(variant, move, way, squares)
        return used, taken == way.captured, taken == way.captured[::-1]

    best = max(move.ways, key=fit)
    landed, _ = _landings(variant, move, best, squares)
    return replace(move, captured=best.captured, path=(move.origin, *landed))


def _landings(
    variant: Variant, move: Move, way: Way, squares: Sequence[Point]
) -> tuple[tuple[Point, ...], int]:
    """Where the capturer was set down after each jump of a way, and how many squares that explains."""
    assert move.origin is not None
    landed = list(stops(variant, way, move.origin))
    used = 0
    for n, landing in enumerate(way.landings[:-1]):
        # A man that is slid passes several squares of one line; the last is where it turns.
        while used < len(squares) and landing >> squares[used] & 1:
            landed[n] = squares[used]
            used += 1
    return tuple(landed), used
