"""A man who is laid down on an empty point beside play, where letters tell that it is a man and no sensor's fault."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.fair import assert_fair
from tests.core.sensed import Board

CHESS = game_by_name("chess")
WHITE, BLACK = Side("white"), Side("black")
PAWN, BLACK_PAWN = Piece(WHITE, "P"), Piece(BLACK, "p")


def laid(name: str = "chess", sensor: Sensor = Sensor.IDENTITY) -> Board:
    """A board on which a man has been laid down a second and a half ago."""
    game = game_by_name(name)
    point, man = {"chess": ("b4", "p"), "xiangqi": ("e5", "r"), "draughts-100": ("26", "b")}[name]
    return Board(game, sensor).wait(1000).put(point, Piece(BLACK, man)).wait(1500)


def suspects(board: Board) -> list[str]:
    return [each["point"] for each in board.session.health.told(board.at_ns)]


def test_what_is_no_man_of_the_game_may_stand() -> None:
    board = Board(CHESS, Sensor.IDENTITY).wait(1000).set({"b4": "x"}).wait(10_000)
    board.make("e2e4")
    assert (board.moves, board.of("Irregularity")) == (["e2e4"], [])


@pytest.mark.parametrize("lying_ms", [200, 3000])
def test_who_is_taken_up_again_leaves_nothing_behind(lying_ms: int) -> None:
    """His point is believed as before, and a move may end there."""
    board = laid()
    board.wait(lying_ms).lift("b4").wait(500)
    board.make("b2b4")
    assert_fair(board, ["b2b4"])


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_contact_makes_up_the_colour_of_a_man_as_well(sensor: Sensor) -> None:
    board = laid(sensor=sensor).wait(10_000)
    board.make("e2e4")
    assert_fair(board, ["e2e4"])
    assert suspects(board) == ["b4"]


def test_a_reader_may_read_the_man_next_to_its_point() -> None:
    board = Board(CHESS, Sensor.IDENTITY).wait(1000).put("d6", BLACK_PAWN).wait(10_000)
    board.make("e2e4")
    assert_fair(board, ["e2e4"])


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD])
def test_where_nothing_tells_of_him_he_is_believed_once_he_is_off_the_first_time(
    sensor: Sensor,
) -> None:
    board = Board(CHESS, sensor).wait(1000).put("e5", BLACK_PAWN).wait(2000)
    board.lift("e5").wait(1000)
    for move in ("e2e4", "e7e5", "g1f3", "d7d6", "f3e5", "d6e5"):
        board.make(move)
    assert board.of("Irregularity") == board.of("Question") == []
    assert len(board.moves) == 6
