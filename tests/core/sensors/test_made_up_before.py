"""A point that seems to feel a man just before he is lifted: he is in the hand still, and lands elsewhere."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import SETTLED
from tests.core.rig import Rig

CASES = [
    ("chess", "1n6/4k3/1P1p3n/8/3P1P2/2N2PpN/4P3/3QKB1R w - - 2 31", "d5", "c3", "b1", "c3b1", "b8- 400 c6+"),
    ("xiangqi", None, "f2", "h2", "e2", "h2e2", "h9- 400 g7+"),
    ("draughts-100", None, "27", "32", "28", "32-28", "18- 400 23+"),
]  # fmt: skip


@pytest.mark.parametrize("held", [765, 1500])
@pytest.mark.parametrize("lead", [200, 400])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_it_is_asked_about_in_the_end(
    case: tuple[str, str | None, str, str, str, str, str], lead: int, held: int
) -> None:
    game, start, made_up, origin, target, move, reply = case
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name, time_control="20:00")
    rig.hands(f"1000 {made_up}+ {lead} {origin}- {held} {target}+ 300")
    first, second = rules.sides
    rig.press(first)
    rig.hands(f"3000 {reply} 300")
    rig.press(second)
    rig.hands("3000")
    rig.wait(SETTLED.within_ms)
    assert rig.odd == [], rig.story()
    assert rig.line[:1] == [move] or move in rig.questions[-1]


@pytest.mark.parametrize("lead", [60, 100, 150])
def test_far_from_its_point_it_may_have_been_felt_early(lead: int) -> None:
    rig = Rig(CASES[0][1]).hands(f"1000 d5+ {lead} c3- 2000")
    assert_fair(rig, ["c3d5"])
