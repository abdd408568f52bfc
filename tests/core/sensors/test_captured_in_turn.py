"""A capture and a recapture on one point, past sensors that go on feeling both captors where they stood."""

from __future__ import annotations

import pytest

from tests.core.rig import Rig

EXCHANGE = "r3kb1r/4pp1p/pp6/P1pn2P1/4n2P/RP1K2P1/1B2N3/1N1R4 w kq - 0 19"
"""a5xb6, with a5 stuck; d5xb6, with d5 stuck; e2-d4."""
BOTH = "b6- 1200 b6+ {pause} b6- 750 b6+ {pause} e2- 700 d4+"


@pytest.mark.parametrize(
    "start", [EXCHANGE.replace("P1pn2P1", "2pn2P1"), EXCHANGE.replace("P1pn2P1", "P1p3P1")]
)
def test_where_one_of_them_could_not_capture_it_is_no_question(start: str) -> None:
    rig = Rig(start).hands("1000 " + BOTH.format(pause=1500) + " 3000")
    assert (rig.questions, rig.line) == ([], ["e2d4"]), rig.story()
