"""Stones of Go that a play would take are off before it is made: after `ask_ms` it is asked whether it was made unfelt, and what follows tells."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import ASKED

ONE = position("c5 d6 e5 g3", "d5 g7 c3")
TWO = position("c5 d6 e5 e4 c4 g3", "d5 d4 g7 c2")
BOARDS = [(ONE, "d5-", "d4", "d5+"), (TWO, "d5- 300 d4-", "d3", "d5+ 300 d4+")]
boards = pytest.mark.parametrize(("start", "off", "play", "back"), BOARDS, ids=["one", "two"])
late = pytest.mark.parametrize("ms", [4500, 9000, 25000])


@boards
@late
def test_the_play_that_takes_them_is_set_down(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    """Meanwhile it may be asked whether it was made, or the stones be asked back: nobody is warned."""
    del back
    rig = hands(f"{off} {ms} {play}+ 3000 a1+ {ASKED.within_ms}", start)
    truth = [play, "a1"]
    assert rig.moves == truth[: len(rig.moves)], rig.story()
    assert rig.moves == truth or rig.stage in ("restore", "question"), rig.story()
    assert rig.questions in ([], [[play]])
    assert not rig.of(Penalty)


@boards
@late
def test_put_back_they_have_not_been_taken(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    rig = hands(f"{off} {ms} {back} 5000 a1+ {ASKED.within_ms}", start)
    assert rig.moves == ["a1"], rig.story()
    assert rig.questions in ([], [[play]])
    assert not rig.of(Penalty)


@boards
@late
def test_a_stone_elsewhere_does_not_tell_that_it_was_made(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    """It may have taken them off in vain, and have played there itself."""
    del play, back
    rig = hands(f"{off} {ms} a1+ 3000 a3+ {ASKED.within_ms}", start)
    assert rig.moves == [], rig.story()
    assert rig.stage in ("restore", "question")
    assert not rig.of(Penalty)


@pytest.mark.parametrize("ms", [300, 1500, 3500])
@boards
def test_within_that_time_nothing_is_asked(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    for then, moves in ((f"{play}+", [play]), (back, [])):
        rig = hands(f"{off} {ms} {then} 5000", start)
        assert (rig.questions, rig.moves) == ([], moves), rig.story()
