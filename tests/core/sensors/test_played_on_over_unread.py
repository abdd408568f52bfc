"""A ply made wholly where nothing can be read, for longer than points are waited for, and play that goes on over it in turn."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.rig import BOOKS, Rig

KNIGHT = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
GAMES = {
    "chess": (KNIGHT, "h7,h6", "h7-h6 b1-c3 g7-g6 e2-e4", "h7h6 b1c3 g7g6 e2e4"),
    "xiangqi": (None, "h0,i2", "h0-i2 h9-g7 a3-a4 a6-a5", "h0i2 h9g7 a3a4 a6a5"),
    "draughts-100": (None, "33,29", "33-29 17-21 31-26 12-17", "33-29 17-21 31-26 12-17"),
    "draughts-russian": (None, "c3,d4", "c3-d4 b6-a5 g3-h4 f6-g5", "c3-d4 b6-a5 g3-h4 f6-g5"),
}


def hands(moves: str, think: int, presses: str = "") -> str:
    """Men moved one after another, each after a while, and perhaps a clock pressed upon each."""
    done = []
    for n, move in enumerate(moves.split()):
        origin, target = move.split("-")
        press = f" 300 {presses[n % 2]}!" if presses else ""
        done.append(f"{think} {origin}- 500 {target}+{press}")
    return " ".join(done)


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("points", ["a1", "h5,g5", "h2,h3"])
@pytest.mark.parametrize("reply", ["g7-g6", ""])
def test_who_moves_out_of_turn_is_named_where_they_hide_no_move(reply: str, points: str) -> None:
    """No ply of Black's can have been made at points that hold none of his moves."""
    rig = Rig(KNIGHT).hands(f"1000 {points}?20000 1500 {hands('b1-c3 ' + reply, 500)} 7000")
    assert rig.odd == [("CH-3.1", "out-of-turn")], rig.story()
    assert rig.line == [], rig.story()


@pytest.mark.parametrize("unread", [8000, 60000])
@pytest.mark.parametrize("think", [700, 1400])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_it_is_lost(name: str, think: int, unread: int) -> None:
    start, points, moves, texts = GAMES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    *first, last = moves.split()
    rig.hands(f"1000 {points}?{unread} {hands(' '.join(first), think)} 5000")
    expected = texts.split()
    rig.hands(f"{hands(last, think)} 3000")
    assert_told_by_people(rig, expected)


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("think", [700, 2500])
def test_three_presses_in_turn(think: int, book: str) -> None:
    start, points, moves, texts = GAMES["chess"]
    rig = Rig(start, rulebook=book, time_control="90:00").hands(f"1000 {points}?20000")
    rig.hands(f"{hands(moves.rsplit(' ', 1)[0], think, 'bw')} 5000")
    assert_told_by_people(rig, texts.split()[:3])


@pytest.mark.parametrize("think", [1300, 2000])
def test_many_plies_over_it_are_no_mess(think: int) -> None:
    rig = Rig(KNIGHT).hands("1000 h7,h6?60000")
    rig.hands(f"{hands('h7-h6 b1-c3 g7-g6 e2-e4 b8-c6', think)} 4000")
    assert_told_by_people(rig, ["h7h6", "b1c3", "g7g6", "e2e4", "b8c6"])


@pytest.mark.law("DR-7.4.3")
@pytest.mark.parametrize("unread", [6500, 12000])
@pytest.mark.parametrize(("reply", "third"), [(150, 500), (150, 2000), (100, 300)])
def test_an_exchange_back_is_no_third_ply(reply: int, third: int, unread: int) -> None:
    """33-29, 19-24, 31-26, 24x33, and 19 cannot be read: 31-26 alone leaves all else as it was, and is not the first."""
    game = game_by_name("draughts-100")
    rig = Rig("W:W31-50:B1-20", game=game, rulebook="draughts-100").hands(f"1000 19?{unread}")
    rig.hands(f"33- 500 29+ {reply} 19- 500 24+ {third} 31- 500 26+ 2000 29- 500 24- 500 33+ 9000")
    assert_told_by_people(rig, ["33-29", "19-24", "31-26", "24x33"])
