"""A game goes on where it was broken off: the board is compared with the record first."""

from __future__ import annotations

import pytest

from controller.core.inputs import Frame, Tick
from controller.core.messages import Restore
from controller.core.session import Session
from rules.registry import GAMES
from tests.core.rig import MS, Rig

FIRST_MOVES = {
    "chess": "e2- 300 e4+",
    "draughts-100": "32- 300 28+",
    "draughts-russian": "c3- 300 d4+",
    "draughts-brazilian": "c3- 300 d4+",
    "xiangqi": "h2- 300 e2+",
    "go": "d4+",
}


@pytest.mark.law("CH-8.4")
@pytest.mark.parametrize("name", FIRST_MOVES)
def test_men_set_up_wrongly_are_set_right_before_play_goes_on(name: str) -> None:
    game = GAMES[name]
    board = Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {FIRST_MOVES[name]} 1500")
    assert len(board.line) == 1
    stands = board.session.line.position.occupied
    moved = game.index[FIRST_MOVES[name].split()[-1][:-1]]

    again = Session.recover(board.settings, board.said)
    said = list(again.feed(Frame(at_ns=0, levels=stands & ~(1 << moved))).messages)
    said += again.feed(Tick(at_ns=2000 * MS)).messages
    assert again.stage.value == "restore"
    (asked,) = [message for message in said if isinstance(message, Restore)]
    assert [spot.point for spot in asked.missing] == [game.points[moved]]
    assert not asked.extra

    said = list(again.feed(Frame(at_ns=3000 * MS, levels=stands)).messages)
    for at_ms in (5000, 6000):
        said += again.feed(Tick(at_ns=at_ms * MS)).messages
    assert [message.done for message in said if isinstance(message, Restore)] == [True]
    assert again.stage.value == "play"
