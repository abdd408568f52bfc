"""A sensor that loses its man time and again, and gets him back by itself, costs nobody the game."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig


def counted(rig: Rig) -> int:
    return sum(-1 if penalty.withdrawn else 1 for penalty in rig.of(Penalty))


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
@pytest.mark.parametrize("drop", [500, 925])
@pytest.mark.parametrize("think", [300, 680, 1500])
def test_two_dropouts_of_one_man_are_no_two_fouls(drop: int, think: int) -> None:
    """The first ends just after the landing; the move may be given out only when it has been answered."""
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000 h2- 500 e2+ 1500")
    rig.hands(f"b9- 535 c3- {drop - 70} c7+ 70 c3+ {think} h0- 430 g2+ 4000")
    rig.hands(f"h9- 400 c3- {drop} c3+ 400 g7+ 2500 i0- 500 h0+ 2500")
    assert rig.line == ["h2e2", "b9c7", "h0g2", "h9g7", "i0h0"], rig.story()
    assert (counted(rig) <= 1, rig.session.result) == (True, None), rig.story()
