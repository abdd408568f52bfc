"""What players show on the board that is no move: in chess, the result, by two kings in the centre.

Both kings on light squares (e4 and d5) say that White has won, both on dark ones (d4 and e5) that Black
has, one on each that the game is drawn. The men show it; nobody has claimed anything yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, before, by_point
from rules.game import Game, Position
from rules.rulebook import Outcome
from rules.terms import PointSet, point_set, points_of

if TYPE_CHECKING:
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch

CENTRE = ("d4", "e4", "d5", "e5")
LIGHT = ("e4", "d5")
"""The light squares of the centre; the other two are dark."""
SHOWS = {2: Outcome.FIRST_WINS, 1: Outcome.DRAW, 0: Outcome.SECOND_WINS}
"""What it means that so many of the two kings stand on light squares."""


def result_gesture(game: Game, position: Position, standing: PointSet) -> Outcome | None:
    """The result that the kings in the centre show; None where they show none, or it cannot be told.

    All other men stand where they stood, but those that made way in the centre. A king that stands in the
    centre already may stay, unless the other has only gone a step. Sensors that feel only that something stands there are enough.

    Args:
        position: of the game.
        standing: the points where men stand now.
    """
    if game.name != "chess":
        return None
    centre = point_set(game.index[name] for name in CENTRE)
    kings = point_set(p for p in points_of(position.occupied) if _is_king(position, p))
    if (standing ^ position.occupied) & ~(centre | kings) or kings & standing & ~centre:
        return None
    came = standing & centre & ~position.occupied
    squares = came | kings & standing
    others = standing & centre & ~squares
    if squares.bit_count() == 1 and others.bit_count() == 1:
        squares |= others  # a man has made way to a king there
    stayed = not kings & ~standing
    if squares.bit_count() != kings.bit_count() or stayed:
        return None
    left = points_of(kings & ~standing)
    if len(left) == 1 and game.neighbours(left[0]) & came:
        return None  # the king that has moved alone may have moved so, against the law
    light = point_set(game.index[name] for name in LIGHT)
    return SHOWS[(squares & light).bit_count()]


def set_aside(session: Session) -> int | None:
    """Forgets that both kings were set in the centre, if they were: what was played just before is followed without that.

    Returns:
        Since when that was done.
    """
    for _, branch in session.tracker.followed() if session.game.name == "chess" else ():
        if (from_ns := _began_ns(branch, session.now_ns)) is not None:
            session.tracker.cut(from_ns)
            return from_ns
    return None


def _began_ns(branch: Branch, now_ns: int) -> int | None:
    """When the first of two kings was lifted who have been set in the centre at last; None where that was not done."""
    index = branch.judge.game.index
    last = (edges[-1] for edges in by_point(branch.edges).values())
    places = sorted(e.at_ns for e in last if e.placed and e.point in map(index.get, CENTRE))
    lifts = [lift for lift in _left(branch) if places and lift.at_ns < places[-1]][-2:]
    if len(places) < 2 or len(lifts) < 2:
        return None
    played = branch.supposing(0)
    played.edges = before(branch.edges, lifts[0].at_ns)
    position = branch.position
    for ply in played.readings(now_ns)[0].plies if played.edges else ():
        position = branch.play(position, ply.move)
    return lifts[0].at_ns if all(_is_king(position, lift.point) for lift in lifts) else None


def _left(branch: Branch) -> list[Edge]:
    """When men left the points where they had stood, and where nobody stands now; not those that one had only crossed."""
    rest_ms = branch.judge.timings.settle_ms
    gone = [edges for edges in by_point(branch.edges).values() if not edges[-1].placed]
    left = [edges[-1] for edges in gone if len(edges) < 2 or Pair(*edges[-2:]).ms >= rest_ms]
    return sorted(left, key=lambda edge: edge.at_ns)


def _is_king(position: Position, point: int) -> bool:
    man = position.man_at(point)
    return man is not None and man.letter in "Kk"
