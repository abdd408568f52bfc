"""Names of roles and commands, and how a role is proved. Which role may give which command stands in the core."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.game import Game

ARBITER = "arbiter"
OPERATOR = "operator"

ROLES = frozenset({"white", "black", "red", ARBITER, OPERATOR})
"""Every role of every game."""
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

    One plain hash is enough only because tokens are long and random (`new_token`); they are not passwords.
    """
    return "sha256:" + hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody guesses: 24 random bytes, as text."""
    return secrets.token_urlsafe(24)
