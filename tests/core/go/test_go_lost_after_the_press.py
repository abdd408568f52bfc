"""A stone that its sensor loses as the opponent plays: who has pressed upon it has done with it, and is not warned."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from rules.registry import game_by_name
from tests.core.rig import BLACK, Rig

NINE = game_by_name("go", {"size": 9})


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
@pytest.mark.parametrize("later_ms", [60, 200, 400, 700])
@pytest.mark.parametrize("played", ["f8", "a1"])
def test_nobody_is_warned_for_a_stone_that_was_pressed_upon(
    rulebook: str, later_ms: int, played: str
) -> None:
    rig = Rig(game=NINE, rulebook=rulebook, time_control="10:00").hands("1000 c7+ 900")
    rig.press(BLACK)
    rig.hands(f"2300 c7- {later_ms} {played}+ 6000")
    named = [found for found in rig.of(Irregularity) if found.law == "GO-17.release"]
    assert all(found.doubt is not None for found in named), rig.story()
    assert rig.of(Penalty) == []


@pytest.mark.law("GO-17.release")
def test_who_has_not_pressed_is() -> None:
    rig = Rig(game=NINE, rulebook="go-china", time_control="10:00")
    rig.hands("1000 c7+ 900 c7- 400 f8+ 6000")
    (named,) = rig.of(Irregularity)
    assert (named.law, named.side, named.doubt) == ("GO-17.release", "black", None), rig.story()
    assert [found.kind for found in rig.of(Penalty)] == ["warning"]
