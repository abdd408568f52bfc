"""A breach of the touch law that is claimed once the game has ended: only the move that ended it goes with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.core.messages import Result
from rules.registry import game_by_name
from tests.core.rig import BOOKS, Rig

Ending = Callable[[Rig], object]


def _agreed(rig: Rig) -> None:
    rig.command("white", "offer-draw")
    rig.command("black", "accept-draw")


ENDINGS: dict[str, Ending] = {
    "own resignation": lambda rig: rig.command("black", "resign"),
    "his resignation": lambda rig: rig.command("white", "resign"),
    "flag": lambda rig: rig.wait(301_000),
    "agreed": _agreed,
    "arbiter": lambda rig: rig.command("arbiter", "result", result="0-1", why="conduct"),
    "void": lambda rig: rig.command("arbiter", "void", why="wrong array"),
}
BREACH = {
    "chess": "e2- 400 e2+ 1500 d2- 300 d4+ 300",
    "xiangqi": "c3- 400 c3+ 1500 h2- 300 e2+ 300",
    "draughts-100": "31- 400 31+ 1500 32- 300 28+ 300",
}


def breached(game: str, book: str | None = None) -> Rig:
    rules = game_by_name(game)
    rig = Rig(game=rules, rulebook=book or rules.rulebook.name, time_control="5:00")
    rig.hands(f"1000 {BREACH[game]}")
    rig.press(rules.sides[0])
    return rig.hands("1500")


@pytest.mark.law("CH-10.2", "CH-12.7", "FIDE-6.9", "FIDE-9.1", "CH-10.7")
@pytest.mark.parametrize("way", ENDINGS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_game_that_has_ended_otherwise_stays_ended(book: str, way: str) -> None:
    rig = breached("chess", book)
    assert rig.session.breach is not None
    ENDINGS[way](rig)
    (result,) = rig.of(Result)
    rig.wait(1000)
    for role in ("black", "arbiter"):
        assert not rig.command(role, "demand-correction")
        assert "ended otherwise" in rig.refusals[-1]
    assert (rig.stage, rig.session.result) == ("ended", result)


@pytest.mark.law("XQ-10.1", "DR-8.2")
@pytest.mark.parametrize("way", ["own resignation", "flag"])
@pytest.mark.parametrize("game", ["xiangqi", "draughts-100"])
def test_so_it_does_in_other_games(game: str, way: str) -> None:
    rig = breached(game)
    ENDINGS[way](rig)
    assert not rig.command("black", "demand-correction")
    assert rig.stage == "ended"


@pytest.mark.law("FIDE-4.3.1", "CH-7.2.1")
@pytest.mark.parametrize("book", BOOKS)
def test_a_mate_in_breach_goes_with_its_move(book: str) -> None:
    rig = Rig("7k/5Q2/6K1/8/8/8/8/R7 w - - 0 1", rulebook=book, time_control="5:00")
    rig.hands("1000 a1- 400 a1+ 1500 f7- 300 f8+ 300 w! 1500")
    assert [each.termination for each in rig.of(Result)] == ["checkmate"]
    assert rig.command("black", "demand-correction"), rig.refusals
    assert (rig.line, rig.stage) == ([], "restore")
