"""Xiangqi: who stands where a man seems to be put back may have captured him, in the reply to a move that was not felt whole."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
START = "rnbakab2/7C1/8n/p1p1p1p1p/2P6/6P2/P3P3P/1C6B/9/1cBAKA1NR w - - 1 6"
"""Red's soldier takes on c6, its old point c5 keeping silent; then Black's cannon takes the advisor on d0."""
SILENT = "1000 c6- 700 c6+"
FOUL = ("XQ-9.1.5", "touched-own-cannot-move")


def rig_of(start: str | None = None) -> Rig:
    return Rig(start, game=XIANGQI, rulebook=XIANGQI.rulebook.name)


@pytest.mark.law("XQ-9.1.5", "XQ-9.2")
@pytest.mark.parametrize("wait", [1500, 3000])
@pytest.mark.parametrize("ms", [300, 1000, 1500])
@pytest.mark.parametrize("reply", ["b0- 500 d0- {} d0+", "d0- 500 b0- {} d0+"])
def test_a_capture_is_no_foul(reply: str, wait: int, ms: int) -> None:
    rig = rig_of(START).hands(f"{SILENT} {wait} {reply.format(ms)} 4000")
    rig.answer_truly(["c5c6", "b0d0"], within_ms=ASKED.within_ms)
    assert (rig.moves, rig.odd, rig.of(Penalty)) == (["c5c6", "b0d0"], [], []), rig.story()


@pytest.mark.law("XQ-9.1.5", "XQ-9.2")
@pytest.mark.parametrize(
    "hands",
    [
        pytest.param("d0- 700 d0+ 2000", id="nobody else is off"),
        pytest.param(
            "b0- 300 d0- 700 d0+ 600 b0+ 2000",
            id="the other goes back",
            marks=pytest.mark.xfail(
                strict=True,
                reason="one of two pieces taken up together and put back may have been knocked: nobody is accused",
            ),
        ),
        pytest.param("d0- 700 d0+ 600 b0- 2000", id="the other goes only afterwards"),
    ],
)
def test_a_touch_is_one(hands: str) -> None:
    rig = rig_of(START).hands(f"{SILENT} 3000 {hands}")
    assert FOUL in rig.odd, rig.story()


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("between", ["", "c6- 400 c5+ 1500 b0- 400 c2+ 1500"])
def test_a_man_moved_while_a_ply_was_asked_about_was_no_touch(between: str) -> None:
    """The cannon left b2 while Black's capture past a silent point waited: whoever comes there later touches nobody."""
    rig = rig_of().hands("1000 h9- 400 h2- 400 h9+ 1200 h9- 500 h9+ 2500 b2- 300 b9- 300 b9+ 3000")
    rig.answer_truly(["h2h9", "i9h9", "b2b9"], within_ms=ASKED.within_ms)
    assert rig.moves == ["h2h9", "i9h9", "b2b9"], rig.story()
    rig.hands(f"{between} b7- 400 b2+ 1500 c3- 400 c4+ 1500")
    assert (rig.moves[-2:], rig.odd) == (["b7b2", "c3c4"], []), rig.story()


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
@pytest.mark.parametrize("wait", [1500])
@pytest.mark.parametrize("ms", [400, 750])
def test_who_hesitates_to_answer_a_move_that_was_not_felt_fouls_nobody(ms: int, wait: int) -> None:
    """The chariot's new point i1 keeps silent: Black takes up his cannon, puts it back, and moves it after all."""
    rig = rig_of().hands(f"1000 i0- {wait} b7- {ms} b7+ 700 b7- 400 c7+ 8000")
    rig.answer_truly(["i0i1", "b7c7"], within_ms=ASKED.within_ms)
    assert (rig.moves, rig.of(Penalty)) == (["i0i1", "b7c7"], []), rig.story()


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
def test_who_touches_it_with_his_own_man_in_the_hand_does() -> None:
    rig = rig_of().hands("1000 i0- 1500 b7- 750 b7+ 700 i1+ 1500")
    assert (rig.moves, rig.odd) == (["i0i1"], [("XQ-9.1.6", "touched-enemy-cannot-be-captured")])
    assert [found.side for found in rig.of(Penalty)] == ["red"], rig.story()
