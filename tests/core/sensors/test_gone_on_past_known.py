"""Play goes on quickly past one silent point, on a board that is known to have another bad sensor."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.rig import Rig

MEN = "W:Wa1,c3,d2,e3,h2:Ba5,a7,c5,g5,h6"
"""e3-d4, with d4 dead; c5:c1 takes d4 and d2. f4 is known to tell of a man by itself, g5 to feel nobody."""


ROOK_TAKEN = "1B6/6k1/4R3/8/8/8/8/2K5 b - - 0 40"
"""g7-g8, with g8 dead; b8-f4; g8-f7; f4-g3; f7xe6. c1 is known to feel nobody."""


@pytest.mark.parametrize("pause", [300, 450, 584])
@pytest.mark.parametrize("known", [False, True])
def test_play_past_one_silent_point_is_asked_about_in_time(pause: int, *, known: bool) -> None:
    """Not g7f7, with the bishop held over f4 meanwhile."""
    rig = Rig(ROOK_TAKEN, standing=["b8", "g7", "e6", *([] if known else ["c1"])])
    rig.hands("3000")
    assert rig.command("arbiter", "resume") is known
    rig.hands(f"1000 g7- 1535 b8- 684 f4+ 676 f7+ {pause} f4- 687 g3+ 1174")
    rig.hands("e6- 350 f7- 645 e6+ 3000")
    assert rig.moves == [], rig.story()
    assert "g7g8" in rig.questions[-1], rig.story()


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
    assert_fair(rig, ["e3-d4", "c5:c1"])
