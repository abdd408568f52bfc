"""What the sensor of one point has done lately, and what that alone tells of it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise

from controller.core.sensing.marks import Mark
from controller.core.settings import MS, NEVER_NS
from rules.terms import Point

CHATTER_CHANGES = 40
"""Raw changes of one point within the window. A piece set down makes ten with all its bounces."""
SHAKY_APART_MS = 10
"""Changes closer together than this are bounces of one change."""
FLUTTERS = {2000: 16, 5000: 20}
"""How many raw changes within so many milliseconds no hands make, bounces left out.

A piece that is taken, a capture there and a recapture make eight.
"""
DIPS = 5
"""Only a chattering contact loses a standing piece for an instant so often."""
LOST_EVENTS = 6
"""How often a sensor loses a piece within the window before it is weak.

A piece that is adjusted goes off and on once or twice.
"""
LOST_WINDOW_MS = 60_000
SLOW_DIPS = 3
"""How often a piece comes back at once within the window before its contact chatters.

Only times at which nothing else was done on the board are counted. No hand does that so often.
"""
RESTLESS_CHANGES = 14
"""How often a point changes within the window before it chatters: more than hands change it."""
RESTLESS_WINDOW_MS = 30_000


@dataclass(slots=True)
class Contact:
    """What one sensor has done.

    Attributes:
        changes: times of raw changes.
        changed_ns: the last of them.
        events: how many times it has changed; a change with its bounces counts once.
        went_ns: when it last went empty.
        dips: when a piece came back after an instant.
        lost: when a piece came back so soon that no hand had taken it.
        turns: times of changes without their bounces, since the last long quiet time.
        mark: what it told of the piece that stood there last.
        leader: the neighbour that it followed, and how often in a row.
        strongest: the greatest strength felt of the piece that stands there. 0 where it stood from
            the beginning, or where the sensor feels no strength.
        faint: how many pieces in a row were felt faintly for as long as they stood.
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
    """How often a point has changed since a time, bounces left out."""
    times = [at_ns for at_ns in seen.changes if at_ns >= since_ns]
    return sum(b - a >= SHAKY_APART_MS * MS for a, b in pairwise([0, *times]))


def flutters(seen: Contact, now_ns: int) -> bool:
    """Whether a point has lately changed more often than hands change it."""
    return any(apart(seen, now_ns - ms * MS) >= often for ms, often in FLUTTERS.items())


def dips_slowly(seen: Contact, now_ns: int) -> bool:
    """Whether the sensor keeps losing its piece for a moment while nothing else is done."""
    late = [at_ns for at_ns in seen.lost if now_ns - at_ns <= LOST_WINDOW_MS * MS]
    return len(late) >= SLOW_DIPS


def restless(seen: Contact) -> bool:
    """Whether a point has lately come and gone so often that no hand is at work there."""
    if not seen.turns:
        return False
    since_ns = seen.turns[-1] - RESTLESS_WINDOW_MS * MS
    return sum(at_ns > since_ns for at_ns in seen.turns) >= RESTLESS_CHANGES
