"""Sensors that fail at a board of Go: what they hide or make up is asked about, and nothing is guessed."""

from __future__ import annotations

import pytest

from controller.core.inputs import Gap
from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from controller.core.settings import MS
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import CAPTURE, NINE, SINGLE, hands, position
from tests.core.policies import ASKED, NAMED
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
def test_a_capture_whose_play_is_not_felt_is_not_guessed(rest_ms: int) -> None:
    """Black d3 takes c3, or the sensor of c3 has lost its stone, or it was taken off: that is asked, or asked back."""
    rig = hands(f"c3- {rest_ms} h8+ 900 h7+ {ASKED.within_ms}", SINGLE)
    assert (rig.moves, rig.odd) == ([], []), rig.story()
    assert rig.stage in ("question", "restore")


def test_nor_one_of_which_many_stones_come_off() -> None:
    """Only f3 takes them, and nobody has felt it."""
    rig = hands(f"c3- 300 e3- 400 d3- 900 h8+ {ASKED.within_ms}", CAPTURE)
    assert (rig.moves, rig.odd) in (([], []), (["f3", "h8"], [])), rig.story()
    assert rig.moves or rig.stage in ("question", "restore")


def test_a_stone_that_is_gone_while_play_goes_on_is_asked_about() -> None:
    """It was taken off, or its sensor has lost it."""
    rig = hands(f"d4- 500 h8+ {ASKED.within_ms}", CAPTURE)
    assert rig.moves == []
    assert rig.stage in ("question", "restore")
    assert [law for law, _ in rig.odd] in ([], ["GO-17.shift"])


@pytest.mark.parametrize("after", ["", "400 g7+ 900 c7+", "900 g7+ 900 c7+ 900 c6+"])
def test_a_stone_that_only_a_flickering_sensor_felt_is_asked_about(after: str) -> None:
    rig = hands(f"{FLICKERS} {after}")
    assert rig.moves == []
    played = ["e5", *(word[:2] for word in after.split() if word.endswith("+"))]
    rig.answer_truly(played, within_ms=ASKED.within_ms)
    assert (rig.moves, rig.odd) == (played, []), rig.story()


@pytest.mark.parametrize("first", ["e5", "e6"])
def test_which_of_two_stones_that_are_felt_at_once_came_first_is_asked(first: str) -> None:
    rig = hands("e5+,e6+ 900 g7+")
    assert (rig.questions, rig.moves) == ([["e5", "e6"]], [])
    other = "e6" if first == "e5" else "e5"
    line = [first, other, "g7"]
    assert answered(rig, first).answer_truly(line, within_ms=ASKED.within_ms).moves == line


@pytest.mark.parametrize("bounces", [1, 2])
def test_so_they_are_though_the_contact_of_one_bounces(bounces: int) -> None:
    rig = hands(f"e5+,e6+ 35 {'e6- 20 e6+ 15 ' * bounces} 1500 g7+ 900")
    assert (rig.questions, rig.moves) == ([["e5", "e6"]], []), rig.story()


def test_what_is_felt_at_once_with_a_capture_is_asked_about() -> None:
    rig = hands(f"d3+,h7+ 400 c3- {ASKED.within_ms}", SINGLE)
    assert (rig.questions, rig.moves) in (([["h7"]], ["d3"]), ([["d3", "h7"]], []))


def test_plays_while_a_question_is_open_are_no_faults_of_sensors() -> None:
    rig = hands("e5+,e6+ 900 g7+ 900 c7+ 900 c3+ 900 d8+,d9+ 900 f2+")
    assert answered(rig, "e6").moves == ["e6", "e5", "g7", "c7", "c3"]
    assert rig.questions[-1] == ["d8", "d9"]
    assert answered(rig, "d9").moves[5:] == ["d9", "d8", "f2"]


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


def test_a_stone_that_its_player_may_have_been_about_to_take_is_taken_in_the_end() -> None:
    """White d3, and Black takes c3 off before d3, with e3."""
    start = position("c4 c2 b3 d4 d2 j9", "c3 h1", "white")
    taken = hands("d3+ 400 c3- 2000 e3+ 300 d3-", start)
    assert (taken.moves, taken.odd) == (["d3", "e3"], [])


def test_of_two_stones_felt_at_once_either_may_be_the_play_where_only_one_order_is_lawful() -> None:
    """White may not play b9 once Black has played c9."""
    rig = hands(f"b9+,c9+ {ASKED.within_ms}", position("a9 b8", "j9 j8"))
    assert (rig.questions, rig.moves) == ([["b9", "c9"]], [])
    assert answered(rig, "c9").moves == ["c9"]


def test_a_stone_that_stood_while_another_came_was_not_moved_there() -> None:
    """A play before them was not felt, and Black j2 takes White j1."""
    rig = hands(f"j1+ 530 j2+ 470 j1- {ASKED.within_ms}", position("h1 h2 j3", "a9 b9"))
    assert rig.moves == []
    assert rig.questions or rig.odd


def test_stones_that_come_out_of_turn_are_not_guessed() -> None:
    """A sensor feels a white stone before Black has played."""
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"])
    board.put("c3", WHITE_STONE).wait(600).put("c4", BLACK_STONE).wait(ASKED.within_ms)
    assert (board.moves, board.of("Irregularity")) == ([], [])
    assert board.of("Question") or board.of("Restore")


def test_a_stone_that_its_sensor_loses_is_no_reply() -> None:
    """Nobody answers by taking up a stone of his own."""
    rig = Rig(SINGLE, game=NINE, rulebook="go-china").hands("1000 h6+ 200 j9- 100")
    assert rig.moves == []
    assert rig.hands("j9+ 3000").moves == ["h6"]


def test_a_capture_that_only_the_opponent_can_have_made_is_not_guessed() -> None:
    """White's play was not felt, and Black d3 takes c3; or White d3, and c3 was taken off."""
    rig = hands(f"d3+ 400 c3- {ASKED.within_ms}", LATE["white"])
    assert (rig.moves, rig.odd) == ([], [])
    assert rig.stage in ("question", "restore")


def test_nor_where_many_plays_may_not_have_been_felt() -> None:
    """Black's play was not felt, and White e9 takes f9."""
    rig = hands(f"e9+ 240 f9- {ASKED.within_ms}", position("d9 f9", "g9 f8"))
    assert (rig.moves, rig.odd) == ([], [])
    assert rig.stage in ("question", "restore")


@pytest.mark.law("GO-18.dead")
def test_captured_stones_that_stand_while_play_goes_on_are_named() -> None:
    """That Black's play was not felt, and White d3 takes nothing, is less likely."""
    rig = hands("d3+ 1500 j5+", LATE["black"])
    assert (rig.moves, rig.odd) == (["d3", "j5"], [("GO-18.dead", "dead-stones-left")])


@pytest.mark.parametrize(
    "line", ["g5+ 172 g5- 700 f5+", "g5+ 172 g5- 2464 f5+", "g5+ 172 g5- 2464 c3+"]
)
def test_a_stone_that_only_touched_down_is_carried_on(line: str) -> None:
    rig = hands(f"{line} 900")
    assert (rig.questions, rig.moves) == ([], [line.rsplit(maxsplit=1)[-1][:2]])


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


def test_colours_that_come_out_of_turn_are_not_guessed() -> None:
    """White to move: a dark stone, a light one, a dark one, a quarter of a second apart; a play before them may not have been felt."""
    start = position("c3 g3", "g7", "white")
    board = Board(NINE, Sensor.POLARITY, start, rulebook=NINE.rulebooks["go-china"])
    board.wait(2000).put("d3", BLACK_STONE).wait(250).put("f6", WHITE_STONE).wait(250)
    board.put("c7", BLACK_STONE).wait(250).put("h4", WHITE_STONE).wait(ASKED.within_ms)
    assert (board.moves, board.of("Irregularity")) == ([], [])
    assert board.of("Question") or board.of("Restore")


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("ms", [300, 600, 720])
def test_nobody_is_accused_beyond_doubt_where_a_reply_may_not_be(ms: int) -> None:
    """White may not play a1. Black's stone may be that one, and the first made up by its sensor; or White's only passes there."""
    start = position("a2 b1 h2", "h8 j7")
    rig = Rig(start, game=NINE, rulebook="go-china").hands(f"1000 e5+ {ms} a1+ {NAMED.within_ms}")
    assert rig.moves in ([], ["e5"]), rig.story()
    assert all(found.doubt is not None for found in rig.of(Irregularity)), rig.story()
    rig = Rig(start, game=NINE, rulebook="go-china").hands(f"1000 e5+ {ms} a1+ 90 a1- 40 c7+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["e5", "c7"], [], []), rig.story()


@pytest.mark.parametrize("ms", [1200, 3000])
def test_a_stone_that_was_lost_before_is_no_fault_of_a_capture(ms: int) -> None:
    """The sensor of c3 has lost its stone, and Black h7 takes g7; that Black d3 was not felt is less likely."""
    rig = hands(f"c3- 3000 h7+ {ms} g7- 3000", position("c4 c2 b3 f7 g8 g6", "c3 g7 j9"))
    assert rig.moves in ([], ["h7"]), rig.story()
    assert all(found.doubt is not None for found in rig.of(Irregularity))


@pytest.mark.parametrize("after", ["3000", "900 c2+ 900"])
def test_a_play_that_takes_a_stone_is_told_though_its_sensor_is_bad(after: str) -> None:
    """That the play before it was not felt, and White f6 takes nothing, is far less likely."""
    chatters = "f7~30 150 " * 12
    rig = hands(f"{chatters} 500 f6+ {after}", position("e7 g7 f8 e2", "f7 d2 j3"))
    rig.answer_truly(["f6"], within_ms=ASKED.within_ms)
    played = [word[:2] for word in after.split() if word.endswith("+")]
    assert rig.moves[: 1 + len(played)] == ["f6", *played], rig.story()
    assert rig.odd in ([], [("GO-18.dead", "dead-stones-left")])
