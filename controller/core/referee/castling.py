"""Castling to which a released king has bound its player (CH-6.3, FIDE-4.7)."""

from __future__ import annotations

from controller.core.belief.world import Hypothesis
from controller.core.messages import Duty as Obliged
from controller.core.settings import MS
from controller.core.state import State
from rules.deed import Named
from rules.footprint import Act
from rules.naming import completing
from rules.position import Move
from rules.terms import LawId


def binds(state: State, due: Obliged | None) -> bool:
    """Whether this is the duty of a king that was released in castling."""
    if due is None or not due.alternatives:
        return False
    move = state.game.position.by_text(due.alternatives[0])
    castles = move is not None and move.partner is not None
    return castles and move is not None and due.law == completing(state.game.rulebook, move)


def broken(state: State, move: Move) -> Named | None:
    """Whether this move is another than the castling that the released king had bound to."""
    due = state.duty.due
    if due is None or not binds(state, due) or move.text in due.alternatives:
        return None
    return Named(
        law=LawId(due.law),
        kind="released-man-moved",
        side=move.side,
        points=tuple(state.game.game.index[name] for name in due.must_move),
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )


def released(state: State, hyp: Hypothesis) -> Obliged | None:
    """What a king binds to that has just been released where castling takes it."""
    move = begun(hyp)
    if move is None or state.settings.mode == "observer" or binds(state, state.duty.due):
        return None
    assert move.target is not None
    since_ns = hyp.diff[move.target].since_ns
    if state.now_ns - since_ns < state.settings.timings.release_ms * MS:
        return None
    names = state.game.game.points
    return Obliged(
        law=completing(state.game.rulebook, move),
        must_move=[names[point] for point in (move.origin, move.partner) if point is not None],
        must_capture=[],
        alternatives=[move.text],
    )


def begun(hyp: Hypothesis) -> Move | None:
    """The castling whose king stands at its new point, while the rook is still to be moved.

    Where the king might also have gone there alone, nothing tells yet (FIDE-960.3).
    """
    if hyp.node.book.made(hyp.key) is not None:
        return None
    for change in hyp.node.book.live(hyp.play).changes if hyp.diff else ():
        move = change.move
        stand = None if move.target is None else hyp.diff.get(move.target)
        if move.partner is None or stand is None or not stand.token:
            continue
        steps = move.footprint.steps
        king = next(s.man for s in steps if s.act is Act.PLACE and s.point == move.target)
        if king.letter == stand.token and move.partner not in hyp.diff:
            return move
    return None
