"""A move is made where nothing can be read for some seconds, and replied to in sight of all: the reply is the opponent's."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

DRAUGHTS = game_by_name("draughts-100")
PAWNS = "k7/4p3/8/8/p5n1/1P6/8/K6N b - - 0 1"
CHARIOT = "3k5/9/9/9/9/4P4/9/9/9/rR2K4 w - - 0 1"
MEN = "B:W28,30,36,38,39,41,44,47-50:B3-7,10,13,20,27"

OVERLAPS = [-150, 100, 300, 700, 1000]
"""For how long after the reply is complete the points of the move cannot be read (ms); before it has landed, if negative."""


@pytest.mark.law("FIDE-4.3.1")
def test_who_is_put_back_meanwhile_was_perhaps_touched_by_the_other_side() -> None:
    """White lifts a man and thinks better of it, while nobody can tell whether Black has moved."""
    rig = Rig(PAWNS).hands("1000 e6,e7?3800 300 e7- 300 e6+ 700 h1- 700 h1+ 2300")
    rig.hands("b3- 400 a4- 400 a4+ 3000")
    assert (rig.moves, rig.odd) == (["e7e6", "b3a4"], []), rig.story()
