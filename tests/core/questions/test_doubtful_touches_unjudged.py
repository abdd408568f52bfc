"""A man of the opponent touched twice, the first time perhaps by his own player: whoever does as he is told breaks no law."""

from __future__ import annotations

import pytest

from tests.core.rig import BLACK, BOOKS, Rig

OPENING = "1000 e2- 180 e4+ 2400 e7- 215 e5+ 1570 g1- 310 f3+ 1600 b8- 160 c6+ 2500"
TAKES_E5 = "f3- 500 e5- 320 e5+ 1500"
XIANGQI = "1000 h2- 700 e2+ 1500 h9- 400 g7+ 1500"


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_claimed_is_put_right_by_what_the_board_asks_for(book: str) -> None:
    rig = Rig(rulebook=book).hands(f"{OPENING} e5- 600 e5+ 1000 f1- 150 c4+ 1500")
    assert rig.command(BLACK, "demand-correction")
    rig.hands(f"500 c4- 600 f1+ 1000 {TAKES_E5}")
    assert (rig.line[4:], len(rig.odd)) == (["f3e5"], 1), rig.story()
    assert rig.duty().met
