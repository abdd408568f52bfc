"""What players show on the board that is no move: in chess, the result, by two kings in the centre.

Both kings on light squares (e4 and d5) say that White has won, both on dark ones (d4 and e5) that Black
has, one on each that the game is drawn. The men show it; nobody has claimed anything yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, before, by_point
from controller.core.settings import MS
from rules.game import Game, Position
from rules.rulebook import Outcome
from rules.terms import PointSet, point_set, points_of

if TYPE_CHECKING:
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch

CENTRE = ("d4", "e4", "d5", "e5")
KINGS = "Kk"
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

    A king may have moved and gone on at once, or have been held over a point on his way: that is asked.

    Returns:
        Since when that was done.
    """
    for _, branch in session.tracker.followed() if session.game.name == "chess" else ():
        if (lifts := _taken_up(branch, session.now_ns)) is not None:
            doubtful = any(hardly_stood(branch, lift) for lift in lifts)
            session.tracker.cut(lifts[0].at_ns)
            if doubtful:
                session.tracker.doubt(lifts[0].at_ns)
            return lifts[0].at_ns
    return None


def to_the_centre(branch: Branch) -> list[int]:
    """When men were set down in the centre of a chess board, who are there still."""
    index = branch.judge.game.index
    last = (edges[-1] for edges in by_point(branch.edges).values())
    return sorted(e.at_ns for e in last if e.placed and e.point in map(index.get, CENTRE))


def _taken_up(branch: Branch, now_ns: int) -> list[Edge] | None:
    """Whence two kings were lifted who have been set in the centre at last; None where that was not done."""
    places, timings = to_the_centre(branch), branch.judge.timings
    if len(places) < 2:
        return None
    for rest_ms in (timings.slide_point_ms, timings.settle_ms):
        lifts = [lift for lift in _left(branch, rest_ms) if lift.at_ns < places[-1]][-2:]
        if len(lifts) == 2 and _are_kings(branch, lifts, now_ns):
            return lifts
    return None


def _are_kings(branch: Branch, lifts: list[Edge], now_ns: int) -> bool:
    """Whether the two men are the kings, where what was played before has brought them."""
    played = branch.supposing(0)
    played.edges = before(branch.edges, lifts[0].at_ns)
    position = branch.position
    for ply in played.readings(now_ns)[0].plies if played.edges else ():
        position = branch.play(position, ply.move)
    return all(_is_king(position, lift.point) for lift in lifts)


def _left(branch: Branch, rest_ms: int) -> list[Edge]:
    """When men left the points where they had stood, and where nobody stands now; not those that one had only crossed."""
    gone = [edges for edges in by_point(branch.edges).values() if not edges[-1].placed]
    left = [edges[-1] for edges in gone if len(edges) < 2 or Pair(*edges[-2:]).ms >= rest_ms]
    return sorted(left, key=lambda edge: edge.at_ns)


def hardly_stood(branch: Branch, lift: Edge) -> bool:
    """Whether a man had come just before he was lifted, and no other had been lifted since: the hand may never have left him."""
    came = (e.at_ns for e in branch.edges if e.point == lift.point and e.placed)
    came_ns, timings = max((ns for ns in came if ns < lift.at_ns), default=0), branch.judge.timings
    others = any(not e.placed and came_ns < e.at_ns < lift.at_ns for e in branch.edges)
    stood_ns = lift.at_ns - came_ns
    return timings.slide_point_ms * MS <= stood_ns < timings.settle_ms * MS and not others


def _is_king(position: Position, point: int) -> bool:
    man = position.man_at(point)
    return man is not None and man.letter in KINGS
