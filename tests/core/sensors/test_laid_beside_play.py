"""A man who is laid down on an empty point beside play, where letters tell that it is a man and no sensor's fault."""

from __future__ import annotations

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Man, Side
from tests.core.sensed import Board

CHESS = game_by_name("chess")
WHITE, BLACK = Side("white"), Side("black")
PAWN, BLACK_PAWN = Man(WHITE, "P"), Man(BLACK, "p")


def laid(name: str = "chess", sensor: Sensor = Sensor.IDENTITY) -> Board:
    """A board on which a man has been laid down a second and a half ago."""
    game = game_by_name(name)
    point, man = {"chess": ("b4", "p"), "xiangqi": ("e5", "r"), "draughts-100": ("26", "b")}[name]
    return Board(game, sensor).wait(1000).put(point, Man(BLACK, man)).wait(1500)


def suspects(board: Board) -> list[str]:
    return [each["point"] for each in board.session.health.told(board.at_ns)]


def test_what_is_no_man_of_the_game_may_stand() -> None:
    board = Board(CHESS, Sensor.IDENTITY).wait(1000).set({"b4": "x"}).wait(10_000)
    board.make("e2e4")
    assert (board.moves, board.of("Irregularity")) == (["e2e4"], [])
