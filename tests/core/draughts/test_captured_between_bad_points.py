"""A capture from a point that feels its man still to one whose sensor is known to be bad: all that is seen is the victim, off."""

from __future__ import annotations

import pytest

from controller.core.inputs import Frame
from rules.registry import game_by_name
from tests.core.rig import Rig

START = "W:We3,a1,h2,g1:Bd4,a7,b8,h8"


def board(game: str) -> Rig:
    """A board on which people have said that c5, which feels a man, is wrong."""
    rig = Rig(START, game=game_by_name(game), rulebook=game, time_control="10:00", feed_first=False)
    rig.levels |= 1 << rig.game.index["c5"]
    rig.feed(Frame(at_ns=0, levels=rig.levels))
    rig.wait(3000)
    assert rig.command("operator", "resume")
    return rig.hands("2000")


@pytest.mark.xfail(
    strict=True,
    reason="a capture of which two sensors show nothing is too dear beside a press upon a piece taken off",
)
@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize("press_ms", [600])
@pytest.mark.parametrize(("game", "capture"), [("draughts-russian", "e3:c5")])
@pytest.mark.parametrize(("reply", "replies"), [("", []), ("400 b8- 500 c7+", ["b8-c7"])])
def test_who_presses_upon_it_is_asked_and_not_accused(
    reply: str, replies: list[str], game: str, capture: str, press_ms: int
) -> None:
    rig = board(game).hands(f"d4- {press_ms} w! {reply} 6000")
    assert (rig.questions, rig.odd, rig.moves) == ([[capture]], [], [])
    assert rig.command("black", "answer", move=capture)
    rig.wait(4000)
    assert (rig.moves, rig.odd) == ([capture, *replies], [])


@pytest.mark.law("DR-7.4.7")
def test_who_takes_a_man_off_that_nobody_can_capture_is_named() -> None:
    rig = board("draughts-russian").hands("a7- 600 w! 6000")
    assert (rig.questions, rig.odd) == ([], [("DR-7.4.7", "man-lifted")])
