"""A chariot slides over a point and takes the man behind it, who is knocked to the point beside: nobody made three moves."""

from __future__ import annotations

import pytest

from controller.core.messages import Move, Question
from rules.registry import game_by_name
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
START = "4k4/9/9/9/r8/9/R8/9/9/3K5 b - - 0 1"


def slid(cross_ms: int, land_ms: int) -> Rig:
    rig = Rig(START, game=XIANGQI, rulebook="xiangqi-cxa")
    return rig.hands(f"500 a5- 250 a4+ {cross_ms} a4- 50 a3- 20 b3+ {land_ms} a3+")


@pytest.mark.law("XQ-5.8")
@pytest.mark.parametrize("cross_ms", [40, 60, 90])
@pytest.mark.parametrize("land_ms", [130, 200, 400])
@pytest.mark.parametrize("wait_ms", [500, 1000, 3000])
def test_what_black_does_next_makes_no_line_of_it(
    cross_ms: int, land_ms: int, wait_ms: int
) -> None:
    rig = slid(cross_ms, land_ms).hands(f"{wait_ms} e9- 300 e8+ 3000")
    assert [move.move for move in rig.of(Move)] in ([], ["a5a3"])
    if rig.of(Question):
        assert "a5a3" in rig.of(Question)[0].candidates
