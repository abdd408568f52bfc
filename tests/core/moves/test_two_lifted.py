"""Two men of a side in the air and one set down: which has moved is asked, and time is no answer."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Irregularity, Move
from rules.draughts import DRAUGHTS_100
from tests.core.rig import Rig

KNIGHTS = "rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 1 3"
EITHER = ["b1d2", "f3d2"]


@pytest.mark.parametrize(
    "line",
    [
        "b1- 300 f3- 300 d2+",
        "b1- 2500 f3- 300 d2+",
        "f3- 3000 b1- 300 d2+",
        "f3- 5000 b1- 300 d2+",
    ],
)
def test_time_does_not_answer(line: str) -> None:
    rig = Rig(KNIGHTS).hands(f"1000 {line} 20000")
    assert rig.questions == [EITHER], rig.story()
    assert (rig.moves, rig.of(Answered)) == ([], [])


@pytest.mark.parametrize(("back", "moved"), [("b1", "f3d2"), ("f3", "b1d2")])
def test_the_man_that_is_set_back_has_not_moved(back: str, moved: str) -> None:
    rig = Rig(KNIGHTS).hands(f"1000 b1- 2500 f3- 300 d2+ 1000 {back}+ 6000")
    assert rig.moves == [moved], rig.story()


@pytest.mark.parametrize(("back", "moved"), [("b1", "f3d2"), ("f3", "b1d2")])
def test_set_back_behind_the_question_nothing_else_is_said_to_have_moved(
    back: str, moved: str
) -> None:
    rig = Rig(KNIGHTS).hands(f"1000 b1- 2500 f3- 300 d2+ 6000 {back}+ 2000 b8- 400 c6+ 2000")
    assert rig.moves in ([], [moved, "b8c6"]), rig.story()
    if not rig.moves:
        assert rig.command("arbiter", "answer", move=moved)
    assert rig.moves == [moved, "b8c6"]


def test_who_answers_is_believed() -> None:
    rig = Rig(KNIGHTS).hands("1000 b1- 2500 f3- 300 d2+ 9000")
    assert rig.command("white", "answer", move="f3d2")
    assert [(m.move, m.completed_by) for m in rig.of(Move)] == [("f3d2", "confirmed")]


@pytest.mark.law("DR-7.4.12")
@pytest.mark.parametrize("held_ms", [300, 1300, 2500])
def test_a_man_taken_off_too_many_is_not_the_one_that_moves_then(held_ms: int) -> None:
    rig = Rig("W:W38,48,50:B32,22,4,5", game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"1000 38- 400 27+ 200 27- 200 18+ 400 32- 400 22- 400 4- {held_ms} 5- 400 10+ 9000")
    assert rig.moves == ["38x18"], rig.story()
    assert rig.questions == [["4-10", "5-10"]]
    assert rig.of(Irregularity) == []
