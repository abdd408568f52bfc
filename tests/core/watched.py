"""A board for tests, with short names for what they look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.frames import turned

if TYPE_CHECKING:
    from controller.core.board import Board
    from controller.core.inputs import Effects, Input
    from controller.core.messages import Duty, Irregularity, Question, Result
    from controller.core.sensing.health import SensorHealth
    from controller.core.settings import Settings
    from controller.core.slices import Claims, Line, Timer
    from controller.core.stages import Stage
    from controller.core.state import State
    from controller.core.view import View
    from rules.terms import Point, PointSet, Side


class Watched:
    """A board, and what tests ask of its state.

    Attributes:
        board: the board itself.
    """

    def __init__(self, board: Board) -> None:
        self.board = board

    # As a board.

    def feed(self, item: Input) -> Effects:
        return self.board.feed(item)

    def next_deadline(self) -> int | None:
        return self.board.next_deadline()

    def view(self) -> View:
        return self.board.view()

    @property
    def settings(self) -> Settings:
        return self.board.settings

    @property
    def health(self) -> SensorHealth:
        return self.board.health

    @property
    def state(self) -> State:
        return self.board.state

    # The game.

    @property
    def line(self) -> Line:
        return self.state.game

    @property
    def question(self) -> Question | None:
        return self.state.game.question

    @property
    def result(self) -> Result | None:
        return self.state.game.result

    @property
    def stage(self) -> Stage:
        return self.state.stage

    @property
    def timer(self) -> Timer | None:
        return self.state.clock

    # What hands did.

    def turn(self, points: PointSet) -> PointSet:
        """Points of the game as they are printed on the board, or the other way round."""
        normal = self.state.sensing.orientation == "normal"
        return points if normal else turned(self.settings.game, points)

    @property
    def standing(self) -> PointSet:
        return self.state.sensing.standing

    @property
    def touched(self) -> list[Point]:
        return self.state.duty.touched

    @property
    def due(self) -> Duty | None:
        return self.state.duty.due

    @property
    def uncrowned(self) -> dict[Point, str]:
        return self.state.duty.uncrowned

    @property
    def breach(self) -> Irregularity | None:
        return self.state.remedy.breach

    @property
    def irregularity(self) -> Irregularity | None:
        return self.state.remedy.irregularity

    # What people said.

    @property
    def claims(self) -> Claims:
        return self.state.claims

    @property
    def adjusting(self) -> bool:
        return self.state.claims.adjusting is not None

    @property
    def penalties(self) -> dict[tuple[Side, str], int]:
        return self.state.penalties.counts
