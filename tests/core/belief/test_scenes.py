"""What hands do beside moving: nothing wrong is told of it, and the ply after it is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from controller.core.belief.costs import costs
from controller.core.belief.tracker import Belief
from controller.core.belief.world import Aim
from controller.core.settings import MS, Timings
from rules.registry import game_by_name
from rules.terms import Point, points_of
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


def straighten(board: Board) -> None:
    """Pieces are taken up and set down where they stood, one after the other."""
    for point in board.ordered(board.pieces(3)):
        board.change([point], placed=False, every_ms=450)
        board.change([point], placed=True, every_ms=600)
    board.wait(1500)


def adjust(board: Board) -> None:
    """A player says that it adjusts, and does."""
    board.belief.adjust(board.position.side_to_move)
    straighten(board)


def stopped(board: Board) -> None:
    """The arbiter has stopped the clock."""
    board.belief.waiting(on=True)
    straighten(board)
    board.belief.waiting(on=False)


def put_right(board: Board) -> None:
    """Pieces were moved about, and are put as they stood before."""
    points = board.pieces(4)
    board.change(points, placed=False, every_ms=400)
    free = [p for p in range(len(board.game.points)) if not board.position.occupied >> p & 1]
    lie = board.dice.sample(free, 3)
    board.change(lie, placed=True, every_ms=300)
    board.belief.target(board.belief.told, board.now_ms * MS)
    for point, home in zip(board.ordered(lie), points, strict=False):
        board.change([point], placed=False, every_ms=400)
        board.change([home], placed=True, every_ms=500)
    board.change(points[3:], placed=True, every_ms=1500)


SCENES: dict[str, Scene] = {
    **{f"sleeve over {n}": partial(sleeve, number=n) for n in (2, 6)},
    **{f"knock of {n}": partial(knock, number=n) for n in (2, 4)},
    "rolled": rolled,
    "lifted board": partial(lifted_board, every_ms=0),
    "board lifted slowly": partial(lifted_board, every_ms=8),
    "flash": flash,
    **{f"gap with {n} plies": partial(gap, plies=n) for n in range(3)},
    "blind points": blind_points,
    "adjusting": adjust,
    "straightening while play is stopped": stopped,
    "putting right": put_right,
}


UNREAD = ("gap with 1 plies", "gap with 2 plies", "blind points")
"""Scenes in which a ply was not seen: people may be asked about it."""


@pytest.mark.parametrize("order", ["forwards", "backwards"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_wrong_is_told_of_a_scene_and_the_ply_after_it_is_told(
    scene: str, name: str, order: str
) -> None:
    board = board_of(name, order)
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


def board_of(name: str, order: str) -> Board:
    game = game_by_name(name, {"size": 9} if name == "go" else {})
    return Board(game, backwards=order == "backwards")


@pytest.mark.parametrize("order", ["forwards", "backwards"])
@pytest.mark.parametrize("name", GAMES[:-1])
def test_straightening_before_play_touches_nothing_and_is_no_ply(name: str, order: str) -> None:
    board = board_of(name, order)
    board.belief.waiting(on=True)
    straighten(board)
    board.belief.waiting(on=False)
    assert board.told == board.slips == []
    assert not board.belief.beam.hypotheses[0].touched
    board.play()
    board.wait(2000)
    assert board.told == [board.truth[0].text]


@pytest.mark.parametrize("order", ["forwards", "backwards"])
@pytest.mark.parametrize("plies", [0, 1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_play_that_began_before_the_board_was_seen_is_followed(
    name: str, plies: int, order: str
) -> None:
    board = board_of(name, order)
    before = Board(board.game, backwards=board.backwards)
    board.hide((1 << len(board.game.points)) - 1)
    for _ in range(plies):
        board.play()
    board.blind = 0
    board.belief = Belief(
        board.game, before.position, Timings(), at_ns=board.now_ms * MS, stable=board.shown
    )
    board.wait(6000)
    for _ in range(3):
        board.play()
    board.wait(5000)
    assert board.slips == []
    assert board.told == [move.text for move in board.truth]


@pytest.mark.parametrize("order", ["forwards", "backwards"])
@pytest.mark.parametrize("name", GAMES)
def test_a_board_put_down_the_other_way_round_is_recognized(name: str, order: str) -> None:
    board = board_of(name, order)
    for _ in range(9):
        board.play()
    points = points_of(board.position.occupied)
    opposite = [board.game.turned(point) for point in points]
    for lifted, placed in ((points, opposite), (opposite, points)):
        board.change(lifted, placed=False, every_ms=5)
        board.wait(2000)
        board.change(board.ordered(placed), placed=True, every_ms=5)
        board.wait(8000)
        turned = board.belief.beam.hypotheses[0].aim is Aim.TURNED
        assert turned is (placed is opposite)
    board.play()
    board.wait(3000)
    assert board.slips == []
    assert board.told == [move.text for move in board.truth]


@pytest.mark.parametrize("known", [True, False], ids=["result known", "result unknown"])
@pytest.mark.parametrize("pause_ms", [3000, 60_000])
@pytest.mark.parametrize("name", GAMES)
def test_pieces_set_up_for_the_next_game_are_no_plies(
    name: str, pause_ms: int, *, known: bool
) -> None:
    board = board_of(name, "forwards")
    for _ in range(12):
        board.play()
    if known:
        board.belief.over(on=True)
    board.wait(pause_ms)
    array, now = board.game.start().occupied, board.position.occupied
    away, home = points_of(now & ~array), points_of(array & ~now)
    for point in away:
        board.change([point], placed=False, every_ms=500)
        if home:
            board.change(home[:1], placed=True, every_ms=700)
            home = home[1:]
    board.change(home, placed=True, every_ms=700)
    board.wait(5000)
    assert board.told == [move.text for move in board.truth]
    assert "unlawful" not in board.slips
    assert not known or board.slips == []
    assert not known or board.belief.beam.hypotheses[0].aim is Aim.ARRAY


@pytest.mark.parametrize("gap_ms", [200, 6000])
@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("fields", [("e4", "d5"), ("d4", "e4")])
@pytest.mark.parametrize("known", [True, False], ids=["result known", "result unknown"])
def test_kings_set_in_the_centre_are_no_ply(
    fields: tuple[str, str], first: str, gap_ms: int, *, known: bool
) -> None:
    board = board_of("chess", "forwards")
    index = board.game.index
    for _ in range(8):
        board.play()
    if known:
        board.belief.over(on=True)
    board.wait(4000)
    kings = sorted(
        (point for point in points_of(board.position.occupied) if king_at(board, point)),
        reverse=first == "black",
    )
    for king, field in zip(kings, fields, strict=True):
        if board.shown >> index[field] & 1:
            board.change([index[field]], placed=False, every_ms=400)
        board.change([king], placed=False, every_ms=500)
        board.change([index[field]], placed=True, every_ms=gap_ms)
    board.wait(6000)
    assert board.slips == []
    assert board.told == [move.text for move in board.truth]
    assert board.belief.beam.hypotheses[0].aim is Aim.KINGS


def king_at(board: Board, point: Point) -> bool:
    man = board.position.piece_at(point)
    return man is not None and man.letter in ("K", "k")
