"""What is done at a board of Go and undone at once: nothing of it is forgotten, and nobody is accused of what follows."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_referee import KO
from tests.core.go.test_go_tracking import NINE, SINGLE, hands, position
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import Board

RETAKEN = "c4+ 200 d4- {} d4+ 200 c4- 2500"


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize("ms", [200, 400, 600])
def test_a_ko_is_retaken_before_the_capture_has_settled(ms: int) -> None:
    rig = hands(RETAKEN.format(ms), KO)
    assert [law for law, _ in rig.odd] == ["GO-20.ko"]
    rig.hands("d4- 300 c4+ 2500 h8+ 1500")
    assert (rig.line, rig.stage) == (["c4", "pass", "h8"], "play"), rig.story()


@pytest.mark.law("GO-20.ko")
def test_so_it_is_where_colours_are_felt() -> None:
    board = Board(NINE, Sensor.POLARITY, KO).wait(1000).put("c4", WHITE_STONE).wait(200)
    board.lift("d4").wait(300).put("d4", BLACK_STONE).wait(200).lift("c4").wait(NAMED.within_ms)
    assert [i.law for i in board.of("Irregularity")] == ["GO-20.ko"]
    assert board.moves[:1] == ["c4"]


@pytest.mark.parametrize(
    "line", ["d3+ 300 c3- 100 c3+ 100 d3-", "d3+ 700 d3-", "d3+ 300 d3- 200 c3- 900 c3+"]
)
def test_what_was_no_capture_is_not_asked_about(line: str) -> None:
    rig = hands(line, SINGLE)
    assert (rig.moves, rig.questions, rig.odd) == ([], [], []), rig.story()


SUICIDE = position("a3 b3 c2 c1", "a2 b2 b1", "white")
"""White a1 would have no liberty."""


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("ms", [520, 700, 1000])
def test_a_stone_on_a_forbidden_point_that_is_taken_off_with_the_stones_it_takes(ms: int) -> None:
    rig = hands(f"a1+ {ms} a1- 200 a2- 200 b2- 200 b1- 3200 a2+ 300 b2+ 300 b1+ 2300 c5+", SUICIDE)
    assert [(i.law, i.side) for i in rig.of(Irregularity)] == [("GO-19", "white")]
    rig.say_turn_lost(within_ms=NAMED.within_ms)
    assert (rig.line, rig.stage) == (["pass", "c5"], "play"), rig.story()


@pytest.mark.parametrize(
    "line", ["a1+ 300 a1- 200 a2- 200 b2- 200 b1-", "a1+ 700 a1- 200 a2- 200 b2-"]
)
def test_a_stone_that_was_not_released_or_others_that_are_off_are_no_such_play(line: str) -> None:
    rig = hands(line, SUICIDE)
    assert (rig.line, "GO-19" in [law for law, _ in rig.odd]) == ([], False), rig.story()


def test_a_stone_that_only_hung_over_a_forbidden_point_is_no_play() -> None:
    rig = hands("a1+ 700 a1-", SUICIDE)
    assert (rig.line, rig.questions, rig.odd) == ([], [], []), rig.story()


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize("felt", ["", "d4+ 35 d4- "])
def test_a_ko_capture_taken_back_is_no_retaking_though_a_hand_is_felt_there(felt: str) -> None:
    """What its player takes back, or what its opponent has retaken, does not tell: that is in doubt, and costs nothing."""
    rig = hands(f"c4+ 300 d4- 2500 c4- {felt}600 d4+", KO)
    (found,) = rig.of(Irregularity)
    assert found.kind == "move-taken-back" or found.doubt == "whose-hand", rig.story()
    assert (rig.line, rig.of(Penalty)) == (["c4"], [])


@pytest.mark.parametrize("ms", [300, 1000])
def test_two_plays_taken_back_of_which_the_later_captured_the_earlier(ms: int) -> None:
    """Black c1 had taken d1 and e1, White d1 takes it: all stands as now once d1 is back, and e1 is no play."""
    start = position("b1 d2 e2 f1", "d1 e1 c2 b2 a1")
    line = "c1+ 300 d1- 300 e1- 2000 d1+ 300 c1- 2500 d1- 300 c1+ 500 c1- 400 d1+ {} e1+"
    rig = hands(line.format(ms), start)
    assert (rig.line, rig.questions) == (["c1", "d1"], []), rig.story()
    assert [kind for _, kind in rig.odd] == ["moves-taken-back"]


MOVED_ON = position("c5", "a2 c7", "black")
"""Black a1 has one liberty: White b1 would take it."""


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.IDENTITY])
@pytest.mark.parametrize("stood_ms", [1800, 2500])
@pytest.mark.parametrize("then", ["white b1", "white h8"])
def test_a_stone_that_went_elsewhere_and_back_is_no_reply_to_one_that_nobody_played(
    sensor: Sensor, stood_ms: int, then: str
) -> None:
    """It could be White's capture, unfelt, with Black's reply; likelier Black has moved it after it was released."""
    board = Board(NINE, sensor, MOVED_ON).wait(1000).put("a1", BLACK_STONE).wait(stood_ms)
    board.lift("a1").wait(500).put("e5", BLACK_STONE).wait(NAMED.within_ms)
    named = [(i.law, i.side) for i in board.of("Irregularity")]
    assert named == [("GO-17.release", "black")] or board.of("Question")
    board.lift("e5").wait(500).put("a1", BLACK_STONE).wait(3000)
    assert board.moves == ["a1"]
    reply = then.split()[1]
    board.put(reply, WHITE_STONE).wait(500)
    if reply == "b1":
        board.lift("a1").wait(500)
    board.wait(1500).put("h7", BLACK_STONE).wait(2500).put("g3", WHITE_STONE).wait(2500)
    assert board.moves == ["a1", reply, "h7", "g3"], board.said
    assert [(i.law, i.side) for i in board.of("Irregularity")] == named


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize(("reply", "ms"), [("h8", 200), ("d8", 400)])
def test_a_stone_asked_about_at_the_press_and_taken_off_tells_of_no_later_play(
    reply: str, ms: int
) -> None:
    rig = Rig(None, game=NINE, rulebook="go-china", time_control="30:00")
    rig.hands(f"1000 e5+ 300 b! 2400 g7+ {ms} b! 4800 g7- 2500")
    assert rig.moves == ["e5"]
    rig.hands(f"{reply}+ {ms} w! 1500 c3+ {ms} b! 1500 c7+ {ms} w! 3000")
    assert rig.moves == ["e5", reply, "c3", "c7"], rig.story()
    assert rig.questions == [["g7"]]


@pytest.mark.law("GO-17.two")
def test_nor_where_no_clock_is_pressed_any_more() -> None:
    rig = hands("e5+ 300 b! 2400 g7+ 400 b! 5000 g7- 2500 h8+ 400 c3+ 2500 c7+ 2500")
    assert (rig.moves, rig.questions) == (["e5", "h8", "c3", "c7"], [["g7"]]), rig.story()
