"""The men are set right, the players do just the same, and it is irregular once more: then a sensor may be at fault."""

from __future__ import annotations

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.rig import Rig
from tests.core.session.test_arbiter_correct import read_back


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
