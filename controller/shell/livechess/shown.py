"""What the dialogue shows of a game, worked out of the kiosk's view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import position_text
from controller.shell.livechess.dialogue import Shown
from rules.registry import GAMES, game_by_name

if TYPE_CHECKING:
    from controller.core.view import MoveLine, View

_RUNNING = frozenset({"play", "restore", "question", "choice"})


class Follower:
    """Keeps the positions of the game under way, so that each is worked out once."""

    def __init__(self) -> None:
        self._start: object = None
        self._played: list[str] = []
        self._positions = [GAMES["chess"].start()]

    def shown(self, view: View) -> Shown:
        """The game as far as relays can read it: up to a move that is not legal."""
        legal = _legal(view.moves)
        moves = [line.move for line in legal]
        if view.start != self._start or moves[: len(self._played)] != self._played:
            self._start, self._played = view.start, []
            game = game_by_name(view.game, view.game_options)
            self._positions = [game.start(position_text(view.start))]
        for text in moves[len(self._played) :]:
            position = self._positions[-1]
            move = position.by_text(text)
            if move is None:
                break
            self._positions.append(position.play(move))
            self._played.append(text)
        return Shown(
            positions=[position.text for position in self._positions],
            san=[line.notation["san"] for line in legal[: len(self._played)]],
            flipped=view.orientation == "turned",
            running=view.stage in _RUNNING,
        )


def _legal(moves: list[MoveLine]) -> list[MoveLine]:
    found: list[MoveLine] = []
    for line in moves:
        if not line.legal:
            break
        found.append(line)
    return found
