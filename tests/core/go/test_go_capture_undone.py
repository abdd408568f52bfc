"""A capture of Go that is taken back: its stones that come back are no plays, nor is one a capture in turn (a snapback)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.deed import Doubt
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import position

SENSORS = pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
CLOCKS = pytest.mark.parametrize("clock", [None, "30:00"])
THREE = position("b1 c2 d2 e2 f1 g7", "a1 b2 d1 e1 h8", "white")
"""White c1 takes b1, where Black may take c1, d1 and e1."""


def taken(clock: str | None) -> str:
    return "c1+ 400 B1- " + ("300 w! 3000" if clock else "3000")


@pytest.mark.law("GO-17.release")
@SENSORS
@CLOCKS
@pytest.mark.parametrize("back_ms", [200, 450, 670, 1100])
@pytest.mark.parametrize("by", ["black", "arbiter"])
def test_the_captor_was_taken_up_first(
    sensor: Sensor, clock: str | None, back_ms: int, by: str
) -> None:
    rig = rig_of(sensor, THREE, f"{taken(clock)} c1- {back_ms} B1+ 3500", clock)
    assert (rig.moves, rig.questions) == (["c1"], []), rig.story()
    (named,) = rig.of(Irregularity)
    assert (named.law, named.doubt) == ("GO-17.release", Doubt.WHOSE_HAND)
    assert rig.command(by, "accept-irregularity", id=named.id), rig.refusals
    assert (rig.line, rig.stage) == ([], "play")


@SENSORS
@CLOCKS
@pytest.mark.parametrize("off", ["D1 E1", "E1 D1"])
@pytest.mark.parametrize("pause_ms", [150, 400, 700, 1000])
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
    rig = rig_of(sensor, THREE, f"{taken('30:00')} c1- 400 B1+ 300 b! 1500", "30:00")
    assert rig.moves == ["c1", "b1"], rig.story()


ROW = position("c4 d4 e4 c2 d2 e2 b3", "c3 d3 e3 j9 h7 a1")
"""Black f3 takes c3, d3 and e3."""


@pytest.mark.law("GO-17.release")
@SENSORS
@CLOCKS
@pytest.mark.parametrize("apart_ms", [160, 290, 450, 650])
@pytest.mark.parametrize(
    "order", ["c3+ d3+ e3+ F3-", "F3- c3+ d3+ e3+", "d3+ c3+ F3- e3+", "c3+ F3- e3+ d3+"]
)
def test_captured_stones_set_back_before_their_captor_is_off_are_no_replies(
    sensor: Sensor, clock: str | None, apart_ms: int, order: str
) -> None:
    pressed = "300 b! 1500" if clock else "1500"
    back = f" {apart_ms} ".join(order.split())
    rig = rig_of(sensor, ROW, f"F3+ 400 c3- 200 d3- 200 e3- 200 {pressed} {back} 3500", clock)
    assert (rig.moves, rig.questions) == (["f3"], []), rig.story()
    assert rig.odd == [("GO-17.release", "move-taken-back")]


@CLOCKS
@pytest.mark.parametrize("apart_ms", [300, 600, 900])
def test_replies_among_the_captured_count(clock: str | None, apart_ms: int) -> None:
    """Both sides play on, one soon after the other, where stones were captured: each comes out once they rest, or are pressed upon."""
    first, then, last = (
        ("100 b! 900", "100 w! 200", "100 b! 1500") if clock else ("900", "", "2500")
    )
    line = f"F3+ 400 c3- 200 d3- 200 e3- {first} c3+ {then} {apart_ms} E3+ {last}"
    rig = rig_of(Sensor.POLARITY, ROW, line, clock)
    assert (rig.moves, rig.odd) == (["f3", "c3", "e3"], []), rig.story()
    rig = rig_of(Sensor.PRESENCE, ROW, line, clock)
    assert (rig.moves, rig.odd) == (["f3", "c3", "e3"], []), rig.story()
