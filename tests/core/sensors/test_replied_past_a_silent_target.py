"""A capture whose landing was not felt, and the reply to it held in the hand: nobody is accused of three pieces off."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair
from tests.core.policies import SETTLED
from tests.core.rig import Rig

CASES = {
    "capture": (
        "chess",
        "4k1n1/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        ["e4-", "d5-", "g8-", "f6+"],
        ["e4d5", "g8f6"],
    ),
    "en passant": (
        "chess",
        "4k1n1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ["e5-", "d5-", "g8-", "f6+"],
        ["e5d6", "g8f6"],
    ),
    "xiangqi": (
        "xiangqi",
        "3k4r/9/9/9/9/9/9/9/9/4K3R w - - 0 1",
        ["i0-", "i9-", "d9-", "d8+"],
        ["i0i9", "d9d8"],
    ),
    "draughts": (
        "draughts-100",
        "B:W19,35,31,36:B13,8,3,2",
        ["13-", "19-", "35-", "30+"],
        ["13x24", "35-30"],
    ),
}


def rig_of(case: str) -> Rig:
    name, start, _, _ = CASES[case]
    game = game_by_name(name)
    return Rig(start, game=game, rulebook=game.rulebook.name)


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize("held", [300, 6000])
@pytest.mark.parametrize("wait", [500, 4500])
@pytest.mark.parametrize("case", CASES)
def test_nobody_is_accused_and_the_capture_is_asked_about(case: str, wait: int, held: int) -> None:
    _, _, (own, victim, lift, landing), moves = CASES[case]
    rig = rig_of(case).hands(f"1000 {own} 600 {victim} {wait} {lift} {held} {landing} 4000")
    assert_fair(rig, moves)


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (0, 2, 1)])
def test_men_lifted_in_any_order_that_stay_off_are_no_move(
    case: str, order: tuple[int, ...]
) -> None:
    acts = [CASES[case][2][n] for n in order]
    rig = rig_of(case).hands(f"1000 {' 500 '.join(acts)} {SETTLED.within_ms}")
    assert (rig.moves, accused(rig)) == ([], []), rig.story()
