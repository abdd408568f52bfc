"""A stone that only a sensor feels while captured ones are taken off (Go): it is no play once the captor is off again."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import ASKED
from tests.core.rig import Rig

START = position(
    "e1 g1 c2 e2 f2 c3 d3 e3 f3 d4 g4 f5 g5 h5 j5 a6 f6 g6 h6 j6 a7 b7 c7 d7 h7 j7 a8 b8 c8 g8 h8 j8 b9 h9",
    "a1 b1 c1 d1 h1 a2 b2 d2 g2 j2 b3 g3 h3 j3 a4 c4 e4 f4 h4 j4 a5 b5 d5 e5 c6 d6 e6 e7 f7 g7 d8 e8 f8 c9 d9 "
    "e9 f9 g9",
    "white",
)
"""White j9 takes fifteen stones, and Black replies at j7 where one of them stood."""
TAKEN = ["h9", "h8", "j6", "j7", "g4", "g6", "h7", "j8", "g8", "f6", "h5", "f5", "h6", "g5", "j5"]
BACK = ",".join(f"{point}+" for point in TAKEN if point != "j7")


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("n", [1, 3, 8, 14])
@pytest.mark.parametrize("off_ms", [450, 5000])
def test_a_stone_felt_over_the_captor_is_no_play_once_that_is_off(n: int, off_ms: int) -> None:
    """The sensor of b4 makes a stone up; all is set back then, and the captor is taken off last."""
    steps = [f"400 {point}-" for point in TAKEN]
    steps.insert(n, "300 b4+")
    rig = Rig(START, game=NINE, rulebook="go-china").hands(
        f"1000 j9+ {' '.join(steps)} 600 j7+ {ASKED.within_ms}"
    )
    if rig.stage == "restore":
        rig.hands(f"6000 {BACK} {off_ms} j9- 3000")
    assert "b4" not in rig.line[:1], rig.story()
    assert rig.stage in ("restore", "question") or rig.line == ["j9", "j7"], rig.story()
