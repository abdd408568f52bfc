"""People have said which move was made, and its man has gone on by then: the point where he stands tells of his next move."""

from __future__ import annotations

import pytest

from tests.core.fair import assert_fair
from tests.core.rig import Rig

KINGS = "8/8/6k1/2K1p3/6P1/P6B/8/6R1 b - - 0 40"
"""f6 tells of a man by itself. g6-f6; g1-e1, with e1 dead; f6-g5; e1-b1; e5-e4."""
UNFELT = ["g6f6", "g1e1", "f6g5", "e1b1", "e5e4"]


@pytest.mark.parametrize("reply", [800, 1400])
@pytest.mark.parametrize("pause", [1300, 2500])
def test_a_point_where_the_man_of_the_answer_may_have_gone_on_is_no_liar(
    pause: int, reply: int
) -> None:
    """Not g1b1, with g5 telling of a man by itself: nobody felt the rook on e1."""
    rig = Rig(KINGS).hands("1000 f6+ 12000")
    assert rig.command("arbiter", "answer", move="none")
    assert rig.command("arbiter", "resume")
    rig.hands(f"2000 g6- {pause + 1000} g1- 10 f1+ 35 f1- {pause} f6- 20 g5+ 2500 b1+")
    rig.hands(f"{reply} e5- 600 e4+ {reply + 2000}")
    assert_fair(rig, UNFELT)
