"""Irregularities that turn out to be none: what was seen since shows a lawful move, made slowly or felt by one wrong sensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.core.clock import timekeeping
from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference import distrust
from controller.core.inference.decisions import Ask, Complete, Irregular
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import HELD_MS
from controller.core.messages import Ruling
from controller.core.refereeing.offered import TAKEN_BACK
from controller.core.restoring import guiding, interrupted
from controller.core.settings import MS
from controller.core.stages import Event
from controller.core.tracking.branch import Branch
from rules.deed import Doubt
from rules.terms import Side, point_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.inference.reading import Reading
    from controller.core.refereeing.offered import Offer
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move, Position
    from rules.terms import PointSet

A_SENSOR: Final = "sensor"
TAKEN_OFF: Final = "taken-off"
IN_HAND: Final = "in-hand"
"""Why an irregularity was none after all."""
LEFT_ON: Final = "left-on"
"""Why a capture was not made as it was given out."""
DISPLACED, OWN_REMOVED = "displaced", "own-man-removed"


def taken_off(session: Session, offer: Offer, reply: Complete | None = None) -> list[Edge] | None:
    """The evidence before and after an irregularity was named, where nothing was irregular but that captured men came off late.

    What was seen of a lawful move since is that men it captures were taken off, before the opponent did anything. A single one who is
    off later than a hand that has just pressed takes him may be in the hand of his own player, who moves him in reply: until another
    has replied, or he is off for longer than anybody holds a man.

    Args:
        reply: a lawful move that would accept it.
    """
    branch, now_ns = session.tracker.branch, session.now_ns
    used = () if reply is None else reply.edges
    whole = _whole(session, offer, (*used, *branch.edges))
    if whole is None or not any(
        e.seen_ns > offer.at_ns and _is_lifted(offer.before, e) for e in whole.edges
    ):
        return None
    match second_thoughts(whole, whole.decide(now_ns), now_ns):
        case Complete(odd=False, unexplained=False, unseen=0, wrong=0) as made:
            late = [edge for edge in made.edges if edge.seen_ns > offer.at_ns]
            late = [edge for edge in late if not (edge.soft and edge.point == made.ply.move.target)]
            if not late or any(e.placed or e.point not in made.ply.move.captured for e in late):
                return None
            if _replies(session, reply, point_set(e.point for e in late)):
                return None
            soon = late[0].at_ns - offer.at_ns <= session.settings.timings.release_ms * MS
            held = now_ns - late[0].at_ns < HELD_MS * MS
            if made.by == "settled" and len(late) == 1 and held and not soon:
                return None
            return whole.edges
        case _:
            return None


def coming_off(session: Session, offer: Offer) -> bool:
    """Whether captured men, who were felt when that was named, are being taken off, one after the other, as at any capture."""
    whole = _whole(session, offer, session.tracker.branch.edges)
    if whole is None:
        return False
    late = [edge for edge in whole.edges if edge.seen_ns > offer.at_ns]
    pause_ns = session.settings.timings.removal_pause_ms * MS
    if any(edge.placed for edge in late) or session.now_ns - late[-1].at_ns >= pause_ns:
        return False
    best = whole.readings(session.now_ns)[0]
    move = best.under_way
    return move is not None and not best.irregular and {e.point for e in late} <= {*move.captured}


def _replies(session: Session, reply: Complete | None, points: PointSet) -> bool:
    """Whether a man of these points, who stand if the irregularity does, has been set down in reply to it."""
    best = session.tracker.branch.readings(session.now_ns)[0]
    move = best.first if reply is None else reply.ply.move
    return move is not None and move.origin is not None and bool(points >> move.origin & 1)


def in_hand(session: Session, offer: Offer) -> list[Edge] | None:
    """The evidence before and after an irregularity was named, where the opponent has moved the man who was off: he had him in hand."""
    branch, rest_ns = session.tracker.branch, session.settings.timings.settle_ms * MS
    whole = _whole(session, offer, (*branch.beside, *branch.edges))
    if whole is None:
        return None
    named = point_set(session.game.index[name] for name in offer.found.points)
    for at_ns in (session.now_ns, session.now_ns + rest_ns):  # it is not waited for more
        made = whole.copied().decide(at_ns)
        if not isinstance(made, Complete) or made.odd or made.unexplained or made.unseen:
            continue
        move = made.ply.move
        if move.side != offer.found.side and move.origin is not None and named >> move.origin & 1:
            return whole.edges
    return None


def gone_on(session: Session, offer: Offer) -> list[Edge] | None:
    """The evidence before and after an irregularity was named, where the man who was let go within a capture has gone on since.

    He has come to its end, or stands elsewhere on his way; empty while he has not come to rest.
    """
    whole = _whole(session, offer, session.tracker.branch.edges, calm=False)
    if whole is None:
        return None
    named = point_set(session.game.index[name] for name in offer.found.points)
    since = [edge for edge in whole.edges if edge.seen_ns > offer.at_ns]
    came = point_set(edge.point for edge in since if edge.placed)
    went = any(not edge.placed and named >> edge.point & 1 for edge in since)
    changed = point_set(point for point, edges in by_point(whole.edges).items() if len(edges) % 2)

    def goes(move: Move | None, points: PointSet) -> bool:
        if move is None or not (move.captured and came and went):
            return False
        return not (named | points) & ~(move.footprint.changes | move.footprint.resting)

    found, best = whole.decide(session.now_ns), whole.readings(session.now_ns)[0]
    odd = isinstance(found, Complete) and (found.odd or found.unexplained or found.unseen != 0)
    if not (best.irregular or odd) and goes(best.first or best.under_way, 0):
        return whole.edges
    if not any(goes(move, changed | came) for move in offer.before.moves()):
        return None
    return whole.edges if isinstance(found, Irregular) else []


def weigh_anew(session: Session, offer: Offer, edges: list[Edge]) -> None:
    """Nothing irregular was done: all counts that was seen."""
    session.tracker.reset(offer.before)
    branch = session.tracker.branch
    branch.since_ns, branch.done_ns = offer.last_ns
    branch.edges = edges
    if offer.in_doubt:
        session.tracker.doubt(session.now_ns)


def _is_lifted(position: Position, edge: Edge) -> bool:
    """Whether a man of the side not on move leaves his point."""
    man = None if edge.placed else position.man_at(edge.point)
    return man is not None and man.side != position.side_to_move


def _whole(
    session: Session, offer: Offer, edges: Iterable[Edge], *, calm: bool = True
) -> Branch | None:
    """All that was seen since the position before an irregularity; None where nothing has been since it was named.

    Args:
        calm: nor where too much has changed since to be playing.
    """
    own = (edge for made in offer.own for edge in made.edges)
    since = [edge for edge in (*own, *edges) if edge.seen_ns > offer.at_ns]
    if not (offer.edges and since) or (calm and session.tracker.branch.upset):
        return None
    whole = Branch(offer.before, session.judge, strict=session.tracker.strict)
    whole.calm = not session.tracker.branch.upset
    whole.since_ns, whole.done_ns = offer.last_ns
    whole.edges = sorted((*offer.edges, *since), key=lambda e: (e.at_ns, e.seen_ns, e.point))
    return whole


def _belittles(reading: Reading, reply: Complete | None, *, tells: bool) -> bool:
    """Whether this makes nothing of a reply: it takes two men or more to be off by chance, or in hands; or the man who has replied.

    Unless he may be in his player's hand, and it was the man of the offence who was put back where he came from: felt there after he
    had left, no colours told, and no clock pressed.

    Args:
        tells: the sensors tell men apart.
    """
    if len(reading.in_air) > 1:
        return True
    if reply is None or reply.unseen or reply.ply.move.origin not in reading.in_air:
        return False
    lifts = [e.at_ns for e in reply.edges if not e.placed and e.point in reply.ply.move.captured]
    return tells or reply.by == "pressed" or reply.ply.landed_ns < min(lifts, default=0)


def _takes_away(made: Complete, reply: Complete) -> bool:
    """Whether this move of the offender's makes use of what was seen of a reply."""
    if made.ply.move.side == reply.ply.move.side:
        return False
    return any(edge.placed and edge in reply.edges for edge in made.edges)


def _clocks_tell(session: Session, offer: Offer, reply: Complete) -> bool:
    """Whether presses tell whose move it was: the opponent's upon his reply, or the offender's before it."""
    pressed_ns = session.pressed_ns.get(Side(offer.found.side), 0)
    landed_ns = reply.ply.landed_ns
    return reply.by == "pressed" or offer.edges[0].at_ns < pressed_ns < landed_ns


def _moved_again(session: Session, offer: Offer) -> bool:
    """Whether the man who was moved against the law goes on from where he was put, once that was replied to: he stood there."""
    point = session.game.index.get(offer.found.observed.to or "")
    branch = session.tracker.branch
    if point is None or offer.after.man_at(point) is None or not branch.edges:
        return False
    best = branch.readings(session.now_ns)[0]
    goes = point in best.in_air or (best.first is not None and best.first.origin == point)
    return goes and not best.irregular


def lawful(
    session: Session, offer: Offer, reply: Complete | None = None
) -> tuple[list[Edge], PointSet] | None:
    """The evidence before and after an irregularity was named, where a lawful move explains all of it.

    Args:
        reply: a lawful move that would accept it. Against one of the opponent's a question does not count, unless nothing accepts
            it (a man is gone whom his sensor may have lost); whoever moves again himself has taken back one move and made another,
            or has been replied to past a silent sensor: only people know.

    Returns:
        The edges, and the points that told of the irregularity though they have no part in the move. None where the
        irregularity stands.
    """
    branch, now_ns = session.tracker.branch, session.now_ns
    used = () if reply is None else (*reply.edges, *reply.beside)
    answered = reply is not None and reply.ply.move.side != offer.found.side
    again = reply is not None and not answered  # then a silent sensor may be all that is wrong
    timings = session.settings.timings
    if not answered:  # it is not waited for more
        now_ns += timings.irregular_ms * MS
    elif reply is not None and reply.by == "pressed":  # that ends all hovering
        now_ns += timings.settle_ms * MS
    later = [] if answered and _moved_again(session, offer) else branch.edges
    whole = _whole(session, offer, (*branch.beside, *used, *later))
    if whole is None:
        return None
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
            if answered and reply is not None and _takes_away(made, reply):
                if _clocks_tell(session, offer, reply):
                    return None
                offer.in_doubt = True
        case Ask(moves=moves) if not answered or offer.found.doubt == Doubt.LOST_MAN:
            offer.in_doubt = offer.in_doubt or (again and offer.found.kind == TAKEN_BACK)
            left = -1  # captured men, still felt, whom the reply shows to be gone
            for made in moves:  # every answer takes the irregularity for a sensor's
                told &= made.wrong
                left &= made.wrong & point_set(made.ply.move.captured)
            told |= left if session.distrusted else 0
        case None if not best.irregular and not (
            answered and _belittles(best, reply, tells=session.judge.tells)
        ):
            told &= ~(0 if best.under_way is None else best.under_way.footprint.changes)
        case _:
            return None
    return (whole.edges, told) if told or again else None


def claimed(session: Session) -> None:
    """While men are asked back that the referee has claimed for the opponent: the captured ones may have come off after all.

    Then a press upon it has ended the turn. Or the one who was off has been in the hand of his own player.
    """
    offer, guide = session.claimed, session.guide
    if offer is None or guide is None or session.irregularity is not offer.found:
        return
    edges, why = taken_off(session, offer), TAKEN_OFF
    if edges is None:
        edges, why = in_hand(session, offer), IN_HAND
    if edges is None:
        return
    found, side = offer.found, Side(offer.found.side)
    session.say(Ruling(kind=found.kind, side=side, found="wrong", why=why))
    guiding.say_restore(session, done=True)
    session.guide = session.irregularity = session.correctable = session.claimed = None
    if session.pressed_ns.get(side, 0) >= offer.edges[0].at_ns:
        timekeeping.pressed_rightly(session, side)
    session.go(Event.STANDS)
    weigh_anew(session, offer, edges)
    interrupted.go_on(session)


def said_to_stand(session: Session, missing: PointSet) -> None:
    """People say that these men stand, whom the sensors have lost: that they seemed to be taken off was nobody's deed."""
    found = session.irregularity
    if found is None or found.doubt != Doubt.LOST_MAN or found.observed.to is not None:
        return
    lost = point_set(session.game.index[name] for name in found.points)
    if not lost or lost & ~missing:
        return
    session.say(Ruling(kind=found.kind, side=Side(found.side), found="wrong", why=A_SENSOR))
    session.irregularity = session.correctable = session.claimed = None


def lost_by_his_sensor(session: Session) -> None:
    """One man alone is asked back, and both sides have lawfully played on meanwhile: he stands, and his sensor has lost him."""
    found, guide, line = session.irregularity, session.guide, session.tracker.branch
    if found is None or guide is None or found.doubt != Doubt.LOST_MAN:
        return
    replied_to = found.kind == OWN_REMOVED and found.side == guide.target.side_to_move
    if found.kind != DISPLACED and not replied_to:  # else the opponent has demanded him back
        return
    lost = point_set(session.game.index[name] for name in found.points)
    branch = line.supposing(lost)
    made = branch.decide(session.now_ns)
    if not isinstance(made, Complete) or made.by != "reply" or line.upset:
        return
    replied = any(edge.placed and edge not in made.edges for edge in branch.edges)
    if not replied or made.odd or made.unexplained or made.unseen or made.wrong:
        return
    session.say(Ruling(kind=found.kind, side=Side(found.side), found="wrong", why=A_SENSOR))
    guiding.say_restore(session, done=True)
    session.guide = session.irregularity = session.correctable = None
    session.in_air.clear()
    session.touched = [touch for touch in session.touched if not lost >> touch.point & 1]
    session.go(Event.STANDS)
    session.tracker.reset(guide.target)
    session.tracker.branch.edges = branch.edges
    distrust.declare(session, lost, 0)
    interrupted.go_on(session)
