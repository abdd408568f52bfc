"""A stone slides over a point to the next, and the opponent plays on that point at once and takes it (GO-18.dead)."""

from __future__ import annotations

import pytest

from controller.core.messages import Question
from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

CORNER = position("c9 d8", "c8 g9", "white")
"""White d9 has one breath left, which Black e9 takes."""


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("reply_ms", [60, 85, 95])
@pytest.mark.parametrize("answer", ["d9", "e9"])
def test_which_was_played_is_asked(reply_ms: int, answer: str) -> None:
    rig = Rig(CORNER, game=NINE, rulebook="go-china")
    rig.hands(f"1000 e9+ 55 e9- 10 d9+ {reply_ms} e9+ 560 d9- 2000 h2+ 2000 g5+ 3000")
    assert (rig.line, [{*q.candidates} for q in rig.of(Question)]) == ([], [{"d9", "e9"}])
    assert rig.command("arbiter", "answer", move=answer)
    rig.hands("3000")
    assert rig.line == {"d9": ["d9", "e9", "h2", "g5"], "e9": ["e9", "h2", "g5"]}[answer], (
        rig.story()
    )
