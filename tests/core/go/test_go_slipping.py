"""Captured stones of Go that slip from the fingers: they are off for a while, stand again and are taken off after all."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import NINE, hands, position
from tests.core.policies import ASKED
from tests.core.rig import Rig
from tests.core.sensed import Board


def followed(rig: Rig, *moves: str) -> None:
    """The board has seen these plays, and nothing odd."""
    assert (rig.moves, rig.odd, rig.questions) == (list(moves), [], []), rig.story()


_TWO_ROWS = [f"{column}{row}" for row in "12" for column in "abcdefgh"]
TWO_ROWS = position("a3 b3 c3 d3 e3 f3 g3 h3 j1", " ".join([*_TWO_ROWS, "j9"]))
"""Black j2 takes sixteen stones."""
SIX = position("a2 a3 b1 c1 c4 d2 d5 e3 e4", "d4 d3 c3 b3 b2 c2")
"""Black b4 takes six stones."""
HOLE = position("a3 b3 c2", "a2 b2 a1")
"""Black b1 takes three stones."""


@pytest.mark.parametrize("reply", [200, 1000, 2500])
@pytest.mark.parametrize(("up", "back"), [(60, 150), (150, 150), (150, 450), (100, 300)])
def test_captured_stones_that_slip_from_the_fingers_one_after_the_other(
    up: int, back: int, reply: int
) -> None:
    stones = ["b2", "b3", "c2", "c3", "d3", "d4"]
    line = " ".join(f"{p}- {up} {p}+ {back} {p}- {up}" for p in stones)
    followed(hands(f"b4+ 200 {line} {reply} d1+ 1500 h8+", SIX), "b4", "d1", "h8")


def test_a_capture_of_many_stones_that_all_slip_is_followed_as_it_is_made() -> None:
    """Each stone may be read in two ways, all together in too many."""
    line = " ".join(f"{p}- 150 {p}+ 150 {p}- 150" for p in _TWO_ROWS)
    followed(hands(f"j2+ 200 {line} 1500 h8+", TWO_ROWS), "j2", "h8")


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("stood", [300, 560, 700])
@pytest.mark.parametrize("up", [60, 185, 400])
@pytest.mark.parametrize("press", [None, "270 b!"])
def test_one_that_slipped_for_long_is_no_stone_that_the_opponent_moved_on(
    stood: int, up: int, press: str | None
) -> None:
    """A reply may be played at once where the last one was taken, and nothing that is felt tells whose stone that is."""
    rig = Rig(HOLE, game=NINE, rulebook="go-china", time_control="30:00" if press else None)
    rig.hands(f"1000 b1+ 180 a1- 200 b2- 210 a2- {up} a2+ {stood} a2- {press or ''} 370 h8+ 250")
    followed(rig.hands(f"{'w!' if press else ''} 1500"), "b1", "h8")


@pytest.mark.parametrize("reply", [100, 300, 2000])
@pytest.mark.parametrize("point", ["b2", "d4"])
def test_a_reply_where_one_of_them_had_stood(point: str, reply: int) -> None:
    """The colour tells nothing: it is just that of the stones that were taken."""
    stones = ["b2", "b3", "c2", "c3", "d3", "d4"]
    line = " ".join(f"{p}- 150 {p}+ 200 {p}- 150" for p in stones)
    board = Board(NINE, Sensor.POLARITY, SIX).wait(1000).put("b4", BLACK_STONE).wait(200)
    for stone in stones:
        board.lift(stone).wait(150).put(stone, WHITE_STONE).wait(200).lift(stone).wait(150)
    board.wait(reply).put(point, WHITE_STONE).wait(1500).put("a1", BLACK_STONE).wait(1500)
    assert board.moves == ["b4", point, "a1"]
    assert board.of("Irregularity") == []
    followed(hands(f"b4+ 200 {line} {reply} {point}+ 1500 a1+", SIX), "b4", point, "a1")


@pytest.mark.parametrize("next_ms", [500, 1500])
@pytest.mark.parametrize("reply_ms", [100, 300, 700])
@pytest.mark.parametrize("point", ["a1", "a2", "b2"])
def test_a_reply_where_one_stood_that_was_taken_off_before_the_play_was_set_down(
    point: str, reply_ms: int, next_ms: int
) -> None:
    line = f"a1- 120 a2- 120 b2- 120 b1+ {reply_ms} {point}+ {next_ms} g7+ 2000 g3+"
    rig = hands(f"{line} {ASKED.within_ms}", HOLE)
    assert (rig.moves, rig.odd) == (["b1", point, "g7", "g3"], []), rig.story()
    board = Board(NINE, Sensor.POLARITY, HOLE).wait(1000)
    board.lift("a1").wait(120).lift("a2").wait(120).lift("b2").wait(120)
    board.put("b1", BLACK_STONE).wait(reply_ms).put(point, WHITE_STONE).wait(next_ms)
    board.put("g7", BLACK_STONE).wait(2000).put("g3", WHITE_STONE).wait(1500)
    assert board.moves == ["b1", point, "g7", "g3"]
    assert (board.of("Irregularity"), board.of("Question")) == ([], [])
