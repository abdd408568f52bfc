"""A game as people and files ask for it: by name, with its options and a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from controller.core.messages import position_text
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.messages import Text
    from rules.game import Game

SIZE = "size"
"""The option of Go that a position names too."""


def game_for(
    name: str, options: Mapping[str, object] | None = None, position: str | None = None
) -> Game:
    """The game as its options make it; where they leave the board's size open, the position says it.

    Args:
        position: as `Game.start` reads it; it need not be one.

    Raises:
        RulesError: there is no such game, or it has no such options.
    """
    given = dict(options or {})
    game = game_by_name(name, given)
    if SIZE not in game.options or SIZE in given or position is None:
        return game
    size = _size_in(position)
    return game if size is None else game_by_name(name, {**given, SIZE: size})


def start_of(game: Game, position: Text) -> str | None:
    """The text of a position that a game began from; None for the game's array."""
    array = game.start()
    return None if position in (array.value, array.text) else position_text(position)


def _size_in(position: str) -> object:
    """What a position says about the board's size, unchecked; None where it says nothing."""
    try:
        read = json.loads(position)
    except (ValueError, RecursionError):
        return None
    return read.get(SIZE) if isinstance(read, dict) else None
