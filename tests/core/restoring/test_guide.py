"""Men are put back one by one, and following the guide takes as few motions of a hand as can be."""

from __future__ import annotations

import pytest

from controller.core.messages import Restore
from rules.terms import points_of
from tests.core.rig import Rig


@pytest.mark.law("CH-8.1", "CH-8.2", "CH-8.3", "FIDE-7.4")
@pytest.mark.parametrize(
    ("hands", "acts"),
    [
        ("e2- 300 e5+ 3000", 1),
        ("b1-,c1-,d1- 6000", 3),
        ("a2-,b2-,c2- 400 a4+,b5+ 6000", 3),
    ],
)
def test_the_messages_alone_lead_back(hands: str, acts: int) -> None:
    rig = Rig().hands(f"1000 {hands}")
    for made in range(1, acts + 1):
        shown = rig.of(Restore)[-1]
        assert not shown.done
        if shown.extra:
            rig.hands(f"{shown.extra[0].point}-  400 {shown.missing[0].point}+ 1000")
        else:
            rig.hands(f"{shown.missing[0].point}+ 1000")
        assert rig.of(Restore)[-1].done is (made == acts)
    assert rig.stage == "play"
    assert points_of(rig.levels ^ rig.session.line.position.occupied) == ()
