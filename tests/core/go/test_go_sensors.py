"""Sensors that fail at a board of Go: what they hide or make up is asked about, and nothing is guessed."""

from __future__ import annotations

import pytest

from controller.core.inputs import Gap
from controller.core.sensing.marks import Sensor
from controller.core.settings import MS
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import CAPTURE, NINE, SINGLE, hands, position
from tests.core.rig import Rig
from tests.core.sensed import Board

_TOP = ("c4 c2 b3 a9 b9 c9 d9 e9 f9 g9 h9", "c3 a7 b7 c7 d7 e7 f7 g7 h7")
LATE = {side: position(*_TOP, side) for side in ("black", "white")}
"""Black d3 takes c3, and not many points are empty."""
FLICKERS = "e5+" + " 100 e5- 30 e5+" * 6
"""A stone on a contact that loses it again and again."""


def answered(rig: Rig, move: str) -> Rig:
    assert rig.command("arbiter", "answer", move=move)
    return rig.hands("100")


@pytest.mark.parametrize("rest_ms", [400, 900, 3000])
def test_a_capture_whose_play_is_not_felt_is_asked_about(rest_ms: int) -> None:
    """Black d3 takes c3, or the sensor of c3 has lost its stone."""
    line = f"c3- {rest_ms} h8+ 900 h7+"
    rig = hands(line, SINGLE)
    assert (rig.questions, rig.moves) == ([["d3", "h8"]], [])
    assert answered(rig, "d3").moves == ["d3", "h8", "h7"]
    assert answered(hands(line, SINGLE), "h8").moves == ["h8", "h7"]


def test_many_stones_that_only_one_play_takes_are_no_longer_in_doubt_when_play_goes_on() -> None:
    rig = hands("c3- 300 e3- 400 d3- 900 h8+", CAPTURE)
    assert (rig.questions, rig.moves) == ([["f3"]], ["f3", "h8"])


def test_living_stones_that_are_taken_off_are_no_fault_of_sensors() -> None:
    rig = hands("d4- 500 h8+", CAPTURE)
    assert rig.questions == []
    assert [law for law, _ in rig.odd] == ["GO-17.shift"]


@pytest.mark.parametrize("after", ["1500", "400 g7+ 900 c7+", "900 g7+ 900 c7+ 900 c6+"])
def test_a_stone_that_only_a_flickering_sensor_felt_is_asked_about(after: str) -> None:
    rig = hands(f"{FLICKERS} {after}")
    assert (rig.questions, rig.moves) == ([["e5"]], [])
    played = [word[:2] for word in after.split() if word.endswith("+")]
    assert answered(rig, "e5").moves == ["e5", *played]


def test_two_stones_that_are_felt_at_once_are_one_play() -> None:
    rig = hands("e5+,e6+ 900 g7+")
    assert (rig.questions, rig.moves) == ([["e5", "e6"]], [])
    assert answered(rig, "e6").moves == ["e6", "g7"]


@pytest.mark.parametrize("bounces", [1, 2])
def test_so_they_are_though_the_contact_of_one_bounces(bounces: int) -> None:
    rig = hands(f"e5+,e6+ 35 {'e6- 20 e6+ 15 ' * bounces} 1500 g7+ 900")
    assert (rig.questions, rig.moves) == ([["e5", "e6"]], []), rig.story()


def test_what_is_felt_at_once_with_a_capture_is_no_reply() -> None:
    rig = hands("d3+,h7+ 400 c3-", SINGLE)
    assert (rig.questions, rig.moves) == ([["h7"]], ["d3"])


def test_plays_while_a_question_is_open_are_no_faults_of_sensors() -> None:
    rig = hands("e5+,e6+ 900 g7+ 900 c7+ 900 c3+ 900 d8+,d9+ 900 f2+")
    assert answered(rig, "e5").moves == ["e5", "g7", "c7", "c3"]
    assert rig.questions[-1] == ["d8", "d9"]
    assert answered(rig, "d9").moves[4:] == ["d9", "f2"]


def test_a_stone_that_is_seen_after_a_gap_came_before_the_next() -> None:
    rig = hands("1000")
    rig.feed(
        Gap(at_ns=rig.at_ns, from_ns=rig.at_ns - 300 * MS)
    )  # the scans after it show nothing new
    rig.hands("40 c3+ 400 h8+ 3000")
    assert (rig.questions, rig.moves) == ([], ["c3", "h8"])


def test_what_is_felt_at_once_with_a_play_where_nobody_may_play_is_no_foul() -> None:
    """Black d3 takes c3, and h7 is no point where White may play."""
    rig = hands("d3+,h7+ 400 c3- 3000 f2+", position("c4 c2 b3 h8 h6 g7 j7", "c3 j9"))
    assert rig.odd == []
    assert (rig.questions, rig.moves) == ([], ["d3", "f2"])


def test_a_reply_that_landed_before_its_play_is_no_reply() -> None:
    """Black may not play c3, and White's play before h8 was not felt."""
    rig = hands("c3+ 600 h8+", position("c9 d9 e9", "c4 d3 c2 b3"))
    assert rig.moves == [] or rig.moves[0] == "pass", rig.story()


def test_a_play_waits_for_a_stone_that_it_may_have_taken() -> None:
    """White's play was not felt, and Black d3 takes c3; or White d3, and Black is about to take both with e3."""
    start = position("c4 c2 b3 d4 d2 j9", "c3 h1", "white")
    rig = Rig(start, game=NINE, rulebook="go-china").hands("1000 d3+ 400 c3- 2000")
    assert rig.moves == []
    assert rig.hands("f2+ 3000").moves == []
    taken = hands("d3+ 400 c3- 2000 e3+ 300 d3-", start)
    assert (taken.moves, taken.odd) == (["d3", "e3"], [])


def test_of_two_stones_felt_at_once_either_may_be_the_play_where_only_one_order_is_lawful() -> None:
    """White may not play b9 once Black has played c9."""
    rig = hands("b9+,c9+", position("a9 b8", "j9 j8"))
    assert (rig.questions, rig.moves) == ([["b9", "c9"]], [])
    assert answered(rig, "c9").moves == ["c9"]


def test_a_stone_that_stood_while_another_came_was_not_moved_there() -> None:
    """A play before them was not felt, and Black j2 takes White j1."""
    rig = hands("j1+ 530 j2+ 470 j1-", position("h1 h2 j3", "a9 b9"))
    assert rig.moves == []
    assert rig.questions or rig.odd


def test_of_stones_that_come_out_of_turn_any_may_be_made_up() -> None:
    """A sensor feels a white stone before Black has played."""
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"])
    board.put("c3", WHITE_STONE).wait(600).put("c4", BLACK_STONE).wait(3000)
    assert [q.candidates for q in board.of("Question")] == [["c4"]]
    assert (board.moves, board.of("Irregularity")) == ([], [])


def test_a_stone_that_its_sensor_loses_is_no_reply() -> None:
    """Nobody answers by taking up a stone of his own."""
    rig = Rig(SINGLE, game=NINE, rulebook="go-china").hands("1000 h6+ 200 j9- 100")
    assert rig.moves == []
    assert rig.hands("j9+ 3000").moves == ["h6"]


def test_a_capture_that_only_the_opponent_can_have_made_tells_of_a_play_that_was_not_felt() -> None:
    """White's play was not felt, and Black d3 takes c3."""
    rig = hands("d3+ 400 c3- 3000", LATE["white"])
    assert (len(rig.questions), "h5" in rig.questions[0], rig.moves, rig.odd) == (1, True, [], [])
    rig.hands("e5+ 900 j5+ 900 f5+ 900")
    assert answered(rig, "h5").moves == ["h5", "d3", "e5", "j5", "f5"]
    assert rig.odd == []


def test_where_too_many_plays_may_not_have_been_felt_the_stones_are_asked_back() -> None:
    """Black's play was not felt, and White e9 takes f9."""
    rig = hands("e9+ 240 f9- 3000", position("d9 f9", "g9 f8"))
    assert (rig.questions, rig.moves, rig.stage) == ([], [], "restore")


def test_captured_stones_are_left_on_only_where_it_was_a_capture() -> None:
    """Black's play was not felt, and White d3 takes nothing; or Black d3 takes c3, and all have forgotten it."""
    rig = hands("d3+ 1500 j5+", LATE["black"])
    assert (len(rig.questions), rig.moves, rig.odd) == (1, [], [])
    assert answered(rig, "h5").moves == ["h5", "d3", "j5"]
    rig = hands("d3+ 1500 j5+", LATE["black"])
    assert answered(rig, "d3").moves == ["d3", "j5"]
    assert rig.hands("1500").odd == [("GO-18.dead", "dead-stones-left")]


@pytest.mark.parametrize("target", ["f5", "c3"])
def test_a_stone_that_was_felt_long_before_the_next_may_have_been_lost_by_its_sensor(
    target: str,
) -> None:
    """Beside it or far from it: nobody holds a stone for so long that touched down already."""
    rig = hands(f"g5+ 172 g5- 2464 {target}+ 900")
    assert (rig.questions, rig.moves) == ([sorted([target, "g5"])], [])


def test_a_stone_that_is_soon_set_down_beside_was_not_let_go() -> None:
    rig = hands("g5+ 172 g5- 700 f5+ 900")
    assert (rig.questions, rig.moves) == ([], ["f5"])


@pytest.mark.parametrize("apart_ms", [5, 20, 35])
@pytest.mark.parametrize("gap_ms", [0, 190, 400])
def test_two_stones_felt_at_once_are_asked_about_though_a_gap_began_just_then(
    apart_ms: int, gap_ms: int
) -> None:
    """When the second came nobody knows to the millisecond; it may have been in that very moment."""
    gap = f"5 gap:{gap_ms}" if gap_ms else "5"
    rig = hands(f"b8+ {apart_ms} a7+ {gap} 1500")
    assert rig.questions, rig.story()
    assert "a7" not in rig.moves


def test_a_stone_that_stood_before_the_play_lets_no_reply_complete_it() -> None:
    """White to move: a dark stone, a light one, a dark one, a quarter of a second apart; a play before them may not have been felt."""
    start = position("c3 g3", "g7", "white")
    board = Board(NINE, Sensor.POLARITY, start, rulebook=NINE.rulebooks["go-china"])
    board.wait(2000).put("d3", BLACK_STONE).wait(250).put("f6", WHITE_STONE).wait(250)
    board.put("c7", BLACK_STONE).wait(250).put("h4", WHITE_STONE).wait(1500)
    assert (board.moves, len(board.of("Question"))) == ([], 1)


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("ms", [300, 600, 720])
def test_a_stone_is_not_played_while_one_has_just_come_where_no_reply_may_be(ms: int) -> None:
    """White may not play a1. Black's stone may be that one, and the first made up by its sensor; or White's only passes there."""
    start = position("a2 b1 h2", "h8 j7")
    rig = Rig(start, game=NINE, rulebook="go-china").hands(f"1000 e5+ {ms} a1+ 3000")
    assert rig.moves == [], rig.story()
    rig = Rig(start, game=NINE, rulebook="go-china").hands(f"1000 e5+ {ms} a1+ 90 a1- 40 c7+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["e5", "c7"], [], []), rig.story()


@pytest.mark.parametrize("ms", [1200, 3000])
def test_a_stone_that_comes_off_answers_nothing_where_the_play_that_takes_it_needs_a_wrong_sensor(
    ms: int,
) -> None:
    """Black d3 was not felt and takes c3, White has played h7, and g7 was taken off against the law; or c3 was lost, and Black h7 takes g7."""
    rig = hands(f"c3- 3000 h7+ {ms} g7- 3000", position("c4 c2 b3 f7 g8 g6", "c3 g7 j9"))
    assert (rig.questions, rig.moves, rig.odd) == ([["d3", "h7"]], [], []), rig.story()
    assert answered(rig, "h7").hands("1500").moves == ["h7"]


@pytest.mark.parametrize("after", ["3000", "900 c2+ 900"])
def test_that_a_play_takes_a_stone_tells_nothing_where_that_is_on_a_bad_sensor(after: str) -> None:
    """Black's play was not felt, and White f6 takes nothing; or Black f6 takes f7, whose sensor chatters."""
    chatters = "f7~30 150 " * 12
    rig = hands(f"{chatters} 500 f6+ {after}", position("e7 g7 f8 e2", "f7 d2 j3"))
    assert (rig.questions, rig.moves, rig.odd) == ([["f6"]], [], []), rig.story()
    played = [word[:2] for word in after.split() if word.endswith("+")]
    assert answered(rig, "f6").hands("1500").moves == ["f6", *played]
