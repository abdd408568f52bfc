"""A flash: many points change in one scan, and soon they all show again what they showed before.

No hand does that: the current failed for a moment, a chip read nothing but ones, a magnet came near. Nobody knows yet that it
is one when it begins. So points of which so many change in one scan, or where a few men come at once who stand far apart, are
held to be unreadable for a while, and so are men who leave one by one just after many have gone, or just before: the board is being
lifted perhaps, and nobody touches them. Where most of them are as before again in one scan, it was a flash: they could not be read
meanwhile, that is all. What has not passed by the end of that while has been done on the board, and counts from when it was
first seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.prices import SWEEP_MS, UNREAD_MAX_MS
from controller.core.inference.upset import BY_HAND_MAX
from controller.core.inputs import Frame, Gap, Tick
from controller.core.refereeing import judging
from controller.core.sensing.debounce import FIRST_SCAN_NS
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from controller.core.stages import Stage
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.inputs import Input
    from controller.core.session import Session
    from rules.terms import Point, PointSet

WATCHED = (Stage.PLAY, Stage.QUESTION, Stage.CHOICE)
"""Stages in which hands play. While men are set up or put back, many may come at once."""
FLASH_MIN = 4
"""Points that change in one scan: two hands change three at most, and a sleeve passes over one after the other."""
LINE_MIN = 3
"""The same where they are all the men of one row or column: its wire fails."""
FEW_MIN = 2
"""Men who have only come: no hand sets down two in one scan on points that do not lie side by side."""
FEW_MS = 500
"""So long they may stand before that is believed; a move rests longer before it is made."""
MANY = 8
"""Men who are gone in one scan: to clear the board, or to knock over so many, takes longer."""
HELD_MS = 1000
"""So long fewer men may be gone before it is believed: what it is called is said no later for that."""
HELD_LONG_MS = 2000
"""So long many may be gone, or all, or some while others come. Where men have only come, or all of one line are gone, longer still."""


class Flash:
    """Tells what may be a flash from what hands do.

    Attributes:
        held: points (printed) of which too many have changed in one scan to be believed yet.
    """

    def __init__(self) -> None:
        self.held: PointSet = 0
        self._until_ns = self._gone_ns = self._gap_ns = self._most = 0
        self._last: Frame | None = None
        self._before: dict[Point, tuple[int, Frame]] = {}
        """Since when each point is held, and the scan before that; of points that have been believed, until the next flash."""
        self._left: dict[Point, tuple[int, Frame]] = {}
        """When men left of late, and the scan before that."""
        self._first: dict[Point, int] = {}
        """When those left who had been felt to leave just before: that counts once the flash is over."""

    def look(self, session: Session, item: Input) -> Input:
        """The input as it is to be taken: points that are held cannot be read, until they are believed."""
        match item:
            case Frame():
                return self._frame(session, item)
            case Tick() if self.held and self._last is not None:
                if item.at_ns >= self._until_ns or session.stage not in WATCHED:
                    self._believe(session)
                    return replace(self._last, at_ns=item.at_ns)
            case Gap():
                self._gap_ns = item.at_ns
        return item

    def deadline(self, session: Session) -> int | None:
        """When the points that are held will be believed: at once where hands do not play."""
        if not self.held:
            return None
        return self._until_ns if session.stage in WATCHED else session.now_ns + 1

    def _believe(self, session: Session) -> None:
        """What is held has not passed; of what began before a gap nobody knows when it changed."""
        since_ns = {point: self._before[point][0] for point in points_of(self.held)}
        session.debounce.believe({p: ns for p, ns in since_ns.items() if ns > self._gap_ns})
        self.held = 0
        self._tell_first(session)

    def _frame(self, session: Session, frame: Frame) -> Frame:
        last, self._last = self._last, frame
        if session.stage not in WATCHED:
            self._believe(session)
        after_gap = self._gap_ns and frame.at_ns - self._gap_ns <= FIRST_SCAN_NS
        if last is None or after_gap or session.stage not in WATCHED:
            self.held = 0
            self._tell_first(session)
            return frame
        unread = last.unknown | frame.unknown | session.distrusted
        self._lose(frame.unknown | session.distrusted)
        changed = _changed(last, frame) & ~unread
        held = points_of(changed & self.held)
        back = point_set(p for p in held if not _changed(self._before[p][1], frame) >> p & 1)
        over = 2 * back.bit_count() >= self._most
        if held and over:
            self._before = {}
        self.held = 0 if over else self.held & ~back
        changed &= ~(back | self.held)
        if not self.held:
            self._tell_first(session)
        if late := self._over_late(frame, changed):
            if late & (late - 1):  # one alone may have been put straight
                session.tracker.forget(session.turn(late), self._before[points_of(late)[0]][0])
        elif self._goes_on(frame, changed):
            self._hold(last, frame, changed, dead=False)
        elif self._begins(session, last, frame, changed):
            dead = _is_a_line(session, last, frame, changed)
            self._hold(last, frame, changed, dead=dead)
            if not dead and not changed & frame.levels:
                self._lead(session, frame)
        self._note_left(last, frame, changed)
        return replace(frame, unknown=frame.unknown | self.held) if self.held else frame

    def _begins(self, session: Session, last: Frame, frame: Frame, changed: PointSet) -> bool:
        """Whether so many changes may be the beginning of a flash: men who stand again where the record has them are none.

        Nor are points that show again what they had shown for long: what they told for an instant was wrong.
        """
        again = frame.levels & ~last.levels & session.turn(session.line.position.occupied)
        again |= (frame.levels ^ last.levels) & ~(frame.levels ^ session.debounce.stable)
        new = changed & ~again
        few = 2 * new.bit_count() > changed.bit_count() and _few(session, last, frame, new)
        many = new.bit_count() >= FLASH_MIN or (few and not changed & ~frame.levels)
        line = new.bit_count() >= LINE_MIN and _is_a_line(session, last, frame, changed)
        return (many or line) and not _swept(session, changed, frame)

    def _lose(self, unread: PointSet) -> None:
        """What cannot be read any more is not held: it shows only when it can be read again what has become of it."""
        if self.held & unread:
            self.held &= ~unread
            self._before = {p: each for p, each in self._before.items() if not unread >> p & 1}

    def _goes_on(self, frame: Frame, changed: PointSet) -> bool:
        """Whether men leave one soon after the other where many have just gone: each so soon as a sleeve takes them."""
        soon = _soon(self._gone_ns, frame)
        return bool(self.held and changed) and soon and not changed & frame.levels

    def _note_left(self, last: Frame, frame: Frame, changed: PointSet) -> None:
        """Keeps in mind who has left of late."""
        for point in points_of(changed & last.levels & ~frame.levels):
            self._left.setdefault(point, (frame.at_ns, last))
        self._left = {p: each for p, each in self._left.items() if _soon(each[0], frame)}

    def _lead(self, session: Session, frame: Frame) -> None:
        """Who left just before so many did is one of them, and was touched by nobody: it is as if he had left with them."""
        first = {p: each for p, each in self._left.items() if _soon(each[0], frame)}
        first = {p: each for p, each in first.items() if not frame.levels >> p & 1}
        for point, (at_ns, before) in first.items():
            if session.debounce.stable >> point & 1:  # nobody has been told of it yet
                self._before[point] = (at_ns, before)
                self.held |= 1 << point
            else:
                self._first[point] = at_ns
                session.tracker.forget(session.turn(1 << point), at_ns)

    def _tell_first(self, session: Session) -> None:
        """The flash is over: who left just before it, and is still off, has left."""
        last, first = self._last, self._first
        self._first = {}
        for point, at_ns in first.items():
            if last is not None and not last.levels >> point & 1:
                judging.as_evidence(session, session.turn(1 << point), 0, at_ns)

    def _over_late(self, frame: Frame, changed: PointSet) -> PointSet:
        """The points of a flash that was believed in the end and is over: they show again what they showed before it.

        So it was one after all.
        """
        back = [
            p
            for p in points_of(changed)
            if p in self._before and not _changed(self._before[p][1], frame) >> p & 1
        ]
        return 0 if self.held or 2 * len(back) < len(self._before) else point_set(back)

    def _hold(self, last: Frame, frame: Frame, changed: PointSet, *, dead: bool) -> None:
        """More points have changed than hands change in one scan; `dead`: as where the wire of a line fails."""
        self._before = {} if not self.held else self._before
        self._gone_ns = 0 if changed & frame.levels else frame.at_ns
        self._before |= dict.fromkeys(points_of(changed), (frame.at_ns, last))
        self.held |= changed
        self._most = self.held.bit_count()
        held_ms = _held_ms(last, frame, self.held)
        self._until_ns = frame.at_ns + (UNREAD_MAX_MS if dead else held_ms) * MS


def _soon(at_ns: int, frame: Frame) -> bool:
    """Whether a scan follows so soon as a sleeve takes one man after another."""
    return frame.at_ns - at_ns <= SWEEP_MS * MS


def _held_ms(last: Frame, frame: Frame, changed: PointSet) -> int:
    """For how long a flash may be thought of, the longer the less hands can have done it."""
    gone = (changed & ~frame.levels).bit_count()
    came = changed & frame.levels & ~last.levels
    if not gone:
        return UNREAD_MAX_MS if came.bit_count() >= FLASH_MIN else FEW_MS
    many = came or gone >= MANY or not frame.levels
    return HELD_LONG_MS if many else HELD_MS


def _few(session: Session, last: Frame, frame: Frame, changed: PointSet) -> bool:
    """Whether men have come in one scan, too few for a mess and too far from one another for a hand, or for the reach of one magnet.

    Of stones (Go) that come at once more is known than that (`stones`).
    """
    come = not changed & (last.levels | ~frame.levels) and changed.bit_count() >= FEW_MIN
    if not (come and session.game.men_move):
        return False
    near = session.game.neighbours
    return any(changed & ~(near(point) | 1 << point) for point in points_of(changed))


def _is_a_line(session: Session, last: Frame, frame: Frame, changed: PointSet) -> bool:
    """Whether all men of one row or column, and no others, are gone in one scan: it is read over one wire as a rule.

    Or men have come on all its points where none stood.
    """
    gone = changed & ~frame.levels
    if gone != changed and (gone or changed & last.levels):
        return False
    place, first = session.game.place, points_of(changed)[0]
    told = points_of(last.levels) if gone else range(len(session.game.points))
    return any(
        all(place(point)[axis] == place(first)[axis] for point in points_of(changed))
        and all(
            (changed if gone else frame.levels) >> point & 1
            for point in told
            if place(point)[axis] == place(first)[axis]
        )
        for axis in (0, 1)
    )


def _swept(session: Session, changed: PointSet, frame: Frame) -> bool:
    """Whether a hand may have swept captured stones off (Go): each lay beside another, and they are not too many for it."""
    gone = changed & ~frame.levels
    if session.game.men_move or gone != changed or gone.bit_count() > BY_HAND_MAX:
        return False
    return all(session.game.neighbours(point) & gone for point in points_of(gone))


def _changed(a: Frame, b: Frame) -> PointSet:
    """Points that are empty in one of two scans, or of which the sensor tells of another man."""
    found, before, now = a.levels ^ b.levels, a.marks, b.marks
    if before and now and before is not now:
        there = points_of(a.levels & b.levels)
        found |= point_set(p for p in there if differ(before.get(p), now.get(p)))
    return found
