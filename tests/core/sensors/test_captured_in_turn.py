"""A capture and a recapture on one point, past sensors that go on feeling both captors where they stood."""

from __future__ import annotations

import pytest

from tests.core.fair import accused
from tests.core.rig import BOOKS, Rig

EXCHANGE = "r3kb1r/4pp1p/pp6/P1pn2P1/4n2P/RP1K2P1/1B2N3/1N1R4 w kq - 0 19"
"""a5xb6, with a5 stuck; d5xb6, with d5 stuck; e2-d4."""
BOTH = "b6- 1200 b6+ {pause} b6- 750 b6+ {pause} e2- 700 d4+"


@pytest.mark.parametrize(
    "start", [EXCHANGE.replace("P1pn2P1", "2pn2P1"), EXCHANGE.replace("P1pn2P1", "P1p3P1")]
)
def test_where_one_of_them_could_not_capture_it_is_no_question(start: str) -> None:
    rig = Rig(start).hands("1000 " + BOTH.format(pause=1500) + " 3000")
    assert (rig.questions, rig.line) == ([], ["e2d4"]), rig.story()


@pytest.mark.law("FIDE-4.3.2", "CH-7.2.1")
@pytest.mark.parametrize("pause", [400, 1500])
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_accused_of_touching_a_man_who_was_exchanged_twice(pause: int, book: str) -> None:
    """It is asked, and what followed answers nothing: nobody felt the captors leave."""
    rig = Rig(EXCHANGE, rulebook=book).hands("1000 " + BOTH.format(pause=pause) + " 3000")
    rig.hands("c5- 400 d4- 400 d4+ 3000")
    assert accused(rig) == [], rig.story()
