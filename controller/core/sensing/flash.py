"""A flash: more points change in one scan than hands can change, and soon change back.

The current fails for a moment, a chip reads nothing but ones, or a magnet comes near. The points
that changed count as unread until the flash is over. Where all points show the same, all of them
do.
What lasts was done on the board: it counts from when it was first seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from controller.core.inputs import Frame
from controller.core.sensing.debounce import FIRST_SCAN_NS
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from rules.game import Game
from rules.terms import Point, PointSet, point_set, points_of

FLASH_MIN = 4
"""Points that change in one scan: two hands change three at most."""
HELD_MS = 2000
"""How long a flash lasts at most. An irregularity is named later than that anyway."""
BY_HAND_MAX = 12
"""How many captured stones a hand sweeps off in one scan at most (Go)."""


class Flash:
    """Keeps points unread that changed in one scan in a way that no hands can.

    Attributes:
        held: these points, by printed labels.
        until_ns: from then on, what they show is believed.
    """

    def __init__(self, game: Game) -> None:
        self.held: PointSet = 0
        self.until_ns = 0
        self._game = game
        self._since_ns, self._gap_ns = 0, -FIRST_SCAN_NS
        self._before = self._last = Frame(at_ns=0, levels=0)

    def gap(self, at_ns: int) -> None:
        """No scans were made until now: much may have changed meanwhile, and that is no flash."""
        self.held, self._gap_ns = 0, at_ns

    def shown(self, frame: Frame, recorded: PointSet) -> Frame:
        """The scan with the points of a flash unread.

        Args:
            recorded: points where the record has a piece. Pieces that show again where they
                belong are no flash.
        """
        last, self._last = self._last, frame
        unread = last.unknown | frame.unknown
        self.held &= ~unread
        if self.held:
            self._end(frame)
        elif frame.at_ns - self._gap_ns > FIRST_SCAN_NS:
            points = changed(last, frame) & ~unread
            right = points & ~(frame.levels ^ recorded) & (frame.levels ^ last.levels)
            if 2 * right.bit_count() < points.bit_count():
                self._begin(last, frame, points)
        return replace(frame, unknown=frame.unknown | self.held) if self.held else frame

    def first(self, frame: Frame) -> None:
        """Takes what stands for true, however it came about."""
        self.held, self._last = 0, frame

    def lasted(self) -> Mapping[Point, int]:
        """Ends the flash: the points that are believed now, and when they changed."""
        found = dict.fromkeys(points_of(self.held), self._since_ns)
        self.held = 0
        return found

    def newest(self, at_ns: int) -> Frame:
        """What is shown now."""
        return replace(self._last, at_ns=at_ns)

    def _begin(self, last: Frame, frame: Frame, points: PointSet) -> None:
        everywhere = (1 << len(self._game.points)) - 1
        alike = frame.levels in (0, everywhere) and points & (points - 1)
        if alike or (points.bit_count() >= FLASH_MIN and not self._swept(points, frame)):
            self.held = everywhere & ~frame.unknown if alike else points
            self._before = last
            self._since_ns, self.until_ns = frame.at_ns, frame.at_ns + HELD_MS * MS

    def _end(self, frame: Frame) -> None:
        """Ends the flash for all points once most of them show again what they showed before."""
        back = self.held & ~changed(self._before, frame)
        over = 2 * back.bit_count() >= self.held.bit_count()
        self.held = 0 if over else self.held & ~back

    def _swept(self, points: PointSet, frame: Frame) -> bool:
        """Whether a hand may have swept captured stones off (Go): each lay beside another."""
        if self._game.pieces_move or points & frame.levels or points.bit_count() > BY_HAND_MAX:
            return False
        return all(self._game.neighbours(point) & points for point in points_of(points))


def changed(before: Frame, now: Frame) -> PointSet:
    """The points at which two scans differ."""
    found = before.levels ^ now.levels
    if before.marks and now.marks and before.marks is not now.marks:
        there = points_of(before.levels & now.levels)
        found |= point_set(p for p in there if differ(before.marks.get(p), now.marks.get(p)))
    return found
