"""An ADS7830 as its data sheet (Texas Instruments SBAS302) describes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SINGLE_ENDED: Final = 0x80
_INTERNAL_REFERENCE: Final = 0x08


def quantised(part: float, bits: int) -> int:
    """What a converter makes of a part of its reference."""
    full = 1 << bits
    return min(max(int(part * full), 0), full - 1)


class Ads7830:
    """One chip. Inputs are converted against ground, referred to the supply; nothing else is modelled.

    Args:
        inputs: the voltages at CH0 and on, as parts of the supply; further ones are at ground.
    """

    bits = 8

    def __init__(self, inputs: Sequence[Callable[[], float]]) -> None:
        self._inputs = tuple(inputs)
        self._command: int | None = None

    def write(self, data: bytes) -> None:
        """A write transfer: the command byte. The conversion begins with it."""
        if data:
            self._command = data[-1]

    def read(self, count: int) -> bytes:
        """The conversion's result; without a command byte before it what no one has promised."""
        command, self._command = self._command, None
        if command is None or not command & _SINGLE_ENDED or command & _INTERNAL_REFERENCE:
            return b"\xff" * count
        select = command >> 4 & 7
        channel = (select & 3) << 1 | select >> 2
        voltage = self._inputs[channel]() if channel < len(self._inputs) else 0.0
        return self._bytes(quantised(voltage, self.bits))[:count].ljust(count, b"\xff")

    def brown_out(self) -> None:
        """The supply dips: a command that was given is forgotten."""
        self._command = None

    def slip(self) -> None:
        """A glitch on the clock line. There is no pointer that could go on."""

    def _bytes(self, count: int) -> bytes:
        return bytes([count])
