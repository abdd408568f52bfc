"""Hands in a hurry: the opponent, or both, have their next man in the hand before the last one is down. All of it is play."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig, played

BLITZ = "3:00+0:02"
SCANDINAVIAN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
TO_TAKE = "W:W34,40,35,45,50:B23,20,3,4"
RUSSIAN = "B:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,f4,g1,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
BOTH_TAKE = "W:W27,32-50:B1-19,24"
ROOK = "4k3/8/8/8/r7/8/8/1K5R w - - 0 1"


def clocked(game: str, start: str | None, hands: str) -> Rig:
    """A board with clocks, on which hands have done something."""
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name, time_control=BLITZ)
    return rig.hands(f"1000 {hands} 2500")


def plain(rig: Rig, moves: list[str]) -> None:
    """These moves, and nothing that anybody is asked about or accused of."""
    assert (rig.line, rig.questions, rig.odd) == (moves, [], []), rig.story()


@pytest.mark.parametrize("early", [20, 50])
def test_the_captor_is_lifted_a_moment_before_his_victim_lands(early: int) -> None:
    """A man who has just been lifted is not the one who is felt elsewhere."""
    lifted = f"34- {450 - early} 23- {early} 29+"
    rig = clocked(
        "draughts-100",
        TO_TAKE,
        f"{lifted} 150 w! 100 34+ 200 29- 150 b! 1450 40- 300 29+ 300 34- 200 w!",
    )
    plain(rig, ["34-29", "23x34", "40x29"])


@pytest.mark.parametrize("early", [60, 90, 120, 180])
def test_who_might_have_come_there_from_another_move_is_asked_about_and_play_goes_on(
    early: int,
) -> None:
    lifted = f"34- {450 - early} 23- {early} 29+"
    rig = clocked(
        "draughts-100",
        TO_TAKE,
        f"{lifted} 150 w! 100 34+ 200 29- 150 b! 1450 40- 300 29+ 300 34- 200 w!",
    )
    line = ["34-29", "23x34", "40x29"]
    rig.answer_truly(line, within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (line, []), rig.story()


@pytest.mark.parametrize("lift", [85, 150])
def test_a_move_that_was_seen_whole_is_among_the_answers(lift: int) -> None:
    """40 is lifted to take whoever takes 29."""
    hands = (
        f"34- 356 23- 94 29+ {lift} 40- {187 - lift} w! 28 34+ 170 29- 60 29+ 110 b! 160 34- 210 w!"
    )
    rig = clocked("draughts-100", TO_TAKE, hands)
    assert set(rig.line) <= {"34-29", "23x34", "40x29"}, rig.story()
    assert all("34-29" in asked for asked in rig.questions)


def test_three_men_are_in_the_air_in_turn() -> None:
    hands = (
        "35- 325 30+ 130 24- 40 30- 5 34- 75 35+ 24 w! 109 b! 252 29+ 95 19- 79 w! 46 24+ 246 b!"
    )
    plain(clocked("draughts-100", BOTH_TAKE, hands), ["35-30", "24x35", "34-29", "19-24"])
    hands = "d6- 350 f4- 50 e5+ 145 e7- 29 b! 106 d6+ 165 e5- 100 c5+ 102 w! 173 d6- 133 b!"
    rig = clocked("draughts-russian", RUSSIAN, hands)
    assert (rig.line, rig.odd) == (["d6-e5", "f4:d6", "e7:c5"], []), rig.story()


@pytest.mark.parametrize("held", [400, 900, 1200, 3000])
@pytest.mark.parametrize("early", [15, 60, 150])
def test_a_man_who_was_held_for_long_is_replied_to_before_he_is_down(held: int, early: int) -> None:
    rig = played(f"e2- 300 e4+ 800 e7- {held} g1- {early} e5+ 300 f3+")
    plain(rig, ["e2e4", "e7e5", "g1f3"])
    hands = f"32- 300 28+ 150 w! 500 16- {held} 37- {early} 21+ 60 b! 250 32+ 100 w!"
    plain(clocked("draughts-100", None, hands), ["32-28", "16-21", "37-32"])


@pytest.mark.parametrize("capture", ["d5- 120 e4- 190", "e4- 150 d5- 140"])
@pytest.mark.parametrize("early", [15, 60, 140])
def test_a_capture_is_replied_to_before_it_lands(capture: str, early: int) -> None:
    """Another point that told nothing, and the victim put back, is stranger than haste."""
    rig = played(f"{capture} b8- {early} d5+ 200 c6+ 1200 b1- 300 c3+", SCANDINAVIAN)
    plain(rig, ["e4d5", "b8c6", "b1c3"])


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("captor", ["d5- 20 e4-", "e4- 20 d5-"])
@pytest.mark.parametrize("early", [60, 100])
def test_victim_captor_and_a_man_of_the_opponent_left_together_by_two_hands(
    captor: str, early: int
) -> None:
    hands = f"{captor} 50 b8- {early} d5+ 150 w! 50 c6+ 150 b! 1050 b1- 300 c3+ 150 w!"
    plain(clocked("chess", SCANDINAVIAN, hands), ["e4d5", "b8c6", "b1c3"])
    hands = f"{captor} 50 d8- {early} d5+ 120 d5- 30 w! 100 d5+ 150 b! 1050 b1- 300 c3+ 150 w!"
    plain(clocked("chess", SCANDINAVIAN, hands), ["e4d5", "d8d5", "b1c3"])


@pytest.mark.parametrize("rest", [60, 80, 98])
def test_a_man_is_taken_as_soon_as_he_has_slid_to_his_point(rest: int) -> None:
    """He is gone from every point that he crossed: he has stayed on none of them."""
    rig = played(
        f"h1- 30 h2+ 40 h2- 20 h3+ 40 h3- 20 h4+ {rest} h4- 100 a4- 300 h4+ 1870 b1- 300 b2+", ROOK
    )
    plain(rig, ["h1h4", "a4h4", "b1b2"])


def test_whoever_stands_again_has_not_moved_and_play_answers_the_question() -> None:
    rig = played("g1- 150 f2- 250 f3+ 1600 f2+ 2000 b8- 300 c6+ 1700 b1- 300 c3+")
    rig.answer_truly(["g1f3", "b8c6", "b1c3"], within_ms=SETTLED.within_ms)
    assert (rig.line, rig.odd, rig.stage) == (["g1f3", "b8c6", "b1c3"], [], "play"), rig.story()


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("third", [40, 60, 90])
def test_three_moves_overlap_and_each_man_goes_where_only_he_can(third: int) -> None:
    hands = f"g1- 55 b8- 145 h3+ {third} f2- {150 - third} a6+ 90 f4+ 46 w! 90 b! 34 w!"
    plain(clocked("chess", None, hands), ["g1h3", "b8a6", "f2f4"])


FORK = "B:Wa1,a3,b2,c1,c3,e1,f2,g1,g3,h2:Ba7,b6,b8,c7,d8,e5,f8,g5,g7,h6,h8"
"""Black g5 goes to f4 or h4; after h4 White may go from g3 to f4."""


def forked() -> Rig:
    game = game_by_name("draughts-russian")
    return Rig(FORK, game=game, rulebook=game.rulebook.name)


@pytest.mark.parametrize("early", [15, 30, 50])
@pytest.mark.parametrize("held", [300, 500, 900])
def test_whoever_slid_there_as_it_seemed_to_land_may_have_replied(held: int, early: int) -> None:
    """h4 has felt nobody; g3 went to f4, and e5 takes him."""
    line = f"1000 g5- {held} g3- {early} f4+ 3000 e5- 400 g3+ 400 f4- 2000 h2- 300 f4+ 300 g3-"
    rig = forked()
    rig.hands(line + " 2000")
    made = ["g5-h4", "g3-f4", "e5:g3", "h2:f4"]
    rig.answer_truly(made, within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (made, []), rig.story()


@pytest.mark.parametrize("early", [15, 30, 50])
@pytest.mark.parametrize("then", ["500 g3+ 900"])
def test_but_who_is_put_back_or_held_on_to_has_not(then: str, early: int) -> None:
    rig = forked()
    rig.hands(f"1000 g5- 500 g3- {early} f4+ 700")
    assert rig.line == []
    rig.hands(then).answer_truly(["g5-f4"], within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (["g5-f4"], []), rig.story()
