"""Boards that sample their points one after the other: when a man was lifted or set down is known within a sweep only.

Where laws look at how a move was made, the hands have the benefit of that: what may have been done in the lawful
order, or too soon to be a touch, was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from controller.core.inference.evidence import Pair, by_point
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import differ
from controller.core.settings import MS, Timings


def in_favour(edges: Sequence[Edge], timings: Timings) -> Sequence[Edge]:
    """The edges as they are, or as they may have been in favour of the hands, in order of time.

    Men who were off for less than `bump_ms` are left out. Men who stood before are lifted no sooner than
    a man is set down within the sweep, and at once with others lifted within it.
    """
    if not timings.sweep_ms:
        return edges
    sweep_ns = timings.sweep_ms * MS
    stood = {point: felt for point, felt in by_point(edges).items() if not felt[0].placed}
    jolts = {id(edge) for felt in stood.values() for edge in _jolts(felt, timings)}
    left = [edge for edge in edges if id(edge) not in jolts]
    placed_ns = [edge.at_ns for edge in left if edge.placed]
    found: list[Edge] = []
    before = None
    for edge in left:
        if edge.placed or edge.point not in stood:
            found.append(edge)
            continue
        late_ns = [ns for ns in placed_ns if edge.at_ns <= ns <= edge.at_ns + sweep_ns]
        at_ns = max(late_ns, default=edge.at_ns)
        if before is not None and edge.at_ns - before[0] <= sweep_ns:
            at_ns = max(at_ns, before[1])
            found = [
                replace(e, at_ns=at_ns) if e.at_ns == before[1] and not e.placed else e
                for e in found
            ]
        before = (edge.at_ns, at_ns)
        found.append(replace(edge, at_ns=at_ns))
    return sorted(found, key=lambda edge: edge.at_ns)


def _jolts(felt: Sequence[Edge], timings: Timings) -> Sequence[Edge]:
    """The edges of a man who was off for a moment; none where another man stands there since."""
    return [
        edge
        for lift, back in pairwise(felt)
        if back.placed
        and Pair(lift, back).ms < timings.bump_ms
        and not differ(lift.mark, back.mark)
        for edge in (lift, back)
    ]
