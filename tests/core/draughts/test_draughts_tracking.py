"""Long captures as hands make them: set down on the way or not, men taken off in any order."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig

HUNDRED = game_by_name("draughts-100")
TWO_WAYS_ROUND = "W:WK4:B13,20,32,37"
"""The king takes three men from 4 to 15, by way of 27 or of 31."""


def rig(start: str) -> Rig:
    return Rig(start, game=HUNDRED, rulebook="draughts-100")


@pytest.mark.law("DR-6.5", "DR-6.6", "DR-6.9")
@pytest.mark.parametrize("taken", list(permutations(("13", "32", "20"))))
@pytest.mark.parametrize("on_the_way", ["", "300 27+ 200 27-", "300 27+ 150 27- 300 38+ 200 38-"])
def test_the_men_taken_tell_two_captures_apart(taken: tuple[str, ...], on_the_way: str) -> None:
    off = " 400 ".join(f"{point}-" for point in taken)
    hands = rig(TWO_WAYS_ROUND).hands(f"1000 4- {on_the_way} 400 15+ 400 {off} 1500")
    assert hands.line == ["4x27x15"], hands.story()
    assert hands.questions == []


@pytest.mark.law("DR-6.5")
def test_the_other_capture() -> None:
    hands = rig(TWO_WAYS_ROUND).hands("1000 4- 400 15+ 400 13- 300 37- 300 20- 1500")
    assert hands.line == ["4x31x15"], hands.story()
    assert hands.questions == []


@pytest.mark.law("DR-6.5", "DR-6.7")
@pytest.mark.parametrize("rest", [300, 760, 1500])
@pytest.mark.parametrize("end", ["1500", "200 5- 300 10+ 1500"])
def test_a_capture_that_ends_where_it_began(rest: int, end: str) -> None:
    """The men come off only after the hand has rested."""
    taken = "22- 300 12- 300 13- 300 23-"
    board = rig("W:W28,50:B22,12,13,23,5").hands(f"1000 28- 300 28+ {rest} {taken} {end}")
    assert board.line[0] == "28x28", board.story()
    assert board.odd == []


@pytest.mark.law("DR-6.5")
@pytest.mark.parametrize("pause_ms", [400, 1500, 3000])
def test_a_capture_from_a_point_that_still_feels_its_man(pause_ms: int) -> None:
    """Who lands out of nowhere is no sensor's fault while his victims may yet be taken off."""
    hands = rig("W:W32,38:B28,1").hands(f"1000 23+ {pause_ms} 28- 3000")
    hands.answer_truly(["32x23"], within_ms=ASKED.within_ms)
    assert (hands.line, hands.odd) == (["32x23"], [])


SWEPT = "B:W20,22,31-33,36,40-47,49,50:B1-6,8,9,11,12,14-16,25,26"
ROUND = "26- 130 37+ 385 37- 95 48+ 150 48- 295 37+"


@pytest.mark.law("DR-6.9")
@pytest.mark.parametrize("way", [ROUND, "26- 900 37+"])
@pytest.mark.parametrize("last", [60, 330, 900])
@pytest.mark.parametrize("press", ["", "400 b!"])
def test_a_hand_may_sweep_off_what_was_captured_in_one_moment(
    way: str, last: int, press: str
) -> None:
    board = Rig(SWEPT, game=HUNDRED, rulebook="draughts-100", time_control="90:00")
    board.hands(f"1000 {way} 400 42-,43- 30 33- 5 32- {last} 31- {press} 2000")
    assert (board.moves, board.odd, board.questions) == (["26x37"], [], [])


@pytest.mark.law("DR-7.5")
def test_but_not_others_with_it() -> None:
    board = rig(SWEPT).hands("1000 26- 900 37+ 400 42-,43-,20-,47- 30 33- 5 32- 6000")
    assert board.moves == []
    assert {law for law, _ in board.odd} <= {"DR-7.5"}
    assert board.stage == "restore"
