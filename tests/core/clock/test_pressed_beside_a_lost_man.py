"""A man is lost by his sensor while another one moves, and the clock is pressed: the press has completed that move."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.policies import ASKED, NAMED
from tests.core.rig import Rig

PLAYED = {
    "chess": ("a2", "g1- 400 f3+", "g1f3"),
    "xiangqi": ("a3", "h0- 400 g2+", "h0g2"),
    "draughts-russian": ("c3", "g3- 400 h4+", "g3-h4"),
}


@pytest.mark.law("FIDE-6.2.1", "FIDE-4.6")
@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("pause_ms", [500, 1000, 3000])
@pytest.mark.parametrize("press_ms", [100, 400, 700])
def test_it_is_completed_by_the_press(name: str, pause_ms: int, press_ms: int) -> None:
    lost, line, move = PLAYED[name]
    game = game_by_name(name)
    rig = Rig(game=game, rulebook=game.rulebook.name, time_control="5:00")
    rig.hands(f"1000 {lost}- {pause_ms} {line} {press_ms}")
    assert rig.moves == []
    rig.press(game.sides[0])
    rig.wait(ASKED.within_ms)
    assert rig.odd == []
    if not rig.questions:
        assert (rig.moves, rig.by) == ([move], ["pressed"]), rig.story()
    else:
        assert rig.moves == []
        assert move in rig.questions[0], rig.story()


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize("name", PLAYED)
def test_without_a_press_it_has_settled(name: str) -> None:
    lost, line, move = PLAYED[name]
    game = game_by_name(name)
    rig = Rig(game=game, rulebook=game.rulebook.name).hands(
        f"1000 {lost}- 1000 {line} {NAMED.within_ms}"
    )
    assert rig.odd == []
    assert rig.moves == [move] or move in rig.questions[0], rig.story()
