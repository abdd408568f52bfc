"""Whose doing it is that stones stand otherwise (Go), and what is told of it."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import SINGLE, rig_of
from tests.core.go.test_go_tracking import position
from tests.core.policies import NAMED

HANDICAP = position("c3 g7", "", "white")
AS_PLAYED = position("c3 g7", "d4", "white")


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("start", [HANDICAP, AS_PLAYED])
def test_a_stone_of_the_wrong_colour_that_came_alone_is_taken_back(start: str) -> None:
    """Black has set it down out of turn, or White's stone before it was not felt: it is no ply, and is to be cleared up."""
    rig = rig_of(Sensor.POLARITY, start, f"E5+ {NAMED.within_ms}", None)
    for found in rig.of(Irregularity):
        assert (found.law, found.side, found.points) == ("GO-17.shift", "black", ["e5"])
    assert (rig.line, rig.of(Question), rig.stage) == ([], [], "restore")


@pytest.mark.law("GO-17.scatter")
@pytest.mark.parametrize(
    ("line", "side"),
    [
        ("1500 {}", "black"),  # after his play, before his press
        ("900 b! 300 {}", "white"),
        ("3500 b! 300 {}", "white"),
    ],
    ids=["before the press", "after it", "long after it"],
)
@pytest.mark.parametrize("fall", ["c7- 20 D5- 20 F5- 20 g3-", "D5- 20 F5- 20 E6-"])
def test_stones_are_scattered_by_whose_clock_runs(line: str, side: str, fall: str) -> None:
    rig = rig_of(Sensor.POLARITY, SINGLE, f"H8+ {line.format(fall)} {NAMED.within_ms}", "30:00")
    assert [(i.law, i.side) for i in rig.of(Irregularity)] == [("GO-17.scatter", side)]
    assert rig.line == ["h8"]


@pytest.mark.law("GO-17.scatter")
@pytest.mark.parametrize("ms", [1500, 2500])
def test_stones_put_right_after_they_were_scattered_are_no_moves_taken_back(ms: int) -> None:
    """The two played last are the last to be put back: meanwhile all stands as before them."""
    fall = f"H8- 20 h2- 20 D5- 20 F5- {NAMED.within_ms} D5+ 500 F5+ {ms} H8+ 400 h2+ 2000"
    rig = rig_of(Sensor.PRESENCE, SINGLE, f"H8+ 1500 h2+ 1500 {fall}", None)
    found = [(i.law, i.kind) for i in rig.of(Irregularity)]
    assert found == [("GO-17.scatter", "position-scattered")], rig.story()
    assert (rig.line, rig.stage) == (["h8", "h2"], "play")
