"""The whole new core for tests: board, belief and referee, with the face that `Rig` needs of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.referee.referee import TheReferee
from tests.core.table.stand import Stand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Message, Question, Result
    from controller.core.sensing.health import SensorHealth
    from controller.core.settings import Settings
    from controller.core.stages import Stage
    from rules.rulebook import Rulebook


class Followers(Stand):
    """A session of the new core."""

    def __init__(self, settings: Settings, board: Board | None = None) -> None:
        self.settings = settings
        super().__init__(settings, board or Board(settings, RecordedBelief(settings), TheReferee()))

    @classmethod
    def recover(
        cls, settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
    ) -> Followers:
        belief, referee = RecordedBelief(settings), TheReferee()
        return cls(settings, Board.recover(settings, belief, referee, messages, at_us))

    @property
    def health(self) -> SensorHealth:
        return self.board.health

    @property
    def rulebook(self) -> Rulebook:
        return self.settings.rulebook

    @property
    def stage(self) -> Stage:
        return self.board.state.stage

    @property
    def question(self) -> Question | None:
        return self.board.state.game.question

    @property
    def result(self) -> Result | None:
        return self.board.state.game.result

    def name(self, point: int) -> str:
        """The printed label of a point, as the old session has it."""
        return self.game.points[point]
