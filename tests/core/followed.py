"""A whole board for tests, with short ways to what they look at."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from controller.core.belief.recorded import RecordedBelief
from controller.core.board import Board
from controller.core.frames import turned
from controller.core.messages import Clock
from controller.core.referee.referee import TheReferee
from controller.core.table.clock.timer import faces_at, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inputs import Effects, Input
    from controller.core.messages import Json, Message
    from controller.core.settings import Settings
    from controller.core.slices import Line, Timer
    from controller.core.state import State
    from controller.core.view import View
    from rules.game import Game
    from rules.rulebook import Rulebook
    from rules.terms import PointSet, Side


class Clocked:
    """A clock's slice, read at any time of the game."""

    def __init__(self, state: State, timer: Timer) -> None:
        self.state, self.timer = state, timer

    def faces(self, at_ns: int) -> Json:
        return faces_at(self.timer, at_ns)

    def message(self, at_ns: int) -> Clock:
        at = replace(self.state, now_ns=self.timer.origin_ns + at_ns)
        return message(at, self.timer)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a test asks for
        return getattr(self.timer, name)


class Followers:
    """A board and its state under one roof."""

    def __init__(self, settings: Settings, board: Board | None = None) -> None:
        self.settings = settings
        self.board = board or Board(settings, RecordedBelief(settings), TheReferee())

    @classmethod
    def recover(
        cls, settings: Settings, messages: Sequence[Message], at_us: Sequence[int] = ()
    ) -> Followers:
        belief, referee = RecordedBelief(settings), TheReferee()
        return cls(settings, Board.recover(settings, belief, referee, messages, at_us))

    def feed(self, item: Input) -> Effects:
        return self.board.feed(item)

    def next_deadline(self) -> int | None:
        return self.board.next_deadline()

    def view(self) -> View:
        return self.board.view()

    def turn(self, points: PointSet) -> PointSet:
        normal = self.board.state.sensing.orientation == "normal"
        return points if normal else turned(self.board.state.game.game, points)

    @property
    def game(self) -> Game:
        return self.settings.game

    @property
    def rulebook(self) -> Rulebook:
        return self.settings.rulebook

    def name(self, point: int) -> str:
        """The printed label of a point."""
        return self.game.points[point]

    @property
    def line(self) -> Line:
        return self.board.state.game

    @property
    def penalties(self) -> dict[tuple[Side, str], int]:
        return self.board.state.penalties.counts

    @property
    def touched(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(point=point) for point in self.board.state.duty.touched]

    @property
    def told(self) -> list[int]:
        return self.board.state.duty.touched

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a test asks for
        if name in ("board", "settings") or name.startswith("__"):
            raise AttributeError(name)  # it is being copied
        state = self.board.state
        for part in (state, state.game, state.sensing, state.remedy, state.duty):
            if name in getattr(type(part), "__slots__", ()):
                return getattr(part, name)
        if name == "timer":
            return state.clock and Clocked(state, state.clock)
        if name == "guide":
            return None if state.remedy.target is None else state.remedy
        if name == "tracker":
            return state.belief
        if name == "health":
            return self.board.health
        if name == "judge":
            return None
        if name == "adjusting":
            return state.claims.adjusting is not None
        if name == "promotion":
            return state.claims.promotion
        raise AttributeError(name)
