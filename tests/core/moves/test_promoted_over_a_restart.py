"""What a pawn is to become, said before it stands, holds over a new start of the program."""

from __future__ import annotations

import pytest

from tests.core.rig import BOOKS, Rig
from tests.core.scenes import restarted

PAWN = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def rig(book: str, mode: str) -> Rig:
    return Rig(PAWN, rulebook=book, mode=mode).hands("1000")  # type: ignore[arg-type]


@pytest.mark.law("FIDE-4.4.4", "CH-5.6.4")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("mode", ["referee", "observer"])
@pytest.mark.parametrize("letter", ["n", "r", "q"])
@pytest.mark.parametrize("times", [1, 2])
def test_said_before_it_is_lifted(book: str, mode: str, letter: str, times: int) -> None:
    board = rig(book, mode)
    assert board.command("white", "promote", to=letter)
    for _ in range(times):
        restarted(board).hands("1500")
    board.hands("a7- 300 a8+ 2000")
    assert board.line == [f"a7a8{letter}"], board.story()
    assert board.session.line.lines[-1].assumed == []


@pytest.mark.parametrize("book", BOOKS)
def test_said_while_it_stands_and_nothing_is_published_yet(book: str) -> None:
    """It is asked back after the new start, and set down again."""
    board = rig(book, "referee").hands("a7- 300 a8+ 200")
    assert board.command("white", "promote", to="n")
    restarted(board).hands("1500")
    board.hands("a8- 300 a7+ 1500 a7- 300 a8+ 2000")
    assert board.line == ["a7a8n"], board.story()


@pytest.mark.parametrize("book", BOOKS)
def test_it_holds_for_one_pawn(book: str) -> None:
    start = "4k3/P6P/8/8/8/8/8/4K3 w - - 0 1"
    board = Rig(start, rulebook=book).hands("1000")
    assert board.command("white", "promote", to="n")
    board.hands("a7- 300 a8+ 1500 e8- 300 e7+ 1500")
    restarted(board).hands("1500 h7- 300 h8+ 3000 e7- 300 d7+ 1500")
    assert board.line[0] == "a7a8n"
    assert board.line[2] == "h7h8q", board.story()
