"""A capture of Go is taken back whose stone could have been captured in turn just there, with others (a snapback): nobody has."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.deed import Doubt
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import position
from tests.core.policies import ASKED

SENSORS = pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
CLOCKS = pytest.mark.parametrize("clock", [None, "30:00"])
THREE = position("b1 c2 d2 e2 f1 g7", "a1 b2 d1 e1 h8", "white")
"""White c1 takes b1, where Black may take c1, d1 and e1."""


def taken(clock: str | None) -> str:
    return "c1+ 400 B1- " + ("300 w! 3000" if clock else "3000")


@pytest.mark.law("GO-17.release")
@SENSORS
@CLOCKS
@pytest.mark.parametrize("back_ms", [200, 670, 1100])
def test_the_captor_was_taken_up_first(sensor: Sensor, clock: str | None, back_ms: int) -> None:
    """It was taken back, or Black captures and others are to come off still: the record waits for people."""
    rig = rig_of(sensor, THREE, f"{taken(clock)} c1- {back_ms} B1+ {ASKED.within_ms}", clock)
    assert rig.moves == ["c1"], rig.story()
    assert rig.questions in ([], [["b1"]])
    assert rig.stage in ("restore", "question")
    assert all(named.doubt == Doubt.WHOSE_HAND for named in rig.of(Irregularity))


@SENSORS
@CLOCKS
@pytest.mark.parametrize("off", ["D1 E1", "E1 D1"])
@pytest.mark.parametrize("pause_ms", [150, 700])
@pytest.mark.parametrize("order", ["c1- {ms} B1+", "B1+ {ms} c1-"])
def test_the_capture_is_played_all_the_same(
    sensor: Sensor, clock: str | None, off: str, pause_ms: int, order: str
) -> None:
    """Whoever lifts the stone first and then plays goes on to take the others off."""
    first, second = off.lower().split()
    play = order.format(ms=min(pause_ms, 600))
    press = "300 b! 1500" if clock else "1500"
    line = f"{taken(clock)} {play} {pause_ms} {first}- {pause_ms} {second}- {press}"
    rig = rig_of(sensor, THREE, line, clock)
    assert (rig.moves, rig.of(Irregularity)) == (["c1", "b1"], []), rig.story()


@SENSORS
def test_the_capture_is_pressed_upon_while_its_stones_stand(sensor: Sensor) -> None:
    rig = rig_of(sensor, THREE, f"{taken('30:00')} c1- 400 B1+ 300 b!", "30:00")
    rig.wait(ASKED.within_ms)
    assert rig.moves == ["c1", "b1"], rig.story()
