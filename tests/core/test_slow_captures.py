"""Captures made slowly: those that end where they began, and whose only man comes off first."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered
from tests.core.test_recaptured_at_once import draughts

ROUND = "W:W28:B1,12,13,22,23"
GOES_ROUND = "1000 28- 400 17+ 300 17- 400 8+ 300 8- 400 19+ 300 19- 400 28+ 400"
"""28x28, which takes 22, 12, 13 and 23."""
REPLY = "1- 600 6+ 3000"


@pytest.mark.law("DR-6.4", "DR-6.11")
@pytest.mark.parametrize("last_ms", [500, 1300, 1500, 1900])
@pytest.mark.parametrize("press", ["", "500 w!"])
def test_the_last_man_may_come_off_as_late_as_of_other_captures(last_ms: int, press: str) -> None:
    rig = draughts(ROUND).hands(f"{GOES_ROUND} 22- 400 12- 400 13- {last_ms} 23- {press} 2500")
    assert (rig.moves, rig.questions, rig.odd) == (["28x28"], [], [])
    rig.hands(REPLY)
    assert rig.moves == ["28x28", "1-6"]


@pytest.mark.law("DR-6.4", "DR-7.4.13")
@pytest.mark.parametrize("last_ms", [3000, 6000, 12_000])
def test_that_he_comes_off_after_a_pause_answers_what_was_asked(last_ms: int) -> None:
    rig = draughts(ROUND).hands(f"{GOES_ROUND} 22- 400 12- 400 13- {last_ms} 23- 2500 {REPLY}")
    assert rig.moves == ["28x28", "1-6"], rig.story()
    assert rig.odd == [("DR-7.4.13", "removal-paused")]
    assert [answer.by for answer in rig.of(Answered)] == ["evidence"] * len(rig.questions)


@pytest.mark.law("DR-5.11")
@pytest.mark.parametrize("line", ["28- 300 28+ 8000", "28- 300 28+ 300 22- 300 22+ 8000"])
def test_a_man_put_back_who_may_go_round_has_not(line: str) -> None:
    rig = draughts(ROUND).hands(f"1000 {line}")
    assert (rig.moves, rig.questions, rig.odd) == ([], [], []), rig.story()


@pytest.mark.law("DR-6.4")
@pytest.mark.parametrize(("held_ms", "asked"), [(3000, 0), (7500, 0), (9000, 1)])
def test_a_man_may_be_held_once_his_only_victim_is_off(held_ms: int, asked: int) -> None:
    """Nobody has to hurry; in the end it is asked whether he stands where nothing feels him."""
    rig = draughts("W:W28,48:B22,1").hands(f"1000 28- 500 22- {held_ms} 17+ 2000")
    assert (rig.moves, len(rig.questions)) == (["28x17"], asked), rig.story()
