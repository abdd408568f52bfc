"""What hands cannot have done tells that a sensor is wrong: the board asks, and publishes no move made of it."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Question
from rules.go.game import game_of
from tests.core.fair import accused, assert_fair
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong

ROOK = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"


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


def test_a_man_who_came_to_rest_is_not_set_down_far_away_by_nobody() -> None:
    """b4-a3; c3 closed before b4 was lifted, and a3 flickers: he stands on a3 while nobody holds him."""
    rig = board("draughts-russian", "B:Wc1,e1,h2:Bb4,e7,g7")
    rig.hands("c3+ 280 b4- 540 a3+ 550 a3- 60 a3+ 550 a3- 60 a3+ 300 h2- 400 g3+ 3000")
    assert_fair(rig, ["b4-a3", "h2-g3"])


def test_a_man_carried_soon_is_where_he_is_felt() -> None:
    rig = board("chess", ROOK)
    known_wrong(rig, "h3+")
    rig.hands("h1- 700 g1+ 3000")
    assert (rig.line, asked(rig)) == (["h1g1"], []), rig.story()


@pytest.mark.parametrize("ms", [60, 105])
@pytest.mark.parametrize("later_ms", [1100, 2500])
def test_a_man_felt_long_after_a_quick_exchange_may_have_captured(ms: int, later_ms: int) -> None:
    """One sensor is enough, and none is known to be bad: e3xd2 in 60 ms, and a3 closes by itself."""
    start = "4k3/8/8/8/8/4q3/3P4/7K b - - 0 1"
    rig = board("chess", start).hands(f"e3- 240 d2~{ms} {ms + later_ms} a3+ 2000")
    assert_fair(rig, ["e3d2"], ["e3a3"])


@pytest.mark.law("FIDE-7.5.3")
def test_a_press_after_a_capture_whose_captor_is_felt_on_at_his_old_point() -> None:
    """All stands as before when the clock is pressed: the queen's square still feels her."""
    start = "4k3/8/8/8/3p4/8/1Q6/4K3 w - - 0 1"
    rig = Rig(start, time_control="90:00").hands("1000 d4- 500 d4+ 2500 w! 3000")
    assert asked(rig) == [{"b2d4"}], rig.story()
    assert rig.of(Penalty) == []


def test_whoever_takes_back_and_moves_again_may_have_been_taken() -> None:
    """d6-c5, and b4:d6 of which b4 tells nothing: c5 seems put back to d6. Then Black moves another man."""
    rig = board("draughts-russian", "B:Wb4,g1:Ba7,d6,h8").hands("d6- 400 c5+ 2500")
    rig.hands("c5- 700 d6+ 1600 a7- 200 b6+ 3000")
    assert rig.line[:2] != ["d6-c5", "a7-b6"], rig.story()
    assert "a7-b6" not in rig.line or "b4:d6" in rig.line, rig.story()
    assert accused(rig) == [], rig.story()


def test_a_man_who_is_off_for_twenty_seconds_may_be_thought_about() -> None:
    rig = board("chess", ROOK).hands("e1- 19000")
    assert asked(rig) == []
    rig.hands("3000 f1+")
    assert_fair(rig, ["e1f1"])


@pytest.mark.parametrize(("apart_ms", "played"), [(60, 2)])
def test_two_stones_are_not_played_in_one_moment(apart_ms: int, played: int) -> None:
    rig = Rig(game=NINE, rulebook="go-china").hands(f"1000 c3+ {apart_ms} g7+ 3000")
    assert len(rig.line) == played, rig.story()
    assert asked(rig) == ([] if played == 2 else [{"c3", "g7"}])
