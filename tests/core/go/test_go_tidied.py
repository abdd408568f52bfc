"""Stones put straight in one go while play goes on: they speak against no play, however many (GO-17.shift)."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import SETTLED

EIGHT = position("g7 c7 h3 b6", "c3 g3 c5 h7")
TAKES = position("g7 c7 h3 a8", "c3 g3 c5 a9", "white")
"""Black b9 takes a9."""


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("off_ms", [150, 200, 310])
def test_stones_put_straight_before_and_after_a_play(off_ms: int) -> None:
    first = f"c3- {off_ms} c3+ 300 g7- {off_ms} g7+ 400"
    then = f"500 g3- {off_ms} g3+ 300 c7- {off_ms} c7+ 400"
    rig = hands(f"{first} e5+ {then} d6+ 1500 f6+ {SETTLED.within_ms}", EIGHT)
    assert (rig.line, rig.odd) == (["e5", "d6", "f6"], []), rig.story()


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("off_ms", [150, 190, 310])
def test_stones_put_straight_before_a_capture(off_ms: int) -> None:
    tidied = " ".join(f"{point}- {off_ms} {point}+ 300" for point in ("c3", "g7", "g3"))
    rig = hands(f"e5+ 500 {tidied} b9+ 300 a9- 1500 f6+", TAKES)
    assert (rig.moves, rig.odd, rig.questions) == (["e5", "b9", "f6"], [], []), rig.story()


@pytest.mark.parametrize("gap_ms", [10, 30])
@pytest.mark.parametrize("felt_ms", [130, 400])
def test_a_point_felt_while_its_neighbour_was_played_was_no_play(gap_ms: int, felt_ms: int) -> None:
    rig = hands(f"d6+ {gap_ms} d7+ {felt_ms} d7- 1500 h2+ 3000 f4+")
    assert (rig.moves, rig.odd, rig.questions) == (["d6", "h2", "f4"], [], []), rig.story()


@pytest.mark.parametrize("lost_ms", [80, 110, 145])
@pytest.mark.parametrize("pause", [700, 1100, 2000])
def test_a_stone_lost_beside_one_that_was_set_down_before_was_not_knocked_there(
    pause: int, lost_ms: int
) -> None:
    """The older stone is felt no more where it stands; the next play is not taken for the one before."""
    rig = hands(f"f6+ {lost_ms} g7- {pause} e3+ 3000", EIGHT)
    assert rig.moves in ([], ["f6"], ["f6", "e3"]), rig.story()
