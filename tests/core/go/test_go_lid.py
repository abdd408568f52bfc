"""A bowl's lid, a book or a hand laid on points of a board of Go: what is asked about it is over when it is gone."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_covered import CROWD
from tests.core.go.test_go_tracking import hands, position


@pytest.mark.parametrize("points", ["b5 b6", "b5 b6 b4"])
@pytest.mark.parametrize("ms", [500, 800, 1500, 6000])
def test_it_is_no_play(points: str, ms: int) -> None:
    on, off = (",".join(f"{p}{sign}" for p in points.split()) for sign in "+-")
    rig = hands(f"{on} {ms} {off} 300 h2+ 1500 j6+ 1500", CROWD)
    assert (rig.moves, rig.odd, rig.session.question) == (["h2", "j6"], [], None), rig.story()


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("apart", [300, 700, 1500])
def test_a_stone_that_was_felt_twice_and_captured_at_once_was_played(apart: int) -> None:
    """White plays h2, which g1 feels too; Black takes it."""
    start = position("h1 h3 j2 b5", "a9 b9", "white")
    rig = hands(f"g1+,h2+ 1100 g2+ {apart} g1-,h2- 2000 c7+ 2000", start)
    assert (rig.moves, rig.odd) == (["h2", "g2", "c7"], []), rig.story()
