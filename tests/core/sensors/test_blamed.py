"""The sensors that the belief blames are named, while they are wrong, and known after a new start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Health
from tests.core.rig import Rig, recovered

if TYPE_CHECKING:
    from controller.core.messages import Json

SILENT = "1000 e2- 300 e7- 300 e5+ 6000"
"""White's pawn has landed where nothing is felt."""
MADE_UP = "1000 e2- 300 e4+ 1500 a5+ 6000 e7- 300 e5+ 1500 g1- 300 f3+ 1500 b8- 300 c6+ 1500 f1- 300 b5+ 9000"
"""A point closes by itself, and play goes on."""


def told(rig: Rig) -> list[Json]:
    return rig.board.health.told(rig.at_ns)


def test_a_sensor_that_does_not_feel_its_piece_is_stuck_off() -> None:
    rig = Rig().hands(SILENT)
    assert rig.command("arbiter", "answer", move="e2e4")
    rig.hands("3000")
    assert rig.line == ["e2e4", "e7e5"]
    assert told(rig) == [{"point": "e4", "symptom": "stuck-off", "lasting": True}]


def test_nobody_is_blamed_while_it_is_open_which_it_is() -> None:
    rig = Rig().hands(SILENT)
    assert rig.session.question is not None
    assert set(rig.session.question.candidates) == {"e2e3", "e2e4"}
    assert len(told(rig)) <= 1


def test_a_sensor_that_feels_a_piece_where_none_is_is_stuck_on() -> None:
    rig = Rig().hands(MADE_UP)
    assert rig.line == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert [(each["point"], each["symptom"]) for each in told(rig)] in (
        [],  # something may lie there
        [("a5", "stuck-on")],
    )


@pytest.mark.parametrize("orientation", ["normal", "turned"])
def test_it_is_known_after_a_new_start(orientation: str) -> None:
    rig = Rig(orientation=orientation).hands("1000")  # type: ignore[arg-type]
    health = Health(
        suspects=[
            {"point": "e4", "symptom": "stuck-off", "lasting": True},
            {"point": "a5", "symptom": "chattering"},
        ],
        bus="ok",
        broker="none",
        disk="ok",
        scan_hz=None,
        latency_ms=None,
    )
    new = recovered(rig.settings, [*rig.said, health])
    remembered = new.board.state.belief.remember()  # type: ignore[attr-defined]
    point = "e4" if orientation == "normal" else "d5"
    assert remembered == {rig.game.index[point]: 1}
