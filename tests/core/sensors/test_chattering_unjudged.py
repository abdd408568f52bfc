"""A point that changes time and again costs no more than any other: the board stays awake."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from controller.core.inference.chattering import CHANGES_MAX
from controller.core.inference.evidence import by_point
from controller.core.sensing.debounce import Edge
from tests.core.rig import Rig

TIMES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10**9)), max_size=120, unique=True)


def edges_of(found: list[tuple[int, int]]) -> list[Edge]:
    """Changes of points, each on and off in turn."""
    edges: list[Edge] = []
    for point in range(4):
        times = sorted(at_ns for p, at_ns in found if p == point)
        edges += [
            Edge(point=point, placed=n % 2 == point % 2, at_ns=at_ns, seen_ns=at_ns)
            for n, at_ns in enumerate(times)
        ]
    return sorted(edges, key=lambda e: (e.at_ns, e.seen_ns, e.point))


def test_a_promotion_square_that_chatters_behind_a_question() -> None:
    start = "1n6/P1P2k2/8/8/8/8/2K2p1p/6N1 w - - 0 1"
    rig = Rig(start, time_control="90:00+0:30")
    rig.hands(
        "800 c2- 700 d1+ 260 w! 1160 g1- 60 g1+ 45 g1- 45 g1+ 60 g1- 900 h2- 2900 "
        + "g1+ 55 g1- 50 " * 20
    )
    rig.hands("b! " + "g1+ 55 g1- 50 " * 60)
    for _, branch in rig.session.tracker.followed():
        most = max((len(found) for found in by_point(branch.edges).values()), default=0)
        assert most <= CHANGES_MAX  # of a hundred and more
    assert rig.session.health.told(rig.at_ns) == [{"point": "g1", "symptom": "chattering"}]
    assert (rig.moves, rig.questions) == (["c2d1", "h2g1q"], [["h2g1q"]]), rig.story()


@pytest.mark.parametrize("half_ms", [12, 25, 60, 90])
def test_a_point_that_goes_on_chattering_without_a_pause_is_announced(half_ms: int) -> None:
    """No change of it comes long after another, so all of it might be the bounces of one man set down."""
    rig = Rig().hands("1000 b1- 480 c3+ 1500")
    rig.hands(f"d7- {half_ms} d7+ {half_ms} " * (2000 // half_ms))
    (told,) = rig.session.health.told(rig.at_ns)
    assert told == {"point": "d7", "symptom": "chattering"}
    rig.hands("c7- 700 c5+ 1500")
    assert (rig.moves, rig.odd, rig.questions) == (["b1c3", "c7c5"], [], []), rig.story()
