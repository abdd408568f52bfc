"""Select lines of analogue multiplexers CD74HC4067, 16 to 1 (Texas Instruments SCHS209).

All multiplexers of a board share the four lines: one setting connects one input of each. Switching takes
some hundred nanoseconds at 3.3 V (section "Switching specifications"; a converter on I2C takes its sample
no sooner than 30 microseconds after that at 400 kHz), so that no pause is needed unless somebody has put a
capacitor at the output.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.ports import OutputLines

LINES: Final = 4
POSITIONS: Final = 1 << LINES


class Selects:
    """The select lines of all multiplexers.

    Args:
        lines: S0, S1, S2, S3; closed together with this.
        settle_us: pause after switching, in microseconds.
        wait: what pauses, given seconds.

    Raises:
        ValueError: there are not four lines.
    """

    def __init__(
        self,
        lines: OutputLines,
        *,
        settle_us: int = 0,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if lines.count != LINES:
            raise ValueError(f"a CD74HC4067 has {LINES} select lines, not {lines.count}")
        self._lines = lines
        self._settle_s = settle_us / 1e6
        self._wait = wait

    def select(self, position: int) -> None:
        """Connects this input, 0 to 15, of every multiplexer.

        Raises:
            WorldFault: the lines could not be driven.
        """
        self._lines.set(position)
        if self._settle_s:
            self._wait(self._settle_s)

    def close(self) -> None:
        """Lets go of the lines. May be called twice."""
        self._lines.close()
