"""The move that a hypothesis has begun and not finished."""

from __future__ import annotations

from controller.core.belief.world import Hypothesis
from rules.game import Move
from rules.terms import Point


def begun(hyp: Hypothesis) -> Move | None:
    """The legal move that was begun, its piece set down for good, and not finished."""
    if not any(stand.token for stand in hyp.diff.values()):
        return None
    book = hyp.node.book
    if book.made(hyp.key) is not None:
        return None
    for change in book.live(hyp.play).changes:
        target = change.move.target
        stand = None if target is None else hyp.diff.get(target)
        if target is not None and stand is not None and stand.token == change.delta.get(target):
            return change.move
    return None


def to_come(hyp: Hypothesis, move: Move) -> tuple[Point, ...]:
    """The points that a move that was begun still needs."""
    change = next(c for c in hyp.node.book.live(hyp.play).changes if c.move is move)
    return tuple(sorted(p for p, token in change.delta.items() if hyp.at(p) != token))
