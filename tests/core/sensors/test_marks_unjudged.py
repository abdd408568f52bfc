"""Sensors that tell men apart: the same games on every kind, and what each kind adds."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from controller.core.sensing.marks import (
    Sensor,
)
from rules.registry import game_by_name
from rules.terms import Man, Side
from tests.core.boards import PROMOTION
from tests.core.sensed import TELLING, Board, by_chance, moves_in, replayed, trace_of

CHESS = game_by_name("chess")
OPTIONS: dict[str, dict[str, object]] = {"go": {"size": 9}}
WHITE, BLACK = Side("white"), Side("black")
GO9 = game_by_name("go", {"size": 9})
BLACK_STONE, WHITE_STONE = Man(BLACK, "b"), Man(WHITE, "w")
PAWN, BLACK_PAWN = Man(WHITE, "P"), Man(BLACK, "p")
CHOICES = st.sampled_from([0, 90, 179, 180, 249, 250, 500, 639, 640, 699, 700, 850, 1000])


def asked(sensor: Sensor, seed: int) -> tuple[int, int]:
    """Captures in one grip of a game, and the questions asked."""
    game = game_by_name("xiangqi")
    line = by_chance(game, seed, 60)
    position, captures = game.start(), 0
    for text in line:
        move = position.by_text(text)
        assert move is not None
        captures += bool(move.captured)
        position = position.play(move)
    trace = trace_of(game, line, sensor, one_grip=True, header={"orientation": "normal"})
    messages = replayed(trace)
    if sensor is not Sensor.PRESENCE:
        assert moves_in(messages) == line
    return captures, sum(message["type"] == "question" for message in messages)


@pytest.mark.parametrize("sensor", TELLING)
def test_a_man_of_the_other_colour_is_no_move(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000).lift("e2").wait(300)
    board.put("e4", BLACK_PAWN).wait(4000)
    assert board.moves == []
    assert len(board.of("Irregularity")) == 1


@pytest.mark.parametrize("sensor", TELLING)
def test_men_exchanged_behind_the_boards_back_are_noticed(sensor: Sensor) -> None:
    board = Board(CHESS, sensor).wait(1000).put("d7", PAWN).wait(4000)
    assert board.moves == []
    assert len(board.of("Irregularity")) == 1


@pytest.mark.parametrize("choice", "rbn")
def test_no_queen_is_assumed_while_the_pawn_is_felt(choice: str) -> None:
    """The move is made when the pawn has made way (CH-6.4)."""
    board = Board(CHESS, Sensor.IDENTITY, start=PROMOTION).wait(1000).lift("a7").wait(300)
    board.put("a8", PAWN).wait(3000).lift("a8").wait(300)
    board.put("a8", Man(WHITE, choice.upper())).wait(1500)
    assert board.moves == [f"a7a8{choice}"]
    assert board.of("Correction") == board.of("Irregularity") == []


# Strengths of a field


KINGS = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1"
BLACK_KING = Man(BLACK, "k")


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_a_stone_jolted_and_then_captured_is_no_reply_there(sensor: Sensor) -> None:
    start = '{"size":9,"black":["h2","j3"],"white":["j1","j2"],"to_move":"black"}'
    board = Board(GO9, sensor, start=start).wait(1000)
    board.put("h1", BLACK_STONE).lift("j1").wait(75).put("j1", WHITE_STONE)
    board.wait(185).lift("j2").wait(600).lift("j1").wait(3000)
    assert board.moves == ["h1"]
    assert board.of("Question") == board.of("Irregularity") == []


def test_a_capture_by_a_man_whose_sensor_keeps_silent_is_asked() -> None:
    start = "4k3/2B5/8/p7/8/8/8/4K3 w - - 0 1"
    board = Board(CHESS, Sensor.POLARITY, start=start, silent={CHESS.index["c7"]}).wait(1000)
    board.lift("a5").wait(300).put("a5", Man(WHITE, "B")).wait(3000)
    assert board.of("Irregularity") == []
    assert [question.candidates for question in board.of("Question")] == [["c7a5"]]
    board.settle_questions(["c7a5"])
    assert board.moves == ["c7a5"]
