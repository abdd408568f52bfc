"""Hands at a board of draughts that name squares by file and rank, and men for them to work on."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.draughts import Draughts
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.rules.draughts_deeds import at, position_of
from tests.rules.draughts_lines import GAMES

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
BETWEEN_MS = 400

QUIET = "w c3 e3 g1 / b6 h8"
# c3 takes d4 and d6 and ends on c7; g1 may only step.
CHAIN = "w c3 g1 / d4 d6 h8"
# c1 takes d2, f4 and f6 and ends on e7.
THREE = "w c1 a1 / d2 f4 f6 a5"
KING = "w Ka1 h2 / d4 d6"


class Board:
    """A rig whose hands name squares by file and rank."""

    def __init__(self, game: Draughts, men: str, *, automatic: bool = False) -> None:
        self.game = game
        self.rig = Rig(
            position_of(game, men).text,
            game=game,
            rulebook=game.rulebook.name,
            claims="automatic" if automatic else "players",
        )
        self.rig.hands("1000")

    def hands(self, line: str, rest_ms: int = NAMED.within_ms) -> Rig:
        """Does what the line says, a pause between two acts where it names none."""
        tokens, waited = [], True
        for token in line.split():
            if token.isdigit():
                tokens.append(token)
                waited = True
                continue
            if not waited:
                tokens.append(str(BETWEEN_MS))
            waited = False
            point = token.endswith("!") or self.game.points[at(self.game, token[:-1])]
            tokens.append(token if point is True else f"{point}{token[-1]}")
        return self.rig.hands(f"{' '.join(tokens)} {rest_ms}")

    def back(self, line: str, rest_ms: int = NAMED.within_ms) -> Rig:
        """Undoes a line, the last act first."""
        acts = [t for t in line.split() if t[-1] in "+-"]
        return self.hands(
            " ".join(t[:-1] + ("-" if t[-1] == "+" else "+") for t in reversed(acts)), rest_ms
        )

    def found(self) -> Irregularity:
        """The newest irregularity."""
        return self.rig.of(Irregularity)[-1]

    def other(self, side: str) -> str:
        return "black" if side == "white" else "white"

    def names(self, *squares: str) -> list[str]:
        return [self.game.points[at(self.game, square)] for square in squares]
