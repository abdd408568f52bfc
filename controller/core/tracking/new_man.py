"""The new man of a pawn that is asked about: what has become of it since (FIDE-4.6, CH-6.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete, Irregular
from controller.core.sensing.marks import goes_only_there
from controller.core.tracking.answers import AnswerLine

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from controller.core.inference.chosen import Words
    from controller.core.tracking.answers import Seen
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Side


def promoted(
    branch: Branch,
    asked: Collection[Move],
    since: Sequence[Seen],
    now_ns: int,
    *,
    wanted: Mapping[Side, Words],
) -> AnswerLine | None:
    """The line of the promotion of a pawn that was asked about, now that it is off and the new man stands.

    He may have been set down first, however long before. What may yet become another move has to be pressed or played on.

    Args:
        branch: as it was when the question was asked.
        asked: the moves that are asked about.
        wanted: what has been said of promotions by now.
    """
    pawns = [move for move in asked if move.choice]
    if not pawns or not since:
        return None
    other = branch.copied()
    other.wanted = {**branch.wanted, **wanted}
    for seen in since:
        seen.show(other)
    move = pawns[0]
    left, came = (
        next((edge for edge in reversed(other.edges) if edge.point == point), None)
        for point in (move.origin, move.target)
    )
    if left is None or came is None or left.placed or not came.placed:
        return None
    if came.at_ns >= left.at_ns and not any(came in seen.edges for seen in since):
        return None  # he stood there when it was asked, and what was in doubt is so still
    if came.at_ns < left.at_ns:  # all the same it is his arrival that makes the move
        other.edges.remove(came)
        other.edges.insert(other.edges.index(left) + 1, replace(came, at_ns=left.at_ns))
    found = other.decide(now_ns)
    if isinstance(found, Irregular) and found.pressed:
        found = other.decide(now_ns)
    made = second_thoughts(other, found, now_ns)
    if not isinstance(made, Complete) or made.unseen or made.odd or made.unexplained or made.wrong:
        return None
    if (made.ply.move.origin, made.ply.move.target) != (move.origin, move.target):
        return None
    alone = len({m.origin for m in asked}) == 1 and goes_only_there(other.position, move)
    return AnswerLine.of(other, made) if alone or made.by != "settled" else None
