"""Touches that nobody made, or another: a contact that dips slowly, again and again, looks like a man lifted and put back.

Once a point is known to do so (`SensorHealth.take_dips`), what was touched only by its dips binds nobody, and what was named
for it is withdrawn. So is it where a move turns out to have been made before it. A result that it has brought about stands until the
arbiter corrects it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Touch
from controller.core.inference.evidence import by_point
from controller.core.messages import Irregularity, Ruling
from controller.core.refereeing import penalties, referee, touching
from controller.core.stages import Stage
from rules.terms import LawId, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Complete
    from controller.core.session import Session
    from rules.deed import Named
    from rules.terms import Point

WATCHED = (Stage.PLAY, Stage.QUESTION, Stage.CHOICE)
WHY = "sensor"
EVIDENCE = "evidence"
CHARGES_MAX = 16
"""Fouls that are remembered; in the time of some dips there are no more."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A foul of touching that was named, the touch it is for, and what was counted for it ("": nothing)."""

    found: Irregularity
    touch: Touch
    penalty: str


def charged(session: Session, named: Named, found: Irregularity) -> None:
    """Remembers a foul that has been named; his move may have been made before it was."""
    counted = named.doubt is None and session.settings.mode == "referee"
    penalty, line = named.penalty if counted else "", session.line
    his_turn = line.position.side_to_move == named.side or not line.touches
    touched = session.touched if his_turn else line.touches[-1]
    made = [t for t in touched if t.point in named.points]
    # Where the move has been given out only later, nobody knows any more when.
    made = made or [Touch(point=point, at_ns=session.now_ns) for point in named.points]
    session.charges = [*session.charges, *(Charge(found, t, penalty) for t in made)][-CHARGES_MAX:]


def may_be_lost(session: Session, named: Named) -> bool:
    """Whether a side has been charged with touching the man of just these points before, or a sensor there may chatter."""
    if any(e.shaky and e.point in named.points for e in session.tracker.branch.edges):
        return True
    before = {(charge.touch.point, charge.found.side) for charge in session.charges}
    return all((point, named.side) in before for point in named.points)


def lost_again(session: Session, found: Irregularity) -> bool:
    """Whether these men had been off before, just so, and were back: that is their sensors, and what was counted for it is withdrawn.

    Else it is remembered, as what counts now.
    """
    same = (found.law, found.side, found.points)
    before = [c for c in session.charges if (c.found.law, c.found.side, c.found.points) == same]
    for charge in before:
        session.charges.remove(charge)
        if charge.penalty:
            _withdraw(session, charge.found, charge.penalty)
    row = session.rulebook.irregularities.get(LawId(found.law))
    counts = row is not None and not before and session.settings.mode == "referee"
    if before:
        session.say(Ruling(kind=found.kind, side=found.side, found="wrong", why=WHY))
    touch = Touch(point=session.game.index[found.points[0]], at_ns=session.now_ns)
    charge = Charge(found, touch, row.penalty if row is not None and counts else "")
    session.charges = [*session.charges, charge][-CHARGES_MAX:]
    return bool(before)


def may_be_none(session: Session, named: Named) -> bool:
    """Whether it is not known yet that a foul of touching is one."""
    return _may_be_captured(session, named) or _may_be_answered(session, named)


def _may_be_captured(session: Session, named: Named) -> bool:
    """Whether a man of the opponent is off, who may stand by now where the man of this foul did: to take him is no foul."""
    branch = session.tracker.branch
    off = [point for point, edges in by_point(branch.edges).items() if len(edges) % 2]
    men = (branch.position.man_at(point) for point in off)
    return any(man is not None and man.side != named.side for man in men)


def _may_be_answered(session: Session, named: Named) -> bool:
    """Whether a man of this side was off before the opponent's was touched, and is off still: nobody may have felt where he stands.

    Then the opponent may have begun to answer. Once the man is felt it is known that he was in the hand.
    """
    branch = session.tracker.branch
    men = [branch.position.man_at(point) for point in named.points]
    if any(man is not None and man.side == named.side for man in men):
        return False
    touched_ns = max((t.at_ns for t in session.touched if t.point in named.points), default=0)
    return any(
        len(edges) % 2
        and edges[-1].at_ns < touched_ns
        and (man := branch.position.man_at(point)) is not None
        and man.side == named.side
        for point, edges in by_point(branch.edges).items()
    )


def made(session: Session, move: Complete) -> None:
    """A side has moved: what was touched only after that, it has not touched, and what was named for it is withdrawn."""
    side, done_ns = move.ply.move.side, move.ply.done_ns
    for charge in [c for c in session.charges if c.found.side == side]:
        if charge.touch.at_ns > done_ns:
            session.charges.remove(charge)
            _withdraw(session, charge.found, charge.penalty, EVIDENCE)
    later = {touch.point for touch in session.touched if touch.at_ns > done_ns}
    session.fouls = [
        foul for foul in session.fouls if foul.side != side or not later.issuperset(foul.points)
    ]


def never_back(session: Session, made: Complete, touch: Touch) -> bool:
    """Whether this man was off still as another's move was made, and was answered: who has only touched him has put him back."""
    if made.ply.move.footprint.lifts >> touch.point & 1:
        return False
    side, felt = made.ply.move.side, [*made.edges, *session.tracker.branch.edges]
    for n, edge in enumerate(felt):
        man = None if edge.placed else session.line.position.man_at(edge.point)
        if man is not None and man.side != side and edge.at_ns > made.ply.landed_ns:
            felt = felt[:n]  # he has been answered
            break
    stood = [edge.placed for edge in felt if edge.point == touch.point]
    return not (stood[-1] if stood else session.standing >> touch.point & 1)


def watch(session: Session) -> None:
    """Looks whether a point is known by now to dip by itself."""
    for printed, lost_ns in session.health.take_dips().items():
        if session.game.men_move and session.stage in WATCHED:
            _disown(session, session.turn(1 << printed).bit_length() - 1, lost_ns)


def _disown(session: Session, point: Point, lost_ns: Sequence[tuple[int, int]]) -> None:
    """No hand has touched the man of this point from these times, or soon after, to those."""

    def by_itself(at_ns: int) -> bool:
        return any(from_ns <= at_ns <= to_ns for from_ns, to_ns in lost_ns)

    def by_nobody(touch: Touch) -> bool:
        return touch.point == point and by_itself(touch.at_ns)

    branch = session.tracker.branch
    lifts = (e.at_ns for e in branch.edges if e.point == point and not e.placed)
    stood = branch.position.man_at(point) is not None and not session.tracker.asking
    if stood and all(by_itself(at_ns) for at_ns in lifts):
        session.tracker.forget(1 << point)
    for charge in [c for c in session.charges if by_nobody(c.touch)]:
        session.charges.remove(charge)
        _withdraw(session, charge.found, charge.penalty)
    if session.breach is not None and session.line.ply:
        _excuse_last(session, [t for t in session.line.touches[-1] if not by_nobody(t)])
    session.fouls = [foul for foul in session.fouls if point not in foul.points]
    kept = [t for t in session.touched if not by_nobody(t)]
    if len(kept) < len(session.touched):
        touching.disown(session, kept)


def _excuse_last(session: Session, kept: Sequence[Touch]) -> None:
    """The last move is no breach where it was one only for touches that nobody made."""
    found, move = session.breach, session.line.last
    if found is None or move is None or len(kept) == len(session.line.touches[-1]):
        return
    before, together_ms = session.line.positions[-2], session.settings.timings.together_ms
    whole, rest = (
        referee.touches(before, touches, together_ms)
        for touches in (session.line.touches[-1], kept)
    )
    broke = referee.breach(before, move, whole, whole, session.rulebook)
    session.line.touches[-1] = tuple(kept)
    if broke is None or referee.breach(before, move, rest, rest, session.rulebook) is not None:
        return
    session.breach = None
    _withdraw(session, found, "")


def _withdraw(session: Session, found: Irregularity, penalty: str, why: str = WHY) -> None:
    session.say(Ruling(kind=found.kind, side=found.side, found="wrong", why=why))
    if penalty:
        penalties.withdraw(session, Side(found.side), penalty, found.law, why=why)
