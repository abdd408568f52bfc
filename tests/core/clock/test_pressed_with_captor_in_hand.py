"""A clock pressed while the captor is in the hand: he is named, not the man whom he takes."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig

MEN = "W:W32,48:B28,5,10"


@pytest.mark.law("DR-5.10")
@pytest.mark.parametrize("hands", ["32- 1200 28-", "28- 600 32-"])
@pytest.mark.parametrize("late", [60, 120, 600])
def test_whoever_is_in_the_hand_is_observed(hands: str, late: int) -> None:
    """One who is felt only after the press may have stood there before, and nothing is counted."""
    rules = game_by_name("draughts-100")
    rig = Rig(MEN, game=rules, rulebook=rules.rulebook.name, time_control="20:00")
    rig.hands(f"1000 {hands} 400 w! {late} 23+ 3000")
    (found,) = rig.of(Irregularity)
    assert (found.law, found.observed.origin, found.doubt) == ("DR-5.10", "32", "unfelt-move")
    assert rig.line == ["32x23"], rig.story()
