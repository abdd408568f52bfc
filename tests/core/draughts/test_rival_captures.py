"""Captures with the same start and end, of which one takes more men (Russian draughts)."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")
RIVALS = "B:WKb2,Kb4,Kd2,Ke1,Kg3,Kg5:BKf8,Kg1,Kh6"
"""Black may take g5 and g3, or three men more; both captures go from h6 to h2."""
CAPTURED = "1000 h6- 600 f4+ 200 f4- 500 h2+ 300 g5- 1700 g3-"


def russian(start: str) -> Rig:
    return Rig(start, game=RUSSIAN, rulebook="draughts-russian")


@pytest.mark.law("DR-6.4")
def test_a_capture_all_of_whose_men_are_off_is_made_though_another_takes_more() -> None:
    """The other is not what was done until more men come off: see below."""
    rig = russian(RIVALS).hands(f"{CAPTURED} 4500").answer_truly(["h6:f4:h2"])
    assert (rig.moves, rig.odd) == (["h6:f4:h2"], [])


@pytest.mark.law("DR-6.4", "DR-5.10")
@pytest.mark.parametrize("pause_ms", [1000, 3000, 6000])
def test_a_reply_tells_that_all_men_were_off(pause_ms: int) -> None:
    rig = russian(RIVALS).hands(f"{CAPTURED} {pause_ms} b4- 500 c5+ 3000")
    assert (rig.moves, rig.odd) == (["h6:f4:h2", "b4-c5"], [])


@pytest.mark.law("DR-6.4")
@pytest.mark.parametrize("pause_ms", [600, 5000])
def test_men_who_come_off_later_tell_that_it_was_the_greater(pause_ms: int) -> None:
    rig = russian(RIVALS).hands(f"{CAPTURED} {pause_ms} b2- 400 b4- 400 d2- 2000 e1- 500 f2+ 3000")
    assert rig.line == ["h6:c1:h2", "e1-f2"], rig.story()
    assert {law for law, _ in rig.odd} <= {"DR-6.11", "DR-7.4.13"}


@pytest.mark.law("DR-6.4")
def test_no_captured_man_is_taken_up_to_reply_between_two_others() -> None:
    """Of b4:e3:g1, which leaves c3, all men are off as well; but he was taken off first."""
    rig = russian("W:WKb2,Kb4,Kc7,Ke5:BKa3,Ka7,Kc3,Ke7,Kf2,Kf4,Kg3,Kg7,Kh8")
    rig.hands("1000 b4- 1200 g1+ 500 c3- 500 f4- 500 g7- 500 e7- 500 f2- 3000")
    assert (rig.moves, rig.questions, rig.odd) == (["b4:d2:g1"], [], [])
