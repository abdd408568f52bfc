"""What hands cannot have done tells that a sensor is wrong: the board asks, and publishes no move made of it."""

from __future__ import annotations

from controller.core.messages import Irregularity, Penalty, Question
from rules.go.game import game_of
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NINE = game_of({"size": 9})


def asked(rig: Rig) -> list[set[str]]:
    return [set(question.candidates) for question in rig.of(Question)]


def test_a_man_at_rest_is_not_felt_far_away_as_well() -> None:
    """The rook stands on h5 as h8 closes by itself: whoever lifts him from h5 later is the one who takes him."""
    start = "4k3/8/8/7p/8/5b2/8/4K2R w - - 0 1"
    rig = board("chess", start).hands("h5- 300 h1- 300 h5+ 400 h8+ 150 f3- 100 h5- 150 h5+ 3000")
    assert rig.line[:1] != ["h1h8"], rig.story()


def test_a_capture_is_seen_once_the_captor_can_be_read() -> None:
    """The victim is off, and his square taken, while the queen's cannot be read."""
    start = "4k3/8/8/8/3p4/8/1Q6/4K3 w - - 0 1"
    rig = board("chess", start).hands("d4- 300 b2?2200 50 b2- 100 d4+ 3500")
    assert rig.line == ["b2d4"], rig.story()
    assert rig.of(Irregularity) == []


def test_a_man_made_up_beside_a_move_is_no_fault_of_the_player_who_presses() -> None:
    rig = Rig(ARRAY, time_control="90:00").hands("1000 a5+ 300 e2- 300 e4+ 300 w! 3000")
    assert rig.of(Penalty) == []
    assert (rig.line, asked(rig)) in ((["e2e4"], []), ([], [{"e2e4"}])), rig.story()


def test_men_in_a_mess_are_no_fouls() -> None:
    """f4xf0, e0e1 and more behind a question; what the men then show is a mess, and nobody's foul (XQ-9)."""
    rig = board("xiangqi", "4k4/9/9/4p4/9/5r3/9/9/8R/3AK1BN1 b - - 2 18")
    rig.hands("f4- 2000 e0- 350 e1+ 2000 g0- 500 i1- 600 h5+ 5000")
    assert rig.of(Penalty) == [], rig.story()


def test_a_stone_that_a_flickering_sensor_felt_before_may_be_the_first() -> None:
    flicker = "c3+ 62 c3- 40 c3+ 400 g7+ 70 c3- 50 c3+ 380 e5+ 120 c3- 15 c3+"
    rig = Rig(game=NINE, rulebook="go-china").hands(f"1000 {flicker} 3000")
    assert rig.line[:1] in ([], ["c3"]), rig.story()
