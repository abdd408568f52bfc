"""What becomes of answers: what people deny, what a reply may answer for, and which sensors are to blame."""

from __future__ import annotations

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.sensors.test_behind_blind_points import board, known_wrong
from tests.core.sensors.test_one_sensor_more import answer, suspects
from tests.core.session.test_arbiter_correct import put, read_back

XIANGQI = game_by_name("xiangqi").start().text
SOLDIERS = "3a1kr2/3n5/rc2b3b/p1p1p4/9/4P1P1P/P1P6/2N1B3B/4A3R/R3KA1N1 b - - 2 16"
ONE_WAY_HIDDEN = "W:W16,29,32,34-37,39-41,43-50:B1-8,10,11,13-15,20"
FELT_IN_VAIN = "rn2k1r1/1pp3pp/3p2n1/4p1N1/1p2p1Q1/B1N4B/P1PP1P1P/4K2R w Kq - 0 14"
ROOK_BACK = "2baka1nr/7C1/5c2b/p1p1p1p1p/9/2P6/Pr2P1P1P/5A3/9/RNBAK1BR1 b - - 3 6"
ROUND_AND_ROUND = "B:Wa1,a5,b2,c1,c3,f4,f6,g3,h2,h6:Ba3,b8,c7,d6,d8,f8,g7,h8"


def test_no_reply_completes_a_move_while_a_man_stands_whom_nobody_lifted() -> None:
    """d7 closes by itself on the way; h7-h4 is played, and h2 answers at once."""
    rig = board("xiangqi", XIANGQI).hands("h0- 690 g2+ 1500 h7- 295 d7+ 367 h4+ 483 h2- 3000")
    assert "h7d7" not in rig.line, rig.story()
    asked = [text for question in rig.of(Question) for text in question.candidates]
    assert "h7h4" in [*rig.line, *asked], rig.story()


def test_no_sensor_is_blamed_for_what_hands_may_have_done() -> None:
    """g9-g5, g4xg5 and i7xg5 are made on a point that tells nothing; so i7 may be lifted and its sensor right."""
    rig = board("xiangqi", SOLDIERS)
    known_wrong(rig, "g5+")
    rig.hands("g9- 3050 g4- 1660 i7- 4000")
    assert "g9g5" in rig.of(Question)[-1].candidates, rig.story()
    answer(rig, "g9g5")
    assert "i7" not in suspects(rig)
    assert rig.line[:1] == ["g9g5"], rig.story()


def test_a_reply_does_not_answer_where_another_sensor_may_have_hidden_the_move() -> None:
    """28 is known to tell nothing; 27 feels nothing either, and there the man was set down."""
    rig = board("draughts-100", ONE_WAY_HIDDEN)
    known_wrong(rig, "28+")
    rig.hands("32- 4500 8- 520 12+ 5000")
    assert (rig.stage, rig.line) == ("question", []), rig.story()
    assert rig.command("arbiter", "answer", move="none")
    put(rig)
    assert (rig.stage, rig.line) == ("play", [])
    read_back(rig)


def test_what_people_deny_is_not_asked_again() -> None:
    """c3xe4, and c3 feels its knight still; a8-a7, and a8 feels its rook; then g4-g1."""
    rig = board("chess", FELT_IN_VAIN)
    hands = "e4- 855 e4+ 1600 a7+ 460 g4- 240 g1+ 3000"
    rig.hands(hands)
    assert [q.candidates for q in rig.of(Question)] == [["g4g1"]], rig.story()
    assert rig.command("arbiter", "answer", move="none")
    put(rig)
    rig.hands(hands)
    asked = rig.of(Question)[-1].candidates
    assert "c3e4" in asked, rig.story()
    assert "g4g1" not in asked
    answer(rig, "c3e4")
    assert rig.line[:1] == ["c3e4"]
    read_back(rig)


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
    assert len(rig.of(Irregularity)) <= 1, rig.story()
    assert "h8h5" in rig.of(Question)[-1].candidates, rig.story()
    answer(rig, "h8h5")
    assert rig.line == ["b3b0", "h8h5", "b0b3"], rig.story()


def test_an_answer_keeps_what_else_was_seen() -> None:
    """h6 still feels the man who went to g7 and was taken there."""
    rig = board("draughts-brazilian", ROUND_AND_ROUND)
    rig.hands("g7- 290 e5+ 400 f6- 620 g7+ 1170 h8- 290 f6+ 345 g7- 5000")
    assert "g7xe5" in rig.of(Question)[-1].candidates, rig.story()
    answer(rig, "g7xe5")
    rig.hands("3000")
    assert rig.line[:1] == ["g7xe5"], rig.story()
    asked = [text for question in rig.of(Question) for text in question.candidates]
    assert "h6-g7" in [*rig.line, *asked], rig.story()
