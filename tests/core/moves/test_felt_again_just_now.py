"""A man is felt again where a move takes him from, just after he left: whether he was only jolted is known once he has stood."""

from __future__ import annotations

import pytest

from tests.core.policies import ASKED
from tests.core.rig import BOOKS, Rig

PAWNS = "r1bk4/p1ppn3/6p1/1P3p2/3p2R1/4P3/PP1R4/2K4B b - - 0 25"


@pytest.mark.parametrize("hovered_ms", [150, 440])
@pytest.mark.parametrize("jolted_ms", [45, 110])
@pytest.mark.parametrize("book", BOOKS)
def test_a_jolt_at_the_landing_is_no_capture_in_passing(
    book: str, jolted_ms: int, hovered_ms: int
) -> None:
    """The pawn is held over c5, goes back to c6, and jolts b5, who could have captured it in passing."""
    rig = Rig(PAWNS, rulebook=book)
    rig.hands(f"1000 c7- 333 c5+ {hovered_ms} c5- 197 b5- c6+ {jolted_ms} b5+ {ASKED.within_ms}")
    assert rig.line == ["c7c6"] or "c7c6" in rig.questions[-1], rig.story()


def test_a_capture_in_passing_counts() -> None:
    rig = Rig(PAWNS).hands("1000 c7- 333 c5+ 340 c5- 197 b5- 300 c6+ 3000")
    assert rig.moves == ["c7c5", "b5c6"], rig.story()


@pytest.mark.parametrize("jolted_ms", [45, 55, 80])
def test_who_was_jolted_and_stands_again_has_not_moved(jolted_ms: int) -> None:
    """The black king is carried over to e4 and jolts the rook of f4; White lifts his king."""
    rig = Rig("8/8/4k3/8/5R2/8/3K4/8 w - - 0 1")
    rig.hands(f"1000 e6- 166 f4- 5 e4+ {jolted_ms - 5} f4+ 355 d2- 3000")
    assert "f4e4" not in rig.moves, rig.story()
