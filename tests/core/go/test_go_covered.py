"""Hands at a board of Go whose points are felt besides the play: a stone between two of them, a sleeve over many, a jolt of all."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import CAPTURE, NINE, hands, position
from tests.core.policies import ASKED
from tests.core.rig import Rig
from tests.core.sensed import Board


def followed(rig: Rig, *moves: str) -> None:
    """The board has seen these plays, and nothing odd."""
    assert (rig.moves, rig.odd, rig.questions) == (list(moves), [], []), rig.story()


CROWD = position("g7 e5 g3 e3 g5 f4", "c7 c3 e7 c5 d6 h8")
SLEEVE = "e6+ 12 d5+ 12 f5+ 12 e4+"


@pytest.mark.parametrize("both", [25, 60, 120, 200])
@pytest.mark.parametrize("alone", [60, 90, 150, 290])
def test_a_stone_between_two_points_is_played_where_it_comes_to_rest(alone: int, both: int) -> None:
    followed(hands(f"e5+ {alone} e4+ {both} e5- 2000 c3+ 1500"), "e4", "c3")


@pytest.mark.parametrize("next_ms", [200, 450, 1500])
def test_so_it_is_where_the_reply_comes_soon(next_ms: int) -> None:
    followed(hands(f"e5+ 70 e4+ 40 e5- {next_ms} g7+ 900 c3+"), "e4", "g7", "c3")


def test_a_sleeve_over_two_points_beside_the_play_is_no_play() -> None:
    followed(hands("e6+ 10 d5+ 70 e5+ 70 e6- 10 d5- 2400 b2+"), "e5", "b2")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "j7+ 20 j9+ 20 h9+ 108 j7- 20 j9- 230 j8+ 25 h9- 700 c2+",
            marks=pytest.mark.xfail(strict=True, reason="h9 rests, and leaves as a reply comes"),
        ),
        "j7+ 20 g8+ 8 g7+ 28 h9+ 40 g8- 70 h8+ 24 g7- 114 j7- 28 h9- 1500 c2+",
        "j8+ 30 h8+ 15 j6+ 125 j6- 65 j7+ 75 j8- 50 h8- 1500 c2+",
    ],
)
def test_nor_is_one_over_three(line: str) -> None:
    rig = hands(line)
    assert (rig.moves[1:], rig.odd, rig.questions) == (["c2"], [], []), rig.story()
    assert rig.moves[0] == next(
        p for p in ("j8", "h8", "j7") if f"{p}+" in line and f"{p}-" not in line
    )


@pytest.mark.parametrize("ms", [60, 100, 200, 400])
def test_a_reply_beside_the_play_that_stays_is_the_reply(ms: int) -> None:
    followed(hands(f"e5+ {ms} e4+ 1500 c3+"), "e5", "e4", "c3")


def test_a_reply_far_away_is_not_waited_for() -> None:
    rig = hands("e5+ 60 g7+ 100").hands("0")
    assert rig.moves[:1] == ["e5"]


@pytest.mark.parametrize("gap", [40, 1500, 5000])
@pytest.mark.parametrize("ms", [90, 200, 400])
def test_a_sleeve_over_many_points_that_is_gone_speaks_against_no_play(ms: int, gap: int) -> None:
    line = f"{SLEEVE} {ms} e6- 12 d5- 12 f5- 12 e4- {gap} e5+ 2500 b2+"
    lines = {("e5", "b2"): line, ("g2", "f1", "b2"): line.replace("e5+", "g2+ 900 f1+")}
    for moves, hands_do in lines.items():
        rig = hands(f"{hands_do} {ASKED.within_ms}")
        assert (rig.moves, rig.odd, rig.stage) == ([*moves], [], "play"), rig.story()


def test_a_sleeve_that_still_covers_points_while_the_stone_is_set_down() -> None:
    followed(hands(f"{SLEEVE} 60 e5+ 60 e6- 12 d5- 12 f5- 12 e4- 2500 b2+"), "e5", "b2")


@pytest.mark.parametrize("reply_ms", [700, 1000])
def test_a_sleeve_over_many_points_while_the_reply_is_made(reply_ms: int) -> None:
    line = f"c7+ {reply_ms} {SLEEVE} 150 e6- 12 d5- 12 f5- 12 e4- 100 e5+ 1500 b2+"
    followed(hands(line), "c7", "e5", "b2")
    followed(
        hands(f"{SLEEVE} 60 e5+ 300 c7+ 200 e6- 12 d5- 12 f5- 12 e4- 2500 b2+"), "e5", "c7", "b2"
    )


def test_a_sleeve_before_a_capture() -> None:
    line = "f7+ 12 g7+ 12 h7+ 12 j7+ 150 f7- g7- h7- j7- 300 f3+ 400 c3- 200 d3- 200 e3- 900 h8+"
    followed(hands(line, CAPTURE), "f3", "h8")


@pytest.mark.parametrize("after", [30, 300, 1500])
@pytest.mark.parametrize("ms", [90, 115])
def test_stones_that_a_jolt_of_the_board_shook_and_that_all_stand_are_no_scatter(
    ms: int, after: int
) -> None:
    stones = ["g7", "c7", "e5", "c3", "g3", "e7", "e3", "c5"]
    off, on = (",".join(f"{p}{sign}" for p in stones) for sign in "-+")
    followed(hands(f"{off} {ms} {on} {after} b2+ 1500 h2+", CROWD), "b2", "h2")
    board = Board(NINE, Sensor.POLARITY, CROWD).wait(1000)
    for point in stones:
        board.lift(point).wait(4)
    board.wait(ms - 32)
    for point in stones:
        stone = BLACK_STONE if point in ["g7", "e5", "g3", "e3"] else WHITE_STONE
        board.put(point, stone).wait(4)
    board.wait(after).put("b2", BLACK_STONE).wait(1500).put("h2", WHITE_STONE).wait(1500)
    assert (board.moves, board.of("Irregularity"), board.of("Question")) == (["b2", "h2"], [], [])


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("ms", [450, 600, 800])
def test_a_stone_that_rolled_aside_and_was_set_right_is_not_the_players(ms: int) -> None:
    board = Board(NINE, Sensor.POLARITY, position("a2 b3 d4", "a3 b2", "white")).wait(1000)
    board.put("a1", WHITE_STONE).wait(60).lift("d4").wait(30).put("d5", BLACK_STONE).wait(ms)
    board.lift("d5").wait(100).put("d4", BLACK_STONE).wait(400).lift("a2").wait(3000)
    board.put("g7", BLACK_STONE).wait(1500)
    assert (board.moves, board.of("Irregularity")) == (["a1", "g7"], [])


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("reply_ms", [60, 300, 900])
def test_a_stone_that_the_opponent_rolled_aside_and_set_right_before_the_reply(
    reply_ms: int,
) -> None:
    line = f"g7+ 1500 e4+ 1500 e5+ 100 e4- 30 e3+ 600 e3- 100 e4+ {reply_ms} c3+ 2000"
    followed(hands(line), "g7", "e4", "e5", "c3")
