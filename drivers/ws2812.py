"""WS2812 lamps, driven by the data line of an SPI bus.

Each bit of a lamp is a pulse, drawn with 3 bits of SPI at 2.4 MHz (100 or 110) or with 4 at 3.2 MHz
(1000 or 1110). A low line of 300 us makes the lamps show what they have been sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from drivers.lights import DARK, Chain, dimmed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.ports import Colour, SpiBus

SPEED_HZ: Final[Mapping[int, int]] = {3: 2_400_000, 4: 3_200_000}
"""The SPI clock for each number of SPI bits a pulse."""

_PULSES: Final[Mapping[int, tuple[str, str]]] = {3: ("100", "110"), 4: ("1000", "1110")}
_LATCH_US: Final = 300


class Ws2812(Chain):
    """A chain of WS2812 lamps.

    Args:
        spi: at the clock of `SPEED_HZ[bits]`.
        bits: SPI bits that draw one pulse.

    The others as for `Chain`, also what is raised.
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
        super().__init__(spi, count, brightness=brightness, ma_max=ma_max)
        zero, one = _PULSES[bits]
        self._codes = [
            int("".join(one if value >> bit & 1 else zero for bit in range(7, -1, -1)), 2).to_bytes(
                bits, "big"
            )
            for value in range(256)
        ]
        self._latch = bytes(_LATCH_US * SPEED_HZ[bits] // 8_000_000 + 1)

    def _frame(self, colours: Mapping[int, Colour], scale: float) -> bytes:
        shown = dimmed(colours, scale, ma_max=self._ma_max)
        codes = self._codes
        # Low before as well: some controllers leave the line high when idle.
        frame = bytearray(self._latch)
        for channel in range(self._count):
            red, green, blue = shown.get(channel, DARK)
            for level in (green, red, blue):
                frame += codes[level]
        frame += self._latch
        return bytes(frame)
