"""Both hands at once: who is to answer takes up his man just before the mover does; it is his own, and no touch of the mover's."""

from __future__ import annotations

import pytest

from tests.core.rig import Rig

START = "rnb2k1r/pp1Pbppp/2p5/q7/3N4/8/PPP1B1PP/RNBnK2R w KQ - 2 10"
"""The bishop e2 could take the knight d1, who goes to e3."""


@pytest.mark.law("FIDE-4.3.2")
@pytest.mark.parametrize("carried", [150, 250, 350])
@pytest.mark.parametrize("lead", [30, 100, 200, 300])
def test_it_is_charged_to_nobody(lead: int, carried: int) -> None:
    rig = Rig(START, time_control="10:00")
    rig.hands(f"1000 d1- {lead} b1- {carried} c3+ 250 w! 40 e3+ 300 b! 3000")
    assert (rig.line, rig.odd) == (["b1c3", "d1e3"], []), rig.story()


@pytest.mark.law("FIDE-4.3.2")
def test_who_puts_him_back_first_has_touched_him() -> None:
    rig = Rig(START, time_control="10:00")
    rig.hands("1000 d1- 300 d1+ 300 b1- 300 c3+ 250 w! 1500")
    assert [law for law, _ in rig.odd] == ["FIDE-4.3.2"], rig.story()
