"""A sleeve drags stones of Go along, one of them to where its opponent would have captured them: by its colour it is no play of his."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import position
from tests.core.policies import SETTLED

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


ROW = position("d4 e4 f4 g3 d2 e2 f2", "d3 e3 f3 h8 b8")
"""Black c3 would take d3, e3 and f3; its stone e2 stands beside."""


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("clock", [None, "30:00"])
@pytest.mark.parametrize("back_ms", [280, 530])
@pytest.mark.parametrize("order", ["e3+ E2+ C3- d3+", "C3- e3+ E2+ d3+", "e3+ C3- d3+ E2+"])
def test_stones_put_right_were_no_capture(
    sensor: Sensor, clock: str | None, back_ms: int, order: str
) -> None:
    """Or it is asked about which of the two Black has played; what was told of it is corrected."""
    press, replied = ("400 b!", "400 w!") if clock else ("0", "0")
    back = f" {back_ms} ".join(order.split())
    line = f"e3- 90 E2- 80 d3- 80 C3+ 1500 {back} 1500 G8+ {press} 900 h2+ {replied}"
    rig = rig_of(sensor, ROW, f"{line} {SETTLED.within_ms}", clock)
    assert rig.line == ["g8", "h2"] or rig.questions == [["c3", "g8"]], rig.story()
    assert set(rig.odd) <= {("GO-18.alive", "living-stones-removed")}
    assert not rig.of(Penalty)
