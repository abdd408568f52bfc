"""A board with hands at the running service, which may be killed and started again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inputs import Frame, Tick
from controller.core.settings import Settings
from rules.registry import game_by_name
from tests.shell.test_commands import MS, Hall

if TYPE_CHECKING:
    from pathlib import Path

    from controller.core.view import View
    from rules.game import Game


class Table(Hall):
    """A board with hands, whose service may be killed and started again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.levels = 0

    def play(self, game: str | Game, line: str = "", start: str | None = None) -> Table:
        """Sets up a board for a game, begins it, and makes moves; tokens as in `tests.core.rig`."""
        kind = game_by_name(game) if isinstance(game, str) else game
        self.settings = Settings(
            game=kind,
            rulebook=kind.rulebook,
            start=start,
            game_options=dict(kind.options),
            boot="boot",
        )
        self.start()
        self.levels = kind.start(start).occupied
        return self.see().hands(f"2000 {line}")

    def see(self) -> Table:
        """One scan."""
        self._feed(Frame(at_ns=self.clock.at_ns, levels=self.levels))
        return self

    def hands(self, line: str) -> Table:
        for token in line.split():
            if token.isdigit():
                self.clock.at_ns += int(token) * MS
                self._feed(Tick(at_ns=self.clock.at_ns))
            else:
                self.levels ^= 1 << self.settings.game.index[token[:-1]]
                self.see()
        return self

    def kill(self, away_ms: int = 500) -> Table:
        """The program dies and is started again; the men stand as they stood."""
        self.clock.at_ns += away_ms * MS
        self.start()
        return self.see().hands("1500")

    @property
    def view(self) -> View:
        return self.service.view()

    @property
    def moves(self) -> list[str]:
        return [line.move for line in self.view.moves]
