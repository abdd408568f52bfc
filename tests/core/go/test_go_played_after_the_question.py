"""People name a play whose stone was set down only after the question: what was felt before it is no reply to it."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import hands, position

BLACK = (
    "a1 b1 c1 a2 b2 c2 a3 d3 d5 f5 h5 j5 a6 b6 c6 e6 f6 g6 h6 j6 c7 d7 f7 g7 h7 j7 a8 c8 e8 g8 h8 "
    "j8 a9 b9 d9 f9 g9"
)
WHITE = "d1 e1 f1 g1 h1 j1 d2 e2 h2 j2 b3 e3 f3 g3 h3 j3 a4 c4 e4 f4 h4 j4 b5 g5 b8"
START = position(BLACK, WHITE, "white")
"""White c3 takes seven stones; g4 closes by itself meanwhile."""


@pytest.mark.parametrize(("made_up", "pause"), [(120, 1200), (400, 2800)])
def test_a_stone_felt_before_it_is_no_reply_to_it(made_up: int, pause: int) -> None:
    taken = f"c3+ 260 c2- 550 b2- 590 a2- 570 a1- {made_up} g4+ 280 a3- 445 c1- 300 b1-"
    rig = hands(f"{taken} 3870 e5+ {pause} h9+ 3000", START)
    assert rig.moves == ["c3"], rig.story()
    assert {"g4", "e5"} <= {*rig.questions[-1]}, rig.story()
    assert rig.command("arbiter", "answer", move="e5")
    rig.hands("3000")
    if rig.session.question is not None:
        assert "h9" in rig.session.question.candidates, rig.story()
        assert rig.command("arbiter", "answer", move="h9")
    assert rig.line == ["c3", "e5", "h9"], rig.story()
