"""Learns which channel each point is connected to: a piece is put on one point after the other. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

STILL_NS = 300_000_000
"""A sensor that has changed is believed when nothing has moved for so long."""


@dataclass(slots=True)
class Learning:
    """One walk over the board.

    Pieces may be left standing or taken along: what counts is the one channel that has come on.

    Attributes:
        order: the points in the order in which they are asked for.
        channels: how many there are.
        found: channel by point, as far as it is known.
        trouble: why the last piece taught nothing: "several", "known", or "".
        known: the point that a channel belongs to already, where that is the trouble.
    """

    order: Sequence[str]
    channels: int
    found: dict[str, int] = field(default_factory=dict)
    trouble: str = ""
    known: str = ""
    _stuck: int | None = None
    _before: int = 0
    _now: int = 0
    _since_ns: int = 0

    @property
    def next(self) -> str | None:
        """The point where a piece is wanted; None at the end."""
        return next((point for point in self.order if point not in self.found), None)

    def see(self, on: int, at_ns: int) -> None:
        """Takes the channels that are occupied at a moment."""
        if self._stuck is None:
            self._stuck, self._since_ns = on, at_ns
        on &= ~self._stuck
        if on != self._now:
            self._now, self._since_ns = on, at_ns
        if at_ns - self._since_ns < STILL_NS or on == self._before:
            return
        new, self._before = on & ~self._before, on
        if new:
            self._take(new)

    def _take(self, new: int) -> None:
        point = self.next
        if point is None:
            return
        if new & (new - 1):
            self.trouble, self.known = "several", ""
            return
        channel = new.bit_length() - 1
        owners = [name for name, known in self.found.items() if known == channel]
        if owners:
            self.trouble, self.known = "known", owners[0]
            return
        self.found[point] = channel
        self.trouble = self.known = ""

    def back(self) -> None:
        """Forgets the newest point; a piece is wanted there again."""
        if self.found:
            self.found.popitem()
        self.trouble = self.known = ""

    @property
    def stuck(self) -> int:
        """Channels that were on when the walk began: pieces that were left, or sensors that stick."""
        return self._stuck or 0

    def points(self) -> list[str] | None:
        """What each channel is connected to, "" for nothing; None while a point is missing."""
        if self.next is not None:
            return None
        names = [""] * self.channels
        for point, channel in self.found.items():
            names[channel] = point
        while names and not names[-1]:
            names.pop()
        return names
