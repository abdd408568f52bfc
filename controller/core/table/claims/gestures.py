"""What players show on the board that is no move: in chess, the result, by two kings in the centre.

Both kings on light squares (e4 and d5) say that White has won; both on dark ones (d4 and e5) say
that Black has. One on each says that the game is drawn. The pieces show it; nobody has claimed
anything yet.
"""

from __future__ import annotations

from rules.game import Game
from rules.position import Position
from rules.rulebook import Outcome
from rules.terms import PointSet, point_set, points_of

CENTRE = ("d4", "e4", "d5", "e5")
KINGS = "Kk"
LIGHT = ("e4", "d5")
"""The light squares of the centre; the other two are dark."""
SHOWS = {2: Outcome.FIRST_WINS, 1: Outcome.DRAW, 0: Outcome.SECOND_WINS}
"""What it means that so many of the two kings stand on light squares."""


def result_gesture(
    game: Game, position: Position, standing: PointSet, changed: PointSet
) -> Outcome | None:
    """The result that the kings in the centre show; None where they show none.

    All other pieces stand where they stood, but those that made way in the centre. A king that
    stands in the centre already may stay, unless the other has only gone a step.

    Args:
        position: of the game.
        standing: the points where pieces stand now.
        changed: the points where something has changed since the last ply.
    """
    if game.name != "chess":
        return None
    centre = point_set(game.index[name] for name in CENTRE)
    kings = point_set(p for p in points_of(position.occupied) if _is_king(position, p))
    elsewhere = (standing ^ position.occupied) & ~(centre | kings)
    if elsewhere or kings & standing & ~centre:
        return None
    came = standing & centre & ~position.occupied
    squares = came | kings & standing
    others = standing & centre & changed & ~squares
    if squares.bit_count() == 1 and others.bit_count() == 1:
        squares |= others  # a piece has made way to a king there
    left = points_of(kings & ~standing)
    if squares.bit_count() != kings.bit_count() or not left:
        return None
    if len(left) == 1 and game.neighbours(left[0]) & came:
        return None  # the king that has moved alone may have moved so, against the law
    light = point_set(game.index[name] for name in LIGHT)
    return SHOWS[(squares & light).bit_count()]


def _is_king(position: Position, point: int) -> bool:
    piece = position.piece_at(point)
    return piece is not None and piece.letter in KINGS
