"""A man of the opponent touched twice, the first time perhaps by his own player: whoever does as he is told breaks no law."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import BLACK, BOOKS, Rig

OPENING = "1000 e2- 180 e4+ 2400 e7- 215 e5+ 1570 g1- 310 f3+ 1600 b8- 160 c6+ 2500"
TAKES_E5 = "f3- 500 e5- 320 e5+ 1500"
XIANGQI = "1000 h2- 700 e2+ 1500 h9- 400 g7+ 1500"


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("other", ["b1", "f1", "a1"])
def test_the_first_man_touched_is_taken_by_another_than_was_touched_next(
    book: str, other: str
) -> None:
    rig = Rig(rulebook=book).hands(f"{OPENING} e5- 600 e5+ 700 {other}- 500 {other}+ 1000")
    assert rig.duty().alternatives == ["f3e5"]
    rig.hands(TAKES_E5)
    assert (rig.line[4:], rig.odd) == (["f3e5"], []), rig.story()
    assert rig.duty().met


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
def test_who_does_neither_has_broken_the_law(book: str) -> None:
    """Which of the two pieces was touched first nobody knows."""
    rig = Rig(rulebook=book).hands(f"{OPENING} e5- 600 e5+ 700 b1- 500 b1+ 1000 d2- 300 d4+ 1500")
    laws = {"FIDE-4.3.1", "FIDE-4.3.3", "CH-7.2.1", "CH-7.2.2"}
    (found,) = (found for found, _ in rig.odd)
    assert (rig.line[4:], found in laws) == (["d2d4"], True), rig.story()


@pytest.mark.law("XQ-5.4")
def test_the_cannon_takes_though_the_other_was_touched() -> None:
    game = game_by_name("xiangqi")
    rig = Rig(game=game, rulebook=game.rulebook.name)
    rig.hands(f"{XIANGQI} e6- 500 e6+ 600 b2- 500 b2+ 900 e6- 640 e2- 220 e6+ 1500")
    assert (rig.line[2:], rig.odd) == (["e2e6"], []), rig.story()


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_claimed_is_put_right_by_what_the_board_asks_for(book: str) -> None:
    rig = Rig(rulebook=book).hands(f"{OPENING} e5- 600 e5+ 1000 f1- 150 c4+ 1500")
    assert rig.command(BLACK, "demand-correction")
    rig.hands(f"500 c4- 600 f1+ 1000 {TAKES_E5}")
    assert (rig.line[4:], len(rig.odd)) == (["f3e5"], 1), rig.story()
    assert rig.duty().met
