"""Men knocked by the hand that sets a man down: the move counts, and nobody has touched them."""

from __future__ import annotations

import pytest

from tests.core.rig import BOOKS, Rig


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize("first_ms", [20, 30, 45, 60])
def test_a_move_at_whose_end_three_men_fall_counts_once_they_stand(first_ms: int) -> None:
    rig = Rig("rnbqkb1r/pppppp1p/6pn/8/3P4/4P3/PPP2PPP/RNBQKBNR w KQkq - 0 3").hands("1000")
    rig.hands(f"b1- 340 c3+ {first_ms} c2- 40 d4- 40 b2- 1500 c2+ 400 d4+ 400 b2+ 2000")
    rig.hands("h6- 340 f5+ 2000")
    assert {kind for _, kind in rig.odd} <= {"displaced"}
    assert rig.line == ["b1c3", "h6f5"], rig.story()


@pytest.mark.law("FIDE-4.3.1", "CH-8.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("knocked_ms", [10, 30, 45])
def test_who_is_knocked_by_the_opponents_landing_is_not_touched(knocked_ms: int, book: str) -> None:
    """No clock tells whose hand it was; but nobody answers so soon."""
    rig = Rig("1r2k3/8/8/8/8/8/3K3P/R7 b - - 0 1", rulebook=book, claims="automatic")
    rig.hands(f"1000 b8- 400 b1+ {knocked_ms} a1- 1590 a1+ 2000 h2- 200 h3+ 2000")
    assert (rig.line, rig.odd) == (["b8b1", "h2h3"], []), rig.story()
