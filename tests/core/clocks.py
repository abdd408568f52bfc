"""Boards with a clock, and what it shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from controller.core.messages import Clock, Json, Result
from controller.core.table.clock.timer import faces_at, message
from tests.core.rig import Rig


def clocked(control: str = "5:00", start: str | None = None, **options: Any) -> Rig:  # noqa: ANN401 - as Rig
    """A board with a time control."""
    return Rig(start, time_control=control, **options)


def faces(board: Rig) -> Json:
    """What the clock shows now, a side each."""
    timer = board.session.timer
    assert timer is not None
    return faces_at(timer, board.at_ns - timer.origin_ns)


def shown(board: Rig) -> Clock:
    """The clock as it would be published now."""
    timer = board.session.timer
    assert timer is not None
    return message(replace(board.session.state, now_ns=board.at_ns), timer)


def left(board: Rig, side: str = "white") -> int:
    """What a side has left now, in milliseconds."""
    ms: int = faces(board)[side]["remaining_ms"]
    return ms


def running(board: Rig) -> str | None:
    """Whose clock runs."""
    timer = board.session.timer
    assert timer is not None
    side: str | None = timer.clock.running
    return side


def endings(board: Rig) -> list[tuple[str, str, str | None]]:
    """Result, termination and law of each result."""
    return [(each.result, each.termination, each.law) for each in board.of(Result)]
