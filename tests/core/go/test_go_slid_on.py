"""A stone slid on to the next point, where the opponent's reply would have taken it (Go)."""

from __future__ import annotations

import pytest

from controller.core.messages import Move, Question
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_sensors import answered
from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import ASKED

CORNER = position("j9", "b1 j1")
"""Black may play a1 or a2; once he has played a1, White a2 takes it."""


@pytest.mark.parametrize(("alone", "both"), [(60, 10), (60, 55), (90, 40), (110, 10)])
def test_no_stone_is_played_and_taken_in_so_short_a_time(alone: int, both: int) -> None:
    """It was slid; where a hand might just have done so it is asked."""
    rig = hands(f"a1+ {alone} a2+ {both} a1- 400 f5+ {ASKED.within_ms}", CORNER)
    assert rig.moves == ["a2", "f5"] or rig.questions == [["a1", "a2"]], rig.story()
    assert rig.odd == []


@pytest.mark.parametrize("alone", [90, 300])
@pytest.mark.parametrize("both", [65, 95])
@pytest.mark.parametrize("on", ["", "300 f5+"])
def test_it_is_asked_whether_it_was_slid_or_played_and_taken(
    alone: int, both: int, on: str
) -> None:
    rig = hands(f"a1+ {alone} a2+ {both} a1- {on} {ASKED.within_ms}", CORNER)
    assert (rig.questions, rig.moves, rig.odd) == ([["a1", "a2"]], [], [])
    answered(rig, "a2")
    assert rig.moves[0] == "a2"


@pytest.mark.parametrize("alone", [60, 110, 300, 800])
@pytest.mark.parametrize("both", [110, 200, 400, 800])
def test_a_stone_is_taken_once_its_captor_stands(alone: int, both: int) -> None:
    rig = hands(f"a1+ {alone} a2+ {both} a1- 400 f5+ {ASKED.within_ms}", CORNER)
    truth = ["a1", "a2", "f5"]
    assert rig.line == truth or rig.stage == "question", rig.story()
    assert rig.odd == []


@pytest.mark.parametrize(
    ("sensor", "line", "moves"),
    [
        (Sensor.POLARITY, "A1+ 110 a2+ 55 A1- 3000", ["a1", "a2"]),
        (Sensor.POLARITY, "A1+ 110 A2+ 55 A1- 3000", ["a2"]),
    ],
    ids=["taken", "slid"],
)
def test_colours_tell(sensor: Sensor, line: str, moves: list[str]) -> None:
    rig = rig_of(sensor, CORNER, line, None)
    assert rig.of(Question) == []
    assert [found.move for found in rig.of(Move)] == moves
