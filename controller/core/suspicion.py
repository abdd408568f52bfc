"""Plays on around sensors that are not trusted: their points count as unknown.

What a sensor fails to show may be a whole move. Where all that was seen fits a legal move of which one
point alone kept silent, the board asks instead of calling it irregular; it never guesses.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.decisions import Ask, Complete
from controller.core.evidence import point_set, points_of, stands
from controller.core.readings import explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.branch import Branch
    from controller.core.readings import Ply, Reading
    from controller.core.session import Session
    from rules.terms import PointSet

SILENT_MAX = 8
"""Points that may each have kept silent. More of them are no question that anybody could answer."""
DECLARED_MAX = 3
"""Sensors around which play goes on; more of them are a broken board."""
DOUBT = "sensor-silent"
"""The reason of such a question."""


def heed(session: Session) -> PointSet:
    """Takes account of what is suspected now; the printed points that count as unknown."""
    points = session.health.distrusted(session.now_ns)
    before = session.distrusted
    if points == before:
        return points
    session.distrusted = points
    session.judge.blind = session.turn(points)
    session.tracker.forget(session.turn(points & ~before))
    branch = session.tracker.branch
    for point in points_of(session.turn(before & ~points)):
        there = stands(branch.position, branch.edges, point)
        session.debounce.assume(session.turn(1 << point), stands=there)
        bit = 1 << point
        session.standing = session.standing | bit if there else session.standing & ~bit
    return points


def compare(session: Session) -> None:
    """After a ply: which points say otherwise than the record?"""
    position, last = session.line.position, session.line.last
    if last is not None and last.origin is not None:
        session.left |= 1 << last.origin
    session.left &= ~position.occupied
    known = ~session.unknown | session.judge.blind
    session.health.ply(
        session.now_ns,
        session.turn(session.left & session.standing & known),
        session.turn(position.occupied & ~session.standing & known),
    )
    heed(session)


def declare(session: Session, missing: PointSet, extra: PointSet) -> str | None:
    """Somebody says that the men stand right: what the sensors say otherwise is their fault.

    Returns:
        Why not, where more sensors would be at fault than play can go on around.
    """
    if (missing | extra).bit_count() > DECLARED_MAX:
        names = " ".join(session.name(p) for p in points_of(missing | extra))
        return f"more than {DECLARED_MAX} sensors would be wrong ({names}); set the men right"
    session.health.declare(session.now_ns, session.turn(extra), session.turn(missing))
    heed(session)
    return None


def instead(branch: Branch, now_ns: int) -> Ask | None:
    """The question to ask where one silent point would make a legal move of an irregularity."""
    moves: dict[str, Complete] = {}
    silent = _silent(branch)
    if silent.bit_count() > SILENT_MAX:
        return None
    for point in points_of(silent):
        for reading in _readings(branch, now_ns, point):
            ply = reading.plies[0]
            ends = (ply.move.origin, ply.move.target)
            if point in ends and ply.move.text not in branch.asked:
                made = Complete(ply=ply, by="confirmed", touches=())
                moves.setdefault(ply.move.text, made)
    return Ask(moves=tuple(moves.values()), reason=DOUBT) if moves else None


def _silent(branch: Branch) -> PointSet:
    """Points without evidence that alone keep a legal move from being seen."""
    live = point_set(edge.point for edge in branch.edges)
    found = 0
    for move in branch.position.moves():
        needed = move.footprint.empties | move.footprint.fills
        if branch.judge.tells:  # and where another man stands than before
            needed |= move.footprint.exchanges
        rest = needed & ~live
        if needed & live and not rest & (rest - 1):
            found |= rest
    return found


def _readings(branch: Branch, now_ns: int, point: int) -> list[Reading]:
    """The readings that explain everything if one point kept silent."""
    judge = branch.judge
    blind = judge.blind
    judge.blind = blind | 1 << point
    try:
        found = explain(
            branch.position,
            branch.edges,
            now_ns,
            judge,
            strict=branch.strict,
            blinded=branch.blinded,
            wanted=branch.wanted,
            swap=branch.swap,
        )
    finally:
        judge.blind = blind
    return [
        r
        for r in found
        if r.plies and not (r.irregular or r.in_air or r.under_way) and _in_turn(r.plies)
    ]


def _in_turn(plies: Sequence[Ply]) -> bool:
    """Whether each ply landed after the one before it: nobody moves while it is not his turn."""
    return all(a.landed_ns <= b.landed_ns for a, b in pairwise(plies))
