"""What the belief decides: what is told of the game, or asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.core.belief.line import Node
from controller.core.belief.world import Hypothesis, Log


class How(StrEnum):
    """By what the law holds a ply completed."""

    SETTLED = "settled"
    PRESSED = "pressed"
    REPLY = "reply"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A ply is beyond reasonable doubt.

    Attributes:
        node: the line that ends with it.
        hypothesis: the likeliest one of that line.
        log: what was done in this ply.
        odds: its probability in thousandths.
    """

    node: Node
    hypothesis: Hypothesis
    log: Log
    how: How
    odds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What was told after this ply was not played; or, with no plies, what was asked about.

    Attributes:
        plies: how many are retracted.
    """

    to: Node
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """The evidence leaves a doubt that only people can end; later play may.

    Attributes:
        candidates: lines with one ply more, the likeliest first; none where the model has no idea.
        odds: of each, in thousandths.
    """

    candidates: tuple[Node, ...]
    odds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlawful:
    """What stands is no legal move, beyond reasonable doubt.

    Attributes:
        hypothesis: the likeliest one.
        pressed: the clock was pressed upon it.
    """

    hypothesis: Hypothesis
    pressed: bool


Decision = Made | Undone | Doubt | Unlawful
