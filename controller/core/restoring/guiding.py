"""The board is guided to a position: what is missing and too much is said, and when all stands.

A correction is whole or none: play goes on when every man stands right (DR-7.8).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core import viewing
from controller.core.claims import beginning, counting
from controller.core.clock import timekeeping
from controller.core.inference import turns
from controller.core.inference.prices import STONES_MS
from controller.core.messages import Answered, Restore
from controller.core.refereeing import judging, remedies, touching
from controller.core.restoring import interrupted, meanwhile
from controller.core.restoring.guide import Guide
from controller.core.sensing.marks import contradictions, differ
from controller.core.settings import MS
from controller.core.stages import Event
from rules.deed import Doubt
from rules.rulebook import Remedy
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.terms import Point, PointSet

PLAYED_ON_MAX = 3
"""Stones that may have been played before what is irregular is put right; more are a mess."""


def start(session: Session, why: str, before: Sequence[Edge] = ()) -> None:
    """Asks for the men to be put as the record has them.

    Args:
        before: what was seen since the last move, where some of it may be the reply.
    """
    played = interrupted.seen(session.tracker.branch) if why == "irregularity" else None
    came = {edge.point: edge.at_ns for edge in session.tracker.branch.edges if edge.placed}
    position, read = session.line.position, point_set(range(len(session.game.points)))
    session.guide = Guide(position, why, played=played, read=read, before=list(before), came=came)
    session.adjusting = False
    session.tracker.reset(session.line.position)
    look(session)


def look(session: Session, *, at_once: bool = False) -> None:
    """Says what is missing and what is too much, and when all stands."""
    guide = session.guide
    if guide is None:
        return
    guide.reply, guide.taken = _reply(session, guide)
    meanwhile.follow(session, guide)
    guide.strangers = contradictions(guide.goal, session.marks)
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
    if stands:
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
            stones = _in_order(session, guide, guide.reply)
            for point, at_ns in sorted([*stones, *_taken_off(session, guide)], key=lambda e: e[1]):
                judging.as_evidence(session, 1 << point, session.standing, at_ns)
            right_ns = guide.right_ns or session.now_ns
            branch = session.tracker.branch
            branch.astray = max(branch.astray, turns.upon_reply(session, stones, right_ns))
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


def _reply(session: Session, guide: Guide) -> tuple[PointSet, PointSet]:
    """The points of stones of no irregularity that were set down where they may lawfully have been played (Go), and of those that they took.

    The opponent has played on, and perhaps both have, one after the other. A stone of another colour than the one that was
    named is none of it either: it has been set down in its place. Where a play before it may not have been felt, nobody knows in reply to what it came; beside a bad sensor, whether it did.
    """
    found, game = session.irregularity, session.game
    if game.men_move or found is None or guide.why != "irregularity" or session.judge.blind:
        return 0, 0
    if found.law == session.rulebook.completion.scattered:
        return 0, 0
    marks, told = session.marks, point_set(game.index[name] for name in found.points)
    exchanged = point_set(p for p, mark in guide.told.items() if differ(mark, marks.get(p)))
    came = session.standing & ~(session.unknown | guide.target.occupied | told & ~exchanged)
    if not 0 < came.bit_count() <= PLAYED_ON_MAX:
        return 0, 0
    unfelt = found.doubt == Doubt.UNFELT_PLAY and found.remedy != Remedy.TURN_LOST
    if unfelt and came & ~exchanged:
        return 0, 0
    position = guide.target
    if found.doubt is not None and found.remedy == Remedy.TURN_LOST:  # once that is certain
        position = position.play_irregular(None, None, ())
    order = _in_order(session, guide, came)
    if any(later[1] - each[1] < STONES_MS * MS for each, later in pairwise(order)):
        return 0, 0  # nobody plays so soon after another
    taken: PointSet = 0
    for point, _ in order:
        play = position.by_text(game.points[point])
        if play is None or point_set(play.captured) & (told | came):
            return 0, 0
        position, taken = position.play(play), taken | point_set(play.captured)
    taken &= ~(session.standing | session.unknown)
    return (0, 0) if contradictions(position, session.marks) & came else (came, taken)


def _in_order(session: Session, guide: Guide, came: PointSet) -> list[tuple[Point, int]]:
    """These points in the order in which stones came there, and when; one that was not seen to come has come just now."""
    since = {edge.point: edge.at_ns for edge in guide.since if edge.placed}
    at_ns = {**guide.came, **since}
    found = [(point, at_ns.get(point, session.now_ns)) for point in points_of(came)]
    return sorted(found, key=lambda each: each[1])


def _taken_off(session: Session, guide: Guide) -> list[tuple[Point, int]]:
    """The stones that were captured meanwhile and are off, and when they were taken off; one that was not seen to go has gone just now."""
    since = {edge.point: edge.at_ns for edge in guide.since if not edge.placed}
    return [(point, since.get(point, session.now_ns)) for point in points_of(guide.taken)]


def say_restore(session: Session, *, done: bool) -> None:
    """Publishes what is missing and what is too much; nothing of either when it is done."""
    guide = session.guide
    assert guide is not None
    missing, extra = ([], []) if done else viewing.differences(session, guide)
    session.say(Restore(missing=missing, extra=extra, done=done, why=guide.why))
