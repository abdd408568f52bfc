"""Names of roles and commands, and how a role is proved. Which role may give which command stands in the core."""

from __future__ import annotations

import hashlib
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
    "void", "amend", "trust",
)  # fmt: skip
"""Every command of version 1, also those that this version of the program refuses."""


def roles(game: Game) -> tuple[str, ...]:
    """Every role there is at a board of this game."""
    return (*game.sides, ARBITER, OPERATOR)


def hash_token(token: str) -> str:
    """A token as the configuration keeps it, for example ``sha256:2bb8…``.

    One plain hash is enough only because tokens are long and random (make them with
    ``python -c "import secrets; print(secrets.token_urlsafe(24))"``); they are not passwords.
    """
    return "sha256:" + hashlib.sha256(token.encode()).hexdigest()
