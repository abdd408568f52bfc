"""A man off his point for a moment, while another is in the hand: touched by that hand, or lost by a weak contact."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty, Result
from rules.registry import game_by_name
from tests.core.rig import Rig


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
def test_another_man_loses_it() -> None:
    rig = Rig(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("2000 a3- 400 i9- 220 i9+ 700 a4+ 2000 a6- 600 a5+ 2000")
    rig.hands("c3- 400 g9- 300 g9+ 700 c4+ 2000")
    assert [p.count for p in rig.of(Penalty)] == [1, 2]
    assert [r.result for r in rig.of(Result)] == ["0-1"]
