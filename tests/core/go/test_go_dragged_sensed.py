"""A sleeve drags stones of Go along, one of them to where its opponent would have captured them: by its colour it is no play of his."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import position

START = position("e6 f5 d4 e3 c5 d6 a1", "e4 e5 d5 b8 j9")
"""Black f4 would take e4, e5 and d5."""


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
@pytest.mark.parametrize("clock", [None, "30:00"])
@pytest.mark.parametrize("apart_ms", [30, 50])
@pytest.mark.parametrize("back_ms", [300, 540, 800])
def test_stones_put_right_after_a_question_were_no_capture(
    sensor: Sensor, clock: str | None, apart_ms: int, back_ms: int
) -> None:
    press, replied = ("400 b!", "400 w!") if clock else ("0", "0")
    dragged = f"e5- {apart_ms} e4- {apart_ms} d5- 30 f4+ 1740"
    back = f"e5+ {back_ms} f4- {back_ms} e4+ {back_ms} d5+ 1500"
    rig = rig_of(sensor, START, f"{dragged} {back} G8+ {press} 900 h2+ {replied} 2500", clock)
    assert (rig.moves, rig.of(Irregularity)) == (["g8", "h2"], []), rig.story()
