"""Plies given out one after the other behind a question: no sensor that told of each of them is held to be wrong for good."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.sensed import SensedRig

BOARD = "W:Wa3,a5,c1,d2,f2,g1,h2:Bb6,b8,c7,f4,g5,h6,h8"
READ_AS_KING = (
    "1000 d2- 230 e3=W 1700 f4- 400 d2=b 375 e3- 410 c1- 450 e3=W 200 d2- 470 b8- 490 a7=b 680 f2- 510 g3=w "
    "730 h8- 650 g7=b 1180 a3- 260 b4=w 1140 e3=w 2000"
)
"""d2-e3, f4:d2 over it, c1:e3 over that: e3 reads the man who stands there as a king."""


@pytest.mark.parametrize("sensor", [Sensor.IDENTITY, Sensor.FIELD])
def test_sensors_that_told_of_what_was_answered_stay_sound(sensor: Sensor) -> None:
    game = game_by_name("draughts-russian")
    rig = SensedRig(sensor, BOARD, game=game, rulebook=game.rulebook.name)
    rig._men["W"] = rig._men["w"].__class__(rig._men["w"].side, "W")
    rig.hands(READ_AS_KING)
    for move in ("d2-e3", "f4:d2", "c1:e3"):
        if rig.stage == "question":
            assert rig.command("arbiter", "answer", move=move), "\n".join(rig.story())
            rig.hands("2000")
    assert rig.line[:3] == ["d2-e3", "f4:d2", "c1:e3"], "\n".join(rig.story())
    health = rig.session.health.told(rig.at_ns)
    assert {each["point"] for each in health if each.get("lasting")} <= {"e3"}, "\n".join(
        rig.story()
    )
