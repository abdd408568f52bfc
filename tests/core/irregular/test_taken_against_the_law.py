"""A man whom an illegal capture has taken was touched by the hand that took him, however soon the captor stood there."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation, Touched
from tests.core.boards import CLOCK, ILLEGAL
from tests.core.rig import BOOKS, Rig

START = "4k3/5p2/8/4p3/8/8/1B6/R3K3 w - - 0 1"
"""No rook goes from a1 to e5; the bishop takes there."""
BOTH = {"chess-fide-2023": "FIDE-4.3.3", "chess-classic": "CH-7.2.2"}
OWN = {"chess-fide-2023": "FIDE-4.3.1", "chess-classic": "CH-7.2.1"}


def taken(book: str, line: str) -> Rig:
    """The rook has captured, and is put back with the man that it took."""
    rig = Rig(START, rulebook=book, time_control=CLOCK).hands(f"1000 {line} 300 w! 2500")
    assert [law for law, _ in rig.odd] == [ILLEGAL[book]]
    assert sorted(rig.of(Touched)[-1].points) == ["a1", "e5"]
    return rig.hands("e5- 400 a1+ 300 e5+ 1500")


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2", "FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("landed", [60, 130, 170, 200, 400])
def test_who_was_touched_first_is_to_be_captured(book: str, landed: int) -> None:
    rig = taken(book, f"e5- 160 a1- {landed} e5+")
    duty = rig.duty()
    assert (duty.law, duty.must_capture, duty.alternatives) == (BOTH[book], ["e5"], ["b2e5"])
    rig.hands("b2- 300 e5- 300 e5+ 300 w! 1500")
    assert (rig.line, len(rig.odd), rig.of(Obligation)[-1].met) == (["b2e5"], 1, True)


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("gap", [130, 170, 200, 400])
def test_the_captor_was_touched_first(book: str, gap: int) -> None:
    rig = taken(book, f"a1- {gap} e5- {gap} e5+")
    assert (rig.duty().law, rig.duty().must_move) == (BOTH[book], ["a1"])
    rig.hands("b2- 300 e5- 300 e5+ 300 w! 1500")
    assert [law for law, _ in rig.odd] in ([ILLEGAL[book], BOTH[book]], [ILLEGAL[book], OWN[book]])
