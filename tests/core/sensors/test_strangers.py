"""Sensors that tell men apart say when another man stands on a man's point: the board guides it away."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from controller.core.stages import Stage
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.fair import accused, assert_fair
from tests.core.policies import ASKED
from tests.core.sensed import TELLING, Board, men_of

CHESS = game_by_name("chess")
WHITE, BLACK = Side("white"), Side("black")
PAWN, BLACK_PAWN = Piece(WHITE, "P"), Piece(BLACK, "p")
ARRAY = men_of(CHESS.start())


def standing(**men: Piece) -> dict[int, Piece]:
    """The array with some men exchanged for others."""
    return {**ARRAY, **{CHESS.index[name]: man for name, man in men.items()}}


def stage(board: Board) -> Stage:
    return board.session.board.stage


def shown(board: Board) -> tuple[set[str], set[str]]:
    """The points of the last `restore`: missing and extra."""
    message = board.of("Restore")[-1]
    return {spot.point for spot in message.missing}, {spot.point for spot in message.extra}


@pytest.mark.parametrize("sensor", TELLING)
def test_an_array_with_men_of_the_wrong_side_does_not_stand(sensor: Sensor) -> None:
    board = Board(CHESS, sensor, standing=standing(e2=BLACK_PAWN, e7=PAWN)).wait(1000)
    assert stage(board) is Stage.SETUP
    assert shown(board) == ({"e2", "e7"}, {"e2", "e7"})
    assert board.of("Restore")[-1].missing[0].man == "P"
    board.lift("e2").wait(500)
    assert shown(board) == ({"e2", "e7"}, {"e7"})
    board.lift("e7").wait(500).put("e2", PAWN).put("e7", BLACK_PAWN).wait(1000)
    assert stage(board) is Stage.PLAY
    assert len(board.of("GameStarted")) == 1


def test_a_man_exchanged_in_one_grip_is_seen_too() -> None:
    board = Board(CHESS, Sensor.POLARITY, standing=standing(e2=BLACK_PAWN)).wait(1000)
    assert stage(board) is Stage.SETUP
    board.put("e2", PAWN).wait(1000)
    assert stage(board) is Stage.PLAY


def test_presence_sensors_cannot_know() -> None:
    board = Board(CHESS, Sensor.PRESENCE, standing=standing(e2=BLACK_PAWN, e7=PAWN)).wait(1000)
    assert stage(board) is Stage.PLAY


def test_letters_tell_men_of_one_side_apart() -> None:
    swapped = standing(b1=Piece(WHITE, "B"), c1=Piece(WHITE, "N"))
    assert Board(CHESS, Sensor.POLARITY, standing=swapped).wait(1000).session.stage is Stage.PLAY
    board = Board(CHESS, Sensor.IDENTITY, standing=swapped).wait(1000)
    assert stage(board) is Stage.SETUP
    assert shown(board) == ({"b1", "c1"}, {"b1", "c1"})


def test_a_stone_is_named_as_it_is_set_down() -> None:
    go = game_by_name("go", {"size": 9})
    board = Board(go, Sensor.POLARITY, standing={}).wait(1000)
    board.put("e5", Piece(Side("black"), "b")).wait(200)
    (placed,) = board.of("Placed")
    assert (placed.man, placed.side) == ("b", "black")


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.IDENTITY])
def test_a_board_said_to_stand_normal_and_set_up_turned_is_wrong_everywhere(sensor: Sensor) -> None:
    turned = {CHESS.turned(p): man for p, man in ARRAY.items()}
    board = Board(CHESS, sensor, standing=turned).wait(1000)
    assert stage(board) is Stage.SETUP
    assert [len(points) for points in shown(board)] == [32, 32]
    board = Board(CHESS, sensor, standing=turned, orientation=None).wait(1000)
    assert stage(board) is Stage.PLAY


def test_men_put_back_on_each_others_points_are_not_put_right() -> None:
    board = Board(CHESS, Sensor.POLARITY).wait(1000)
    board.lift("e2").wait(300).put("e5", PAWN).wait(3000)
    board.lift("e5").wait(300).lift("e7").wait(300)
    board.put("e2", BLACK_PAWN).put("e7", PAWN).wait(3000)
    assert stage(board) is Stage.RESTORE
    assert shown(board) == ({"e2", "e7"}, {"e2", "e7"})
    board.put("e2", PAWN).put("e7", BLACK_PAWN).wait(3000)
    assert stage(board) is Stage.PLAY
    assert board.moves == []


def test_adjusting_goes_on_until_every_man_is_back_on_his_own_point() -> None:
    board = Board(CHESS, Sensor.POLARITY).wait(1000)
    board.command("white", "adjust")
    board.lift("e2").lift("e7").wait(300).put("e2", BLACK_PAWN).put("e7", PAWN).wait(1000)
    adjusting = [board.session.adjusting]
    board.put("e2", PAWN).put("e7", BLACK_PAWN).wait(1000)
    adjusting.append(board.session.adjusting)
    assert adjusting == [True, False]
    board.make("e2e4")
    assert board.moves == ["e2e4"]


def test_somebody_may_say_that_the_men_stand_right() -> None:
    """A man whose magnet lies the wrong way up is no reason not to play."""
    board = Board(CHESS, Sensor.POLARITY, standing=standing(a1=BLACK_PAWN)).wait(1000)
    board.command("operator", "resume")
    board.wait(1000)
    assert stage(board) is Stage.PLAY
    board.make("e2e4")
    assert board.moves == ["e2e4"]


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("sensor", TELLING)
def test_the_right_man_may_be_set_down_where_the_wrong_one_stood(sensor: Sensor) -> None:
    knight = Piece(WHITE, "N")
    board = Board(CHESS, sensor).wait(1000).lift("b1").wait(300).put("c3", BLACK_PAWN).wait(3000)
    assert board.moves == []
    board.lift("c3").wait(300).put("c3", knight).wait(1000)
    board.make_reply("e7", "e5", BLACK_PAWN)
    assert_fair(board, ["b1c3", "e7e5"])


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("sensor", TELLING)
def test_at_draughts_too(sensor: Sensor) -> None:
    white, black = Piece(WHITE, "w"), Piece(BLACK, "b")
    board = Board(game_by_name("draughts-100"), sensor).wait(1000)
    board.lift("32").wait(300).put("28", black).wait(3000)
    board.lift("28").wait(300).put("28", white).wait(1000)
    board.make_reply("19", "23", black)
    assert_fair(board, ["32-28", "19-23"])


@pytest.mark.parametrize("sensor", TELLING)
def test_the_wrong_man_is_not_the_right_one_wherever_he_stands(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000).lift("b1").wait(300).put("c3", BLACK_PAWN).wait(3000)
    board.lift("c3").wait(300).put("a3", BLACK_PAWN).wait(ASKED.within_ms)
    assert (board.moves, accused(board)) == ([], [])


@pytest.mark.law("FIDE-7.4", "CH-6.4")
def test_a_pawn_becomes_whom_his_player_has_set_down_in_the_end() -> None:
    start = "7k/P7/8/8/8/8/8/7K w - - 0 1"
    board = Board(CHESS, Sensor.IDENTITY, start=start).wait(1000).lift("a7").wait(300)
    board.put("a8", Piece(BLACK, "q")).wait(3000).lift("a8").wait(300)
    board.put("a8", Piece(WHITE, "R"))
    assert_fair(board, ["a7a8r"])
