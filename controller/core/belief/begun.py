"""The move that is begun and not finished, by a hypothesis."""

from __future__ import annotations

from controller.core.belief.world import Hypothesis
from rules.position import Move
from rules.terms import Point


def begun(hyp: Hypothesis) -> Move | None:
    """The legal move whose piece has been set down for good, but which is not finished."""
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
    """The points that must still change to finish a move that was begun."""
    change = next(c for c in hyp.node.book.live(hyp.play).changes if c.move is move)
    return tuple(sorted(p for p, token in change.delta.items() if hyp.at(p) != token))
