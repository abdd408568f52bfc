"""Men of the opponent's who are off as a move is made: the opponent had taken them up, in haste, to answer it."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.rig import CHESS, Rig

XIANGQI = game_by_name("xiangqi")
DRAUGHTS = game_by_name("draughts-100")
CANNONS = "r1b1ka1nr/4a4/4b4/p1C1p1p1p/9/9/P1P1P1c1P/cC4N2/R3R4/1N1AKAB2 w - - 0 11"
END = "W:W27,36-38,41,44,45:B1,4,6,10,11,15,18,26,34"
PLIES = "W:W28,29,31,34-50:B1-14,16-20,25"
ROOKS = "3k1abC1/4a3r/C8/p7p/2p1P1pr1/6P1P/P1P6/9/9/2BAKABNR w - - 5 22"


def xiangqi(start: str | None = None) -> Rig:
    return Rig(start, game=XIANGQI, rulebook=next(iter(XIANGQI.rulebooks)))


def draughts(start: str) -> Rig:
    return Rig(start, game=DRAUGHTS, rulebook=next(iter(DRAUGHTS.rulebooks)))


@pytest.mark.law("XQ-5.5", "XQ-5.1")
@pytest.mark.parametrize("early", [60, 80, 100, 140, 170])
@pytest.mark.parametrize("pace", [150, 400])
def test_a_man_who_answers_was_touched_by_his_own_player(early: int, pace: int) -> None:
    rig = xiangqi().hands(f"1000 b0- {early} b9- {250 - early} c2+ {pace} c7+ 3000")
    assert (rig.line, rig.odd) == (["b0c2", "b9c7"], []), rig.story()


@pytest.mark.law("XQ-5.5", "XQ-5.3")
@pytest.mark.parametrize("early", [80, 100, 130])
def test_a_man_who_answers_by_a_capture_too(early: int) -> None:
    rig = xiangqi(CANNONS)
    rig.hands(f"1000 b2- {early} a2- {250 - early} c2+ 120 g2- 140 g2+ 3000")
    assert (rig.line, rig.odd) == (["b2c2", "a2g2"], []), rig.story()


@pytest.mark.law("XQ-5.5")
@pytest.mark.parametrize("back", [600, 900])
def test_a_man_who_is_off_and_has_not_answered_leaves_a_doubt_whose_hand_it_was(back: int) -> None:
    rig = xiangqi().hands(f"1000 b0- 100 b9- 400 c2+ {back} b9+ 3000")
    assert rig.line == ["b0c2"], rig.story()
    assert {(found.kind, found.doubt) for found in rig.of(Irregularity)} <= {
        ("touch-move", "whose-hand")
    }


@pytest.mark.law("DR-7.4.7", "DR-5.10")
@pytest.mark.parametrize("felt", [18, 25, 35])
@pytest.mark.parametrize("before", [5, 18, 60])
def test_a_man_who_answers_a_move_felt_just_after_the_press(before: int, felt: int) -> None:
    """The press came too soon; that the answer had begun is no touch by the mover."""
    rig = draughts(END)
    rig.hands(f"1000 38- {258 - before} 1- {before} w! {felt} 32+ 140 7+ 3000")
    assert (rig.line, [law for law, _ in rig.odd if law != "DR-5.10"]) == (["38-32", "1-7"], [])


@pytest.mark.law("DR-7.4.7")
def test_men_of_both_sides_in_the_hand_at_the_press_are_no_answer() -> None:
    rig = draughts(END).hands("1000 38- 300 1- 300 w! 3000 1+ 500")
    assert rig.line == [], rig.story()
    assert {law for law, _ in rig.odd} <= {"DR-7.4.7", "DR-5.10"}


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("early", [20, 60, 100])
def test_three_plies_without_a_pause_are_no_mess(early: int) -> None:
    rig = draughts(PLIES)
    rig.hands(f"1000 39- 196 33+ 20 19- {226 - early} 31- {early} 24+ 26 27+ 12 b! 40 w! 3000")
    assert (rig.line, rig.odd) == (["39-33", "19-24", "31-27"], []), rig.story()


@pytest.mark.law("XQ-5.1")
@pytest.mark.parametrize("after", [20, 30, 38])
def test_nor_are_they_where_the_reply_is_begun_in_the_moment_of_the_landing(after: int) -> None:
    rig = xiangqi(ROOKS)
    rig.hands(f"1000 i0- 155 i2+ {after} h5- 135 h8+ 90 h0- 150 g2+ 3000")
    assert (rig.line, rig.questions, rig.odd) == (["i0i2", "h5h8", "h0g2"], [], []), rig.story()


@pytest.mark.law("FIDE-7.4")
def test_three_men_who_come_and_go_together_are_a_mess() -> None:
    rig = Rig(game=CHESS).hands("1000 e2-,e7-,g1- 200 e4+,e5+,f3+ 6000")
    assert rig.line == [], rig.story()
    assert rig.odd or rig.questions
