"""Play that had piled up behind a question, and a ply of it between two points that tell nothing: people are asked."""

from __future__ import annotations

import pytest

from tests.core.fair import assert_told_by_people
from tests.core.sensors.test_behind_blind_points import board, known_wrong

START = "B:Wa7,b4,g1:Bb8,c7,d4,e7,g7,Kh2"


@pytest.mark.xfail(
    strict=True, reason="behind what people have said no ply is searched that nobody felt"
)
def test_two_plies_of_one_side_are_told_apart_by_one_that_nobody_felt() -> None:
    """e7-d6, b4-a5, d6-e5 between known bad points, g1-f2 and g7-h6."""
    rig = board("draughts-russian", START)
    known_wrong(rig, "d6+,e5+")
    rig.hands("e7- 3200 b4- 450 a5+ 2100 g1- 450 f2+ 930 g7- 335 h6+ 5000")
    assert_told_by_people(rig, ["e7-d6", "b4-a5", "d6-e5", "g1-f2", "g7-h6"])
