"""A stone set down and pressed after its player had said that he adjusts, and adjusted nothing: it was played."""

from __future__ import annotations

import pytest

from rules.go.game import game_of
from tests.core.rig import Rig


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("after", [60, 300, 900])
@pytest.mark.parametrize("press", ["300 b! 1000", "1000", "600"])
def test_it_is_published_upon_the_press(press: str, after: int) -> None:
    game = game_of({"size": 9})
    rig = Rig(game=game, rulebook="go-china", time_control="60:00").hands(f"1000 e5+ {press}")
    assert rig.command("white", "adjust", on=True), rig.refusals
    rig.hands(f"{'b! 300' if 'b!' not in press else ''} 1000 c3+ {after} w! 600")
    assert (rig.line, rig.questions, rig.odd) == (["e5", "c3"], [], []), rig.story()


@pytest.mark.law("GO-17.clock")
def test_what_came_while_others_were_straightened_breaches_nothing() -> None:
    rig = Rig(game=game_of({"size": 9}), rulebook="go-china", time_control="60:00")
    rig.hands("1000 e5+ 300 b! 1000")
    assert rig.command("white", "adjust", on=True), rig.refusals
    rig.hands("1000 e5- 300 c3+ 300 w! 1500 e5+ 3000")
    assert rig.line in (["e5"], ["e5", "c3"]), rig.story()
    assert rig.odd == []
