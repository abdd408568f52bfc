"""The games that this program plays. The laws of a game are loaded when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module

from rules.game import Game
from rules.terms import RulesError, quoted

NAME_MAX = 100
"""Characters of a name that are compared with the known ones."""
_WHERE: Mapping[str, tuple[str, str]] = {
    "chess": ("rules.chess.game", "CHESS"),
    "draughts-100": ("rules.draughts.game", "DRAUGHTS_100"),
    "draughts-russian": ("rules.draughts.game", "DRAUGHTS_RUSSIAN"),
    "draughts-brazilian": ("rules.draughts.game", "DRAUGHTS_BRAZILIAN"),
    "xiangqi": ("rules.xiangqi.game", "XIANGQI"),
    "go": ("rules.go.game", "GO"),
}
"""The module that has each game, and its name there."""


class _Games(Mapping[str, Game]):
    """Every game by its name."""

    def __getitem__(self, name: str) -> Game:
        module, attribute = _WHERE[name]
        game = getattr(import_module(module), attribute)
        assert isinstance(game, Game)
        return game

    def __contains__(self, name: object) -> bool:
        return name in _WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


GAMES: Mapping[str, Game] = _Games()
"""Every game by its name."""


def game_by_name(name: str, options: Mapping[str, object] | None = None) -> Game:
    """The game with this name ("chess"), as its options make it.

    Raises:
        RulesError: there is none, or it has no such options; lists the known names.
    """
    if name not in GAMES:
        near = get_close_matches(name[:NAME_MAX], GAMES, n=1)
        meant = f"did you mean {near[0]}? Known" if near else "known"
        raise RulesError(f"{quoted(name)} is not a game; {meant} games: {', '.join(GAMES)}")
    return GAMES[name].with_options(options or {})
