"""Stones of Go that a play would take are off before it is made: after `ask_ms` it is asked whether it was made unfelt, and what follows tells."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Question, Restore
from tests.core.go.test_go_tracking import hands, position

ONE = position("c5 d6 e5 g3", "d5 g7 c3")
TWO = position("c5 d6 e5 e4 c4 g3", "d5 d4 g7 c2")
BOARDS = [(ONE, "d5-", "d4", "d5+"), (TWO, "d5- 300 d4-", "d3", "d5+ 300 d4+")]
boards = pytest.mark.parametrize(("start", "off", "play", "back"), BOARDS, ids=["one", "two"])
late = pytest.mark.parametrize("ms", [4500, 9000, 25000])


@boards
@late
def test_the_play_that_takes_them_is_asked_about_and_set_down(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    del back
    rig = hands(f"{off} {ms} {play}+ 3000 a1+ 3000", start)
    assert (rig.questions, rig.moves, rig.odd) == ([[play]], [play, "a1"], []), rig.story()


@boards
@late
def test_put_back_they_have_not_been_taken(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    rig = hands(f"{off} {ms} {back} 5000 a1+ 3000", start)
    assert (rig.questions, rig.moves, rig.odd) == ([[play]], ["a1"], []), rig.story()
    assert [each.move for each in rig.of(Answered)] == [None]


@boards
@late
def test_a_stone_elsewhere_does_not_tell_that_it_was_made(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    """He may have taken them off in vain, and have played there himself."""
    rig = hands(f"{off} {ms} a1+ 3000 a3+ 3000", start)
    assert (rig.moves, rig.odd, [q.answers for q in rig.of(Question)]) == ([], [], [["answer"]])
    assert rig.command("black", "answer", move="none")
    rig.hands(f"2000 {back} 3000")
    if rig.of(Restore)[-1].extra:  # what was played over several is asked off
        rig.hands("a1- 500 a3- 2000 a1+ 3000 a3+ 3000")
    assert (rig.of(Restore)[-1].done, rig.moves) == (True, ["a1", "a3"]), rig.story()
    rig = hands(f"{off} {ms} a1+ 3000", start)
    assert rig.command("black", "answer", move=play)
    assert rig.hands("2000").moves == [play, "a1"]


@pytest.mark.parametrize("ms", [300, 1500, 3500])
@boards
def test_within_that_time_nothing_is_asked(
    start: str, off: str, play: str, back: str, ms: int
) -> None:
    for then, moves in ((f"{play}+", [play]), (back, [])):
        rig = hands(f"{off} {ms} {then} 5000", start)
        assert (rig.questions, rig.moves) == ([], moves), rig.story()
