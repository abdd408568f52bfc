"""A point that tells of another man than stands there: where a capture explains all the rest, it is asked, and nobody accused."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.fair import assert_fair
from tests.core.go.test_go_tracking import NINE, SINGLE
from tests.core.sensed import SensedRig

KING = "B:Wb2,d2,e1,e3,g3:Ba7,b6,b8,Kc1,e7,f8,h6,h8"
"""c1:a3 takes b2; a3 tells white."""


def board(sensor: Sensor, control: str | None = None) -> SensedRig:
    game = game_by_name("draughts-russian")
    return SensedRig(sensor, KING, game=game, rulebook=game.rulebook.name, time_control=control)


@pytest.mark.law("DR-7.4.5", "DR-7.4.1")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
@pytest.mark.parametrize("pressed", [False, True])
def test_the_landing_of_a_capture_in_the_wrong_colour_is_asked_about(
    sensor: Sensor, *, pressed: bool
) -> None:
    rig = board(sensor, "60:00" if pressed else None)
    rig.hands("1000 c1- 600 a3=w 315 b2- 635")
    if pressed:
        rig.press(Side("black"))
    rig.hands("800 g3- 500 h4=w 375")
    if pressed:
        rig.press(Side("white"))
    rig.hands("3000")
    assert_fair(rig, ["c1:a3", "g3-h4"])


@pytest.mark.law("GO-18.alive")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_stone_in_the_wrong_colour_that_captures_is_asked_about(sensor: Sensor) -> None:
    rig = SensedRig(sensor, SINGLE, game=NINE, rulebook="go-china-club")
    rig.hands("1000 d3=w 1000 c3- 3000")
    assert_fair(rig, ["d3"])
