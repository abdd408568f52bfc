"""The games that this program plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.chess import CHESS
from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN
from rules.game import Game
from rules.go import GO
from rules.terms import RulesError, quoted
from rules.xiangqi import XIANGQI

if TYPE_CHECKING:
    from collections.abc import Mapping

GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (CHESS, DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN, XIANGQI, GO)
}
"""Every game by its name."""


def game_by_name(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The game with this name ("chess"), as its options make it.

    Raises:
        RulesError: there is none, or it has no such options; lists the known names.
    """
    if name not in GAMES:
        raise RulesError(f"{quoted(name)} is not a game; known games: {', '.join(GAMES)}")
    return GAMES[name].with_options(options or {})
