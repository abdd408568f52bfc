"""Calm hands that play whole lines of moves on a rig, and recovery that is compared with the live board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.footprint import Act
from tests.core.rig import recovered

if TYPE_CHECKING:
    from rules.terms import Side
    from tests.core.rig import Rig

REST_MS = 900
"""Longer than a move rests before it is complete."""


def play(rig: Rig, texts: str, *, press: bool = False, rest_ms: int = REST_MS) -> Rig:
    """Hands make these moves one after another, and press the clock after each if there is one to press."""
    for text in texts.split():
        position = rig.session.line.position
        move = position.by_text(text)
        assert move is not None, f"{text} is not legal in {position.text}"
        for step in move.footprint.steps:
            sign = "-" if step.act is Act.LIFT else "+"
            rig.hands(f"{rig.game.points[step.point]}{sign} 200")
        rig.wait(rest_ms)
        assert rig.session.line.position == position.play(move), rig.story()
        if press:
            rig.press(move.side)
            rig.wait(100)
    return rig


def knows_as_much(rig: Rig) -> None:
    """The messages alone bring another session to the same claims, result and position."""
    live, read = rig.session, recovered(rig.settings, rig.said)
    assert read.claims == live.claims
    assert read.result == live.result
    assert read.line.position == live.line.position
    assert read.penalties == live.penalties
    assert (read.view().claims, read.view().count) == (live.view().claims, live.view().count)
    if live.stage.value in ("count", "ended"):
        assert read.stage is live.stage


def sides(rig: Rig) -> tuple[Side, Side]:
    """The side that began and the other."""
    return rig.game.sides
