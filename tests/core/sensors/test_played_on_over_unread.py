"""A ply made wholly where nothing can be read, for longer than points are waited for, and play that goes on over it in turn."""

from __future__ import annotations

import pytest

from tests.core.rig import Rig

KNIGHT = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"


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
