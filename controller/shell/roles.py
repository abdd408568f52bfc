"""Names of roles and commands. Which role may give which command stands in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.game import Game

ARBITER = "arbiter"
OPERATOR = "operator"

STARTERS = frozenset({ARBITER, OPERATOR})

COMMAND_NAMES = (
    "start", "promote", "confirm-crowning", "adjust", "answer", "offer-draw", "accept-draw",
    "decline-draw", "resign", "claim-repetition", "claim-move-limit", "consent-adjust", "pass",
    "accept-irregularity", "demand-correction", "mark-dead", "agree-score", "press-clock", "pause",
    "resume", "penalty", "correct", "set-position", "set-clock", "seal", "open-sealed", "result",
    "void",
)  # fmt: skip
"""Every command of version 1, also those that this version of the program refuses."""


def roles(game: Game) -> tuple[str, ...]:
    """Every role there is at a board of this game."""
    return (*game.sides, ARBITER, OPERATOR)
