"""The men are set right, the players do just the same, and it is irregular once more: then a sensor may be at fault."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.fair import assert_fair, assert_told_by_people
from tests.core.rig import Rig
from tests.core.session.test_arbiter_correct import read_back

TAKEN_UNDER_A_STUCK_SENSOR = (
    "draughts-russian",
    "W:Wa1,a3,a5,e1,f2,f4,h2:Bb6,b8,d4,h4,h8",
    "a5- 200 c7+ 1600 b8- 500 d6+ 470 c7- 6000",  # b6 is never seen to leave
    ["a5:c7", "b8:d6"],
)
MANY_MEN_AT_ONCE = (
    "draughts-brazilian",
    "W:Wf2,g1,h4:Ba7,b4,Kb2,b8,c5,d8,e7,f8,g7,h6,h8",
    # h2 is never felt
    "g1- 850 h6- 20 g5+ 530 h4- 550 f6+ 205 g5- 510 e7- 250 g5+ 340 f6- 3000",
    ["g1-h2", "h6-g5", "h4xf6", "e7xg5"],
)
FOUR_PLIES = (
    "draughts-russian",
    "W:Wa1,a3,e1,f2,g1,g3,h2:Ba5,b6,b8,c3,c5,c7,d8,e7,f8,h8",
    "g3- 3500 e7- 590 f6+ 900 f2- 40 e3+ 1150 c5- 370 b4+ 3000",  # h4 is never felt
    ["g3-h4", "e7-f6", "f2-e3", "c5-b4"],
)


def test_a_man_that_goes_back_once_the_other_side_has_begun_is_no_move_taken_back() -> None:
    """White lifts g3 before black's king leaves e7; f4 never feels him."""
    rules = game_by_name("draughts-brazilian")
    start = "B:Wa3,b2,f2,g3,h2:Bc5,d6,d8,f8,Kg5,g7,h6,h8"
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name).hands("1000 g5- 400 e7+ 2500")
    rig.hands("g3- 950 e7- 270 g5+ 6000")
    assert (rig.of(Irregularity), rig.line) == ([], ["g5-e7"]), rig.story()
    assert "g3-f4" in rig.of(Question)[-1].candidates
    assert rig.command("arbiter", "answer", move="g3-f4")
    rig.hands("3000")
    assert (rig.stage, rig.line) == ("play", ["g5-e7", "g3-f4", "e7-g5"]), rig.story()
    read_back(rig)


PLAYED = ["h0g2", "b7f7", "c0a2", "a9a8", "e3e4", "i9i8", "g2h0", "f7e7", "c3c4", "h7g7"]
"""g2 is never felt, and all the rest goes on as it should."""


def played_past_g2() -> Rig:
    rules = game_by_name("xiangqi")
    rig = Rig(game=rules, rulebook=rules.rulebook.name).hands("1000")
    for text in PLAYED:
        origin, target = text[:2], text[2:]
        lift, put = f"{origin}- 300" * (origin != "g2"), f"{target}+" * (target != "g2")
        rig.hands(f"{lift} {put} 1500")
    return rig.hands("25000")


@pytest.mark.xfail(
    strict=True, reason="a captured piece whose sensor sticks looks like one that was left on"
)
def test_a_captor_who_is_taken_himself_leaves_a_question() -> None:
    game, start, hands, made = TAKEN_UNDER_A_STUCK_SENSOR
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name).hands(f"1000 {hands}")
    assert_fair(rig, made)


@pytest.mark.parametrize(
    ("game", "start", "hands", "made"), [MANY_MEN_AT_ONCE, FOUR_PLIES], ids=["two-plies", "four"]
)
def test_many_men_may_have_moved_behind_one_that_was_not_felt(
    game: str, start: str, hands: str, made: list[str]
) -> None:
    """So many have changed that it could be a mess; one silent sensor explains it all."""
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name).hands(f"1000 {hands}")
    assert_told_by_people(rig, made)


def test_many_plies_behind_a_question_are_not_asked_back_by_time() -> None:
    """It was `displaced` after twenty seconds, all men were asked back, and nobody could say that they stand right."""
    rig = played_past_g2()
    assert_told_by_people(rig, PLAYED)
