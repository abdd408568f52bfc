"""Neighbouring men who fall one after the other and lie for seconds: what is named as displaced binds nobody."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import Rig

FALLEN = {
    "xiangqi": ("h0- {0} g0- {1} g0+ 320 h0+", "g3- 400 g4+", "g3g4"),
    "chess": ("b1- {0} a1- {1} a1+ 320 b1+", "g1- 400 f3+", "g1f3"),
}


@pytest.mark.law("XQ-5.6", "XQ-5.8", "FIDE-7.4")
@pytest.mark.parametrize("name", FALLEN)
@pytest.mark.parametrize("apart_ms", [20, 180, 450])
@pytest.mark.parametrize("lay_ms", [NAMED.within_ms, 9000])
def test_who_fell_was_not_touched(name: str, apart_ms: int, lay_ms: int) -> None:
    fell, hands, move = FALLEN[name]
    game = game_by_name(name)
    rig = Rig(game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {fell.format(apart_ms, lay_ms)} 3000 {hands} 3000")
    assert rig.line == [move], rig.story()
    assert {kind for _, kind in rig.odd} <= {"displaced"}
    assert rig.of(Obligation) == []
