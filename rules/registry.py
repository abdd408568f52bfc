"""The games that this program plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.chess import CHESS
from rules.game import Game, RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES: Mapping[str, Game] = {game.name: game for game in (CHESS,)}
"""Every game by its name."""


def game_by_name(name: str) -> Game:
    """The game with this name ("chess").

    Raises:
        RulesError: there is none; lists the known names.
    """
    if name not in GAMES:
        raise RulesError(f'"{name}" is not a game; known games: {", ".join(GAMES)}')
    return GAMES[name]
