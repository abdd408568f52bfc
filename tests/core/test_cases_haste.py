"""Hands in a hurry and sensors that stutter: moments too short to mean anything, replies too soon."""

from __future__ import annotations

import pytest

from controller.core.messages import Touched
from rules.registry import game_by_name
from tests.core.rig import played

XIANGQI = game_by_name("xiangqi")
PAWNS = "1r5r/2qkpp2/1p4p1/Ppp2N2/2P1P3/3P1P2/2R4P/2BQK2R w - - 3 24"
ROOKS = "2kr4/pR3p1p/p6B/2p5/2p1K3/qP4P1/6PP/2RQ4 b - - 1 22"


@pytest.mark.parametrize("rest_ms", [120, 280, 600])
@pytest.mark.parametrize("blink_ms", [15, 25, 35])
def test_a_captured_man_is_not_back_for_a_moment(rest_ms: int, blink_ms: int) -> None:
    """b6 shows a man while a5 passes over a6: no man has been set down and lifted again there."""
    hands = f"a5- 145 b6- 560 a6+ 5 b6+ {blink_ms} b6- {rest_ms} a6- 250 b6+"
    rig = played(hands, PAWNS)
    assert (rig.moves, rig.odd, rig.questions) == (["a5b6"], [], [])


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("stood_ms", [45, 60, 71, 85, 98, 110, 200])
@pytest.mark.parametrize("reply_ms", [60, 160, 280])
def test_taking_at_once_what_has_just_landed_is_no_touch_of_the_mover(
    stood_ms: int, reply_ms: int
) -> None:
    """Black takes the rook away as it lands on d7 and lifts his own rook after that."""
    hands = f"f7- 200 f6+ 150 d1- 230 d7+ {stood_ms} d7- {reply_ms} d8- 150 d7+ 1300 h6- 160 g7+"
    rig = played(hands, ROOKS)
    assert (rig.moves, rig.odd) == (["f7f6", "d1d7", "d8d7", "h6g7"], [])
    assert all("d8" not in told.points for told in rig.of(Touched) if told.side == "white")


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("stood_ms", [45, 60, 85, 98])
def test_taking_at_once_is_no_foul_of_the_mover(stood_ms: int) -> None:
    hands = f"h0- 145 h5+ {stood_ms} h5- 280 h9- 135 h5+ 1300 d0- 200 e1+"
    start = "r1bakabr1/9/n3c4/p3p1p1p/2p6/9/P1P1P1P1P/N8/6C2/R1BAKABR1 w - - 0 11"
    rig = played(hands, start, game=XIANGQI, rulebook="xiangqi-cxa")
    assert (rig.moves, rig.odd) == (["h0h5", "h9h5", "d0e1"], [])
