"""How many plies ago the men stood as they stand now: whether moves have been taken back on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import contradictions
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.messages import Irregularity
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.terms import PointSet

PLIES_MAX = 2
"""Plies that players take back at once; for more they set the men up anew."""
AGREED_MAX = 8
"""Plies that may be agreed on where all men stand as before them: nobody need have named that."""


def plies_back(session: Session) -> int:
    """How many plies ago the men stood as they stand now; 0 if they stand right, or as never before.

    Where sensors tell whose man has come back, it is he.
    """
    line, known, back = session.line, ~session.unknown, plies_felt(session)
    if not back:
        return 0
    before = line.positions[-1 - back]
    changed = (line.position.occupied ^ before.occupied) & known
    return 0 if contradictions(before, session.marks) & changed else back


def plies_felt(session: Session) -> int:
    """How many plies ago the same points were occupied as now."""
    line, known = session.line, ~session.unknown
    if not (session.standing ^ line.position.occupied) & known:
        return 0
    for back in range(1, min(PLIES_MAX, line.ply) + 1):
        if not (session.standing ^ line.positions[-1 - back].occupied) & known:
            return back
    return 0


def captured_missing(session: Session) -> int:
    """How many plies ago, more than one, the men stood as they stand now but for men captured since who are not back yet; else 0.

    Where sensors tell whose man has come back, it is he.
    """
    line, known = session.line, ~session.unknown
    captured: PointSet = 0
    for back in range(1, min(PLIES_MAX, line.ply) + 1):
        move, before = line.moves[-back], line.positions[-1 - back]
        captured |= 0 if move is None else point_set(move.captured)
        missing = (session.standing ^ before.occupied) & known
        if back > 1 and missing and not missing & ~(captured & before.occupied & ~session.standing):
            changed = (line.position.occupied ^ before.occupied) & known
            return 0 if contradictions(before, session.marks) & changed & ~missing else back
    return 0


def plies_to_agree_on(session: Session) -> int:
    """How many plies the players may agree to take back.

    One man may be in the hand by now, or made up by a sensor, who is none of those that were put back; nor has he gone, against
    the law, to where one of them stood.
    """
    if exact := plies_felt(session) or many_back(session):
        return exact
    line, known = session.line, ~session.unknown
    taken_back: PointSet = 0
    for back in range(1, min(PLIES_MAX, line.ply) + 1):
        move = line.moves[-back]
        taken_back |= move.footprint.changes if move is not None else known
        differ = (session.standing ^ line.positions[-1 - back].occupied) & known
        if differ.bit_count() == 1 and not differ & (taken_back | _gone_on(session)):
            return back
    return 0


def _gone_on(session: Session) -> PointSet:
    """The point of the man who was named to have gone elsewhere."""
    found = session.irregularity
    if found is None or found.observed.origin is None or found.observed.to is None:
        return 0
    return 1 << session.game.index[found.observed.origin]


def many_back(session: Session) -> int:
    """The same of more plies. Where a single man stands elsewhere, any move may have left him there: then all of them are to be seen undone."""
    line, known = session.line, ~session.unknown
    came = session.standing & ~line.position.occupied & known
    left = line.position.occupied & ~session.standing & known
    if not came | left:
        return 0
    single = came.bit_count() <= 1 and left.bit_count() <= 1
    return next(
        (
            back
            for back in range(PLIES_MAX + 1, min(AGREED_MAX, line.ply) + 1)
            if not (session.standing ^ line.positions[-1 - back].occupied) & known
            and not (single and not all_undone(session, back))
        ),
        0,
    )


def all_undone(session: Session, back: int) -> bool:
    """Whether every man of the last so many plies was seen to leave where he had gone, and one to come where he had been."""
    edges = felt_since(session)
    lifted = {edge.point for edge in edges if not edge.placed}
    came = {edge.point for edge in edges if edge.placed}
    return all(
        move is not None and move.target in lifted and {move.origin, *move.captured} <= came
        for move in session.line.moves[-back:]
    )


def undone_and_played(session: Session) -> bool:
    """Whether several stones that the last play had captured (Go) stand again, its own is off, and one more has come: a play over the take-back.

    One reply can stand on the point of one of them alone. Not where the opponent may have captured its own.
    """
    line, last = session.line, session.line.last
    if last is None or last.target is None or session.game.men_move or session.unknown:
        return False
    before, captured = line.positions[-2], point_set(last.captured)
    came = session.standing ^ before.occupied
    if captured.bit_count() < 2 or came.bit_count() != 1 or not came & session.standing:
        return False
    if contradictions(before, session.marks) & captured or came >> last.target & 1:
        return False
    if any(last.target in reply.captured for reply in line.position.moves()):
        return False
    back = point_set(edge.point for edge in felt_since(session) if edge.placed)
    return not captured & ~back


def felt_since(session: Session) -> list[Edge]:
    """What was felt since the last move, also what had come to rest, and while men are put back."""
    guide, branch = session.guide, session.tracker.branch
    if guide is not None:
        return [*guide.led_to, *guide.since]
    return [*branch.rested, *branch.edges, *branch.beside]


def is_last_undone(session: Session, found: Irregularity) -> bool:
    """Whether what was named is that the man of the last move went back: no move that could stand."""
    last, index, seen = session.line.last, session.game.index, found.observed
    if last is None or last.origin is None or seen.origin is None or seen.to is None:
        return False
    return (index[seen.origin], index[seen.to]) == (last.target, last.origin)
