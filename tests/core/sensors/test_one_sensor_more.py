"""Where sensors are known to be wrong, another one fails: what may be that is asked about, and nothing is taken for it."""

from __future__ import annotations

import pytest

from controller.core.messages import Question
from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair, assert_told_by_people
from tests.core.policies import SETTLED
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong

ALONE = "W:Wc1,Kd8,e1,f2,g3:Bb8,g5,g7,h4,h8"
TAKEN = "W:Wa1,b2,c1,c3,e1,e3,f2,g1,h2:Ba3,a7,b6,b8,c5,d4,d8,f8,g7,h6,h8"
KING_TAKES = "r4b2/ppp2p2/4k3/3Nn3/6Q1/3P4/P3PPP1/R3KBN1 b Q - 0 19"
FELT_TWICE = "B:Wa3,b2,b4,c3,d2,e1,f2,g1,h2,h4,Kf8:Ba7,b6,b8,d6,d8,e5,e7,f6,h8"


LAST = "B:Wd4,g3:Ba7,Kb2,b4,b8,c5,d8,f8,g5,g7,h6"


def suspects(rig: Rig) -> set[str]:
    return {rig.game.points[p] for p in rig.session.health.suspects(rig.session.state.now_ns)}


def answer(rig: Rig, move: str) -> None:
    assert rig.command("arbiter", "answer", move=move), rig.story()
    rig.hands("100")


LEFT_ON = "W:Wa1,b2,c1,c3,d2,f2,Kd8:Bg3"


@pytest.mark.xfail(
    strict=True, reason="a captured piece whose sensor sticks looks like one that was left on"
)
def test_of_a_last_capture_the_victim_is_felt_for_ever() -> None:
    """Nobody will reply: f2xh4 took the last man, and g3 feels it still."""
    rig = board("draughts-brazilian", LEFT_ON).hands("f2- 680 h4+ 6000")
    assert [q.candidates for q in rig.of(Question)] == [["f2xh4"]], rig.story()
    answer(rig, "f2xh4")
    assert rig.line == ["f2xh4"]


CHAIN = "B:W23,29,32,36,37,39,40,42,45-47,49,50:B1,2,4-7,10,12-15,20,24-26"
TAKES = "24- 540 33+ 100 33- 515 44+ 190 44- 780 40- 500 39- 530 29- "


def test_a_capturer_who_was_in_the_hand_for_long_answers_the_question() -> None:
    rig = board("draughts-100", CHAIN).hands(f"{TAKES} 6000 35+ 3000")
    assert (rig.line, suspects(rig)) == (["24x35"], set()), rig.story()


@pytest.mark.parametrize(
    ("hands", "line"),
    [
        ("6000", ["f2-e3"]),
        ("1500 h4- 600 d4+ 300 g3- 200 e3- 3000", ["f2-e3", "h4xd4"]),
    ],
    ids=["nothing-more", "a-reply"],
)
def test_a_man_felt_beside_a_point_that_tells_nothing_may_be_one_sensor_more(
    hands: str, line: list[str]
) -> None:
    """f2 tells nothing; e3 closes by itself, or f2-e3 is played. A whole reply tells which."""
    rig = board("draughts-brazilian", ALONE)
    known_wrong(rig, "f2-")
    rig.hands(f"e3+ {hands}")
    assert_fair(rig, line, line[:1])


def test_a_last_capture_that_ends_on_a_point_that_tells_nothing_is_asked_about() -> None:
    rig = board("draughts-brazilian", LAST)
    known_wrong(rig, "h2+")
    rig.hands("b2- 230 e5+ 175 e5- 700 d4- 580 g3- 6000")
    assert_fair(rig, ["b2xh2"])


def test_a_man_taken_off_a_sensor_that_still_feels_one() -> None:
    """The opponent has replied as if d4 were empty; or it was forgotten there, which only people know."""
    rig = board("draughts-brazilian", TAKEN).hands("c3- 345 e5+ 1665 f8- 660 e7+ 3000")
    assert_fair(rig, ["c3xe5", "f8-e7"])


def test_a_capture_from_a_point_that_tells_nothing_needs_no_sensor_more() -> None:
    """e6 tells nothing, so its king's capture looks like a man put back. d6 is not wrong: f8d6 was played."""
    rig = board("chess", KING_TAKES)
    known_wrong(rig, "e6-")
    rig.hands("d5- 285 d5+ 1020 g4- 544 c8+ 1233 f8- 683 d6+ 3000")
    assert_fair(rig, ["e6d5", "g4c8", "f8d6"])


def test_of_moves_given_out_at_once_the_later_ones_make_nothing_suspect() -> None:
    """c4 feels nothing. What is played while that is in question stands already when it is answered."""
    rig = board("chess", game_by_name("chess").start().text)
    rig.hands("c2- 900 e7- 300 e5+ 3000")
    rig.hands("g1- 300 f3+ 1500 b8- 300 c6+ 1500 d2- 300 d4+ 1500 d7- 300 d5+ 1500")
    assert_told_by_people(rig, ["c2c4", "e7e5", "g1f3", "b8c6", "d2d4", "d7d5"])
    assert suspects(rig) == {"c4"}


@pytest.mark.xfail(
    strict=True, reason="a captured piece whose sensor sticks looks like one that was left on"
)
def test_a_victim_taken_off_late_answers_the_question() -> None:
    """Once nobody can be holding him, to reply."""
    rig = board("draughts-brazilian", LEFT_ON).hands("f2- 680 h4+ 6000 g3- 3000")
    assert rig.line == [], rig.story()
    rig.hands("18000")
    assert (rig.line, suspects(rig)) == (["f2xh4"], set()), rig.story()


def test_men_that_went_there_and_back_past_points_that_tell_nothing() -> None:
    """a5-b4 and c3xa5: everything stands as it stood, but for c3, which tells nothing."""
    rig = board("draughts-brazilian", "B:Wa1,Kc3,e3,f2,g1,h4:Ba5")
    known_wrong(rig, "c3-")
    rig.hands("a5- 315 b4+ 1140 a5+ 480 b4- 3000")
    assert rig.line == ["a5-b4", "c3xa5"], rig.story()


def test_a_man_on_his_way_when_his_point_becomes_unreadable_may_have_gone_on() -> None:
    """f4 lets go and cannot be read before that is believed; b4 cannot be read when he comes there."""
    rig = board("xiangqi", "2ba1kb2/4r4/2n6/p3pnp1p/9/7R1/P3P1P1P/Bc7/1C7/4KAB2 w - - 7 26")
    rig.hands("h4- 10 g4+ 40 g4- 15 f4+ 35 f4- 10 b4,f4?1200 80 b4+ 1000")
    assert_told_by_people(rig, ["h4b4"])


def test_what_no_law_allows_was_begun_before_the_move_that_is_seen() -> None:
    """c1-d2, d6-e5, h2-g3, c7-d6 were played; c1 did not feel its man leave, and the board was away for a time."""
    rig = board("draughts-russian", "W:Wa1,a3,b2,b4,c1,g1,h2:Ba7,b6,b8,c7,d6,e7,f8,h8")
    rig.hands("d6- 355 c7- 425 d6+ 135 e5+ g3+ 5 h2- 3000")
    rig.wait(SETTLED.within_ms)
    assert (rig.stage, rig.line) == ("restore", []), rig.story()


def test_a_last_capture_whose_man_is_felt_nowhere() -> None:
    """35 feels nothing; all that 24x35 has taken is off, and nobody will reply."""
    rig = board("draughts-100", CHAIN).hands(f"{TAKES} 3900")
    assert_fair(rig, ["24x35"])


@pytest.mark.parametrize("pause", [800, 2300])
@pytest.mark.parametrize("known", ["g7+ f8-", "g7+"])
def test_who_is_felt_where_he_stood_as_one_comes_beside_may_be_that_one(
    known: str, pause: int
) -> None:
    """e5-f4, and e5 feels him too; the reply, between points that tell nothing; and d8-c7, which is no breach of touching e5."""
    rig = board("draughts-brazilian", FELT_TWICE)
    for point in known.split():
        known_wrong(rig, point)
    rig.hands(
        f"1000 e5- 410 e5+,f4+ 1700 f8- {pause} d8- 20 c7+ 6000"
        if known == "g7+"
        else f"1000 e5- 410 e5+,f4+ {pause} d8- 20 c7+ 6000"
    )
    assert accused(rig) == [], rig.story()
    assert rig.line[:1] in ([], ["e5-f4"])
