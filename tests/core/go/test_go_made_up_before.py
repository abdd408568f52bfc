"""A sensor of Go makes a stone up, and the side to move captures: two plies of which the second is against the law after the first."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from tests.core.go.test_go_sensors import answered
from tests.core.go.test_go_tracking import hands, position
from tests.core.rig import Rig

START = position("d5 c6 e6 c7 e7 d8", "d6 a1 a2")
"""Black d7 takes d6; White may not play there."""


def played(between_ms: int, rest: str = "") -> Rig:
    return hands(f"f3+ {between_ms} d7+ 260 d6- 1700 {rest} 3000", START)


@pytest.mark.xfail(
    strict=True,
    reason="a stone that a sensor makes up is told as a play: one contradiction does not suspend telling yet",
)
@pytest.mark.parametrize("between_ms", [60, 700])
def test_which_of_the_two_was_played_is_asked(between_ms: int) -> None:
    rig = played(between_ms)
    assert (rig.moves, rig.of(Irregularity)) == ([], []), rig.story()
    assert [sorted(asked) for asked in rig.questions] == [["d7", "f3"]]
    answered(rig, "d7").hands("3000")
    assert rig.moves == ["d7"], rig.story()
