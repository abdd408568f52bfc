"""The offender puts right himself what he has done, by what the law wanted of him in the first place, not by undoing it.

His man goes on to where the law lets him go, or to the end of his capture, or the men that he has captured come off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.clock import timekeeping
from controller.core.inference.decisions import Ask, Complete, Irregular
from controller.core.inference.plies import Ply
from controller.core.messages import Ruling
from controller.core.refereeing import remedies
from controller.core.restoring import guiding, interrupted
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from controller.core.stages import Event
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.refereeing.offered import Offer
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.tracker import Outcome
    from rules.game import Move

UNFINISHED = frozenset({"too-few-removed", "stopped-in-chain"})
"""What is put right by finishing it (DR-7.4.9, DR-7.4.11)."""


def by_moving_on(session: Session, offer: Offer, outcome: Outcome | None) -> bool:
    """While it is offered: he has set the one man whom he moved against the law where that man may lawfully go, and left him there."""
    edges = _moved_on(session, offer) if isinstance(outcome, Ask | Complete | Irregular) else None
    if edges is None:
        return False
    found, pressed_ns = offer.found, session.pressed_ns.get(Side(offer.found.side), 0)
    session.say(Ruling(kind=found.kind, side=found.side, found="right"))
    remedies.close(session, Event.STANDS)
    session.tracker.reset(offer.before)
    session.tracker.branch.edges = edges
    session.tracker.branch.pressed_ns = pressed_ns if pressed_ns > edges[1].at_ns else None
    return True


def _moved_on(session: Session, offer: Offer) -> list[Edge] | None:
    """What was seen of it, from where the man had stood, and since; None where that is not what was done."""
    seen, index, own = offer.found.observed, session.game.index, session.tracker.branch.edges
    side = offer.before.side_to_move
    if seen.origin is None or seen.to is None or seen.removed or offer.found.side != side:
        return None
    if offer.own or session.unknown | session.judge.blind or session.tracker.branch.upset:
        return None
    origin, stood = index[seen.origin], index[seen.to]
    man = offer.before.man_at(origin)
    if man is None or len(own) < 2 or own[0].placed or own[0].point != stood:
        return None
    landed = own[1]
    if not (landed.placed and fits(landed.mark, man)) or not _let_go(session, landed, own[2:]):
        return None
    if any(edge.point in (origin, stood, landed.point) for edge in own[2:]):
        return None
    if any(edge.blind for edge in own) or {e.point for e in offer.edges} != {origin, stood}:
        return None
    for move in offer.before.moves():
        same = (move.origin, move.target) == (origin, landed.point) and not move.choice
        if same and move.footprint.changes == 1 << origin | 1 << landed.point:
            lifts = [edge for edge in offer.edges if edge.point == origin]
            return [lifts[0], *own[1:]]
    return None


def _let_go(session: Session, landed: Edge, since: list[Edge]) -> bool:
    """Whether it was over before anything else was done: else who has landed may be a man of the opponent's, in reply."""
    if not since:
        return True
    side, settle_ms = session.line.position.side_to_move, session.settings.timings.settle_ms
    pressed = landed.at_ns < session.pressed_ns.get(side, 0) < since[0].at_ns
    return pressed or since[0].at_ns - landed.at_ns >= settle_ms * MS


def demanded(session: Session, offer: Offer) -> None:
    """The opponent has demanded correction: what may be put right by finishing it is followed so."""
    if session.guide is not None and offer.found.kind in UNFINISHED:
        session.guide.demanded = offer


def as_demanded(session: Session) -> None:
    """Once that has been demanded he finishes what he had begun: the men that he had left on come off, or he goes on to the end."""
    guide = session.guide
    offer = None if guide is None else guide.demanded
    if guide is None or offer is None or session.irregularity is not offer.found:
        return
    if session.unknown | session.judge.blind:
        return
    since = [edge for edge in guide.since if not edge.soft]
    found = [each for move in offer.before.moves() if (each := _finished(session, move, since))]
    if len(found) != 1:
        return
    move, last, rest = found[0]
    pressed_ns = session.pressed_ns.get(move.side, 0)
    pressed = pressed_ns > last.at_ns
    settled = session.now_ns - last.at_ns >= session.settings.timings.settle_ms * MS
    if not (pressed or settled or any(edge.placed for edge in rest)):
        return
    guiding.say_restore(session, done=True)
    session.guide = session.irregularity = session.correctable = None
    session.in_air.clear()
    session.go(Event.STANDS)
    if pressed:
        timekeeping.pressed_rightly(session, move.side)
    session.commit(Complete(ply=Ply.at(move, last.at_ns), by="settled"))
    session.tracker.reset(session.line.position)
    session.tracker.branch.edges = rest
    interrupted.go_on(session)


def _finished(
    session: Session, move: Move, since: list[Edge]
) -> tuple[Move, Edge, list[Edge]] | None:
    """This move, the last that was seen of it, and all since; None where it is not what he had begun, or is not done.

    Whose man leaves his new point next, and at once, has finished nothing: he is put back.
    """
    offer = None if session.guide is None else session.guide.demanded
    assert offer is not None
    index, seen, footprint = session.game.index, offer.found.observed, move.footprint
    removed = {index[name] for name in seen.removed}
    if seen.origin is None or move.origin != index[seen.origin] or move.target is None:
        return None
    if seen.to is None or not removed <= set(move.captured):
        return None
    man = offer.before.man_at(move.origin)
    stands = offer.after.occupied
    after = offer.before.play(move).occupied
    for n, edge in enumerate(since):
        if not (footprint.changes | footprint.resting) >> edge.point & 1 or edge.blind:
            return None
        if edge.placed and not (man is not None and fits(edge.mark, man)):
            return None
        stands ^= 1 << edge.point
        if stands == after and not _left_at_once(session, move, edge, since[n + 1 :]):
            return move, edge, since[n + 1 :]
    return None


def _left_at_once(session: Session, move: Move, last: Edge, rest: list[Edge]) -> bool:
    """Whether the man of this move left his new point before anything else was done, and before it had been finished for long."""
    settle_ns = session.settings.timings.settle_ms * MS
    left = rest[:1] and not rest[0].placed and rest[0].point == move.target
    return bool(left) and rest[0].at_ns - last.at_ns < settle_ns
