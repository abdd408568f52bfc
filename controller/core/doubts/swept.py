"""Men swept off the board at the end of a game: its last move stood before them, however shortly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Irregular, likely, oddness
from controller.core.inference.prices import ODD
from controller.core.inference.upset import GONE_MIN
from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch

STOOD_MS = 150
"""Whoever has mated lets go of his man before anybody clears the board; a hand that passes does not stay so long."""


def last_move(branch: Branch, found: Decision) -> Ply | None:
    """The move that leaves the opponent none and stood before the men were swept off; nobody replies to it.

    A mess that begins otherwise is put right, with what was done just before it.
    """
    if not (isinstance(found, Irregular) and branch.upset and branch.judge.game.men_move):
        return None
    if branch.judge.blind or branch.blinded:
        return None
    for before in _pauses(branch.edges):
        swept = branch.edges[len(before) :]
        if sum(not edge.placed for edge in swept) < GONE_MIN:
            return None
        readings = ordinary(branch, before, swept[0].at_ns)
        if not readings or any(reading.first != readings[0].first for reading in readings):
            continue
        ply = readings[0].plies[0]
        stood = swept[0].at_ns - ply.done_ns >= STOOD_MS * MS
        if stood and not branch.play(branch.position, ply.move).moves():
            return ply
    return None


def _pauses(edges: Sequence[Edge]) -> Iterator[list[Edge]]:
    """What was seen before each pause after somebody was set down."""
    for n in range(1, len(edges)):
        if edges[n].at_ns - edges[n - 1].at_ns >= STOOD_MS * MS:
            yield list(edges[:n])


def ordinary(branch: Branch, edges: Sequence[Edge], at_ns: int) -> list[Reading]:
    """The likely readings of these edges, all until this time, that hold nothing strange; none if the likeliest does."""
    other = branch.supposing(0)
    other.edges, other.known = list(edges), []
    readings = likely(other.readings(at_ns + branch.judge.timings.settle_ms * MS, made=True))
    best = readings[0]
    if len(best.plies) != 1 or best.irregular or oddness(best) >= ODD:
        return []
    return [] if best.plies[0].unseen or best.in_air else readings
