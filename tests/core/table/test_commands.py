"""The table of commands: the arbiter may change the record of a game that has not begun."""

from __future__ import annotations

from controller.core.messages import Clock, Correction, GameStarted, Move, Restore
from tests.core import rig
from tests.core.rig import Rig, recovered

ROOKLESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"


def set_up(**options: str) -> Rig:
    """A board whose array lacks a rook: play has begun without anybody's waiting for it."""
    array = [name for name in rig.CHESS.points if name[1] in "1278" and name != "a1"]
    return Rig(standing=array, **options).hands("1000")  # type: ignore[arg-type]


def test_moves_that_were_made_before_the_array_stood_are_entered() -> None:
    board = set_up(time_control="90:00").hands("e2- 300 e4+ 1000")
    assert (board.stage, board.line) == ("setup", [])
    assert board.command("arbiter", "correct", ply=1, moves=["e4"])
    assert (board.stage, board.line) == ("restore", ["e2e4"])
    kinds = [type(m) for m in board.said if isinstance(m, GameStarted | Correction | Move)]
    assert kinds == [GameStarted, Correction, Move]
    assert board.of(Clock)[-1].running is None
    board.hands("a1+ 1500 e7- 300 e5+ 1500")
    assert (board.stage, board.line) == ("play", ["e2e4", "e7e5"])
    assert board.of(Clock)[-1].running == "black"


def test_a_position_is_set_up_before_the_array_stood() -> None:
    board = set_up()
    assert board.command("arbiter", "set-position", position=ROOKLESS)
    board.hands("1500 e2- 300 e4+ 1500")
    assert (board.stage, board.line) == ("play", ["e2e4"])
    assert [(m.done, m.why) for m in board.of(Restore)][-1] == (True, "set-position")
    assert recovered(board.settings, board.said).line.position == board.session.line.position
