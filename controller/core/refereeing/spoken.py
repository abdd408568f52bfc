"""What a player says in his turn answers the move before it: who passes (Go) or adjusts takes that for complete."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.terms import Side


def completes(session: Session, speaker: Side) -> bool:
    """Completes what the other side has just played, as its press of the clock would.

    That is one move beyond doubt, its captured men off the board, and nothing beside it; else nothing changes.

    Returns:
        Whether there was such a move: then it is the turn of the side that speaks.
    """
    tracker = session.tracker
    if speaker == session.line.position.side_to_move or tracker.asking or session.adjusting:
        return False
    branch = tracker.branch
    pressed_ns = branch.pressed_ns
    branch.pressed_ns = session.now_ns - session.judge.grace_ns
    decision = second_thoughts(branch, branch.decide(session.now_ns), session.now_ns)
    after = branch.fork(decision.ply) if isinstance(decision, Complete) else branch
    if not isinstance(decision, Complete) or after.edges or after.uncleared.points:
        branch.pressed_ns = pressed_ns
        return False
    tracker.branch = after
    session.commit(replace(decision, by="reply"))
    return True
