"""An MCP3008 as its data sheet (Microchip DS21295) describes it, clock by clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.sim.ads7830 import quantised

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.ports import WorldFault

_BITS: Final = 10


class Mcp3008:
    """One chip at an SPI device. Implements `SpiBus`.

    Args:
        inputs: the voltages at CH0 and on, as parts of the supply; further ones are at ground.
        name: for messages.

    Attributes:
        exchanges: transfers so far.
        faults: the next transfers fail with these, one each.
        missing: the chip is not there, and its data line is held high by nothing better than a pull-up.
    """

    def __init__(self, inputs: Sequence[Callable[[], float]], name: str = "/dev/spidev0.0") -> None:
        self._inputs = tuple(inputs)
        self._name = name
        self.exchanges = 0
        self.faults: list[WorldFault] = []
        self.missing = False

    @property
    def name(self) -> str:
        return self._name

    def write(self, data: bytes) -> None:
        self.exchange(data)

    def exchange(self, data: bytes) -> bytes:
        """One transfer under one chip select: bits are taken and given as the clock goes (figure 5-1)."""
        self.exchanges += 1
        if self.faults:
            raise self.faults.pop(0)
        if self.missing:
            return b"\xff" * len(data)
        sent = int.from_bytes(data, "big")
        start = sent.bit_length()  # the first one is the start bit
        if start < 5:
            return bytes(len(data))
        single, channel = sent >> start - 2 & 1, sent >> start - 5 & 7
        voltage = 0.0
        if single and channel < len(self._inputs):
            voltage = self._inputs[channel]()
        # After the start bit, the four bits that choose, one clock to sample and the null bit come the data.
        answer = quantised(voltage, _BITS)
        shift = start - 7 - _BITS
        answer = answer << shift if shift >= 0 else answer >> -shift
        return answer.to_bytes(len(data), "big")

    def close(self) -> None:
        """Nothing to release."""
