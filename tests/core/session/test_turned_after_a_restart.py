"""A board that stands turned, found out by colours: so it is after a new start, whatever the session was waiting for."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from controller.shell.pump import Pump
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.rig import recovered
from tests.core.sensed import Board

WHITE, BLACK = Side("white"), Side("black")
TELLING = [Sensor.POLARITY, Sensor.IDENTITY]


def restarted(board: Board) -> None:
    """The session goes on from what it has told, before the same levels."""
    board.session = recovered(board.session.settings, board.said)
    board._pump = Pump(board.session)
    board.show()


@pytest.mark.parametrize("sensor", TELLING)
def test_while_an_irregularity_may_be_accepted(sensor: Sensor) -> None:
    board = Board(game_by_name("draughts-russian"), sensor, turned=True, orientation=None)
    board.wait(1000)
    board.make("c3-d4")
    board.lift("h6").wait(300).put("f4", Piece(BLACK, "b")).wait(3000)
    assert (board.session.stage, board.session.state.sensing.orientation) == ("choice", "turned")
    restarted(board)
    assert (board.session.state.sensing.orientation, board.session.stage) == ("turned", "choice")
    before = board.session.standing
    board.wait(2000).lift("g3").wait(300)
    assert board.session.standing == before & ~(1 << board.game.index["g3"])


@pytest.mark.law("CH-14.1")
@pytest.mark.parametrize("sensor", TELLING)
def test_while_a_game_is_adjourned(sensor: Sensor) -> None:
    board = Board(game_by_name("chess"), sensor, turned=True, orientation=None)
    board.wait(1000)
    board.make("d2d4")
    board.command("black", "seal", box="closed")
    assert board.session.stage == "adjourned"
    restarted(board)
    board.wait(1000).command("arbiter", "resume")
    board.wait(1000)
    assert board.session.state.sensing.orientation == "turned"
    assert all(said.done for said in board.of("Restore")[-1:])
