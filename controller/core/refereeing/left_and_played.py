"""A captured man who seemed to be taken off was taken up to reply: his player takes him for left on, and has moved him lawfully.

While he was in the hand, the capture looked complete, and was given out so. What he does then is no law's breach of his player's: the
capture stands without him (DR-7.4.11), and the reply has accepted it (DR-7.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import Correction
from controller.core.refereeing import crowning, judging, touching
from controller.core.restoring import withdrawing

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.session import Session


def instead(session: Session, found: Irregular) -> bool:
    """Whether what no law allows is that: the capture is named as it was left then, and what has been played counts.

    He was set down while nobody else was off, as the record has it.
    """
    doubted = session.unknown | session.judge.blind | session.distrusted
    if not session.game.captured_last or found.pressed or found.since or doubted:
        return False
    if not found.edges or not found.edges[0].placed:
        return False
    left = session.tracker.left_on_before(session.now_ns)
    if left is None:
        return False
    line = session.line
    crowning.retracted(session, line.last)
    line.pop()
    session.say(
        Correction(
            from_ply=line.ply + 1,
            to_ply=line.ply + 1,
            why=withdrawing.LEFT_ON,
            by="evidence",
            position=line.position.value,
        )
    )
    session.breach = None
    touching.unbind(session)
    session.tracker.reset(line.position)
    judging.irregular(session, left)
    return True
