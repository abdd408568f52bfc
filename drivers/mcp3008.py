"""Analogue-to-digital converter MCP3008: 8 inputs of 10 bits on SPI (Microchip DS21295).

A conversion is 24 clocks under one chip select (section 6.1): seven zeros and the start bit; single-ended
and the number of the input; and while the rest is clocked out, a zero (the null bit) and ten bits come in.
At most 1.35 MHz with a supply of 2.7 V, 3.6 MHz with 5 V (section 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from drivers.ports import SpiBus

INPUTS: Final = 8
SPEED_HZ: Final = 1_350_000
_START: Final = 0x01
_SINGLE_ENDED: Final = 0x80
_NULL: Final = 0x04
_NO_ANSWER: Final = (
    "The chip does not pull its data line low before the data: check its supply, the wires of SPI and "
    "the chip select."
)


class Mcp3008:
    """One MCP3008. Implements `Adc`.

    A missing chip on a data line that nothing holds may read as zeros, which no sensor gives: whoever uses
    the readings must take the ends of the scale for a fault.

    Args:
        spi: closed together with the converter.
    """

    bits = 10
    channels = INPUTS

    def __init__(self, spi: SpiBus) -> None:
        self._spi = spi
        self._commands = tuple(
            bytes([_START, _SINGLE_ENDED | channel << 4, 0]) for channel in range(INPUTS)
        )

    @property
    def bus(self) -> str:
        return self._spi.name

    @property
    def where(self) -> str:
        return self._spi.name

    def read(self, channel: int) -> int:
        _, high, low = self._spi.exchange(self._commands[channel])
        if high & _NULL:
            raise WorldFault(Symptom.NAK, self.where, _NO_ANSWER)
        return (high & 0x03) << 8 | low

    def close(self) -> None:
        self._spi.close()
