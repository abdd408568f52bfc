"""What one linear Hall sensor tells: whose man stands there, how strong, and whether another lies on him.

A man off the middle of his point gives less; so a second man on top of one that stands badly may give no more
than a single man who stands well. What tells him is that the field grew by nearly its half while nobody had
left, and so each man is compared with himself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.calibration import MAN

if TYPE_CHECKING:
    from drivers.calibration import PointCalibration

_MS: Final = 1_000_000
BAND: Final = 8
"""Strengths that differ by less are told as one."""
_STILL: Final = 25
"""A man whose strength stays within this stands still."""
_STILL_NS: Final = 500 * _MS
"""So long stands a man of whom the hand has let go. One that hovers over his point does not, as a rule."""
_RESTED_NS: Final = 2000 * _MS
"""After this a man who was pushed nearer to the middle has his new strength."""
_STACK: Final = 1.5
"""A second man on top makes 1.54 to 1.61 of one, by where he stands on his point (`sim.hall`). A man who is pushed
a quarter of a square, into the middle, gives 1.45 of what he gave; magnets and neighbours bring the two together."""
_STACK_OFF: Final = 1.2
_STACK_MIN: Final = 450
_ALONE_MAX: Final = 550
"""More than a single man gives: 500, and a tenth for magnets that differ and for his neighbours. Two men who come
together, a quarter of a square off the middle, may give as little; then they are taken for one."""
_STACKED: Final = 1.55
_ALONE_TOLD: Final = 630
_STACK_TOLD: Final = 720
_FULL: Final = 1000
"""What the controller takes for a single man at most, for two at least, and full scale."""


class Gauge:
    """One sensor.

    Attributes:
        zero: counts without a man, as now believed: the baseline and its drift.
        crossed: strength that men on other points give here.
        strength: that of the man here, with the sign of his side; noise where there is none.
        state: 0 empty, 1 and -1 a light and a dark man, 2 and -2 such men stacked.
        anchor: the strength from which it has not moved away,
        since_ns: since then.
    """

    __slots__ = (
        "_enter",
        "_leave",
        "_rest",
        "anchor",
        "band",
        "baseline",
        "crossed",
        "scale",
        "since_ns",
        "state",
        "strength",
        "taken_zero",
        "zero",
    )

    def __init__(self, point: PointCalibration) -> None:
        self.scale = MAN / point.man
        self.baseline = self.zero = self.taken_zero = point.baseline
        self.band = max(1.0, 6 * point.noise, BAND / abs(self.scale))
        """In counts."""
        self._enter, self._leave = point.enter, point.leave
        self.crossed = 0.0
        self.strength = 0.0
        self.state = 0
        self.since_ns = 0
        self.anchor = 0.0
        self._rest: float | None = None

    def take(self, count: int, at_ns: int) -> int:
        """Takes a reading; how much `state` has grown by it."""
        strength = (count - self.zero) * self.scale - self.crossed
        self.taken_zero = self.zero
        moved = abs(strength - self.anchor) > _STILL
        if moved or self._rest is None:
            self._moved(at_ns)
        if moved:
            self.anchor, self.since_ns = strength, at_ns
        self.strength = strength
        before = self.state
        sign = 1 if strength > 0 else -1
        size, same = abs(strength), before * sign > 0
        if not same:
            self._rest = None
        if size < (self._leave if same else self._enter):
            self.state = 0
        else:
            self.state = sign * (2 if self._stacked(size, was=same and abs(before) == 2) else 1)
        return self.state - before

    @property
    def told(self) -> int:
        """The strength as the controller takes it: a man near 500, two stacked ones from 720 on."""
        size = abs(self.strength)
        if abs(self.state) == 2:
            assert self._rest is not None
            size = min(max(size * MAN / self._rest, _STACK_TOLD), _FULL)
        else:
            size = min(size, _ALONE_TOLD)
        return round(size) if self.state > 0 else -round(size)

    def _moved(self, at_ns: int) -> None:
        """The strength leaves where it was, or may: if it was there for long that is what the man gives."""
        held_ns = at_ns - self.since_ns
        if abs(self.state) != 1 or held_ns < _STILL_NS:
            return
        held = abs(self.anchor)
        if self._rest is None or held < self._rest or held_ns >= _RESTED_NS:
            self._rest = held

    def _stacked(self, size: float, *, was: bool) -> bool:
        rest = self._rest
        if was:
            assert rest is not None
            return size >= _STACK_OFF * rest
        if rest is not None:
            return size >= max(_STACK * rest, _STACK_MIN)
        if size >= _ALONE_MAX:  # they came together
            self._rest = size / _STACKED
            return True
        return False
