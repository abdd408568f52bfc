"""A point that changes time and again costs no more than any other: the board stays awake."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.core.rig import Rig

TIMES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10**9)), max_size=120, unique=True)


def test_a_point_where_men_are_taken_in_turn_and_bounce_does_not_chatter() -> None:
    start = "3rk3/8/2n5/3p4/4P3/8/8/3RK3 w - - 0 1"
    hands = "d5- 200 e4- 200 d5+ 3 d5- 3 d5+ 300 d5- 3 d5+ 3 d5- 200 d8- 200 d5+ 3 d5- 3 d5+ 300 "
    rig = Rig(start).hands(f"1000 {hands} d5- 200 d1- 200 d5+ 3 d5- 3 d5+ 1500")
    assert rig.session.health.told(rig.at_ns) == []
    assert rig.moves == ["e4d5", "d8d5", "d1d5"], rig.story()


@pytest.mark.parametrize("wait_ms", [7000, 8500, 9500])
def test_a_quiet_sensor_that_hid_a_move_is_asked_about(wait_ms: int) -> None:
    """It is named no longer, but what came while it told of nothing is in doubt."""
    rig = Rig("4k3/5p2/3p4/8/8/8/8/3RK3 w - - 0 1")
    rig.hands("1000 " + "c1+ 12 c1- 12 " * 60 + f"{wait_ms} d1- 600 f7- 300 f6+ 9000")
    assert (rig.moves, len(rig.questions)) == ([], 1), rig.story()
    rig.command("arbiter", "answer", move="d1c1")
    rig.hands("2000")
    assert rig.moves == ["d1c1", "f7f6"], rig.story()


@pytest.mark.parametrize("half_ms", [12, 25, 60, 90])
def test_a_point_that_goes_on_chattering_without_a_pause_is_announced(half_ms: int) -> None:
    """No change of it comes long after another, so all of it might be the bounces of one man set down."""
    rig = Rig().hands("1000 b1- 480 c3+ 1500")
    rig.hands(f"d7- {half_ms} d7+ {half_ms} " * (2000 // half_ms))
    (told,) = rig.session.health.told(rig.at_ns)
    assert told == {"point": "d7", "symptom": "chattering"}
    rig.hands("c7- 700 c5+ 1500")
    assert (rig.moves, rig.odd, rig.questions) == (["b1c3", "c7c5"], [], []), rig.story()
