"""A stone that rocks when it is set down, more often than stones do: it is asked about before more is built on it (GO-17)."""

from __future__ import annotations

import pytest

from controller.core.messages import Question
from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

CORNER = position("a2 b1 f5", "h5 j5", "white")
ROCKS = "b2+" + " 45 b2- 45 b2+" * 4


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("gap_ms", [900, 2000, 3500])
def test_play_that_goes_on_over_a_trembling_stone_does_not_lose_it(gap_ms: int) -> None:
    """It is captured three plies later, after which nothing shows any more that it was there."""
    rig = Rig(CORNER, game=NINE, rulebook="go-china")
    after = f"{gap_ms} b3+ {gap_ms} e6+ {gap_ms} b2- 500 c2+ {gap_ms} h4+ 3000"
    rig.hands(f"1000 {ROCKS} {after}")
    assert [q.candidates for q in rig.of(Question)] == [["b2"]], rig.story()
    assert rig.line == ["b2", "b3", "e6", "c2", "h4"]
