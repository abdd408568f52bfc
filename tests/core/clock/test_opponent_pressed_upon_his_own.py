"""Whoever has moved his man and pressed upon that has moved it: a press of the other player that comes at once after it tells nothing."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from rules.registry import game_by_name
from tests.core.boards import CLOCK
from tests.core.rig import BOOKS, CHESS, Rig

REPLIES = [
    ("chess", "e2", ("e7", "e5"), "e2e4"),
    ("chess", "g1", ("b8", "c6"), "g1f3"),
    ("draughts-100", "33", ("19", "23"), "33-28"),
    ("xiangqi", "h2", ("h9", "g7"), "h2e2"),
]
"""A game; a man who was not felt where he was set down; the reply; the move."""


@pytest.mark.law("FIDE-7.5.1", "DR-7.4.2", "XQ-5.8")
@pytest.mark.parametrize("again", [200, 500, 800])
@pytest.mark.parametrize("first", ["1000 {} 3000", "2000"])
@pytest.mark.parametrize("case", REPLIES, ids=lambda case: case[3])
def test_the_reply_is_not_held_against_whoever_presses_upon_it(
    case: tuple[str, str, tuple[str, str], str], first: str, again: int
) -> None:
    game, origin, reply, move = case
    played = game_by_name(game)
    rig = Rig(game=played, rulebook=played.rulebook.name, time_control=CLOCK)
    mover, other = played.sides
    rig.hands(f"2000 {origin}-")
    for token in first.split():
        if token == "{}":
            rig.press(mover)
        else:
            rig.hands(token)
    rig.hands(f"{reply[0]}- 500 {reply[1]}+ 300")
    rig.press(other)
    rig.wait(again)
    rig.press(mover)
    rig.wait(4000)
    assert not rig.of(Irregularity), rig.story()
    assert all(move in asked for asked in rig.questions), rig.story()
    assert {*rig.moves} <= {move}


@pytest.mark.law("CH-3.1", "FIDE-7.5.1", "CH-8.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("again", [400, 2500])
def test_out_of_turn_is_who_has_pressed_upon_it(book: str, again: int) -> None:
    rig = Rig(game=CHESS, rulebook=book, time_control=CLOCK)
    rig.hands(f"1000 e7- 500 e5+ 300 b! {again} w! 3000")
    assert [(each.law, each.side) for each in rig.of(Irregularity)] == [("CH-3.1", "black")]
    assert not rig.of(Penalty), rig.story()
