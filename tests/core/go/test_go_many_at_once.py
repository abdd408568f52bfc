"""Many plays of Go in a second or two: where colours are told, what is known of one does not wait for the next."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Question
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import position

SENSORS = pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
EMPTY = position("j9", "j1")


@SENSORS
@pytest.mark.parametrize("jolt", ["", "E7- 20 E7+ 80"])
def test_a_stone_that_slid_to_its_point_is_told_once_others_have_been_played(
    sensor: Sensor, jolt: str
) -> None:
    """The point that it came from has let go of it."""
    line = f"D7+ 125 E7+ 35 D7- 60 b8+ 95 D6+ 100 {jolt} h5+ 200 B4+ 300 e3+ 900 C5+ 2000"
    _followed(sensor, line, "e7 b8 d6 h5 b4 e3 c5")


@SENSORS
def test_a_stone_is_played_where_another_had_touched_down(sensor: Sensor) -> None:
    line = "B4+ 200 f2+ 5 f3+ 30 f2- 100 F2+ 85 b7+ 180 b8+ 15 b7- 70 H8+ 600 j4+ 300 A2+ 160 b2+ 140 C4+ 2000"
    _followed(sensor, line, "b4 f3 f2 b8 h8 j4 a2 b2 c4")


@SENSORS
def test_a_stone_of_the_other_colour_beside_it_is_no_part_of_it(sensor: Sensor) -> None:
    line = "G2+ 170 h2+ 150 E9+ 5 F9+ 280 F9- 70 a4+ 80 H1+ 700 g7+ 70 F5+ 200 f4+ 2000"
    _followed(sensor, line, "g2 h2 e9 a4 h1 g7 f5 f4")


def _followed(sensor: Sensor, line: str, moves: str) -> None:
    rig = rig_of(sensor, EMPTY, line, None)
    assert (rig.of(Question), rig.of(Irregularity)) == ([], [])
    assert [found.move for found in rig.of(Move)] == moves.split()
