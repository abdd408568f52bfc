"""A capture whose way leads over the square on which it ends: who passes there has not landed yet."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

HUNDRED = game_by_name("draughts-100")
START = "B:W22,23,33,34,41,43,44,45,46,47:B1,2,5,6,8,9,10,11,12,15,18"
ROUND = "18- 285 29+ 90 29- 130 40+ 120 40- 190 49+ 180 49- 205 38+ 150 38- 145 29+ 225"
CARRIED = "18- 900 29+ 225"
TAKEN = "23- 195 34- 300 44- 215 43- 200 33-"
REPLIES = "22- 240 17+ 200 12- 250 21+ 240 17- 430 41- 260 36+ 520 21- 190 26+ 180 47- 280 41+"
PLAYED = ["18x29", "22-17", "12x21", "41-36", "21-26", "47-41"]


@pytest.mark.law("DR-6.8", "DR-6.9")
@pytest.mark.parametrize("pause", [60, 120, 200, 500, 900])
@pytest.mark.parametrize("way", [ROUND, CARRIED])
def test_the_replies_may_follow_at_once(pause: int, way: str) -> None:
    rig = Rig(START, game=HUNDRED, rulebook=HUNDRED.rulebook.name)
    rig.hands(f"2000 {way} {TAKEN} {pause} {REPLIES} 3000")
    assert (rig.moves, rig.odd, rig.questions) == (PLAYED, [], [])
