"""One way in which legal moves and small oddities explain all the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.core.inference.plies import Ply
from controller.core.sensing.debounce import Edge
from rules.game import Move
from rules.terms import Point, PointSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One explanation of the evidence.

    Attributes:
        under_way: a move whose man is set down but whose other steps are to come.
        pending: points of those steps.
        in_air: points whose men are in the air, with the time of the lift.
        unexplained: points that no legal move explains; then the reading is irregular.
        came: the points among them where a man now stands that did not, in the order of time.
        stood_ns: when something was last done at the unexplained points.
    """

    plies: tuple[Ply, ...]
    cost: float
    under_way: Move | None = None
    pending: PointSet = 0
    in_air: Mapping[Point, int] = field(default_factory=dict)
    unexplained: PointSet = 0
    came: tuple[Point, ...] = ()
    stood_ns: int = 0

    @property
    def irregular(self) -> bool:
        return self.unexplained != 0

    @property
    def first(self) -> Move | None:
        return self.plies[0].move if self.plies else None


@dataclass(slots=True)
class Leaf:
    """What remains of the evidence behind a line of moves.

    Attributes:
        crowd: the price of several men in the air; an irregular reading pays for its points instead.
    """

    cost: float = 0.0
    crowd: float = 0.0
    in_air: dict[Point, int] = field(default_factory=dict)
    standing: list[Edge] = field(default_factory=list)
