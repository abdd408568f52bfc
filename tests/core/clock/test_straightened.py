"""Who has moved straightens a man of his own and presses only then: the opponent has touched nothing."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.terms import Side
from rules.xiangqi import XIANGQI
from tests.core.policies import SETTLED
from tests.core.rig import Rig

RED, BLACK = Side("red"), Side("black")


def moved(line: str) -> Rig:
    return Rig(game=XIANGQI, rulebook="xiangqi-cxa", time_control="30:00").hands(line)


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("rest", [400, 700, 1400])
@pytest.mark.parametrize("held", [150, 300, 600])
@pytest.mark.parametrize("point", ["e2", "c0", "d0"])
def test_before_his_press_it_was_his_own_hand(point: str, held: int, rest: int) -> None:
    rig = moved(f"1000 h2- 500 e2+ {rest} {point}- {held} {point}+ 400")
    rig.press(RED)
    rig.hands("2500 h9- 500 g7+ 500").press(BLACK)
    rig.answer_truly(["h2e2", "h9g7"], within_ms=SETTLED.within_ms)
    assert (rig.line, rig.odd) == (["h2e2", "h9g7"], []), rig.story()


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("held", [150, 300, 600])
@pytest.mark.parametrize("point", ["c0", "d0"])
def test_after_the_press_it_is_the_hand_of_who_is_on_move(point: str, held: int) -> None:
    rig = moved("1000 h2- 500 e2+ 400")
    rig.press(RED)
    rig.hands(f"1000 {point}- {held} {point}+ 2500 h9- 500 g7+ 500").press(BLACK)
    rig.wait(1500)
    assert {law for law, _ in rig.odd} <= {"XQ-9.1.6"}, rig.story()
    assert {p.side for p in rig.of(Penalty)} <= {BLACK}
    assert rig.line == ["h2e2", "h9g7"]
