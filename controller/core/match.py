"""A way in which the evidence contains a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.evidence import MS
from controller.core.prices import BACKWARDS, ENEMY_IDLE, GLITCH_MS, IDLE_MS, OUT_OF_ORDER
from rules.terms import Point, PointSet

if TYPE_CHECKING:
    from controller.core.plies import Ply

Cursors = Mapping[Point, int]
"""How many edges of each point are used up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A way in which the edges contain a move.

    Attributes:
        cursors: edges used up afterwards, at the points of the footprint.
        first_ns, landed_ns, done_ns: the first step, the mover set down, and the last step.
        pending: steps that have not happened yet, as points (only in a partial match).
        after_ns: the mover was set down no earlier: when the point was read last, if that was seen late.
        unseen: nothing was seen of the mover being set down.
    """

    cost: float
    cursors: Cursors
    first_ns: int
    landed_ns: int
    done_ns: int
    after_ns: int
    pending: PointSet = 0
    unseen: bool = False

    def too_early(self, plies: Sequence[Ply], sweep_ms: int = 0) -> float:
        """The price of a move begun or done before anybody could have seen the one before it land.

        Args:
            plies: made before it.
            sweep_ms: see `Timings`.
        """
        after_ns = (GLITCH_MS - sweep_ms) * MS
        seen_ns = max((ply.after_ns + after_ns for ply in plies), default=0)
        if self.landed_ns < seen_ns:
            return BACKWARDS
        began_ns = max((min(ply.first_ns, ply.after_ns) for ply in plies), default=0)
        if self.first_ns < began_ns - IDLE_MS * MS:
            return ENEMY_IDLE
        return OUT_OF_ORDER if self.first_ns < seen_ns else 0.0
