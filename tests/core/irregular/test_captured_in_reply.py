"""An illegal move answered by a capture before it is named: the capture is the opponent's, and what he lifts is no touch."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Penalty
from rules.registry import game_by_name
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
GAPS_MS = [400, 600, 1000]
gaps = pytest.mark.parametrize("gap_ms", GAPS_MS)


def named(rig: Rig) -> list[tuple[str, str, list[str]]]:
    assert not rig.of(Move)
    return [(found.kind, found.side, sorted(found.points)) for found in rig.of(Irregularity)]


@pytest.mark.law("XQ-5.8", "XQ-9.1.5")
@gaps
def test_the_general_left_in_check_is_taken_by_black_and_costs_red_no_foul(gap_ms: int) -> None:
    rig = Rig("3k5/9/9/9/9/4r4/P7P/2C6/9/4KA3 w - - 0 1", game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(f"500 a3- 300 a4+ {gap_ms} e4- 300 e0- 300 e0+ 2000")
    assert named(rig) == [("illegal-move", "red", ["a3", "a4"])]
    assert not rig.of(Penalty)


@pytest.mark.law("XQ-5.8")
@gaps
def test_a_cannon_taken_in_reply_was_not_taken_by_its_own_player(gap_ms: int) -> None:
    rig = Rig("3k5/9/9/9/2r6/4N4/9/2C6/9/4K4 w - - 0 1", game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(f"500 e4- 300 e5+ {gap_ms} c5- 300 c2- 200 c2+ 2000")
    assert named(rig) == [("illegal-move", "red", ["e4", "e5"])]


@pytest.mark.law("CH-8.1")
@gaps
def test_an_illegal_move_of_chess_answered_by_a_capture(gap_ms: int) -> None:
    rig = Rig("k7/8/8/2r5/8/4N3/2B5/4K3 w - - 0 1")
    rig.hands(f"500 e3- 300 e4+ {gap_ms} c5- 300 c2- 200 c2+ 2000")
    assert named(rig) == [("illegal-move", "white", ["e3", "e4"])]
