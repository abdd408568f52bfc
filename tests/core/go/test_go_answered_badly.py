"""A question that play seems to answer, by a line that ends as the law never lets it: people are waited for."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import hands, position

START = position("a2 b3 h4 a5 f6 j6 j7 f8 e9", "b2 a3 b4 d4 d8 e8 j8 a9", to_move="white")


@pytest.mark.parametrize("pause", [500, 640, 1500])
def test_a_play_after_which_living_stones_are_taken_off_is_no_answer(pause: int) -> None:
    """White's c3, which takes b3, is felt nowhere, and b3 never lets go; a1 is Black's, and b1 takes it with a2."""
    rig = hands(f"a1+ {pause} g8+ 3640 f9+ 1700 b1+ 260 a1- 300 a2- 30000", START)
    assert (rig.moves, rig.odd) == ([], []), rig.story()
    assert rig.questions, rig.story()
    rig.command("arbiter", "answer", move="none")
    assert (rig.moves, rig.odd, rig.stage) == ([], [], "restore"), rig.story()
