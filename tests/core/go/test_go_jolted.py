"""Stones just played that are jolted: set better by their own player, or by the hand that replies beside them (Go)."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import NAMED, SETTLED


@pytest.mark.parametrize("dip_ms", [30, 60, 110])
@pytest.mark.parametrize("pause_ms", [300, 400, 500, 700])
@pytest.mark.parametrize("stood_ms", [150, 300])
def test_neighbours_are_set_better_each_in_its_turn(
    dip_ms: int, pause_ms: int, stood_ms: int
) -> None:
    better = f"{stood_ms} {{0}}- {dip_ms} {{0}}+ {pause_ms}"
    line = f"e5+ {better.format('e5')} e4+ {better.format('e4')} c7+ 400 g3+ 3000"
    rig = hands(line)
    assert (rig.moves, rig.odd, rig.questions) == (["e5", "e4", "c7", "g3"], [], [])


@pytest.mark.parametrize("after_ms", [250, 600])
@pytest.mark.parametrize("dip_ms", [50, 85])
@pytest.mark.parametrize("before_ms", [0, 10, 40])
def test_the_reply_jolts_the_stone_beside_it(after_ms: int, dip_ms: int, before_ms: int) -> None:
    """It is lifted a little before the reply is felt, or after it."""
    jolted = (
        f"e5- {before_ms} e4+ {dip_ms - before_ms} e5+" if before_ms else f"e4+ 10 e5- {dip_ms} e5+"
    )
    line = f"e5+ {after_ms} {jolted} 540 c7+ 500 g3+ 500 g7+ 500 c3+ 3000"
    rig = hands(line)
    assert (rig.moves, rig.odd, rig.questions) == (["e5", "e4", "c7", "g3", "g7", "c3"], [], [])


def test_three_plays_in_a_second_each_of_which_jolts_a_neighbour() -> None:
    first = "h5+ 1500 j1+ 1500 f5+ 245 f5- 50 f6+ 5 f5+ 165 h5- 55 g5+ 10 h5+ 340 j2+ 55 j1- 85 j1+"
    rig = hands(f"{first} {SETTLED.within_ms}")
    assert (rig.moves, rig.odd) == (["h5", "j1", "f5", "f6", "g5", "j2"], [])
    assert rig.questions in ([], [["g5", "j2"]])


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("after_ms", [300, 700, 900])
@pytest.mark.parametrize(
    "jolts", ["c6~55 150 c6~20", "c6~20 150 c6~55", "g7~60 150 g7~25", "c6~25 150 g7~60 150 e6~25"]
)
def test_stones_jolted_after_two_plays_do_not_turn_their_order(jolts: str, after_ms: int) -> None:
    """White may not play a1, so it would be Black's if it had come first."""
    start = position("a2 b1 g7 d4", "c6 c5 e6")
    rig = hands(f"h8+ 242 a1+ {after_ms} {jolts} {NAMED.within_ms}", start)
    assert rig.moves in ([], ["h8"]), rig.story()
    assert rig.questions == []
    assert rig.odd == [("GO-19", "forbidden-point")], rig.story()
