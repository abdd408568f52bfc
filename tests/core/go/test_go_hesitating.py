"""A stone touched down, taken up and set elsewhere once its player has thought (Go): colour or the clock tell whose it is."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import NINE, hands
from tests.core.rig import Rig
from tests.core.sensed import Board


def timed(line: str) -> Rig:
    rig = Rig(game=NINE, rulebook="go-china", time_control="30:00")
    return rig.hands(f"1000 c3+ 500 b! 2000 {line} 3000")


@pytest.mark.parametrize("down_ms", [130, 200, 300, 450])
@pytest.mark.parametrize("thought_ms", [1100, 1500, 4000])
@pytest.mark.parametrize("press_ms", [150, 500, 1500])
def test_the_press_tells_whose_it_is(down_ms: int, thought_ms: int, press_ms: int) -> None:
    rig = timed(f"g7+ {down_ms} g7- {thought_ms} f3+ {press_ms} w! 2000 e5+ 500 b!")
    assert (rig.of(Question), rig.of(Irregularity)) == ([], []), rig.story()
    assert rig.moves == ["c3", "f3", "e5"]


@pytest.mark.parametrize("before", ["g7+ 300 g7- {} ", "g7+ 200 g7- 900 h7+ 200 h7- {} "])
def test_without_a_press_nobody_is_accused(before: str) -> None:
    line = before.format(1500)
    for rig in (hands(f"c3+ 2000 {line} f3+"), timed(f"{line} f3+ 2000")):
        assert rig.line in (["c3"], ["c3", "f3"])
        assert rig.of(Irregularity) == []


@pytest.mark.parametrize("dip_ms", [60, 190])
@pytest.mark.parametrize("before_ms", [70, 200])
def test_a_neighbour_put_straight_before_the_press_is_no_later_stone(
    dip_ms: int, before_ms: int
) -> None:
    rig = timed(f"g7+ 300 g7- 1500 f3+ {before_ms} c3~{dip_ms} 450 w! 2000 e5+ 500 b!")
    assert (rig.of(Question), rig.of(Irregularity)) == ([], []), rig.story()
    assert rig.moves == ["c3", "f3", "e5"]


def test_a_press_upon_the_next_stone_accuses_nobody() -> None:
    """It may be White's third, or the late one for his first."""
    rig = timed("g7+ 300 g7- 1500 f3+ 600 e5+ 200 w!")
    assert (rig.line[:2], rig.of(Irregularity)) in (([], []), (["c3"], []), (["c3", "f3"], []))


@pytest.mark.parametrize("down_ms", [130, 300])
@pytest.mark.parametrize("thought_ms", [1100, 4000])
def test_its_colour_tells_too(down_ms: int, thought_ms: int) -> None:
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"])
    board.wait(1000).put("c3", BLACK_STONE).wait(1500).put("g7", WHITE_STONE).wait(down_ms)
    board.lift("g7").wait(thought_ms).put("f3", WHITE_STONE).wait(1500)
    board.put("e5", BLACK_STONE).wait(1500)
    assert (board.moves, board.of("Question")) == (["c3", "f3", "e5"], [])
