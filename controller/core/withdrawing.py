"""Irregularities that turn out to be none: what was seen since shows a lawful move, if one sensor is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.branch import Branch
from controller.core.decisions import Ask, Complete
from controller.core.evidence import point_set
from controller.core.suspicion import second_thoughts

if TYPE_CHECKING:
    from controller.core.debounce import Edge
    from controller.core.remedies import Offer
    from controller.core.session import Session
    from rules.terms import PointSet


def lawful(session: Session, offer: Offer) -> tuple[list[Edge], PointSet] | None:
    """The evidence before and after an irregularity was named, where a lawful move explains all of it.

    Returns:
        The edges, and the points whose sensors are wrong then; one at least told of the irregularity. None where the
        irregularity stands.
    """
    branch = session.tracker.branch
    since = [e for e in (*branch.beside, *branch.edges) if e.at_ns > offer.at_ns]
    if not (offer.edges and since) or branch.upset:
        return None
    whole = Branch(offer.before, session.judge, strict=session.tracker.strict)
    whole.edges = sorted((*offer.edges, *since), key=lambda e: (e.at_ns, e.seen_ns, e.point))
    now_ns = session.now_ns
    decision = second_thoughts(whole, whole.decide(now_ns), now_ns)
    match decision:
        case Complete():
            left = point_set(e.point for e in whole.edges if e not in decision.edges)
            wrong = decision.wrong | left
        case Ask():
            wrong = -1
            for made in decision.moves:  # every answer takes the irregularity for a sensor's
                wrong &= made.wrong
        case _:
            return None
    told = point_set(session.game.index[name] for name in offer.found.points)
    return (whole.edges, wrong) if wrong & told else None
