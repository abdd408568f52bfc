"""Answers to a question after which the same men may go on in the same way: no play tells one from the other."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.core.tracking.answers import AnswerLine
    from controller.core.tracking.branch import Branch
    from rules.game import Move


def replied_alike(asked: Branch, answer: Move, other: AnswerLine) -> bool:
    """Whether all that was played behind another answer may as well have been played behind this one, and men stand at the same points then.

    Args:
        asked: the branch in which the question was asked.
    """
    position = asked.play(asked.position, answer)
    for made in islice(other.waiting, 1, None):
        reply = position.by_text(made.ply.move.text)
        if reply is None:
            return False
        position = position.play(reply)
    return position.occupied == other.branch.position.occupied
