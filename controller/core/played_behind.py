"""What is played on behind a question, where it shows what became of the men who are asked about, quick as it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.decisions import Complete
from controller.core.evidence import point_set
from controller.core.suspicion import second_thoughts

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.core.answers import AnswerLine
    from controller.core.branch import Branch
    from rules.game import Move

SURE_PLIES = 3
"""A move of which all was seen, and as many plies with it as show that nothing else was made."""


def as_it_looks(line: AnswerLine) -> bool:
    """Whether this answer is the one move that needs no sensor to be wrong, and play has gone on behind it for some plies."""
    made = line.waiting[0] if line.answer is not None else None
    if made is None or len(line.waiting) < SURE_PLIES or line.strange:
        return False
    return not (made.wrong or made.unseen or made.ply.unseen or made.odd or made.unexplained)


def put_back(nothing: Branch, asked: Collection[Move], asked_ns: int, now_ns: int) -> bool:
    """Whether all stood as before the move in question, if only for a moment, and then another was made: the first was not.

    Only that other one counts then.

    Args:
        nothing: the branch in which no move has been made.
        asked: the moves in question.
        asked_ns: the last that had been seen when they were asked about.
    """
    off, n = 0, 0
    for count, edge in enumerate(nothing.edges, 1):
        off ^= 1 << edge.point
        n = count if not off and edge.at_ns > asked_ns else n
    before, since = nothing.edges[:n], nothing.edges[n:]
    told = point_set(edge.point for edge in before if edge.at_ns > asked_ns)
    if not since or not any(told & move.footprint.changes for move in asked):
        return False
    other = nothing.copied()
    other.edges = since
    made = second_thoughts(other, other.decide(now_ns), now_ns)
    if not isinstance(made, Complete) or made.odd or made.unexplained or made.unseen or made.wrong:
        return False
    if any(move.origin == made.ply.move.origin for move in asked):
        return False  # he was perhaps only taken up again
    nothing.set_aside(before)
    nothing.edges = since
    return True
