"""Presses of the clock: what they complete, and what they say of a move that is not one."""

from __future__ import annotations

import pytest

from tests.core.boards import CASTLING, CLOCK, ILLEGAL, RELEASED
from tests.core.rig import BOOKS, CLASSIC, FIDE, Rig, played


@pytest.mark.law("FIDE-7.5.3")
def test_a_press_without_a_move() -> None:
    rig = played("w! 500 e2- 300 e4+ 100 w!", time_control=CLOCK)
    assert rig.odd == [("FIDE-7.5.3", "press-without-move")]
    assert (rig.moves, rig.by) == (["e2e4"], ["pressed"])


def test_the_older_laws_do_not_mention_a_press_without_a_move() -> None:
    rig = played("w! 500 e2- 300 e4+", rulebook=CLASSIC, time_control=CLOCK)
    assert (rig.moves, rig.odd) == (["e2e4"], [])


def test_the_opponents_press_says_nothing_of_the_move() -> None:
    rig = played("e2- 300 e4+ 100 b! 2000", time_control=CLOCK)
    assert (rig.moves, rig.by, rig.odd) == (["e2e4"], ["settled"], [])


@pytest.mark.parametrize("ms", [0, 5, 20, 100, 500])
def test_a_move_is_pressed(ms: int) -> None:
    rig = Rig(time_control=CLOCK).hands(f"1000 e2- 300 e4+ {ms} w! 40")
    assert (rig.moves, rig.by) == (["e2e4"], ["pressed"])


@pytest.mark.law("FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [30, 100, 400, 900, 2500])
@pytest.mark.parametrize("control", [CLOCK, None])
def test_an_illegal_move_is_made_by_the_press(book: str, ms: int, control: str | None) -> None:
    rig = Rig(rulebook=book, time_control=control).hands(f"1000 e2- 300 e5+ {ms} w! 4000")
    assert rig.odd == [(ILLEGAL[book], "illegal-move")]
    assert rig.stage == "restore"


@pytest.mark.law("FIDE-4.7", "CH-6.3")
@pytest.mark.parametrize("book", BOOKS)
def test_a_press_before_the_rook_is_moved(book: str) -> None:
    rig = Rig(CASTLING, rulebook=book, time_control=CLOCK)
    rig.hands("1000 e1- 300 g1+ 300 w! 400 h1- 300 f1+ 1500")
    assert rig.odd == [("FIDE-4.7" if book == FIDE else "CH-6.3", "unfinished-move")]
    assert rig.moves == ["e1g1"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_press_with_the_man_in_the_hand(book: str) -> None:
    rig = Rig(rulebook=book, time_control=CLOCK).hands("1000 b1- 300 w! 400 c3+ 1500")
    assert rig.odd == [(RELEASED[book], "unfinished-move")]
    assert rig.moves == ["b1c3"]


@pytest.mark.parametrize("book", BOOKS)
def test_an_illegal_move_that_is_answered(book: str) -> None:
    """The clock works, the offender does not press, the opponent plays on."""
    rig = Rig(rulebook=book, time_control=CLOCK)
    rig.hands("1000 e2- 300 e4+ 300 w! 500 e7- 300 e3+ 2000 d2- 300 d4+ 300 w! 5000")
    assert rig.moves == ["e2e4"]
    assert rig.odd[0] == (ILLEGAL[book], "illegal-move")
    assert rig.stage == "restore"


@pytest.mark.parametrize("book", BOOKS)
def test_out_of_turn_with_a_clock(book: str) -> None:
    rig = Rig(rulebook=book, time_control=CLOCK)
    rig.hands("1000 e2- 300 e4+ 300 w! 500 d2- 300 d4+ 5000")
    assert rig.odd == [("CH-3.1", "out-of-turn")]


def test_a_press_upon_a_man_whose_old_point_still_feels_him() -> None:
    """e2 is stuck: all that was seen is lawful but for that, so nobody is accused."""
    rig = Rig(time_control="5:00").hands("1000 e4+ 300 w! 1500")
    assert (rig.odd, rig.moves) == ([], [])
    assert rig.questions in ([], [["e2e4"]])
    rig.hands("e7- 300 e5+ 300 b! 1500 g1- 300 f3+ 300 w! 1500")
    assert (rig.odd, rig.moves) == ([], ["e2e4", "e7e5", "g1f3"])


def test_a_slide_is_followed_though_another_point_makes_a_piece_up() -> None:
    """b1 makes one up while the rook is slid up the file."""
    slid = "a1- 20 a2+ 15 b1+ 40 a3+,a2- 40 a4+,a3- 40 a5+,a4- 300 w! 3000"
    rig = Rig("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", time_control="5:00").hands(f"1000 {slid}")
    if rig.questions:
        assert "a1a5" in rig.questions[0]
        assert rig.command("white", "answer", move="a1a5")
    assert rig.moves == ["a1a5"]


def test_a_press_makes_no_move_to_a_point_that_was_only_passed() -> None:
    """d2-d4 is slid over d3, and d4 feels nothing."""
    rig = Rig(time_control="5:00").hands("1000 d2- 10 d3+ 55 d3- 450 w! 1500")
    assert rig.moves == []


@pytest.mark.xfail(
    strict=True,
    reason="which of two points makes a piece up nobody can tell; the first one is believed",
)
def test_a_man_felt_on_two_points_far_apart_has_not_replied() -> None:
    """g5 makes a man up just before g4-e4; black's f6 is lifted while the queen stands on e4."""
    start = "4k3/8/5n2/8/6Q1/8/8/4K3 w - - 0 1"
    rig = Rig(start).hands("1000 g5+ 158 g4- 151 e4+ 124 f6- 267 h5+ 3000")
    assert "g4g5" not in rig.moves
