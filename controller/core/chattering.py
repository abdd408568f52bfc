"""What a point has told that changes time and again: its sensor chatters, and readings of all of it would have no end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.evidence import by_point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.debounce import Edge

CHANGES_MAX = 16
"""Changes of one point that are weighed: four plies there, each set down twice. The shortest are left out of more."""


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
