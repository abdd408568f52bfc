"""What a judgement of a cycle of xiangqi comes to, whichever rules were used (XQ-4.1)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.rulebook import Termination
from rules.terms import Side
from rules.xiangqi.position import BLACK, RED


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The judgement of one cycle.

    Attributes:
        offender: who must do otherwise; None where nobody must, so that it is a draw.
        sure: False where a person must judge.
        reasons: one sentence a ply, then one about the whole.
    """

    termination: Termination
    offender: Side | None
    sure: bool
    reasons: tuple[str, ...]


def side_of(*, red: bool) -> Side:
    """The side of a colour."""
    return RED if red else BLACK


def name_of(*, red: bool) -> str:
    """The side as a sentence begins with it."""
    return "Red" if red else "Black"


_MEN = {
    "R": "chariot",
    "N": "horse",
    "B": "elephant",
    "A": "advisor",
    "K": "general",
    "C": "cannon",
    "P": "soldier",
}


def man_name(letter: str) -> str:
    """The English name of a man, by its letter in either case."""
    return _MEN[letter.upper()]
