"""The contact that a captor has left closes again while he is in the hand: it has closed before he lands, so nobody went back."""

from __future__ import annotations

import pytest

from rules.draughts import DRAUGHTS_100
from tests.core.policies import NAMED
from tests.core.rig import Rig

START = "W:W28,31-34,37-42,44-50:B1-10,12-14,16,17,30"
BEFORE = "34- 300 25+ 300 30- 400 14- 350 20+"
PLIES = ["34x25", "14-20", "25x14"]
"""The captor goes to where the man whom he captures came from, so that all points feel men as two plies ago."""


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("closes_ms", [115, 250])
@pytest.mark.parametrize("carried_ms", [100, 285])
@pytest.mark.parametrize("answered_ms", [4000])
def test_who_captures_so_is_asked_or_asked_back_and_not_accused(
    answered_ms: int, carried_ms: int, closes_ms: int
) -> None:
    rig = Rig(START, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"3000 {BEFORE} 1200 25- {closes_ms} 25+ {carried_ms} 14+ 600 20- {answered_ms}")
    rig.wait(NAMED.within_ms)
    assert rig.moves == PLIES[: len(rig.moves)], rig.story()
    assert rig.odd == []
    assert rig.stage in ("question", "restore") or rig.moves == PLIES
