"""The whole new core for tests: board, belief and referee, with the face that `Rig` needs of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.frames import turned
from controller.core.referee.referee import TheReferee

if TYPE_CHECKING:
    from controller.core.inputs import Effects, Input
    from controller.core.settings import Settings
    from controller.core.slices import Line
    from controller.core.stages import Stage
    from controller.core.view import View
    from rules.terms import PointSet


_WHERE = {
    "standing": "sensing.standing", "unknown": "sensing.unknown", "marks": "sensing.marks",
    "orientation": "sensing.orientation", "question": "game.question", "result": "game.result",
    "breach": "remedy.breach", "irregularity": "remedy.irregularity", "timer": "clock",
    "claims": "claims", "penalties": "penalties.counts", "due": "duty.due", "told": "duty.touched",
    "touched": "duty.touched", "uncrowned": "duty.uncrowned", "now_ns": "now_ns", "ids": "game.ids",
    "guide": "remedy.target", "envelope": "game.envelope", "ruled": "game.ruled",
    "touched_after": "duty.touched_after", "pressed_ns": "duty.pressed_ns",
    "adjusting": "claims.adjusting", "promotion": "claims.promotion",
}  # fmt: skip
"""Where the new state has what tests ask the old session for."""


class Followers:
    """A session of the new core."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.board = Board(settings, RecordedBelief(settings), TheReferee())
        self.game, self.rulebook = settings.game, settings.rulebook

    def feed(self, item: Input) -> Effects:
        return self.board.feed(item)

    def next_deadline(self) -> int | None:
        return self.board.next_deadline()

    def view(self) -> View:
        return self.board.view()

    @property
    def line(self) -> Line:
        return self.board.state.game

    @property
    def stage(self) -> Stage:
        return self.board.state.stage

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the old session had
        path = _WHERE.get(name)
        if path is None:
            raise AttributeError(name)
        found: Any = self.board.state
        for part in path.split("."):
            found = getattr(found, part)
        return found

    def turn(self, points: PointSet) -> PointSet:
        if self.board.state.sensing.orientation == "normal":
            return points
        return turned(self.game, points)
