"""Men adjusted on their points: what is lifted binds nobody until all stand again.

No law says what becomes of play meanwhile. But whoever forgets that he was adjusting, or adjusts a man whose sensor
tells nothing, would play on for nobody to see; so what plainly is no adjusting ends it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.claims import claims
from controller.core.inference.decisions import Complete
from controller.core.inference.evidence import by_point
from controller.core.messages import Claim
from controller.core.refereeing import judging
from controller.core.sensing.marks import contradictions
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch
    from rules.terms import Side


def take(session: Session, edges: Sequence[Edge]) -> None:
    """Men have been lifted or set down while somebody adjusts; once all stand again he has done.

    A finger on a man, or a crown that leaves before its king, is no lift: it comes before one. Nor has anybody been lifted where
    nobody stands.
    """
    position = session.line.position
    session.adjust_lifted |= any(
        not edge.placed and not edge.soft and position.man_at(edge.point) is not None
        for edge in edges
    )
    # A man who was seen to leave is back once his point can be read again, unless its sensor is known to be wrong.
    lifted = point_set(session.in_air) & ~session.judge.blind
    off = (session.standing ^ position.occupied) & (~session.unknown | lifted)
    if session.adjust_lifted and not (off or contradictions(position, session.marks)):
        end(session)


def pressed(session: Session, side: Side) -> None:
    """A press ends adjusting; but the opponent's is for his own move, before anybody has been lifted."""
    if session.adjust_lifted or session.adjusting_by != session.game.other(side):
        end(session)


def end(session: Session) -> None:
    """The men are back, or the adjusting player has had enough."""
    adjusted = session.adjust_lifted
    _leave_off(session)
    lifted = point_set(edge.point for edge in session.tracker.branch.edges if not edge.placed)
    session.health.adjusted(session.turn(lifted & session.standing))
    begun = _begun(session.tracker.branch)
    session.tracker.reset(session.line.position)
    if session.standing != session.line.position.occupied:
        # What is not back may be the beginning of a move; set back, it was adjusted all the same.
        if begun:
            session.tracker.branch.edges = begun
        else:
            judging.missing_as_evidence(session, session.line.position)
        session.tracker.branch.done_ns = session.now_ns + 1
        if adjusted:
            _doubt_stones(session.tracker.branch)


def _begun(branch: Branch) -> list[Edge]:
    """The evidence since a man was lifted who is still off, or one who was off with him: of a move, perhaps, and a capture."""
    at = by_point(branch.edges).values() if branch.judge.game.men_move else ()
    off_ns = [edges[-1].at_ns for edges in at if len(edges) % 2 and not edges[-1].placed]
    if not off_ns:
        return []
    lifts_ns = [
        lift.at_ns
        for edges in at
        for lift, back in pairwise(edges)
        if not lift.placed and back.at_ns > min(off_ns)
    ]
    kept = []
    for edges in at:
        over = sum(edge.at_ns < min(off_ns + lifts_ns) for edge in edges)
        kept += edges[over + over % 2 :]
    return sorted(kept, key=lambda e: (e.at_ns, e.seen_ns, e.point))


def played_on(session: Session) -> bool:
    """Whether the men show something else than adjusting; then that is weighed as all play is.

    A move that was replied to, or has stood for long, or a man who stands for long where none did. What was lifted before
    binds nobody.
    """
    branch = session.tracker.branch
    evidence = _move(branch, session.now_ns) or _stranger(branch, session.now_ns)
    if not evidence:
        return False
    branch.edges = evidence
    _doubt_stones(branch)
    _leave_off(session)
    return True


def _doubt_stones(branch: Branch) -> None:
    """A stone that came while others were being adjusted was hardly played: it counts as come in one moment with them."""
    came = [edge.at_ns for edge in branch.edges if edge.placed]
    if came and not branch.judge.game.men_move:
        branch.since_ns = came[0]


def _leave_off(session: Session) -> None:
    claims.say(session, Claim(kind=claims.Kind.ADJUSTED, side=session.adjusting_by))
    session.adjust_lifted = False
    session.in_air.clear()


def _move(branch: Branch, now_ns: int) -> list[Edge]:
    """The evidence of a move that was replied to, or has stood for long.

    A man who is off all the while may have been lost by his sensor; then only a reply tells.
    """
    if evidence := _played(branch, now_ns, reply_needed=False):
        return evidence
    off = (
        p for p, edges in by_point(branch.edges).items() if len(edges) % 2 and not edges[-1].placed
    )
    lost = (branch.supposing(1 << point) for point in off)
    return next(filter(None, (_played(other, now_ns, reply_needed=True) for other in lost)), [])


def _played(branch: Branch, now_ns: int, *, reply_needed: bool) -> list[Edge]:
    """The evidence since a move began that has been made, as this branch takes it, past no sensor that it doubts."""
    made = branch.decide(now_ns) if branch.edges else None
    if not isinstance(made, Complete) or made.odd or made.unexplained or made.ply.unseen:
        return []
    stood = now_ns - made.ply.done_ns >= branch.judge.timings.ask_ms * MS
    plies = branch.readings(now_ns)[0].plies
    if len(plies) < 2 and (reply_needed or not stood):
        return []
    if any(ply.move.footprint.changes & branch.doubted for ply in plies):
        return []
    return [edge for edge in branch.edges if edge.at_ns >= made.ply.first_ns]


def _stranger(branch: Branch, now_ns: int) -> list[Edge]:
    """All that is not as it was, once a man has stood for long where none did."""
    rest_ns = branch.judge.timings.ask_ms * MS
    different = [edges[-1] for edges in by_point(branch.edges).values() if len(edges) % 2]
    if not any(edge.placed and now_ns - edge.at_ns >= rest_ns for edge in different):
        return []
    return sorted(different, key=lambda edge: (edge.at_ns, edge.seen_ns, edge.point))
