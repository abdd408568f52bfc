"""What was done against the law is put right by moving the same man straight on to where he may go, without his going back.

So is what was done by mistake: another man was set down for the one in the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete
from controller.core.inference.plies import Ply
from controller.core.refereeing import judging
from controller.core.restoring import guiding
from controller.core.sensing.marks import fits, promoted
from controller.core.settings import MS
from controller.core.stages import Event
from rules.terms import Man

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.deed import Named
    from rules.terms import Point

GOES_ON = frozenset({"illegal-move", "illegal-capture", "illegal-castling"})
"""Kinds that the offender may put right so."""


def whom(session: Session, named: Named) -> Point | None:
    """Where the man came from who may go on; None where all are to be put back."""
    position = session.line.position
    if named.side != position.side_to_move:
        return None
    if named.kind in GOES_ON:
        return named.origin
    if named.kind != "displaced" or len(named.points) != 2:
        return None
    origin, came = sorted(named.points, key=lambda point: position.man_at(point) is None)
    man, mark = position.man_at(origin), session.marks.get(came)
    instead = man is not None and man.side == named.side and not fits(mark, man)
    return origin if instead and position.man_at(came) is None else None


def watch(session: Session) -> None:
    """Once he rests where he may go, and nothing else is amiss, that is the move."""
    guide, origin = session.guide, session.correctable
    edges = session.tracker.branch.edges
    if guide is None or origin is None or not edges:
        return
    if session.now_ns - edges[-1].at_ns < session.settings.timings.settle_ms * MS:
        return
    missing, extra = guide.missing(session.standing), guide.extra(session.standing)
    if missing != 1 << origin or extra.bit_count() != 1:
        return
    target, man = extra.bit_length() - 1, guide.target.man_at(origin)
    mark = session.marks.get(target)
    moves = [
        move
        for move in guide.target.moves()
        if man is not None and (move.origin, move.target) == (origin, target)
        if fits(mark, Man(man.side, promoted(man, move.choice)))
    ]
    if (
        len(moves) != 1
        or moves[0].footprint.steps[0].point != origin
        or moves[0].partner is not None
    ):
        return
    guiding.say_restore(session, done=True)
    session.guide = session.irregularity = session.correctable = None
    session.go(Event.STANDS)
    judging.commit(session, Complete(ply=Ply.at(moves[0], edges[-1].at_ns), by="settled"))
    session.tracker.reset(session.line.position)
