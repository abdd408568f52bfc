"""What the lamps show: one scene from the state of the session."""

from __future__ import annotations

from dataclasses import dataclass

from controller.core.inputs import LampKind, Lamps
from rules.game import Game
from rules.position import Move
from rules.terms import Point, PointSet, Side, points_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that lamps may show; `paint` decides what wins.

    Attributes:
        candidates: points of the moves that a question is about.
        waiting: points of steps of a move under way: a rook to be moved, a piece to be taken off.
        partner: the rook of a castling under way, which is to be moved.
        dead: stones marked as dead for the count.
        must_move, must_capture: pieces to be moved and to be captured, once one was touched and set
            back.
        flag, end: home rows, see `home_row`.
    """

    last: Move | None = None
    flag: PointSet = 0
    end: PointSet = 0
    missing: PointSet = 0
    extra: PointSet = 0
    candidates: PointSet = 0
    dead: PointSet = 0
    waiting: PointSet = 0
    waiting_filled: PointSet = 0
    partner: Point | None = None
    promotion: Point | None = None
    crowning: tuple[Point, ...] = ()
    must_move: tuple[Point, ...] = ()
    must_capture: tuple[Point, ...] = ()


def home_row(game: Game, side: Side) -> PointSet:
    """The row of points nearest to where a side sits."""
    row = 0 if side == game.sides[0] else game.rows - 1
    return sum(1 << point for point in range(len(game.points)) if game.place(point)[1] == row)


def paint(scene: Scene) -> Lamps:
    """The picture: later entries win over earlier ones."""
    shown: dict[Point, LampKind] = dict.fromkeys(points_of(scene.end), LampKind.END)
    shown.update(dict.fromkeys(points_of(scene.flag), LampKind.FLAG))
    if scene.last is not None:
        for point in (scene.last.origin, scene.last.target):
            if point is not None:
                shown[point] = LampKind.LAST_MOVE
    for points, kind in (
        (scene.must_move, LampKind.MUST_MOVE),
        (scene.must_capture, LampKind.MUST_CAPTURE),
        (points_of(scene.waiting & scene.waiting_filled), LampKind.REMOVE),
        (() if scene.partner is None else (scene.partner,), LampKind.MUST_MOVE),
        (points_of(scene.waiting & ~scene.waiting_filled), LampKind.MAY_GO),
        (() if scene.promotion is None else (scene.promotion,), LampKind.PROMOTION),
        (scene.crowning, LampKind.CROWNING),
        (points_of(scene.dead), LampKind.DEAD),
        (points_of(scene.missing), LampKind.MISSING),
        (points_of(scene.extra), LampKind.EXTRA),
        (points_of(scene.candidates), LampKind.QUESTION),
    ):
        shown.update(dict.fromkeys(points, kind))
    return shown
