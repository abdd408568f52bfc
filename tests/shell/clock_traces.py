"""Traces of games with presses: hands that make each move and press when the clock shows what it should."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

from controller.core.messages import AnyMessage, read_message
from controller.core.table.clock.game_clock import GameClock, S
from controller.shell.replay import replay
from controller.shell.trace import TraceWriter, read_trace
from rules.footprint import Act
from rules.registry import game_by_name
from rules.time_control import read_time_control

if TYPE_CHECKING:
    from collections.abc import Mapping

US = 1000
LEAST_US = 250_000
"""No hand makes a move and presses in less."""
STEP_US = 250_000
"""From one act of a hand to the next, where there is time."""


class Script:
    """A trace under way.

    Attributes:
        at_us: the moment of the last press.
    """

    def __init__(self, game: str, control: str, **header: object) -> None:
        self.game = game_by_name(game)
        self.text = io.StringIO()
        head: Mapping[str, object] = {"game": game, "time_control": control, **header}
        self.writer = TraceWriter(self.text, head)
        self.position = self.game.start()
        first, second = self.game.sides
        self.clock = GameClock(read_time_control(control), (first, second))
        self.clock.start(0)
        self.at_us = 0

    def move(self, text: str, think_us: int) -> None:
        """The side to move makes a move and presses, so long after the last press."""
        move = self.position.by_text(text)
        assert move is not None, f"{text} in {self.position.text}"
        side, until_us = move.side, self.at_us + think_us
        steps = list(next(move.footprint.orders(), ()))
        step_us = min(STEP_US, think_us // (len(steps) + 1))
        begin_us = until_us - step_us * len(steps)
        for n, step in enumerate(steps):
            name = self.game.points[step.point]
            self.writer.set(begin_us + n * step_us, {name: int(step.act is Act.PLACE)})
        if not steps:
            self.writer.command(until_us - 1, move.text, side, {})
        self.writer.press(until_us, side)
        self.clock.press(side, until_us * US)
        self.position = self.position.play(move)
        self.at_us = until_us

    def until(self, left_s: float) -> int:
        """How long to think so that after the press so much is left; at least as long as hands take."""
        side = self.position.side_to_move
        shown = self.clock.at(self.at_us * US)
        shown.press(side, self.at_us * US)
        return max(LEAST_US, (shown.left_ns(side) - int(left_s * S)) // US)

    def set_clock(self, times_ms: Mapping[str, int]) -> None:
        """The arbiter sets clocks."""
        self.at_us += 1
        self.writer.command(self.at_us, "set-clock", "arbiter", {"times": dict(times_ms)})
        for side in self.game.sides:
            if side in times_ms:
                self.clock.set(side, times_ms[side] * 1_000_000, self.at_us * US)

    def messages(self, after_us: int = 3_000_000) -> list[AnyMessage]:
        """What the board says of it."""
        self.writer.end(self.at_us + after_us)
        header, lines = read_trace(io.BytesIO(self.text.getvalue().encode()), "clock.jsonl")
        out, notes = io.StringIO(), list[str]()
        replay(header, lines, out, note=notes.append)
        assert notes == [], notes
        return [read_message(json.loads(line)) for line in out.getvalue().splitlines()]
