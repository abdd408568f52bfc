"""What a point has told that changes time and again: its sensor chatters, and readings of all of it would have no end."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point
from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point

CHANGES_MAX = 16
"""Changes of one point that are weighed: four plies there, each set down twice. The shortest are left out of more."""

INSTANT_MS = 100
RETURNS_MIN = 4
"""So often no stone is lost for an instant while it is set down."""


def thinned(edges: Sequence[Edge]) -> list[Edge]:
    """The edges in the order of their times, of each point no more than `CHANGES_MAX`: what lasted for a moment only is left out.

    How the point was in the beginning and is in the end stays as it is, and so do the first change and the last.
    """
    kept: list[Edge] = []
    for found in by_point(edges).values():
        rest = list(found)
        while len(rest) > CHANGES_MAX:
            lasted = [b.at_ns - a.at_ns for a, b in pairwise(rest[1:-1])]
            n = lasted.index(min(lasted)) + 1
            del rest[n : n + 2]
        kept += rest
    return sorted(kept, key=lambda e: (e.at_ns, e.seen_ns, e.point))


def trembles(branch: Branch, move: Move) -> bool:
    """Whether the point of a play has come and gone so often, each time for an instant, that no hand sets a stone down there."""
    at = [edge for edge in branch.edges if edge.point == move.target]
    short = [b.at_ns - a.at_ns < INSTANT_MS * MS for a, b in pairwise(at) if b.placed]
    return not branch.judge.game.men_move and sum(short) >= RETURNS_MIN


def shaken_ns(branch: Branch, move: Move) -> int:
    """When the sensor that tells of a play (Go) changed last, if it has done so too often for a hand: soon it is known whether it chatters."""
    if branch.judge.game.men_move:
        return 0
    return max((e.at_ns for e in branch.edges if e.point == move.target and e.shaky), default=0)


def steadied(position: Position, edges: Sequence[Edge], point: Point, now_ns: int) -> list[Edge]:
    """The edges without those of a point whose sensor flickers.

    Where it was empty, it counts that a stone has come that was felt for the most part since.
    """
    at = [edge for edge in edges if edge.point == point and position.man_at(point) is None]
    felt_ns = sum(
        (now_ns if off is None else off.at_ns) - on.at_ns
        for on, off in zip_longest(at[::2], at[1::2])
    )
    came = at[:1] if at and felt_ns * 2 > now_ns - at[0].at_ns else []
    return [edge for edge in edges if edge.point != point or edge in came]
