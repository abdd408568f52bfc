"""WS2812 lamps, driven by the data line of an SPI bus.

Each bit of a lamp is a pulse, drawn with 3 bits of SPI at 2.4 MHz (100 or 110) or with 4 at 3.2 MHz
(1000 or 1110). A low line of 300 us makes the lamps show what they have been sent.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Literal

from drivers.lights import DARK, check_picture, check_settings, dimmed, scale_of
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.ports import Colour, SpiBus

SPEED_HZ: Final[Mapping[int, int]] = {3: 2_400_000, 4: 3_200_000}
"""The SPI clock for each number of SPI bits a pulse."""

_PULSES: Final[Mapping[int, tuple[str, str]]] = {3: ("100", "110"), 4: ("1000", "1110")}
_LATCH_US: Final = 300


class Ws2812:
    """A chain of WS2812 lamps; channel 0 is the first of the chain.

    Args:
        spi: at the clock of `SPEED_HZ[bits]`; closed together with the lamps.
        count: lamps in the chain.
        bits: SPI bits that draw one pulse.
        ma_max: what the supply may give to the lamps, in mA, at 20 mA for each of red, green and
            blue at full; a brighter picture is dimmed as a whole.
        brightness: 0 to 1, over everything.

    Raises:
        ValueError: a brightness outside 0 to 1, or no current or lamps at all.
    """

    def __init__(
        self,
        spi: SpiBus,
        count: int,
        *,
        bits: Literal[3, 4] = 3,
        ma_max: float = 500.0,
        brightness: float = 1.0,
    ) -> None:
        check_settings(count, brightness=brightness, ma_max=ma_max)
        self._spi = spi
        self._count = count
        self._ma_max = ma_max
        self._brightness = brightness
        zero, one = _PULSES[bits]
        self._codes = [
            int("".join(one if value >> bit & 1 else zero for bit in range(7, -1, -1)), 2).to_bytes(
                bits, "big"
            )
            for value in range(256)
        ]
        self._latch = bytes(_LATCH_US * SPEED_HZ[bits] // 8_000_000 + 1)
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
        shown = dimmed(colours, scale, ma_max=self._ma_max)
        codes = self._codes
        # Low before as well: some controllers leave the line high when idle.
        frame = bytearray(self._latch)
        for channel in range(self._count):
            red, green, blue = shown.get(channel, DARK)
            for level in (green, red, blue):
                frame += codes[level]
        frame += self._latch
        self._spi.write(bytes(frame))

    def close(self) -> None:
        """Darkens the lamps, if they can be written, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(WorldFault):
            self.show({})
        self._spi.close()
