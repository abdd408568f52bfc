"""Who is taken where he has hardly stood: a sensor of colours tells that the next man there is the opponent's."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.sensed import Board, men_of

CHESS = game_by_name("chess")
WHITE, BLACK = Side("white"), Side("black")


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.IDENTITY])
@pytest.mark.parametrize("stood_ms", [80, 90, 100])
@pytest.mark.parametrize("then_ms", [180, 290, 320])
@pytest.mark.parametrize("held_ms", [150, 270, 330])
def test_who_is_taken_where_he_hardly_stood_was_moved_there(
    sensor: Sensor, stood_ms: int, then_ms: int, held_ms: int
) -> None:
    board = Board(CHESS, sensor, standing=men_of(CHESS.start())).wait(1000)
    board.make("g1f3", after_ms=200)
    board.lift("e7").wait(240).put("e5", Piece(BLACK, "p")).wait(stood_ms)
    board.lift("e5").wait(then_ms).lift("f3").wait(held_ms).put("e5", Piece(WHITE, "N")).wait(1500)
    board.make("g8f6", after_ms=1500)
    assert board.moves == ["g1f3", "e7e5", "f3e5", "g8f6"]
    assert not board.of("Question")
    assert not board.of("Irregularity")
