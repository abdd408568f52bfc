"""A man who was in the hand at the press, and is put back: no move has been made."""

from __future__ import annotations

import pytest

from tests.core.boards import CLOCK, RELEASED
from tests.core.policies import ASKED
from tests.core.rig import BLACK, BOOKS, CLASSIC, FIDE, WHITE, Rig

START = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
WITHOUT = {
    FIDE: ([("FIDE-7.5.3", "press-without-move")], WHITE),
    CLASSIC: ([(RELEASED[CLASSIC], "unfinished-move")], BLACK),  # no law of a press without a move
}


def turn(rig: Rig) -> object:
    timer = rig.session.timer
    return None if timer is None else timer.clock.turn


@pytest.mark.law("FIDE-7.5.3", "FIDE-4.3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [60, 900, 3000, 8000])
@pytest.mark.parametrize("point", ["g1", "d2", "f1"])
def test_it_is_a_press_without_a_move(book: str, ms: int, point: str) -> None:
    rig = Rig(START, rulebook=book, time_control=CLOCK)
    rig.hands(f"500 b! 1000 {point}- 400 w! {ms} {point}+ 2000")
    odd, to_move = WITHOUT[book]
    assert (rig.odd, rig.moves) == (odd, []), rig.story()
    assert rig.session.question is None
    if ms < ASKED.within_ms:
        assert rig.questions == []
    assert turn(rig) == to_move
    move = {"g1": "g1- 300 f3+", "d2": "d2- 300 d4+", "f1": "f1- 300 c4+"}[point]
    rig.hands(f"{move} 400 w! 1000 e5- 300")
    assert (len(rig.moves), rig.odd) == (1, odd), rig.story()
    assert turn(rig) == BLACK


@pytest.mark.law("FIDE-4.7", "CH-6.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [60, 500, 3000])
def test_one_who_lands_elsewhere_has_moved(book: str, ms: int) -> None:
    rig = Rig(START, rulebook=book, time_control=CLOCK)
    rig.hands(f"500 b! 1000 g1- 400 w! {ms} f3+ 2000")
    assert (rig.odd, rig.moves) == ([(RELEASED[book], "unfinished-move")], ["g1f3"]), rig.story()
    assert turn(rig) == BLACK
