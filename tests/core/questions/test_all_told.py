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


def test_a_victim_who_seems_set_aside_is_not_if_all_stands_alike() -> None:
    """The queen lands on h3 and jolts the pawn of h2, as if she took him and set him aside there; she is captured on h3."""
    rig = Rig("rnb1kbnr/pp1ppppp/7q/2p5/3P1P2/2N5/PPP1P1PP/R1BQKBNR b KQkq - 2 4")
    rig.hands("1000 h6- 310 h2- h3+ 90 h2+ 3280 h3- 415 g1- 685 h3+ 3300 h6+ h7- 3000")
    assert rig.moves == []
    assert rig.session.question is not None
    assert set(rig.session.question.candidates) == {"h6h3", "h6h2"}
