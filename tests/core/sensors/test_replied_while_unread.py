"""A move is made where nothing can be read for some seconds, and replied to in sight of all: the reply is the opponent's."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from rules.xiangqi import XIANGQI
from tests.core.rig import BOOKS, Rig

DRAUGHTS = game_by_name("draughts-100")
PAWNS = "k7/4p3/8/8/p5n1/1P6/8/K6N b - - 0 1"
CHARIOT = "3k5/9/9/9/9/4P4/9/9/9/rR2K4 w - - 0 1"
MEN = "B:W28,30,36,38,39,41,44,47-50:B3-7,10,13,20,27"

OVERLAPS = [-150, 100, 300, 700, 1000]
"""For how long after the reply is complete the points of the move cannot be read (ms); before it has landed, if negative."""


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.parametrize("pause", [700, 1400])
@pytest.mark.parametrize("over", OVERLAPS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_capture_in_reply_is_no_touch_of_the_mover(book: str, over: int, pause: int) -> None:
    """e7-e6 where nothing can be read; White takes a4 before it can."""
    rig = Rig(PAWNS, rulebook=book).hands(f"1000 e6,e7?{1400 + pause + over} 300 e7- 300 e6+")
    rig.hands(f"{pause} b3- 400 a4- 400 a4+ 3000")
    assert (rig.moves, rig.questions) == (["e7e6", "b3a4"], []), rig.story()
    assert rig.odd == [], rig.story()


@pytest.mark.law("FIDE-4.3.1", "FIDE-4.3.3")
@pytest.mark.parametrize("row", ["", ",a5,b5,c5,e5,f5,g5,h5,a7,b7,c7,d7,f7,g7,h7"])
@pytest.mark.parametrize("over", [*OVERLAPS, 1800])
def test_nor_is_it_once_all_can_be_read_but_where_he_went_nothing_has_changed(
    over: int, row: str
) -> None:
    """The knight takes d5 where nothing can be read; White takes a4, and the knight's own point is read last."""
    rig = Rig("k7/4n3/8/3P4/p7/1P6/8/K7 b - - 0 1", rulebook=BOOKS[0])
    rig.hands(f"1000 e7,d5{row}?{2900 + over} 300 e7- 300 d5- 300 d5+ 700 b3- 400 a4- 400 a4+")
    rig.hands("5000")
    while rig.session.question is not None:
        truth = ["e7d5", "b3a4"][len(rig.line)]
        assert rig.command("arbiter", "answer", move=truth), rig.story()
        rig.hands("2000")
    rig.hands("a8- 400 a7+ 3000")
    assert (rig.moves, rig.odd) == (["e7d5", "b3a4", "a8a7"], []), rig.story()


@pytest.mark.parametrize("over", OVERLAPS)
def test_a_quiet_reply_seen_whole_is_not_asked_about(over: int) -> None:
    rig = Rig(PAWNS).hands(f"1000 e6,e7?{1900 + over} 300 e7- 300 e6+")
    rig.hands("900 h1- 400 g3+ 3000")
    assert (rig.moves, rig.questions, rig.odd) == (["e7e6", "h1g3"], [], []), rig.story()


@pytest.mark.law("XQ-5.4", "XQ-9.1.6")
@pytest.mark.parametrize("over", OVERLAPS)
def test_no_foul_is_counted_for_the_reply(over: int) -> None:
    """The soldier goes on where nothing can be read; Black's chariot takes Red's before it can."""
    rig = Rig(CHARIOT, game=XIANGQI, rulebook="xiangqi-cxa").hands(
        f"1000 e4,e5?{2300 + over} 300 e4- 300 e5+ 900 a0- 400 b0- 400 b0+ 3000"
    )
    assert (rig.moves, rig.questions, rig.odd) == (["e4e5", "a0b0"], [], []), rig.story()


@pytest.mark.parametrize("pause", [500, 1200, 2000])
@pytest.mark.parametrize("over", [100, 600])
def test_two_plies_that_leave_all_as_it_was_but_for_one_man(over: int, pause: int) -> None:
    """7-12 cannot be read until 36-31 and 27x36 have been made: only 27 is off, and 30-25 is the fourth ply, not the second."""
    unread_ms = 400 + 2 * pause + 1300 + over
    rig = Rig(MEN, game=DRAUGHTS, rulebook="draughts-100").hands(
        f"1000 7,12?{unread_ms} 100 7- 300 12+ {pause} 36- 400 31+ {pause} 27- 300 36+ 300 31-"
    )
    rig.hands(f"{max(pause, over + 300)} 30- 300 25+ 3000")
    assert (rig.moves, rig.questions) == (["7-12", "36-31", "27x36", "30-25"], []), rig.story()
    assert rig.odd == [], rig.story()


@pytest.mark.law("FIDE-4.3.1")
def test_who_is_put_back_meanwhile_was_perhaps_touched_by_the_other_side() -> None:
    """White lifts a man and thinks better of it, while nobody can tell whether Black has moved."""
    rig = Rig(PAWNS).hands("1000 e6,e7?3800 300 e7- 300 e6+ 700 h1- 700 h1+ 2300")
    rig.hands("b3- 400 a4- 400 a4+ 3000")
    assert (rig.moves, rig.odd) == (["e7e6", "b3a4"], []), rig.story()
