"""What a branch of the game says of its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from controller.core.readings import Ply, Reading
from rules.game import Move
from rules.terms import Point

CompletedBy = Literal["settled", "pressed", "reply", "confirmed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A man lifted, by the player on move as far as can be told."""

    point: Point
    at_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """The next move is beyond doubt and completed."""

    ply: Ply
    by: CompletedBy
    touches: tuple[Touch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Evidence that stays undecided between these moves (one, if it may also be none)."""

    moves: tuple[Complete, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregular:
    """No legal move explains what stands, or a clock was pressed too soon.

    Attributes:
        bound: the move that was under way, its man set down and released.
    """

    reading: Reading
    touches: tuple[Touch, ...]
    pressed: bool
    bound: Move | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRest:
    """The board stands as it should again; the men that were touched meanwhile."""

    touches: tuple[Touch, ...]


Decision = Complete | Ask | Irregular | AtRest
