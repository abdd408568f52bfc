"""Play goes on quickly past one silent point, on a board that is known to have another bad sensor."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

ROOK_TAKEN = "1B6/6k1/4R3/8/8/8/8/2K5 b - - 0 40"
"""g7-g8, with g8 dead; b8-f4; g8-f7; f4-g3; f7xe6. c1 is known to feel nobody."""


MEN = "W:Wa1,c3,d2,e3,h2:Ba5,a7,c5,g5,h6"
"""e3-d4, with d4 dead; c5:c1 takes d4 and d2. f4 is known to tell of a man by itself, g5 to feel nobody."""


@pytest.mark.parametrize("known", [["f4"], ["f4", "g5"]])
@pytest.mark.parametrize("pause", [700, 1100])
def test_a_captor_who_has_landed_has_replied_though_his_victims_still_stand(
    pause: int, known: list[str]
) -> None:
    """Not e3-f4, and g5:c1, which nobody felt begin: c5 was lifted."""
    men = [man.strip("WB") for part in MEN.split(":")[1:] for man in part.split(",")]
    standing = sorted({*men} ^ {*known})
    rig = Rig(
        MEN, game=game_by_name("draughts-russian"), rulebook="draughts-russian", standing=standing
    ).hands("3000")
    assert rig.command("arbiter", "resume"), rig.story()
    rig.hands(f"1000 e3- {pause} c5- 410 c1+ 760 d2- 3600")
    assert rig.moves == [], rig.story()
    assert "e3-d4" in rig.questions[-1], rig.story()
