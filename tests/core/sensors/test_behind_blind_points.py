"""Moves that sensors show in part or not at all: other moves that fit are asked about, never published."""

from __future__ import annotations

import pytest

from controller.core.belief.recorded import RecordedBelief
from controller.core.messages import Question
from rules.go.game import game_of
from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import ASKED
from tests.core.rig import Rig

MS = 1_000_000
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def board(game: str, start: str) -> Rig:
    rules = game_by_name(game)
    return Rig(start, game=rules, rulebook=rules.rulebook.name).hands("1000")


def known_wrong(rig: Rig, hands: str) -> None:
    """From now on these points show what is not so, and the board knows it."""
    rig.hands(f"{hands} 100")
    belief = rig.board.state.belief
    assert isinstance(belief, RecordedBelief)
    belief.reset(belief.told, rig.at_ns)
    rig.hands("3000")


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
def test_a_man_adjusted_is_back_once_his_point_can_be_read() -> None:
    rig = board("chess", START)
    assert rig.command("white", "adjust")
    rig.hands("b1- 300 b1?2000 1500")
    assert rig.session.view().adjusting
    rig.hands("b1+ 1000")
    assert not rig.session.view().adjusting
    assert rig.hands("e2- 300 e4+ 1500").moves == ["e2e4"]


def test_without_blind_points_it_is_a_man_put_back() -> None:
    rig = board("draughts-brazilian", "W:Wb2,g1,h2:Ba7,b8,d4,e7,f6,f8,h6,h8")
    rig.hands("b2- 1550 b2+ 1700 h2- 240 g3+ 3000")
    assert (rig.line, rig.of(Question)) == (["h2-g3"], [])


def test_what_is_left_beside_a_move_waits_for_points_that_cannot_be_read() -> None:
    """Two plies before it were made on points that could not be read; clocks were pressed upon all three."""
    start = "4k3/4p3/8/8/8/8/3PP3/4K3 b - - 0 1"
    rig = Rig(start, time_control="5:00").hands("1000 e7,d2,d4?2600 300 e7- 200 e6+ 300 b! 400")
    rig.hands("d2- 60 d4+ 300 w! 500 e8- 200 f7+ 400 b! 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["e7e6", "d2d4", "e8f7"], [], [])


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("blind", ["d2,e2,f2", "a1,b1,c1,d1,e1,f1,g1,h1,a2,b2,c2,d2,e2,f2"])
@pytest.mark.parametrize("landed", ["", "f2+ "])
def test_where_a_man_may_have_gone_unread_is_asked_about_with_what_he_may_have_captured(
    blind: str, landed: str
) -> None:
    """White replies with a capture in his hand, so the question comes from what is odd; it named but one capture, and answered it."""
    rig = Rig("4k3/3b1p2/1B6/2p4P/8/N6P/P2P2r1/R1Q1K1R1 b Q - 1 27")
    rig.hands(f"1000 {blind}?60000 2000 g2- 700 {landed}2100 c5- 900 b6- 840 c5+ 6000")
    rig.hands("d7- 500 e6+ 1500 c5- 400 d4+ 2000 e6- 400 d7+ 3000")
    (asked,) = rig.questions
    assert {"g2f2", "g2d2"} <= set(asked)
    assert (rig.moves, rig.odd) == ([], []), rig.story()
    assert rig.command("arbiter", "answer", move="g2f2")
    rig.hands("2000")
    assert rig.moves[:2] == ["g2f2", "b6c5"]


@pytest.mark.law("CH-7.1", "FIDE-4.2.1")
def test_adjusting_ends_though_a_sensor_is_known_to_be_wrong() -> None:
    """Found by `touchmove simulate --game draughts-100 --faults messy --seed 187000294 --plies 40`."""
    rig = board("chess", START)
    known_wrong(rig, "h2-")
    assert rig.command("white", "adjust")
    rig.hands("b1- 500 b1+ 500 e2- 300 e4+")
    assert_fair(rig, ["e2e4"])
    assert not rig.session.view().adjusting


def test_a_move_of_which_nothing_is_seen_is_asked_about() -> None:
    """h2 is known not to feel its man, and then g3 does not either."""
    rig = board("draughts-brazilian", "W:Wb2,c1,h2,h6:Ba3,a7,b8,e7,f8,g7,h4,h8")
    known_wrong(rig, "h2-")
    rig.hands("500 h4- 460 f2+ 1150 b2- 400 c3+ 3000")  # h2-g3 and its capture
    assert_fair(rig, ["h2-g3", "h4xf2", "b2-c3"])


def test_a_man_put_back_may_have_been_moved_and_taken_past_blind_points() -> None:
    """d4 does not feel its man, and c3 always feels one: b2-c3 and d4xb2 look like b2 adjusted."""
    rig = board("draughts-brazilian", "W:Wb2,g1,h2:Ba7,b8,d4,e7,f6,f8,h6,h8")
    known_wrong(rig, "d4- 100 c3+")
    rig.hands("b2- 1550 b2+ 1700 h2- 240 g3+ 640 h8- 500 g7+ 3000")
    assert rig.line == []
    assert {"b2-c3", "h2-g3"} <= set(rig.of(Question)[-1].candidates)
    assert rig.command("arbiter", "answer", move="b2-c3")
    rig.hands("100")
    assert rig.line == ["b2-c3", "d4xb2", "h2-g3", "h8-g7"]


def test_a_crowned_capturer_is_no_man_taken_back() -> None:
    """36 never empties. White's man was lifted when another stood on his old square already."""
    rig = board("draughts-100", "W:W24,32,38,42,43,45-50:B1-7,9,10,15,16,18,36")
    rig.hands("47- 280 41+ 1350 47+ 230 41- 415 47- 405 47+ 500 49- 570 44+ 670 9- 340 14+ 3000")
    assert_fair(rig, ["47-41", "36x47", "49-44", "9-14"])


def test_of_two_stones_that_come_in_one_moment_one_was_played() -> None:
    """a2 follows b3: whichever is the answer, the other is no reply to it."""
    rig = Rig(None, game=game_of({"size": 9}), rulebook="go-china").hands("1000 b3+ 0 a2+ 2000")
    rig.wait(ASKED.within_ms)
    assert (rig.line, "b3" in rig.of(Question)[-1].candidates) == ([], True)
    assert rig.command("arbiter", "answer", move="b3")
    rig.hands("2000 g6+ 2000")
    assert_fair(rig, ["b3", "g6"])


def test_a_capture_that_could_not_be_read_is_not_taken_for_made_because_another_sensor_lied() -> (
    None
):
    """f7xd8; d8 feels nothing, and c8 is felt gone instead. Then h6 cannot be read for a moment."""
    rig = board("chess", "r1bqkb2/p1pppN1r/2n2n1p/8/8/p1R1P2P/1PPP1PP1/1NBQKB1R w Kq - 0 9")
    known_wrong(rig, "d1-")
    rig.hands("f7- 515 c8~90 3800 c6- 2400 h6?1100 1500")
    rig.wait(ASKED.within_ms)
    assert rig.line == []
    assert rig.stage == "restore" or rig.of(Question), rig.story()


@pytest.mark.law("DR-5.11")
def test_who_is_felt_beside_a_move_may_have_come_from_a_point_that_cannot_be_read() -> None:
    """White plays 38-33, Black 17-22, and White 47-42; 38, 17 and 22 cannot be read for long."""
    rig = board("draughts-100", "W:W31,32,35,36,38,44,47,48:B3-7,15-18,21,45")
    rig.hands("38,17,22?90000 2000 33+ 5600 47- 550 42+ 3000")
    assert_fair(rig, ["38-33", "17-22", "47-42"])
