"""Slows a replay down to the pace of a wall clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Pace:
    """Waits until it is time for a moment of a trace.

    Attributes:
        speed: 1 as recorded, 10 ten times as fast.
    """

    def __init__(
        self,
        speed: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.speed = speed
        self._clock = clock
        self._sleep = sleep
        self._start = clock()

    def wait(self, at_us: int) -> None:
        """Returns at the moment of the trace, counted from when this was made."""
        left = self._start + at_us / 1e6 / self.speed - self._clock()
        if left > 0:
            self._sleep(left)
