"""What the sensor of one point has done of late, and what is plain of that alone."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

from controller.core.sensing.marks import Mark
from controller.core.settings import MS
from rules.terms import Point

CHATTER_CHANGES = 40
"""Raw changes of one point within the window; a man set down with all its bounces makes ten."""
SHAKY_APART_MS = 10
FLUTTERS = {2000: 16, 5000: 20}
"""Raw changes of one point within so many milliseconds, bounces left out: a hand that takes a man, captures there and is recaptured makes eight."""
DIPS = 5
"""A man who stands is lost for an instant so often only by a contact that chatters."""
LOST_EVENTS = 6
"""A man adjusted goes off and on once or twice; so often in the window he is not felt well."""
LOST_WINDOW_MS = 60_000
SLOW_DIPS = 3
"""So often in the window no hand takes one man and puts him back at once, while nothing else is done: his contact chatters."""
RESTLESS_CHANGES = 14
"""So often in the window no hand takes a piece off and sets it down at one point."""
RESTLESS_WINDOW_MS = 30_000

NEVER_NS = -(10**18)
"""When something happened that has not happened."""


@dataclass(slots=True)
class Contact:
    """What one sensor has done.

    Attributes:
        changes: times of raw changes.
        changed_ns: the last one.
        events: that it has changed in; the bounces of one count once.
        went_ns: when it last went empty.
        dips: when a man came back after an instant, far from any other change.
        lost: when a man came back so soon that no hand had taken him.
        turns: when it changed and had not for longer than while it bounces.
        mark: what it told of the man who stood there last.
        leader: the neighbour that it followed, and how often in a row.
        strongest: how strongly the man who stands there has been felt; one who is being set down is felt
            faintly at first. 0 where he stood from the beginning, or where strength is not felt.
        faint: men in a row that were felt faintly for as long as they stood.
    """

    changes: deque[int] = field(default_factory=lambda: deque(maxlen=CHATTER_CHANGES))
    changed_ns: int = NEVER_NS
    events: int = 0
    went_ns: int = NEVER_NS
    dips: deque[int] = field(default_factory=lambda: deque(maxlen=DIPS))
    lost: deque[int] = field(default_factory=lambda: deque(maxlen=LOST_EVENTS))
    turns: deque[int] = field(default_factory=lambda: deque(maxlen=2 * RESTLESS_CHANGES))
    mark: Mark | None = None
    leader: tuple[Point, int] = (-1, 0)
    strongest: int = 0
    faint: int = 0


def apart(seen: Contact, since_ns: int) -> int:
    """How often a point has changed since then, the bounces of a contact left out."""
    times = [at_ns for at_ns in seen.changes if at_ns >= since_ns]
    return sum(b - a >= SHAKY_APART_MS * MS for a, b in pairwise([0, *times]))


def flutters(seen: Contact, now_ns: int) -> bool:
    """Whether a point has changed more often of late than hands make it."""
    return any(apart(seen, now_ns - ms * MS) >= often for ms, often in FLUTTERS.items())


def dips_slowly(seen: Contact, now_ns: int) -> bool:
    """Whether the man has been lost for a moment again and again of late, when nothing else was done."""
    late = [at_ns for at_ns in seen.lost if now_ns - at_ns <= LOST_WINDOW_MS * MS]
    return len(late) >= SLOW_DIPS


def restless(seen: Contact) -> bool:
    """Whether a point has come and gone so often of late that no hand is at work there."""
    if not seen.turns:
        return False
    since_ns = seen.turns[-1] - RESTLESS_WINDOW_MS * MS
    return sum(at_ns > since_ns for at_ns in seen.turns) >= RESTLESS_CHANGES
