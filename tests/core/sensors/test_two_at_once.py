"""A man is felt on two points in one scan: one of them makes him up, and only people know which."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.sensed import SensedRig

ROOK = "7r/k7/8/8/8/8/8/K7 b - - 0 1"
PLAY = "r6r/pN1nkppp/2p5/3p4/P6P/qPP1P3/4P3/2BQK1NR b K - 0 17"


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.IDENTITY])
@pytest.mark.parametrize("start", [ROOK, PLAY])
@pytest.mark.parametrize("points", ["d8 e8", "e8 f8", "c8 d8"])
@pytest.mark.parametrize("pressed", [False, True])
def test_both_are_asked_about(start: str, points: str, sensor: Sensor, *, pressed: bool) -> None:
    first, second = points.split()
    game = game_by_name("chess")
    rig = SensedRig(sensor, start, game=game, time_control="5:00")
    rig.hands(f"1000 h8- 860 {first}=r,{second}=r 550")
    if pressed:
        rig.press(Side("black"))
    rig.hands("6000")
    assert {f"h8{first}", f"h8{second}"} <= set(*rig.questions), rig.story()
    assert not rig.of(Irregularity)
