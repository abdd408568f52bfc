"""Who says that the men stand right says so of points that cannot be read, too."""

from __future__ import annotations

import pytest

from controller.core.messages import Restore
from tests.core.rig import Rig


@pytest.mark.parametrize("role", ["arbiter", "operator"])
def test_a_man_set_back_on_a_point_that_cannot_be_read_stands_once_somebody_says_so(
    role: str,
) -> None:
    rig = Rig().hands("1000 b1-,c1-,d1- 6000")
    assert rig.stage == "restore"
    rig.hands("b1?600000 300 c1+ 400 d1+ 500 b1+ 5000")
    assert rig.stage == "restore", "nobody knows whether he is back"
    assert rig.command(role, "resume"), rig.refusals
    rig.wait(2000)
    assert (rig.stage, rig.of(Restore)[-1].done) == ("play", True)
    rig.hands("e2- 300 e4+ 1500")
    assert rig.moves == ["e2e4"]
