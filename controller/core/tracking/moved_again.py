"""The last move taken back by its player, who then makes another: no sensor is needed to explain what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete, oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import OVERLAP_MS
from controller.core.inference.supposing import STRANGE
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from rules.game import Move, Position


def as_before(position: Position, before: Position, last: Move, own: Sequence[Edge]) -> bool:
    """Whether every point of the last move has been made to stand as before it.

    Args:
        position: after the last move.
        before: where it was made.
        own: what was seen at its points since.
    """
    seen = by_point(own)
    for point in points_of(last.footprint.changes):
        man, edges = before.man_at(point), seen.get(point, [])
        if man == position.man_at(point):
            if len(edges) % 2:
                return False
        elif (
            not edges
            or edges[-1].placed is not (man is not None)
            or (man is not None and not fits(edges[-1].mark, man))
        ):
            return False
    return True


def _another(last: Move, own: Sequence[Edge]) -> bool:
    """Whether the man who stands where the last one came from stood there before that one was lifted: he is another."""
    if last.origin is None or last.target in (None, last.origin):
        return False
    lifted = [e.at_ns for e in own if e.point == last.target and not e.placed]
    came = [e.at_ns for e in own if e.point == last.origin and e.placed]
    return bool(lifted and came) and came[-1] < min(lifted) - OVERLAP_MS * MS


def may_have(branch: Branch, made: tuple[Position, Move] | None, now_ns: int) -> bool:
    """Whether all that was seen may be that the last move was taken back, and play has gone on from there.

    Args:
        branch: in which nothing has been made since.
        made: the last move, and where it was made.
    """
    if made is None or not branch.edges or made[0].side_to_move == branch.position.side_to_move:
        return False
    before, last = made
    changes = last.footprint.changes
    for count in range(1, len(branch.edges) + 1):
        own = [edge for edge in branch.edges[:count] if changes >> edge.point & 1]
        if not as_before(branch.position, before, last, own) or _another(last, own):
            continue
        others = [edge for edge in branch.edges[:count] if not changes >> edge.point & 1]
        again = Branch(before, branch.judge, strict=branch.strict)
        again.edges = [*others, *branch.edges[count:]]
        again.calm = True  # so much was played, and nobody has upset the board
        return is_play(again, now_ns)
    return False


def is_play(branch: Branch, now_ns: int) -> bool:
    """Whether all that was seen is plies of lawful play, however many."""
    while branch.edges:
        best, made = branch.readings(now_ns)[0], branch.decide(now_ns)
        if not best.irregular:
            return oddness(best) < STRANGE
        if not isinstance(made, Complete) or made.odd or made.unseen or made.wrong:
            return False
        branch = branch.fork(made.ply)
    return True
