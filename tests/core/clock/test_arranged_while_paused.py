"""The arbiter sets men up, or corrects moves, while the clocks stand for another reason: they go on for the side to move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.clocks import clocked, running
from tests.core.rig import Rig
from tests.core.scenes import restarted

BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
E4 = "e2- 300 e4+"
CASES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "Black to move": ("", "set-position", {"position": BLACK}, f"{E4} 2500"),
    "the same men, unpressed": (f"{E4} 1500", "set-position", {"position": BLACK}, "2500"),
    "the same men, pressed": (f"{E4} 300 w! 1500", "set-position", {"position": BLACK}, "2500"),
    "another move, unpressed": (
        f"{E4} 1500",
        "correct",
        {"ply": 1, "move": "d2d4"},
        "e4- 300 e2+ 300 d2- 300 d4+ 2500",
    ),
    "none, unpressed": (f"{E4} 1500", "correct", {"to_ply": 0}, "e4- 300 e2+ 2500"),
    "none, pressed": (f"{E4} 300 w! 1500", "correct", {"to_ply": 0}, "e4- 300 e2+ 2500"),
    "a move entered": ("", "correct", {"ply": 1, "moves": ["e2e4"]}, f"{E4} 2500"),
}


def arranged(case: str, stop: str, *, again: str = "") -> Rig:
    hands, name, args, then = CASES[case]
    rig = clocked().hands(f"1000 {hands} 500")
    if stop == "pause":
        assert rig.command("arbiter", "pause", why="a fire alarm")
    assert rig.command("arbiter", name, **args)
    if again == "before":
        restarted(rig)
    rig.hands(f"500 {then}")
    if again == "after":
        restarted(rig).hands("1500")
    return rig


@pytest.mark.law("CH-12.5", "FIDE-6.2.1")
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("again", ["", "before", "after"])
def test_the_side_to_move_thinks_on(case: str, again: str) -> None:
    rig = arranged(case, "pause", again=again)
    assert running(rig) is None
    assert rig.command("arbiter", "resume")
    rig.hands("500")
    assert (rig.stage, running(rig)) == ("play", rig.session.line.position.side_to_move)


@pytest.mark.parametrize("case", CASES)
def test_as_it_does_where_nothing_was_paused(case: str) -> None:
    rig = arranged(case, "")
    assert (rig.stage, running(rig)) == ("play", rig.session.line.position.side_to_move)
