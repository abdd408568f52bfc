"""A stone that rocks when it is set down, more often than stones do: it is asked about before more is built on it (GO-17)."""

from __future__ import annotations

import pytest

from controller.core.messages import Question
from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

CORNER = position("a2 b1 f5", "h5 j5", "white")
ROCKS = "b2+" + " 45 b2- 45 b2+" * 4


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("gap_ms", [900, 2000, 3500])
def test_play_that_goes_on_over_a_trembling_stone_does_not_lose_it(gap_ms: int) -> None:
    """It is captured three plies later, after which nothing shows any more that it was there."""
    rig = Rig(CORNER, game=NINE, rulebook="go-china")
    after = f"{gap_ms} b3+ {gap_ms} e6+ {gap_ms} b2- 500 c2+ {gap_ms} h4+ 3000"
    rig.hands(f"1000 {ROCKS} {after}")
    assert [q.candidates for q in rig.of(Question)] in ([], [["b2"]]), rig.story()
    assert rig.line == ["b2", "b3", "e6", "c2", "h4"]


SHAKES = "h9+ 155 h9- 20 h9+ 100 h9- 10 h9+ 480 h9- 20 h9+"


@pytest.mark.parametrize(("rest_ms", "moves"), [(700, []), (900, ["h9"])])
def test_a_play_that_its_sensor_shakes_waits_until_it_rests(rest_ms: int, moves: list[str]) -> None:
    rig = Rig(game=NINE, rulebook="go-china").hands(f"1000 e5+ 1500 {SHAKES} {rest_ms}")
    assert (rig.line[1:], rig.odd) == (moves, []), rig.story()
    assert rig.of(Question) == []


def test_one_whose_sensor_goes_on_shaking_is_played_or_asked_about() -> None:
    rig = Rig(game=NINE, rulebook="go-china").hands(f"1000 e5+ 1500 {SHAKES}")
    rig.hands("140 h9- 40 h9+ 200 h9- 30 h9+ 300 h9- 20 h9+ 3000")
    assert [q.candidates for q in rig.of(Question)] in ([], [["h9"]]), rig.story()
    assert (rig.line in (["e5"], ["e5", "h9"]), rig.odd) == (True, [])
