"""Guides the players to an arrangement of men: what is missing, what is too much, when it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.core.inference.knocked import hold_ms
from controller.core.inference.prices import HOLD_MS
from controller.core.settings import MS
from rules.game import Position
from rules.terms import Point, PointSet, Side, points_of

if TYPE_CHECKING:
    from controller.core.refereeing.offered import Offer
    from controller.core.restoring.interrupted import Interrupted
    from controller.core.sensing.debounce import Edge
    from controller.core.sensing.marks import Marks
    from controller.core.settings import Timings


@dataclass(slots=True)
class Guide:
    """The way back to a position.

    Attributes:
        target: the position that should stand.
        why: for the `restore` message.
        strangers: points where another man stands than the target has there: as the sensors tell, or `instead`.
        instead: where men who were captured stand again in their captors' places (`gave_way`); not where people have said otherwise (`excused`).
        read: points that have been read by now, and of which nobody has said since that all stand right; none at a new start.
        elsewhere: where men have stood since the men were asked back though none belongs there, for long enough to be released.
        played: what had been played when men were knocked over; they may also be put as it left them.
        reply: where stones have been played meanwhile, by each side in turn (Go, `stones_since`): they are none of what was irregular, and stay.
        taken: stones that those have captured, and that are off.
        shown_by: what was seen of each of those plays, in order.
        begun: where men stood otherwise when they were asked back; None before the board has been looked at.
        stood: all stood right when it was first looked at; as they did then when a question of before a new start was asked.
        told: what the sensors told by then of those who are too much.
        before, led_to: what had been seen since the last move by then, and with what had come to rest.
        asked: where something had been seen, of one man, that people have said was no move; 0 where that is not known.
        in_doubt: a stone may stand there all the same, of which a bad sensor tells nothing, in reply to one that nobody felt (Go).
        since, pressed: all that was seen after that; whose clock was pressed then, and when.
        came: when each man was set down who had come before that.
        played_on: the position after what has been played meanwhile (`meanwhile`), which stays; None where nothing was.
        demanded: what the opponent has demanded to be corrected, where finishing it does so.
    """

    target: Position
    why: str
    strangers: PointSet = 0
    instead: PointSet = 0
    excused: PointSet = 0
    read: PointSet = 0
    shown: tuple[PointSet, PointSet] | None = None
    right_ns: int | None = None
    played: Interrupted | None = None
    elsewhere: PointSet = 0
    reply: PointSet = 0
    taken: PointSet = 0
    shown_by: list[list[Edge]] = field(default_factory=list)
    begun: PointSet | None = None
    stood: bool = False
    told: Marks = field(default_factory=dict)
    before: list[Edge] = field(default_factory=list)
    led_to: list[Edge] = field(default_factory=list)
    asked: PointSet = 0
    in_doubt: bool = False
    since: list[Edge] = field(default_factory=list)
    pressed: list[tuple[Side, int]] = field(default_factory=list)
    came: dict[Point, int] = field(default_factory=dict)
    played_on: Position | None = None
    demanded: Offer | None = None
    _came: dict[Point, int] = field(default_factory=dict)

    @property
    def goal(self) -> Position:
        """What the men are to stand as: the target, with what has been played meanwhile."""
        return self.played_on or self.target

    def missing(self, standing: PointSet) -> PointSet:
        return self.goal.occupied & ~(standing | self.taken) | self.strangers

    def extra(self, standing: PointSet) -> PointSet:
        return standing & ~(self.goal.occupied | self.reply) | self.strangers

    def news(self, standing: PointSet, unknown: PointSet) -> bool:
        """Whether the differences are other than those last shown; remembers them as shown."""
        found = (self.missing(standing) & ~unknown, self.extra(standing) & ~unknown)
        changed = found != self.shown
        self.shown = found
        return changed

    def watch(self, standing: PointSet, now_ns: int, timings: Timings) -> None:
        """Looks for men who are set down elsewhere for a time, not only held there in passing."""
        extra = standing & ~self.goal.occupied
        for point, at_ns in list(self._came.items()):
            self.elsewhere |= (now_ns - at_ns >= timings.release_ms * MS) << point
            if not extra >> point & 1:
                del self._came[point]
        for point in points_of(extra):
            self._came.setdefault(point, now_ns)

    def stands(
        self,
        standing: PointSet,
        unknown: PointSet,
        now_ns: int,
        timings: Timings,
        *,
        at_once: bool = False,
    ) -> bool:
        """Whether the men stand right, and have stood so for long enough."""
        if (self.missing(standing) | self.extra(standing)) & ~unknown:
            self.right_ns = None
            return False
        if self.right_ns is None:
            self.right_ns = now_ns
        return at_once or now_ns - self.right_ns >= hold_ms(self.since, timings) * MS

    def deadlines(self, timings: Timings) -> list[int]:
        """When the men may have stood for long enough by time alone, or a move that was made as soon as they did."""
        held_ms = hold_ms(self.since, timings)
        since = [
            (self.right_ns, held_ms),
            (None if self.played is None else self.played.right_ns, HOLD_MS),
        ]
        found = [at_ns + ms * MS for at_ns, ms in since if at_ns is not None]
        return found + [
            edge.at_ns + timings.settle_ms * MS for edge in (self.since or self.before)[-1:]
        ]
