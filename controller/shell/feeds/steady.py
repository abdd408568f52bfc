"""Time for what waits: it runs on evenly, whatever is done to the wall clock, and goes on after a restart."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import structs

from controller.shell.boardclock import BoardClock
from controller.shell.feeds.delay import Entered

if TYPE_CHECKING:
    from collections.abc import Callable


class SteadyTime:
    """Seconds of the wall clock as it was when the program began.

    A Pi has no clock of its own: its wall clock is often days behind until the network sets it. If that moved
    this time too, everything that waits would be seen at once.

    Args:
        wall: wall time in seconds.
        passed: seconds since the machine started; they never jump.
        boot: names that start of the machine; None where nobody knows.

    Attributes:
        ahead_s: what this time is ahead of `passed`.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        passed: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME),
        boot: str | None = None,
    ) -> None:
        self.boot = boot or BoardClock().boot
        self._passed = passed
        self.ahead_s = wall() - passed()

    def __call__(self) -> float:
        return self._passed() + self.ahead_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a run of an earlier version has left to the next.

    Attributes:
        boot, ahead_s: of its time.
        at_s: the newest moment that it knows of, by its time.
    """

    boot: str | None
    ahead_s: float
    at_s: float
    entered: list[Entered]


def later_s(boot: str | None, ahead_s: float, at_s: float, now: SteadyTime) -> float:
    """By how much a moment of an earlier run is later by the time of this one.

    After a new start of the machine nobody knows how long it was off; that time does not count, and the
    public waits for longer.

    Args:
        boot, ahead_s: of the earlier run's time.
        at_s: the newest moment that it knows of.
    """
    same = boot is not None and boot == now.boot
    return now.ahead_s - ahead_s if same else now() - at_s


def resumed(left: Kept, now: SteadyTime) -> list[Entered]:
    """What an earlier run has left, by the time of this one."""
    more_s = later_s(left.boot, left.ahead_s, left.at_s, now)
    return [structs.replace(each, at_s=each.at_s + more_s) for each in left.entered]
