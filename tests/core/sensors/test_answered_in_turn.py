"""A capture past the stuck sensor of its man, taken for one who was set better, and the opponent's capture in reply to it."""

from __future__ import annotations

import pytest

from rules.xiangqi import XIANGQI
from tests.core.fair import accused, assert_fair
from tests.core.rig import Rig

START = "2rakab2/7n1/b8/9/9/CC2P1p1P/P1p3P2/9/9/3AKAB2 w - - 0 32"
"""Red's b4 may go to b3, where c3 takes him; a4 takes g4 then, and c9 goes to a9."""


@pytest.mark.law("XQ-5.4")
@pytest.mark.parametrize("stood_ms", [550, 700])
@pytest.mark.parametrize("off_ms", [400, 1100])
@pytest.mark.parametrize("answer", ["c3b3", "none"])
def test_what_the_opponent_took_in_between_is_no_touch(
    stood_ms: int, off_ms: int, answer: str
) -> None:
    rig = Rig(START, game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(f"1000 b4- 350 b3+ {stood_ms} b3- {off_ms} b3+ 2900 a4- 400 g4- 400 g4+ 900")
    rig.hands("c9- 300 a9+ 3000")
    assert_fair(rig, ["b4b3", "c3b3", "a4g4", "c9a9"])
    if rig.session.question is not None:
        assert rig.command("arbiter", "answer", move=answer)
    rig.wait(3000)
    assert accused(rig) == []
    assert rig.line[1:] == ([] if answer == "none" else ["c3b3", "a4g4", "c9a9"])
