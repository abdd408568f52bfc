"""A point that flickers under a man while others capture: nobody is said to have lifted him."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig

START = "W:Wh6,c1:Bg5,b8,d8,a7"


@pytest.mark.law("DR-7.4.10")
@pytest.mark.parametrize("seed", range(12))
def test_it_is_no_wrong_man_in_a_chain(seed: int) -> None:
    random, rules = Random(seed), game_by_name("draughts-russian")
    rig = Rig(START, game=rules, rulebook=rules.rulebook.name, time_control="20:00")
    acts = [(1000, "h6-"), (1330, "f4+"), (1710, "g5-"), (2170, "w!")]
    at, off = 300, False
    while at < 3000 or off:
        at += random.randint(15, 90)
        off = not off
        acts.append((at, f"a7{'-' if off else '+'}"))
    now, line = 0, "1000"
    for when, act in sorted(acts):
        line, now = f"{line} {when - now} {act}", when
    rig.hands(f"{line} 3000")
    accused = [each for each in rig.of(Irregularity) if each.doubt is None]
    assert accused == [], rig.story()
    assert rig.line in (["h6:f4"], [])
