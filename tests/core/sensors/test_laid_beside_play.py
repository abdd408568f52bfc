"""A man who is laid down on an empty point beside play, where letters tell that it is a man and no sensor's fault."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Man, Side
from tests.core.sensed import Board

CHESS = game_by_name("chess")
WHITE, BLACK = Side("white"), Side("black")
PAWN, BLACK_PAWN = Man(WHITE, "P"), Man(BLACK, "p")


def laid(name: str = "chess", sensor: Sensor = Sensor.IDENTITY) -> Board:
    """A board on which a man has been laid down a second and a half ago."""
    game = game_by_name(name)
    point, man = {"chess": ("b4", "p"), "xiangqi": ("e5", "r"), "draughts-100": ("26", "b")}[name]
    return Board(game, sensor).wait(1000).put(point, Man(BLACK, man)).wait(1500)


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
    assert suspects(board) == ["b4"]
    board.wait(lying_ms).lift("b4").wait(500)
    assert suspects(board) == []
    board.make("b2b4")
    assert board.moves == ["b2b4"]
    assert board.of("Irregularity") == board.of("Question") == []


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.5")
@pytest.mark.parametrize(
    ("name", "law", "point"),
    [("chess", "FIDE-7.4", "b4"), ("xiangqi", "XQ-5.8", "e5"), ("draughts-100", "DR-7.5", "26")],
)
def test_who_is_left_lying_is_asked_off(name: str, law: str, point: str) -> None:
    board = laid(name).wait(2000)
    assert board.of("Irregularity") == []
    board.wait(5000)
    (named,) = board.of("Irregularity")
    assert (named.law, named.kind, named.points) == (law, "displaced", [point])
    restore = board.of("Restore")[-1]
    assert (restore.missing, [spot.point for spot in restore.extra]) == ([], [point])
    board.lift(point).wait(1000)
    assert board.of("Restore")[-1].done
    assert suspects(board) == []


@pytest.mark.law("FIDE-7.4")
def test_play_beside_him_goes_on_until_nothing_else_is_being_done() -> None:
    board = laid()
    board.wait(2000).lift("g1").wait(3000).put("f3", Man(WHITE, "N")).wait(300)
    assert board.of("Irregularity") == []
    board.wait(3000)
    assert board.moves == ["g1f3"]
    assert [named.points for named in board.of("Irregularity")] == [["b4"]]


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_contact_makes_up_the_colour_of_a_man_as_well(sensor: Sensor) -> None:
    board = laid(sensor=sensor).wait(10_000)
    assert suspects(board) == ["b4"]
    board.make("e2e4")
    assert (board.moves, board.of("Irregularity")) == (["e2e4"], [])


def test_a_reader_may_read_the_man_next_to_its_point() -> None:
    board = Board(CHESS, Sensor.IDENTITY).wait(1000).put("d6", BLACK_PAWN).wait(10_000)
    assert suspects(board) == ["d6"]
    board.make("e2e4")
    assert (board.moves, board.of("Irregularity")) == (["e2e4"], [])


def test_people_may_say_that_the_reader_is_wrong() -> None:
    board = laid().wait(7000)
    assert len(board.of("Irregularity")) == 1
    board.command("arbiter", "resume")
    board.wait(1000).make("e2e4", after_ms=10_000)
    assert (board.moves, suspects(board)) == (["e2e4"], ["b4"])
    assert len(board.of("Irregularity")) == 1


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.FIELD])
def test_where_nothing_tells_of_him_he_is_believed_once_he_is_off_the_first_time(
    sensor: Sensor,
) -> None:
    board = Board(CHESS, sensor).wait(1000).put("e5", BLACK_PAWN).wait(2000)
    assert suspects(board) == ["e5"]
    board.lift("e5").wait(1000)
    assert suspects(board) == []
    for move in ("e2e4", "e7e5", "g1f3", "d7d6", "f3e5", "d6e5"):
        board.make(move)
    assert board.of("Irregularity") == board.of("Question") == []
    assert len(board.moves) == 6


def test_the_second_time_a_sensor_is_not_trusted_again() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    for _ in range(2):
        board.put("e5", BLACK_PAWN).wait(2000).lift("e5").wait(2000)
    assert suspects(board) == ["e5"]
