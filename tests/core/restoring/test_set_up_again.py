"""Of several men who fell together one is set up again, and another lies still who could capture him: he has not."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from tests.core.rig import Rig

START = "r2qkBnr/ppp2p1p/2n5/3p1bp1/8/1P3N2/P1PPPPPP/RN1QKB1R b KQkq - 0 5"
FALL = "f7- 18 e8- 5 g8- 5 f8-"


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("pause", [300, 870, 2000])
@pytest.mark.parametrize("last", ["e8", "f7", "g8"])
def test_the_king_beside_him_has_not_taken_him(pause: int, last: str) -> None:
    others = [point for point in ("f7", "g8", "e8") if point != last]
    back = " 135 ".join(f"{point}+" for point in others)
    rig = Rig(START).hands(f"2000 {FALL} {pause} f8+ 1250 {back} 3000")
    assert rig.moves == []
    assert {each.kind for each in rig.of(Irregularity)} <= {"displaced"}
    rig.hands(f"{last}+ 2000 d8- 400 d7+ 2000")
    assert (rig.moves, rig.stage) == (["d8d7"], "play")
