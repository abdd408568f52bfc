"""What is played where nothing can be read is seen late: it was not done after what was seen meanwhile, and nothing was taken back."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

BRAZILIAN = game_by_name("draughts-brazilian")
START = "B:Wa1,b2,c1,d2,e1,f2,f4,g1,h2:Ba7,b8,c7,d6,d8,f6,g5,g7,h8"


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("points", ["e3,f4", "b4,d4,f4,h4,a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1"])
@pytest.mark.parametrize("over", [-200, 80, 500, 1200])
@pytest.mark.parametrize("press", [True, False])
def test_another_man_goes_to_where_the_captor_came_from(
    points: str,
    over: int,
    press: bool,  # noqa: FBT001
) -> None:
    """g5xe3; d2xf4 where nothing can be read; f6-g5 in sight of all."""
    b, w = ("b!", "w!") if press else ("", "")
    rig = Rig(START, game=BRAZILIAN, rulebook="draughts-brazilian", time_control="10:00")
    rig.hands(f"1000 g5- 300 e3+ 300 f4- 300 {b} 1500 {points}?{2400 + over} 200")
    rig.hands(f"d2- 300 f4+ 300 e3- 300 {w} 800 f6- 300 g5+ 300 {b} 3000")
    assert (rig.moves, rig.odd) == (["g5xe3", "d2xf4", "f6-g5"], []), rig.story()
