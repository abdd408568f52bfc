"""Irregularities that turn out to be none: what was seen since shows a lawful move, if one sensor is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.branch import Branch
from controller.core.decisions import Ask, Complete
from controller.core.evidence import MS, by_point, point_set
from controller.core.suspicion import second_thoughts

if TYPE_CHECKING:
    from controller.core.debounce import Edge
    from controller.core.remedies import Offer
    from controller.core.session import Session
    from rules.terms import PointSet


def lawful(
    session: Session, offer: Offer, reply: Complete | None = None
) -> tuple[list[Edge], PointSet] | None:
    """The evidence before and after an irregularity was named, where a lawful move explains all of it.

    Args:
        reply: a lawful move that would accept it. Against one of the opponent's a question does not count; whoever moves
            again himself has taken back one move and made another.

    Returns:
        The edges, and the points that told of the irregularity though they have no part in the move. None where the
        irregularity stands.
    """
    branch, now_ns = session.tracker.branch, session.now_ns
    used = () if reply is None else (*reply.edges, *reply.beside)
    answered = reply is not None and reply.ply.move.side != offer.found.side
    again = reply is not None and not answered  # then a silent sensor may be all that is wrong
    if not answered:  # it is not waited for more
        now_ns += session.settings.timings.irregular_ms * MS
    since = [e for e in (*branch.beside, *used, *branch.edges) if e.at_ns > offer.at_ns]
    if not (offer.edges and since) or branch.upset:
        return None
    whole = Branch(offer.before, session.judge, strict=session.tracker.strict)
    whole.edges = sorted((*offer.edges, *since), key=lambda e: (e.at_ns, e.seen_ns, e.point))
    told = point_set(session.game.index[name] for name in offer.found.points)
    # Where a man stood and went on, he was set down against the law, and moved on.
    told &= ~point_set(
        point
        for point, edges in by_point(whole.edges).items()
        if edges[0].placed and len(edges) % 2 == 0
    )
    best = whole.readings(now_ns)[0]
    for ply in best.plies:
        told &= ~ply.move.footprint.changes
    match second_thoughts(whole, whole.decide(now_ns), now_ns):
        case Complete(odd=False) as made:
            told &= ~made.ply.move.footprint.changes
        case Ask(moves=moves) if not answered:
            left = -1  # captured men, still felt, whom the reply shows to be gone
            for made in moves:  # every answer takes the irregularity for a sensor's
                told &= made.wrong
                left &= made.wrong & point_set(made.ply.move.captured)
            told |= left
        case None if not best.irregular:
            told &= ~(0 if best.under_way is None else best.under_way.footprint.changes)
        case _:
            return None
    return (whole.edges, told) if told or again else None
