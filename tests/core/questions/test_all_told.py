"""Play that goes on answers no question that one wrong sensor answers otherwise, however much has changed by then."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
HORSE = "2baka1R1/4r4/3c4b/p1n1p1p1p/P8/2p3C1P/4P1P2/4B3B/4A4/4K4 b - - 0 15"


@pytest.mark.parametrize("plies", [2, 3])
def test_a_point_that_closes_as_a_man_is_lifted_is_not_where_he_went(plies: int) -> None:
    """e5 closes by itself, c6 takes a5, and three plies follow."""
    replies = " ".join(["e2- 270 c0+ 2700", "e8- 600 b8+ 1200", "e1- 450 f0+"][: plies + 1])
    rig = Rig(HORSE, game=XIANGQI, rulebook=XIANGQI.rulebook.name)
    rig.hands(f"1000 e5+ 130 c6- 300 a5- 370 a5+ 650 {replies} 3000")
    assert "c6e5" not in rig.moves, rig.story()
    assert rig.session.question is not None
    assert {"c6a5", "c6e5"} <= set(rig.session.question.candidates)
