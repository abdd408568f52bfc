"""The opponent's own hand: he takes up a man before a move has landed, to answer it. Nobody else has touched that man."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.evidence import MS, by_point
from controller.core.prices import GLITCH_MS, HASTE_MS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.decisions import Complete, Touch
    from controller.core.session import Session
    from rules.terms import Point, PointSet

TOLD_MS = HASTE_MS + GLITCH_MS
"""By then it is known whether a move has landed just after a man of the opponent's was lifted."""


def may_answer(session: Session, touch: Touch, in_air: Mapping[Point, int]) -> bool:
    """Whether this man of the opponent's is off for so short a time that the move in the hand may yet land, and he answer it."""
    position = session.line.position
    side, man = position.side_to_move, position.man_at(touch.point)
    if man is None or man.side == side or touch.point not in in_air:
        return False
    held = [other for point in in_air if (other := position.man_at(point)) is not None]
    in_hand = any(other.side == side for other in held)
    return in_hand and session.now_ns - touch.at_ns < TOLD_MS * MS


def answering(session: Session, made: Complete) -> PointSet:
    """Men of the opponent's with whom he has answered this move: lifted before it had landed, and not set back."""
    if made.by not in ("reply", "confirmed") or not made.edges or not session.game.men_move:
        return 0
    position, move = session.line.position, made.ply.move
    began_ns = made.edges[0].at_ns
    own = {(edge.point, edge.at_ns) for edge in made.edges}
    since = by_point(session.tracker.branch.edges)
    found = 0
    for touch in session.touched:
        man, edges = position.man_at(touch.point), since.get(touch.point, [])
        if man is None or man.side == move.side or touch.point in move.captured:
            continue
        later = touch.at_ns >= began_ns and (touch.point, touch.at_ns) not in own
        if later and (len(edges) % 2 or not edges):
            found |= 1 << touch.point
    return found
