"""WS2812 lamps that read the pulses of an SPI line and refuse what real lamps would misread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from drivers.ports import Colour

_RUNS: Final = re.compile(r"1+|0+")
_LATCH_NS: Final = 280_000
# High and low times of the data sheets, WS2812 to WS2812B-V5, each within 150 ns.
_SHORT_HIGH_NS: Final = range(200, 551)
_LONG_HIGH_NS: Final = range(580, 1001)
_LOW_NS: Final = range(300, 5_001)
_PERIOD_NS: Final = range(900, 2_001)


class BadPulse(ValueError):  # noqa: N818 - the lamps' word for it
    """What came along the line is not what a WS2812 can read. Says where."""


class Ws2812Strip:
    """A chain of lamps on an SPI data line. Implements `SpiBus`.

    Args:
        count: lamps in the chain; a frame for more or fewer is refused.
        speed_hz: clock of the SPI bus.
    """

    def __init__(self, count: int, *, speed_hz: int) -> None:
        self._count = count
        self._bit_ns = 1e9 / speed_hz
        self._frame = b""
        self._colours: tuple[Colour, ...] = ((0, 0, 0),) * count
        self.writes = 0

    @property
    def name(self) -> str:
        return "simulated strip"

    def exchange(self, data: bytes) -> bytes:
        """As `write`: lamps answer nothing."""
        self.write(data)
        return bytes(len(data))

    def write(self, data: bytes) -> None:
        self._frame = data
        self.writes += 1

    def close(self) -> None:
        """Nothing to release: the lamps keep what they show."""

    def brown_out(self) -> None:
        """The supply dips: all dark."""
        self._frame = b""
        self._colours = ((0, 0, 0),) * self._count

    @property
    def ma(self) -> float:
        """What the lamps draw, in mA: 20 for each colour at full."""
        return sum(map(sum, self.colours())) * 20.0 / 255

    def colours(self) -> tuple[Colour, ...]:
        """What the lamps show, red, green, blue.

        Raises:
            BadPulse: the last frame has wrong timing, a wrong length or no latch.
        """
        if self._frame:
            self._colours = self._decode(self._frame)
            self._frame = b""
        return self._colours

    def _decode(self, data: bytes) -> tuple[Colour, ...]:
        line = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
        runs = [(run[0], int(len(run) * self._bit_ns)) for run in _RUNS.findall(line)]
        if runs and runs[0][0] == "0":
            del runs[0]
        if not runs or runs[-1][0] != "0" or runs[-1][1] < _LATCH_NS:
            raise BadPulse("the line is not held low long enough at the end for the lamps to latch")
        bits = [
            self._bit(high[1], low[1], place, last=2 * (place + 1) == len(runs))
            for place, (high, low) in enumerate(zip(runs[::2], runs[1::2], strict=True))
        ]
        if len(bits) != 24 * self._count:
            raise BadPulse(f"{len(bits)} pulses for {self._count} lamps of 24")
        levels = [
            int("".join(map(str, bits[start : start + 8])), 2) for start in range(0, len(bits), 8)
        ]
        return tuple(
            (red, green, blue)
            for green, red, blue in zip(levels[::3], levels[1::3], levels[2::3], strict=True)
        )

    @staticmethod
    def _bit(high_ns: int, low_ns: int, place: int, *, last: bool) -> int:
        if high_ns in _SHORT_HIGH_NS:
            bit = 0
        elif high_ns in _LONG_HIGH_NS:
            bit = 1
        else:
            raise BadPulse(f"pulse {place}: the line is high for {high_ns} ns")
        if not last and (low_ns not in _LOW_NS or high_ns + low_ns not in _PERIOD_NS):
            raise BadPulse(f"pulse {place}: the line is low for {low_ns} ns after {high_ns} ns")
        return bit
