"""What each sensor has done since the service started, for people who look for one that does it wrongly."""

from __future__ import annotations

from dataclasses import dataclass, field

from drivers.ports import Scan


@dataclass(slots=True)
class Tally:
    """Written by the scan thread, read by the event loop: every entry is one number, replaced at once.

    Attributes:
        scan: the newest.
        changes: how often each channel has changed; changes that nobody could see are not counted.
        changed_ns: when it last did.
    """

    scan: Scan = field(default_factory=lambda: Scan(levels=0))
    changes: dict[int, int] = field(default_factory=dict)
    changed_ns: dict[int, int] = field(default_factory=dict)
    _levels: int | None = None

    def take(self, at_ns: int, scan: Scan) -> None:
        """A scan that differs from the one before. How it stood at the start is no change."""
        unread = scan.unknown | self.scan.unknown
        levels = self._levels
        changed = 0 if levels is None else (scan.levels ^ levels) & ~unread
        self._levels = scan.levels | (levels or 0) & scan.unknown
        self.scan = scan
        while changed:
            lowest = changed & -changed
            channel = lowest.bit_length() - 1
            changed ^= lowest
            self.changes[channel] = self.changes.get(channel, 0) + 1
            self.changed_ns[channel] = at_ns
