"""Points that tell of another man in the very moment in which the one before was felt last: no hand exchanges two so.

A man may have been taken for his captor in one grip; then that one has left another point. Else the first was only
lifted, and his sensor feels a man beside it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete
from controller.core.inference.evidence import Pair, by_point
from controller.core.sensing.marks import shows
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Decision, Irregular
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import Man, PointSet


def turned_over(branch: Branch) -> PointSet:
    """The points of which this is so."""
    return point_set(
        point
        for point, edges in by_point(branch.edges).items()
        if any(_turned(lift, back) for lift, back in pairwise(edges))
    )


def only_lifted(branch: Branch, found: Irregular, now_ns: int) -> Decision | None:
    """What is to be made of an irregularity if the men at such points were only lifted.

    Nothing as long as they may be in the hand; and what has been played so is asked about.
    """
    turned = turned_over(branch) if branch.judge.game.men_move else 0
    if not turned or found.bound is not None:
        return found
    other, edges = branch.supposing(0), by_point(branch.edges)
    kept = (_lifts(felt, branch.position.man_at(point)) for point, felt in edges.items())
    other.edges = sorted((e for felt in kept for e in felt), key=lambda e: (e.at_ns, e.point))
    if len(other.edges) == len(branch.edges):
        return found
    match other.decide(now_ns):
        case Complete() as made:
            return Ask(moves=(made,), reason=DOUBT)
        case Ask() as ask:
            return ask
        case None:
            return None
        case _:
            return found


def _turned(lift: Edge, back: Edge) -> bool:
    return back.placed and not lift.placed and lift.at_ns == back.at_ns


def _crowned(edge: Edge, man: Man | None) -> bool:
    """Whether a second man was laid on this one."""
    letter = None if edge.mark is None else edge.mark.letter
    same = man is not None and letter is not None and letter.lower() == man.letter.lower()
    return same and man is not None and shows(edge.mark, man.side)


def _lifts(edges: Sequence[Edge], man: Man | None) -> list[Edge]:
    """The edges of a point without the other man who was felt as the first one left, for as long as he was."""
    kept: list[Edge] = []
    skip = False
    for n, edge in enumerate(edges):
        if skip:
            skip = False
            continue
        turned = n > 0 and _turned(edges[n - 1], edge) and not _crowned(edge, man)
        if man and turned and Pair(edges[n - 1], edge).swapped(man):
            skip = True  # that he is off again tells no more of the first
            continue
        kept.append(edge)
    return kept
