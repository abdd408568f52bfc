"""A man is gone once his point can be read again: he may have left it before another man's sensor lost that one, and have landed."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")
MEN = "W:Wa1,a3,c1,d2,e1,e3,g1,g3,h2:Ba7,b6,b8,c7,f8,g5,g7,h6,h8"


@pytest.mark.parametrize("lost_ms", [300, 1300])
@pytest.mark.parametrize("late_ms", [5, 35, 200])
def test_who_left_unread_may_be_the_one_who_landed(lost_ms: int, late_ms: int) -> None:
    """g1 is lost, and e1 goes to f2 while his point cannot be read."""
    rig = Rig(MEN, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name)
    rig.hands(f"1000 g1- {lost_ms} e1?{450 + late_ms} 50 e1- 400 f2+ 6000")
    assert rig.moves == [], rig.story()
    assert rig.session.question is not None, rig.story()
    assert {"g1-f2", "e1-f2"} <= set(rig.session.question.candidates)
    assert rig.command("arbiter", "answer", move="e1-f2")
    rig.hands("2000 c7- 300 d6+ 3000")
    assert rig.moves[0] == "e1-f2", rig.story()


def test_a_move_in_sight_of_all_is_not_asked_about() -> None:
    rig = Rig(MEN, game=RUSSIAN, rulebook=RUSSIAN.rulebook.name)
    rig.hands("1000 g1- 400 f2+ 1000 b6- 300 c5+ 3000")
    assert (rig.moves, rig.questions) == (["g1-f2", "b6-c5"], [])
