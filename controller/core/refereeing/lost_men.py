"""Men who are off the board beside lawful play in which they have no part: only they are displaced, and the play counts.

A sleeve has taken them along, or they were knocked off and lie somewhere. Who is on move has moved another man, as he may.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Irregular
from controller.core.inference.evidence import by_point
from controller.core.inference.knocked import fallen
from controller.core.inference.reading import Reading
from controller.core.restoring import meanwhile
from rules.naming import UNFINISHED
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.core.messages import Irregularity
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.deed import Named
    from rules.game import Position
    from rules.terms import Point, PointSet

MISSING = frozenset({UNFINISHED, "displaced"})
TAKEN_OFF = frozenset({"man-lifted", "own-man-removed"})
"""What draughts calls men who are off, by whoever is on move (DR-7.4.7, DR-7.4.14): not where they were off before he moved."""
LOST_MAX = 8
"""Men who may be off beside a lawful move; where more are, the board is in a mess."""
FEW_MAX = 2
"""Of men who are off, so many are thought of as lost, or as captors, where whoever came stands on another's point, or has left again."""


def alone(session: Session, found: Irregular, finding: Named) -> Irregular | None:
    """The men who are off alone, where lawful play explains all else; None where there is no such play, or it is in doubt.

    Upon a press one man of the player's own may as well be in his hand.
    """
    unfinished = finding.kind == UNFINISHED
    position, at = session.tracker.position, by_point(found.edges)
    unread = session.unknown | session.judge.blind | session.tracker.branch.blinded
    if not session.game.men_move or unread or finding.kind not in {*MISSING, *TAKEN_OFF}:
        return None
    odd = [edges[-1] for edges in at.values() if len(edges) % 2]
    off, came = (point_set(e.point for e in odd if e.placed is stands) for stands in (False, True))
    if off.bit_count() > LOST_MAX or not any(edge.placed for edge in found.edges):
        return None
    once = [edges[0].point for edges in at.values() if len(edges) == 1 and not edges[0].placed]
    left = _left(position, off, came, meanwhile.PLIES_MAX) if came else _some_of(once)
    pressed_ns = session.pressed_ns.get(position.side_to_move, 0)
    pressed = found.pressed or pressed_ns > found.edges[-1].at_ns
    lost = {
        gone for gone in left if gone and _explains_the_rest(session, found, gone, pressed=pressed)
    }
    if len(lost) != 1:
        return None
    (gone,) = lost
    if _may_have_captured(position, gone, at):
        return None
    # Who fell with them has not captured another who did: that one was set up again.
    fell = fallen(position, found.edges, session.settings.timings)
    if (fell & ~gone).bit_count() > 1:
        return None
    if finding.kind in TAKEN_OFF and not _several_before(gone, found.edges):
        return None
    men = [man for point in points_of(gone) if (man := position.man_at(point)) is not None]
    if unfinished and len(men) == 1 and men[0].side == position.side_to_move:
        return None
    edges = tuple(edge for edge in found.edges if gone >> edge.point & 1)
    reading = Reading(
        plies=(),
        cost=found.reading.cost,
        in_air={point: at[point][-1].at_ns for point in points_of(gone)},
        unexplained=gone,
        stood_ns=found.reading.stood_ns,
    )
    return replace(found, reading=reading, edges=edges, touches=(), pressed=False, bound=None)


def _several_before(gone: PointSet, edges: Sequence[Edge]) -> bool:
    """Whether these are several men who were off before anything else was done."""
    left = [edge.at_ns for edge in edges if gone >> edge.point & 1]
    rest = [edge.at_ns for edge in edges if not gone >> edge.point & 1]
    return len(left) > 1 and max(left) < min(rest)


def only_missing(session: Session, found: Irregularity) -> bool:
    """Whether an irregularity is only that men are off the board: whoever is on move may move another man meanwhile."""
    seen = found.observed
    nobody_moved = seen.origin is None and seen.to is None
    displaced = found.law == session.rulebook.completion.displaced
    missing = displaced or found.kind in TAKEN_OFF
    return missing and nobody_moved and set(found.points) == {*seen.removed}


def _may_have_captured(
    position: Position, gone: PointSet, at: Mapping[Point, Sequence[Edge]]
) -> bool:
    """Whether one of these men may as well stand where another was off for a while: he left before that one was felt again."""
    return any(
        edge.placed and at[move.origin][-1].at_ns <= edge.at_ns
        for move in position.moves()
        if move.origin is not None and gone >> move.origin & 1
        for point in points_of(move.footprint.exchanges)
        for edge in at.get(point, ())[1::2]
    )


def _left(position: Position, off: PointSet, came: PointSet, plies: int) -> Iterator[PointSet]:
    """Who is still off, for each line of legal moves that accounts for all who came."""
    if not came:
        yield off
        return
    for move in position.moves() if plies else ():
        footprint = move.footprint
        gone, filled = footprint.empties, footprint.fills
        if filled and not (gone & ~off or filled & ~came or footprint.exchanges):
            yield from _left(position.play(move), off & ~gone, came & ~filled, plies - 1)


def _some_of(off: Sequence[Point]) -> Iterator[PointSet]:
    """A few of those who are off, or all but a few: where nobody has come to an empty point, any of them may have captured."""
    every = point_set(off)
    for count in range(1, min(len(off), FEW_MAX + 1)):
        for few in map(point_set, combinations(off, count)):
            yield from (few, every & ~few)


def _explains_the_rest(
    session: Session, found: Irregular, gone: PointSet, *, pressed: bool
) -> bool:
    """Whether all but these men stands as after lawful play, beyond doubt."""
    position = session.tracker.position
    rest = [edge for edge in found.edges if not gone >> edge.point & 1]
    changed = point_set(point for point, edges in by_point(rest).items() if len(edges) % 2)
    line = meanwhile.played(session, position, rest, pressed=pressed)
    return bool(line) and line[-1].occupied ^ position.occupied == changed
