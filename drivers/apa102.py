"""APA102 and SK9822 lamps, driven by clock and data of an SPI bus: no pulse has to last for any given time.

A frame is 32 bits low, 32 bits a lamp (three high, five of overall brightness, then blue, green, red), and an end.
APA102 data sheet, "Cascading data structure". What the sheets leave out is known by measurement (T. Böscke,
"Understanding the APA102 'Superled'", 2014, and "SK9822 - a clone of the APA102", 2016): each lamp hands the clock
on half a period later, so that the last of n lamps needs n/2 clocks more; the SK9822 shows a new colour only
with the clock after the next 32 low bits. An end of 33 low bits and n/2 more serves both.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from drivers.lights import DARK, MA_PER_LEVEL, Chain, dimmed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.ports import Colour, SpiBus

SPEED_HZ: Final = 4_000_000
"""The SPI clock; SPI mode 0."""
OVERALL_MAX: Final = 31
_OVERALL_MARK: Final = 0xE0
_START: Final = bytes(4)


class Apa102(Chain):
    """A chain of APA102 or SK9822 lamps.

    Dimming goes into the overall brightness as far as it can, so that colours keep their hue in a dark room.

    Args:
        spi: at `SPEED_HZ`, or slower for long wires.

    The others as for `Chain`, also what is raised.
    """

    def __init__(
        self, spi: SpiBus, count: int, *, brightness: float = 1.0, ma_max: float = 500.0
    ) -> None:
        super().__init__(spi, count, brightness=brightness, ma_max=ma_max)
        self._end = bytes(4 + count // 16 + 1)

    def _frame(self, colours: Mapping[int, Colour], scale: float) -> bytes:
        overall = max(1, math.ceil(scale * OVERALL_MAX))
        shown = dimmed(
            colours,
            scale * OVERALL_MAX / overall,
            ma_max=self._ma_max,
            ma_per_level=MA_PER_LEVEL * overall / OVERALL_MAX,
        )
        frame = bytearray(_START)
        for channel in range(self._count):
            red, green, blue = shown.get(channel, DARK)
            frame += bytes([_OVERALL_MARK | overall, blue, green, red])
        return bytes(frame + self._end)
