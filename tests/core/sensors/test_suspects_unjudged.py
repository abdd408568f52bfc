"""Sensors that fail: found from play, announced, and played around without a wrong move."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.sensing.health import (
    Symptom,
)
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Man, Side
from tests.core.sensed import Board

CHESS = game_by_name("chess")
AT = CHESS.index
WHITE = Side("white")


def bits(*names: str) -> int:
    return sum(1 << AT[name] for name in names)


def suspects(board: Board) -> dict[str, str]:
    found = board.session.health.suspects(board.session.now_ns)
    return {CHESS.points[point]: symptom.value for point, symptom in found.items()}


def break_sensor(board: Board, name: str) -> None:
    """From now on the point shows what it shows now."""
    board.silent.add(AT[name])


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_a_point_that_never_empties_is_asked_about_and_then_left_out(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000)
    break_sensor(board, "e2")
    board.put("e4", Man(WHITE, "P")).wait(3000)
    (question,) = board.of("Question")
    assert (question.reason, question.candidates) == ("sensor-silent", ["e2e4"])
    assert board.moves == []
    board.command("arbiter", "answer", move="e2e4")
    for text in ("e7e5", "g1f3"):
        board.make(text)
    assert board.moves == ["e2e4", "e7e5", "g1f3"]
    assert suspects(board) == {"e2": "stuck-on"}
    assert board.of("Irregularity") == []


def test_a_move_in_doubt_is_made_when_the_opponent_plays_on() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    break_sensor(board, "e2")
    board.put("e4", Man(WHITE, "P")).wait(3000)
    board.lift("e7").wait(400).put("e5", Man(Side("black"), "p")).wait(3000)
    assert board.moves == ["e2e4", "e7e5"]


def test_a_sensor_that_shows_it_after_all_is_no_suspect() -> None:
    """The man was felt on his new point long before he was seen to leave."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.put("e4", Man(WHITE, "P")).wait(3000)
    assert [q.candidates for q in board.of("Question")] == [["e2e4"]]
    board.lift("e2").wait(100)
    if board.session.question is not None:
        board.command("arbiter", "answer", move="e2e4")
    board.wait(3000)
    assert board.moves == ["e2e4"]
    assert suspects(board) == {}


def test_a_man_that_is_not_felt_any_more_is_played_on_around() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.make("e2e4")
    board.lift("a7").wait(10)
    break_sensor(board, "a7")
    board.wait(2000)
    line = ["e7e5", "g1f3", "b8c6", "f1b5", "g8f6"]
    for text in line:
        board.make(text)
    assert board.moves == ["e2e4", *line]
    assert suspects(board) == {"a7": "stuck-off"}
    board.make("b5c6")
    board.put("a6", Man(Side("black"), "p")).wait(2000)  # nobody saw him leave a7
    assert board.moves[-1] == "b5c6", "a6 may be one sensor more that fails"
    board.lift("b1").wait(300).put("c3", Man(WHITE, "N")).wait(3000)
    assert board.moves[-3:] == ["b5c6", "a7a6", "b1c3"]
    assert board.of("Question") == []


def test_a_destination_that_feels_nothing_is_asked_about() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.session.health._suspect(0, AT["e4"], Symptom.STUCK_OFF)
    break_sensor(board, "e4")
    board.lift("e2").wait(4000)
    assert [q.candidates for q in board.of("Question")] == [["e2e4"]]
    board.make_reply("e7", "e5", Man(Side("black"), "p"))
    assert board.moves == []  # e3 may feel nothing either, and people still have time to say so
    board.wait(20_000)
    assert board.moves == ["e2e4", "e7e5"]


def test_three_broken_sensors_and_no_wrong_move() -> None:
    """Random games in which three points stay as they are: answered truthfully, the record is right."""
    for seed in range(4):
        dice = Random(seed)
        board = Board(CHESS, Sensor.POLARITY).wait(1000)
        truth: list[str] = []
        position = CHESS.start()
        for ply in range(24):
            if ply == 4:
                for point in dice.sample(range(64), 3):
                    board.silent.add(point)
            move = dice.choice([m for m in position.moves() if not m.choice])
            truth.append(move.text)
            for step in next(move.footprint.orders()):
                name = CHESS.points[step.point]
                if step.act.value == "lift":
                    board.lift(name)
                else:
                    board.put(name, step.man)
                board.wait(300)
            board.wait(3000)
            position = position.play(move)
            board.settle_questions(truth)
            if board.session.stage.value != "play":
                break  # it does not know on, and says so
            made = board.moves
            assert made == truth[: len(made)]


# From raw levels alone


# What one sensor hides, or makes up


def test_a_closure_beside_a_move_under_way_is_not_taken_for_its_end() -> None:
    """The sensor of e3 closes by itself while the pawn is in the air on its way to e4."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.lift("e2").wait(120).put("e3", Man(WHITE, "P"))
    break_sensor(board, "e3")
    board.wait(400).put("e4", Man(WHITE, "P")).wait(3000)
    (question,) = board.of("Question")
    assert set(question.candidates) == {"e2e3", "e2e4"}
    assert board.moves == []
    board.command("arbiter", "answer", move="e2e4")
    board.make("e7e5")
    assert board.moves == ["e2e4", "e7e5"]
    assert suspects(board) == {"e3": "stuck-on"}
    assert board.of("Irregularity") == []


def test_a_sensor_that_closes_by_itself_is_no_man_from_nowhere() -> None:
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    board.put("d5", Man(WHITE, "P"))
    break_sensor(board, "d5")
    board.wait(3000)
    assert suspects(board) == {"d5": "stuck-on"}
    board.make("e2e4")
    assert (board.moves, board.of("Irregularity")) == (["e2e4"], [])


def test_a_move_of_which_the_target_kept_silent_is_asked_about_with_the_reply() -> None:
    """c2 is seen to leave; nothing is felt at c3 or c4. Black replies."""
    board = Board(CHESS, Sensor.PRESENCE).wait(1000)
    break_sensor(board, "c4")
    board.lift("c2").wait(900)
    board.lift("e7").wait(300).put("e5", Man(Side("black"), "p")).wait(3000)
    (question,) = board.of("Question")
    assert question.reason == "sensor-silent"
    assert {"c2c3", "c2c4"} <= set(question.candidates)
    assert board.moves == []
    board.command("arbiter", "answer", move="c2c4")
    board.wait(100)
    assert board.moves == ["c2c4", "e7e5"]
    assert suspects(board) == {"c4": "stuck-off"}
