"""Which role may send which command. One table for MQTT, the kiosk and the replay of traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.game import Game

ARBITER = "arbiter"
OPERATOR = "operator"
_PLAYER = "player"

_PLAYERS = frozenset({_PLAYER})
_PLAY = frozenset({_PLAYER, ARBITER})
_OFFICE = frozenset({ARBITER})
_HOUSE = frozenset({ARBITER, OPERATOR})
_ALL = frozenset({_PLAYER, ARBITER, OPERATOR})

COMMANDS: Mapping[str, frozenset[str]] = {
    "start": _HOUSE,
    "promote": _PLAY,
    "confirm-crowning": _PLAY,
    "adjust": _PLAY,
    "answer": _ALL,
    "offer-draw": _PLAYERS,
    "accept-draw": _PLAYERS,
    "decline-draw": _PLAYERS,
    "resign": _PLAYERS,
    "claim-repetition": _PLAYERS,
    "claim-move-limit": _PLAYERS,
    "consent-adjust": _PLAY,
    "pass": _PLAYERS,
    "accept-irregularity": _PLAY,
    "demand-correction": _PLAY,
    "mark-dead": _PLAY,
    "agree-score": _PLAY,
    "press-clock": _PLAY,
    "pause": _ALL,
    "resume": _HOUSE,
    "penalty": _OFFICE,
    "correct": _OFFICE,
    "set-position": _HOUSE,
    "set-clock": _OFFICE,
    "seal": _PLAY,
    "open-sealed": _OFFICE,
    "result": _HOUSE,
    "void": _HOUSE,
}
"""Who may send each command. `player` stands for either side of the game.

What binds only a player (an offer, a resignation, a claim) comes from that player. What judges comes
from the arbiter. What keeps the house (starting, pausing, a result, restoring a position) may come
from the operator too, so that a club evening without an arbiter goes on.
"""


def roles(game: Game) -> tuple[str, ...]:
    """Every role there is at a board of this game."""
    return (*game.sides, ARBITER, OPERATOR)


def refusal(game: Game, role: str, command: str) -> str | None:
    """Why the role may not send the command, in words; None if it may."""
    if role not in roles(game):
        return f"there is no role {role[:40]!r}; roles are {', '.join(roles(game))}"
    if command not in COMMANDS:
        return f"there is no command {command[:40]!r}"
    kind = _PLAYER if role in game.sides else role
    if kind in COMMANDS[command]:
        return None
    who = " or ".join(sorted(COMMANDS[command]))
    return f"{command} is for the {who}, not for {role}"
