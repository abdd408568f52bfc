"""A man taken up to reply, and held for so long that he may have been taken off with the captured ones (DR-7.4.12)."""

from __future__ import annotations

import pytest

from controller.core.messages import Move, Ruling
from tests.core.draughts.test_recaptured_at_once import draughts

TAKEN = "1000 28- 600 17+ 500 22- 200"
"""28x17, and Black takes up 1 at once."""


@pytest.mark.law("DR-7.4.12", "DR-5.12")
@pytest.mark.parametrize("held_ms", [2000, 8500, 15_000])
@pytest.mark.parametrize("quick_ms", [150, 600, 3000])
def test_what_is_played_after_it_is_kept(held_ms: int, quick_ms: int) -> None:
    """Whoever answers does so before anybody could tell that the man has moved."""
    rig = draughts("W:W28,47:B22,1,20").hands(f"{TAKEN} 1- {held_ms} 6+ {quick_ms} 47- 400 42+")
    rig.hands("800 20- 400 24+ 800 42- 400 38+ 3000")
    assert rig.moves == ["28x17", "1-6", "47-42", "20-24", "42-38"], rig.story()
    assert [ruling.why for ruling in rig.of(Ruling)] == ["in-hand"] * len(rig.odd)


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("after_ms", [300, 600, 1000])
@pytest.mark.parametrize("held_ms", [500, 1500, 3000, 10_000])
def test_a_man_taken_up_after_an_illegal_step_is_no_part_of_it(after_ms: int, held_ms: int) -> None:
    """White ought to take 37x26; he plays 33-28, and Black holds 2 for a while before he replies."""
    rig = draughts("W:W37,33,50,42,41:B31,12,2")
    rig.hands(f"1000 33- 500 28+ {after_ms} 2- {held_ms} 7+ 3000 37- 500 26+ 500 31- 2500")
    assert [(m.move, m.legal) for m in rig.of(Move)][:2] == [("33-28", False), ("2-7", True)]
    assert (rig.moves[2:], rig.odd) == (["37x26"], [("DR-7.4.2", "irregular-move")])
