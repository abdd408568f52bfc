"""While nobody looked at the board, or at a part of it, several plies may have been made: then it is asked which came first."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig

ROOK_AND_PAWN = "2ba1a3/9/4k3b/9/P3P1p2/8P/6P2/4p3B/3KR4/5A3 w - - 0 32"


def unseen(rig: Rig, ms: int, *points: str) -> Rig:
    """No scans are made for a while; after it these points show the opposite."""
    rig.levels ^= sum(1 << rig.game.index[point] for point in points)
    rig.gap(ms)
    return rig


@pytest.mark.parametrize("held", [500, 914])
@pytest.mark.parametrize("pause", [140, 700, 2000])
def test_a_reply_that_fits_both_answers_tells_nothing(pause: int, held: int) -> None:
    """Two moves of Red and one of Black: both orders leave the same position, and mess is what fits neither."""
    rig = Rig(ROOK_AND_PAWN, game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    unseen(rig, 2346, "e1", "i1", "d9", "e8", "i4", "i5")
    rig.hands(f"{pause} e7- {held} f7+ 2240 i1- 500 i0+ 3300")
    assert rig.questions == [["e1i1", "i4i5"]], rig.story()
    assert (rig.line, rig.of(Answered), rig.stage) == ([], [], "question"), rig.story()
    assert rig.command("red", "answer", move="e1i1")
    assert rig.line == ["e1i1", "d9e8", "i4i5", "e7f7", "i1i0"], rig.story()
