"""What hands do beside moving: nothing wrong is told of it, and the ply after it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from controller.core.belief.costs import costs
from rules.registry import game_by_name
from rules.terms import points_of
from tests.core.belief.hands import Board

GAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")
Scene = Callable[[Board], None]
"""What hands do between two plies."""


def sleeve(board: Board, *, number: int) -> None:
    """Each piece is off for a moment, one after the other, and two at a time."""
    points = [*board.ordered(board.pieces(number))]
    after = points[1:] + points[:1]
    for n, (point, then) in enumerate(zip(points, after, strict=True)):
        if n == 0:
            board.change([point], placed=False, every_ms=40)
        if n < number - 1:
            board.change([then], placed=False, every_ms=20)
        board.change([point], placed=True, every_ms=30)
    board.wait(1500)


def knock(board: Board, *, number: int) -> None:
    points = board.pieces(number)
    board.change(points, placed=False, every_ms=12)
    board.wait(1800)
    board.change(board.ordered(points), placed=True, every_ms=450)
    board.wait(2000)


def rolled(board: Board) -> None:
    """Pieces fall, one of them lies on another point until it is taken up."""
    points = board.pieces(3)
    board.change(points, placed=False, every_ms=12)
    free = [p for p in range(len(board.game.points)) if not board.position.occupied >> p & 1]
    lies = board.dice.choice(free)
    board.change([lies], placed=True, every_ms=1500)
    board.change([lies], placed=False, every_ms=300)
    board.change(board.ordered(points), placed=True, every_ms=450)
    board.wait(2000)


def lifted_board(board: Board, *, every_ms: int) -> None:
    points = points_of(board.position.occupied)
    board.change(points, placed=False, every_ms=every_ms)
    board.wait(2500)
    board.change(board.ordered(points), placed=True, every_ms=every_ms)
    board.wait(2500)


def flash(board: Board) -> None:
    """Light falls on all points: all read occupied for a moment, or all empty."""
    points = points_of(board.position.occupied)
    empty = [p for p in range(len(board.game.points)) if not board.position.occupied >> p & 1]
    board.change(points if board.backwards else empty, placed=not board.backwards)
    board.wait(60)
    board.change(points if board.backwards else empty, placed=board.backwards)
    board.wait(1500)


def gap(board: Board, *, plies: int) -> None:
    """No point could be read for some seconds."""
    board.hide((1 << len(board.game.points)) - 1)
    board.wait(1000)
    for _ in range(plies):
        board.play()
    board.wait(1000)
    board.show()
    board.wait(6000)


def blind_points(board: Board) -> None:
    """The points of the next ply cannot be read while it is made."""
    move = board.some_move()
    changed = points_of(move.footprint.changes)
    board.hide(1 << (board.ordered(changed)[0]))
    board.play(move)
    board.wait(3000)
    board.show()
    board.wait(3000)


SCENES: dict[str, Scene] = {
    **{f"sleeve over {n}": partial(sleeve, number=n) for n in (2, 4, 6)},
    **{f"knock of {n}": partial(knock, number=n) for n in (2, 4)},
    "rolled": rolled,
    "lifted board": partial(lifted_board, every_ms=0),
    "board lifted slowly": partial(lifted_board, every_ms=8),
    "flash": flash,
    **{f"gap with {n} plies": partial(gap, plies=n) for n in range(3)},
    "blind points": blind_points,
}


UNREAD = ("gap with 1 plies", "gap with 2 plies", "blind points")
"""Scenes in which a ply was not seen: people may be asked about it."""


@pytest.mark.parametrize("order", ["forwards", "backwards"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_wrong_is_told_of_a_scene_and_the_ply_after_it_is_told(
    scene: str, name: str, order: str
) -> None:
    game = game_by_name(name, {"size": 9} if name == "go" else {})
    board = Board(game, backwards=order == "backwards")
    for _ in range(8):
        board.play()
    SCENES[scene](board)
    for _ in range(2):
        board.play()
    board.wait(5000)
    assert board.slips == []
    assert board.told == [move.text for move in board.truth]
    assert board.widest <= costs().beam
    assert not board.questions or scene in UNREAD
