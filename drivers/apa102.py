"""APA102 and SK9822 lamps, driven by clock and data of an SPI bus: no pulse has to last for any given time.

A frame is 32 bits low, 32 bits a lamp (three high, five of overall brightness, then blue, green, red), and an end.
APA102 data sheet, "Cascading data structure". What the sheets leave out is known by measurement (T. Böscke,
"Understanding the APA102 'Superled'", 2014, and "SK9822 - a clone of the APA102", 2016): each lamp hands the clock
on half a period later, so that the last of n lamps needs n/2 clocks more; the SK9822 shows a new colour only
with the clock after the next 32 low bits. An end of 33 low bits and n/2 more serves both.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Final

from drivers.lights import DARK, MA_PER_LEVEL, check_picture, check_settings, dimmed, scale_of
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.ports import Colour, SpiBus

SPEED_HZ: Final = 4_000_000
"""The SPI clock; SPI mode 0."""
OVERALL_MAX: Final = 31
_OVERALL_MARK: Final = 0xE0
_START: Final = bytes(4)


class Apa102:
    """A chain of APA102 or SK9822 lamps; channel 0 is the first of the chain.

    Dimming goes into the overall brightness as far as it can, so that colours keep their hue in a dark room.

    Args:
        spi: at `SPEED_HZ`, or slower for long wires; closed together with the lamps.
        count: lamps in the chain.
        ma_max: what the supply may give to the lamps, in mA, at 20 mA for each of red, green and blue at full; a
            brighter picture is dimmed as a whole.
        brightness: 0 to 1, over everything.

    Raises:
        ValueError: a brightness outside 0 to 1, or no current or lamps at all.
    """

    def __init__(
        self, spi: SpiBus, count: int, *, brightness: float = 1.0, ma_max: float = 500.0
    ) -> None:
        check_settings(count, brightness=brightness, ma_max=ma_max)
        self._spi = spi
        self._count = count
        self._ma_max = ma_max
        self._brightness = brightness
        self._end = bytes(4 + count // 16 + 1)
        self._closed = False

    @property
    def count(self) -> int:
        return self._count

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights these channels and darkens all others.

        Raises:
            ValueError: a channel that does not exist or a level outside 0 to 255.
            WorldFault: the lamps could not be written; the next call tries again.
        """
        check_picture(self._count, colours)
        scale = scale_of(colours, brightness=self._brightness, ma_max=self._ma_max)
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
        self._spi.write(bytes(frame + self._end))

    def close(self) -> None:
        """Darkens the lamps, if they can be written, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(WorldFault):
            self.show({})
        self._spi.close()
