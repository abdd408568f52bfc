"""What becomes of answers: what people deny, what a reply may answer for, and which sensors are to blame."""

from __future__ import annotations

from controller.core.messages import Question
from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair
from tests.core.policies import ASKED
from tests.core.sensors.test_behind_blind_points import board, known_wrong
from tests.core.sensors.test_one_sensor_more import suspects

XIANGQI = game_by_name("xiangqi").start().text
SOLDIERS = "3a1kr2/3n5/rc2b3b/p1p1p4/9/4P1P1P/P1P6/2N1B3B/4A3R/R3KA1N1 b - - 2 16"
ROOK_BACK = "2baka1nr/7C1/5c2b/p1p1p1p1p/9/2P6/Pr2P1P1P/5A3/9/RNBAK1BR1 b - - 3 6"
ROUND_AND_ROUND = "B:Wa1,a5,b2,c1,c3,f4,f6,g3,h2,h6:Ba3,b8,c7,d6,d8,f8,g7,h8"


def test_no_reply_completes_a_move_while_a_man_stands_whom_nobody_lifted() -> None:
    """d7 closes by itself on the way; h7-h4 is played, and h2 answers at once."""
    rig = board("xiangqi", XIANGQI).hands("h0- 690 g2+ 1500 h7- 295 d7+ 367 h4+ 483 h2- 3000")
    rig.wait(ASKED.within_ms)
    assert "h7d7" not in rig.line, rig.story()
    asked = [text for question in rig.of(Question) for text in question.candidates]
    assert "h7h4" in [*rig.line, *asked], rig.story()


def test_no_sensor_is_blamed_for_what_hands_may_have_done() -> None:
    """g9-g5, g4xg5 and i7xg5 are made on a point that tells nothing; so i7 may be lifted and its sensor right."""
    rig = board("xiangqi", SOLDIERS)
    known_wrong(rig, "g5+")
    rig.hands("g9- 3050 g4- 1660 i7- 4000")
    assert_fair(rig, ["g9g5", "g4g5"], ["g9g5", "g4g5", "i7g5"])
    assert "i7" not in suspects(rig)


def test_a_take_back_is_named_once() -> None:
    """b3xb0; h8-h5, of which h8 tells nothing; and b0-b3: the rook goes back to where it came from."""
    rig = board("xiangqi", ROOK_BACK)
    known_wrong(rig, "h8-")
    rig.hands("b3- 400 b0- 500 b0+ 1500")
    for _ in range(2):
        rig.hands("h5+ 3970 b0- 230 b3+ 3000")
        if rig.stage != "restore":
            break  # it was asked about at once
        rig.hands("h5-,b3- 20 b0+ 3000")
    assert_fair(rig, ["b3b0", "h8h5", "b0b3"])


def test_an_answer_keeps_what_else_was_seen() -> None:
    """h6 still feels the man who went to g7 and was taken there."""
    rig = board("draughts-brazilian", ROUND_AND_ROUND)
    rig.hands("g7- 290 e5+ 400 f6- 620 g7+ 1170 h8- 290 f6+ 345 g7- 5000")
    assert accused(rig) == [], rig.story()
    assert rig.line[:1] in ([], ["g7xe5"])
