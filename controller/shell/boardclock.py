"""The board's time: monotonic, and in a demo faster or slower than ours."""

from __future__ import annotations

import time
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
"""Linux names each start of the machine."""


class BoardClock:
    """Monotonic nanoseconds since the machine started, running at a speed.

    Args:
        speed: 1 for real time; 10 for ten times as fast.

    Attributes:
        boot: names the stretch in which its time runs on, through new starts of the program; None where
            a new start begins at another time.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self.boot = _boot() if speed == 1.0 else None
        self._speed = speed
        self._base_ns = time.monotonic_ns()

    def now_ns(self) -> int:
        passed_ns = time.monotonic_ns() - self._base_ns
        return self._base_ns + int(passed_ns * self._speed)

    def real_s(self, board_ns: int) -> float:
        """How many real seconds a stretch of board time takes."""
        return board_ns / 1e9 / self._speed


class SteppedClock(BoardClock):
    """Time that stands still until it is set: for playing as fast as the machine can."""

    def __init__(self) -> None:
        super().__init__()
        self.boot = None
        self.at_ns = self._base_ns

    def now_ns(self) -> int:
        return self.at_ns

    def real_s(self, board_ns: int) -> float:  # noqa: ARG002 - no time passes
        return 0.0


def _boot() -> str | None:
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return None  # then a new start of the program counts as one of the machine
