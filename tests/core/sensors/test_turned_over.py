"""A sensor that feels the man beside it tells of him as soon as its own is lifted: no hand has exchanged the two."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.fair import assert_fair
from tests.core.sensed import Board

START = "B:Wa1,a3,b2,c1,c5,d2,e1,f2,g1,g3,h2:Ba7,b8,c7,d6,d8,e5,e7,f8,g7,h6,h8"
WHITE, BLACK = Piece(Side("white"), "w"), Piece(Side("black"), "b")


def captured_past_two_bad_sensors(sensor: Sensor) -> Board:
    """d6:b4, a3:c5 and e7-d6; a3 feels the man of b4 too, and e7 feels nobody any more."""
    board = Board(game_by_name("draughts-russian"), sensor, start=START)
    board.wait(1000).lift("d6").wait(400).put("b4", BLACK).wait(300).lift("c5").wait(400)
    board.lift("e7").wait(3000)
    board.put("a3", BLACK).wait(340).put("c5", WHITE).wait(400)
    board.set({"b4": 0, "a3": 0}).wait(1150).put("d6", BLACK).wait(3000)
    return board


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_capture_is_asked_about_and_nobody_is_accused(sensor: Sensor) -> None:
    board = captured_past_two_bad_sensors(sensor)
    assert_fair(board, ["d6:b4", "a3:c5", "e7-d6"], ["d6:b4"])
