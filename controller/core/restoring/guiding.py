"""The board is guided to a position: what is missing and too much is said, and when all stands.

A correction is whole or none: play goes on when every man stands right (DR-7.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import viewing
from controller.core.claims import beginning, counting
from controller.core.clock import timekeeping
from controller.core.inference import turns
from controller.core.messages import Answered, Restore
from controller.core.refereeing import recalled, remedies, touching
from controller.core.restoring import gave_way, interrupted, meanwhile, stones_since
from controller.core.restoring.guide import Guide
from controller.core.sensing.marks import contradictions
from controller.core.stages import Event
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.terms import Point, PointSet


def start(session: Session, why: str, before: Sequence[Edge] = (), asked: PointSet = 0) -> None:
    """Asks for the men to be put as the record has them.

    Args:
        before: what was seen since the last move, where some of it may be the reply.
        asked: see `Guide`.
    """
    played = interrupted.seen(session.tracker.branch) if why == "irregularity" else None
    came = {edge.point: edge.at_ns for edge in session.tracker.branch.edges if edge.placed}
    position, read = session.line.position, point_set(range(len(session.game.points)))
    session.guide = Guide(
        position, why, played=played, read=read, before=list(before), came=came, asked=asked
    )
    session.guide.in_doubt = not session.game.men_move and bool(asked & session.judge.blind)
    session.guide.led_to = [*session.tracker.branch.rested, *session.tracker.branch.edges]
    session.adjusting = False
    session.tracker.reset(session.line.position)
    look(session)


def look(session: Session, *, at_once: bool = False) -> None:
    """Says what is missing and what is too much, and when all stands."""
    guide = session.guide
    if guide is None:
        return
    if guide.shown is None and guide.why == "recovery":
        recalled.first_seen(session, guide)
    stones_since.look(session, guide)
    meanwhile.follow(session, guide)
    guide.instead = gave_way.stands_instead(session, guide) & ~guide.excused
    guide.strangers = (contradictions(guide.goal, session.marks) | guide.instead) & ~guide.reply
    # Men who stood otherwise are to be read again, or somebody says that they stand; at a new start some were never read.
    timings, known = session.settings.timings, ~session.unknown
    guide.read |= known
    guide.watch(session.standing & known, session.now_ns, timings)
    unread = session.unknown & ~guide.read | session.judge.blind
    stands = guide.stands(session.standing, unread, session.now_ns, timings, at_once=at_once)
    first_look = guide.shown is None
    if guide.begun is None:
        guide.begun = guide.missing(session.standing) | guide.extra(session.standing)
        extra, marks = guide.extra(session.standing), session.marks
        guide.told = {point: marks[point] for point in points_of(extra) if point in marks}
    changed = guide.news(session.standing, session.unknown)
    if first_look:
        guide.stood = stands
    if stands and not (guide.stood and session.question is not None):
        found, seen = session.irregularity, meanwhile.edges(session, guide)
        over(session, said=not (first_look and guide.why == "start"))
        if session.question is not None:  # of before a new start: the men were put back instead
            session.say(Answered(id=session.question.id, move=None, by="evidence"))
            session.question = None
        if guide.why == "start":
            beginning.say_start(session)
            timekeeping.begin(session)
        else:
            remedies.set_right_by_hand(session, found, guide)
            turns.lost(session, found, guide)
            touching.owe(session)
            counting.begin_if_over(session)
            branch, came = session.tracker.branch, stones_since.came(guide)
            branch.astray = max(branch.astray, turns.upon_reply(session, guide, came))
            stones_since.go_on(session, guide)
            meanwhile.go_on(session, guide, seen)
    elif changed and guide.shown != (0, 0):
        say_restore(session, done=False)
        if guide.why == "start" and first_look:
            beginning.wrong_array(session)


def note(session: Session, edges: list[Edge]) -> None:
    """Keeps what is seen while the men are to be put right; of the array only who was set down last."""
    guide = session.guide
    if guide is not None and guide.why == "start":
        guide.came |= {edge.point: edge.at_ns for edge in edges if edge.placed}
    elif guide is not None:
        guide.since += edges


def over(session: Session, *, said: bool = True) -> None:
    """The men need not be put right any more: nothing that has been seen counts.

    Args:
        said: it is published.
    """
    guide = session.guide
    assert guide is not None
    if said:
        say_restore(session, done=True)
    down, session.oriented = _set_down(session, guide), True
    session.guide = session.irregularity = session.correctable = None
    session.in_air.clear()
    session.health.adjusted(session.turn(point_set(down)))
    session.tracker.reset(guide.target)
    session.tracker.branch.set_down = down
    session.go(Event.STANDS)


def _set_down(session: Session, guide: Guide) -> dict[Point, int]:
    """Where men were set down while they were put right, and when: of what was irregular somebody may still be exchanged."""
    came = guide.came if guide.why == "start" else {}
    named = () if session.irregularity is None else session.irregularity.points
    odd = dict.fromkeys((session.game.index[name] for name in named), session.now_ns)
    return odd | came | {edge.point: edge.at_ns for edge in guide.since if edge.placed}


def say_restore(session: Session, *, done: bool) -> None:
    """Publishes what is missing and what is too much; nothing of either when it is done."""
    guide = session.guide
    assert guide is not None
    missing, extra = ([], []) if done else viewing.differences(session, guide)
    session.say(Restore(missing=missing, extra=extra, done=done, why=guide.why))
