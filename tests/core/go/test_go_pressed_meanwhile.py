"""A stone of Go that is played while another is asked back: whoever presses upon it says whose it is."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from tests.core.go.test_go_tracking import NINE
from tests.core.policies import ASKED
from tests.core.rig import Rig

UP = "1000 c3+ 400 b! 1500 g7+ 400 w! 1500 g3+ 400 b! 2500 g3- 2000"


def played(hands: str) -> Rig:
    return Rig(game=NINE, rulebook="go-china", time_control="60:00").hands(
        f"{UP} {hands} {ASKED.within_ms}"
    )


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("press", [200, 900])
@pytest.mark.parametrize("back", [500, 1500])
def test_who_took_his_stone_up_presses_upon_the_next(press: int, back: int) -> None:
    """It has moved its stone to c7, or pressed upon White's."""
    rig = played(f"c7+ {press} b! {back} g3+ 300 w!")
    assert rig.line == ["c3", "g7", "g3"], rig.story()
    assert {said.side for said in rig.of(Penalty)} <= {"black"}


@pytest.mark.parametrize("hands", ["c7+ 300 w! 1500 g3+ 300", "c7+ 600 g3+ 300 b! 300", "c7+ 1500 g3+ 500"])  # fmt: skip
def test_the_reply_to_a_stone_that_is_put_back_stays(hands: str) -> None:
    rig = played(hands)
    assert rig.line[:3] == ["c3", "g7", "g3"]
    assert rig.line[3:] == ["c7"] or rig.stage in ("question", "restore"), rig.story()
    assert rig.of(Penalty) == []


@pytest.mark.law("GO-17.release")
def test_the_stone_itself_set_down_elsewhere_meanwhile_is_no_reply() -> None:
    rig = played("c7+ 1500 c7- 500 g3+ 500")
    assert rig.line == ["c3", "g7", "g3"]
    assert {said.side for said in rig.of(Penalty)} <= {"black"}


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("gap", [400, 1100, 1900])
@pytest.mark.parametrize("think", [200, 4000])
@pytest.mark.parametrize("press", [500, 2000])
def test_the_reply_to_a_stone_that_nobody_felt_is_not_given_to_the_other_side(
    gap: int, think: int, press: int
) -> None:
    """White's d8 is not felt, and he presses soon after Black has; only people know whose the next stone is."""
    black, white = NINE.sides
    rig = Rig(game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands("1000 e5+ 500").press(black)
    rig.hands("1500 c3+ 500").press(white)
    rig.hands("1500 g7+ 555").press(black)
    rig.hands(f"{gap}").press(white)
    rig.hands(f"{think} g2+ {press}").press(black)
    rig.wait(ASKED.within_ms)
    assert rig.line == ["e5", "c3", "g7"], rig.story()
    assert rig.stage in ("question", "restore")
    assert rig.of(Penalty) == []
