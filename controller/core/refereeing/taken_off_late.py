"""A captured man who was left on, over which the opponent has played, comes off after all: the capture was only finished late.

That reply has accepted the capture without him (DR-7.7), for so he was felt. Who takes him off then shows that both players
have taken him for captured: the plies are retracted, and what was seen is weighed anew (DR-7.4.11).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete
from controller.core.messages import Correction, Ruling
from controller.core.refereeing import crowning, remedies, touching
from controller.core.restoring import meanwhile, withdrawing
from controller.core.stages import Event, Stage
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.refereeing.offered import Offer
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.tracker import Outcome
    from rules.terms import PointSet

TOO_FEW = "too-few-removed"
SINCE_MAX = 1
"""Plies since the capture after which it is looked for: after more the record has been played on, man and all."""


@dataclass(frozen=True, slots=True)
class Late:
    """A capture that stands without some of its men, since it was replied to.

    Attributes:
        ply: which of the record it is.
        reply: what was seen of the reply.
    """

    offer: Offer
    ply: int
    reply: tuple[Edge, ...]


def accepted(session: Session, offer: Offer, reply: Sequence[Edge]) -> None:
    """An irregularity was accepted by a reply: remembered if men were left on."""
    few = offer.found.kind == TOO_FEW and not session.distrusted
    session.late = Late(offer, session.line.ply, tuple(reply)) if few else None


def finished(session: Session, outcome: Outcome | None) -> bool:
    """Whether the men have come off who were left on; then the capture and what has followed is weighed anew."""
    late = session.late
    if late is None or outcome is None or session.stage not in (Stage.PLAY, Stage.CHOICE):
        return False
    if session.line.ply - late.ply > SINCE_MAX:
        session.late = None
        return False
    edges = _seen(session, late, outcome)
    left = _left_on(session, late) & ~_moved(session, late, outcome)
    if left & (session.standing | session.unknown) or not any(
        not edge.placed and left >> edge.point & 1 for edge in edges
    ):
        return False
    played = meanwhile.played(session, late.offer.before, edges, pressed=True)
    if len(played) <= session.line.ply - late.ply + (session.stage is Stage.CHOICE):
        return False  # not all that was published would stand
    _retract(session, late, edges)
    return True


def _seen(session: Session, late: Late, outcome: Outcome) -> list[Edge]:
    """All that was seen since the position before the capture, in order."""
    branch = session.tracker.branch
    found = {*late.offer.edges, *late.reply, *branch.edges, *branch.beside}
    found.update(getattr(outcome, "edges", ()))
    return sorted(found, key=lambda edge: (edge.at_ns, edge.seen_ns, edge.point))


def _left_on(session: Session, late: Late) -> PointSet:
    """The men of the opponent who stand in the record, and were to be taken off."""
    seen, index = late.offer.found.observed, session.game.index
    ends = [None if name is None else index[name] for name in (seen.origin, seen.to)]
    captures = [m for m in late.offer.before.moves() if [m.origin, m.target] == ends]
    taken = point_set(point for move in captures for point in move.captured)
    return taken & late.offer.after.occupied


def _moved(session: Session, late: Late, outcome: Outcome) -> PointSet:
    """Where a man stood who has moved in reply: he has not been taken off."""
    made = [outcome.ply.move] if isinstance(outcome, Complete) else []
    moves = [*session.line.moves[late.ply :], *made]
    return point_set(m.origin for m in moves if m is not None and m.origin is not None)


def _retract(session: Session, late: Late, edges: list[Edge]) -> None:
    found, ply = late.offer.found, session.line.ply
    named = [found] if session.offer is None else [session.offer.found, found]
    for each in named:
        session.say(
            Ruling(kind=each.kind, side=each.side, found="wrong", why=withdrawing.TAKEN_OFF)
        )
    if session.offer is not None:
        remedies.close(session, Event.STANDS)
    while session.line.ply >= late.ply:
        crowning.retracted(session, session.line.last)
        session.line.pop()
    position = session.line.position
    session.say(
        Correction(
            from_ply=late.ply,
            to_ply=ply,
            why=withdrawing.TAKEN_OFF,
            by="evidence",
            position=position.value,
        )
    )
    session.late = session.breach = None
    touching.unbind(session)
    withdrawing.weigh_anew(session, late.offer, edges)
    session.tracker.branch.calm = True
