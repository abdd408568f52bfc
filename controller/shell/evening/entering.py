"""People enter what they have seen and the board has not: a play on a point whose sensor it has announced as broken.

Of stones nothing else could show it: the stone comes from the bowl, and the reply looks like the play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.stages import Stage

if TYPE_CHECKING:
    from controller.core.session import Session
    from controller.shell.evening.playing import Evening


def is_unfelt(session: Session, text: str) -> bool:
    """Whether this move of the side on move is a play that the board is known not to feel."""
    move = session.line.position.by_text(text)
    if move is None or move.mover is not None or move.target is None:
        return False
    return bool(session.turn(session.distrusted) >> move.target & 1)


def enter(evening: Evening) -> None:
    """The arbiter enters the last move where the board has not found it, and play waits for that."""
    before_ns, session = evening.at_ns, evening.session
    evening.settle()
    ply = session.line.ply
    if session.stage is Stage.PLAY and ply == evening.begun - 1:
        args = {"ply": ply + 1, "moves": [evening.plan.line[ply]], "why": "not felt"}
        refusal = evening.command("arbiter", "correct", args)
        assert refusal is None, refusal.reason
        evening.rest(2000)
    evening.late_ns += evening.at_ns - before_ns
