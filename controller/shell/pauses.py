"""Pauses of the program's own making: while Python collects garbage, or the event loop computes, nothing is scanned."""

from __future__ import annotations

import gc
import sys

SWITCH_S = 0.0005
"""The scan thread waits no longer for its turn while the event loop computes; Python's own 5 ms are a scan of 200 Hz left out."""


def keep_pauses_short() -> None:
    """Takes everything that is in memory now for good, so that no later collection of garbage looks at it.

    Call it once all is set up. A whole collection looks at every object of the program: 45 ms on a desktop, half a second
    on a Zero 2 W. Afterwards it looks at what has been made since, some milliseconds in a long game.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
