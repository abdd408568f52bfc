"""Analogue-to-digital converter ADS7830: 8 inputs of 8 bits on I2C (Texas Instruments SBAS302).

The chip keeps nothing between transfers: each one names its input in a command byte ("Command Byte",
page 11), and the conversion begins while that byte is received. So a chip whose supply had dipped needs no
setting up again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from drivers.ports import I2cBus

ADDRESSES: Final = range(0x48, 0x4C)
INPUTS: Final = 8
_SINGLE_ENDED: Final = 0x80
_CONVERTER_ON: Final = 0x04
"""PD1 clear, PD0 set: the converter stays on, and the reference is the supply."""


def command(channel: int) -> bytes:
    """The command byte that converts one input against ground; the ADS7828 has the same.

    Bits C2 to C0 are not the input's number: C2 tells odd from even, C1 and C0 are the pair (table II).
    """
    select = (channel & 1) << 2 | channel >> 1
    return bytes([_SINGLE_ENDED | select << 4 | _CONVERTER_ON])


COMMANDS: Final = tuple(command(channel) for channel in range(INPUTS))


class Ads7830:
    """One ADS7830. Implements `Adc`.

    Args:
        bus: closed together with the converter; of several on one bus each may close it.
        address: 0x48 to 0x4B.

    Raises:
        ValueError: the chip has no such address.
    """

    bits = 8
    channels = INPUTS
    name = "an ADS7830"
    """For messages."""

    def __init__(self, bus: I2cBus, address: int) -> None:
        if address not in ADDRESSES:
            raise ValueError(f"{self.name} answers at 0x48 to 0x4b, not at {address:#04x}")
        self._bus = bus
        self._address = address

    @property
    def bus(self) -> str:
        return self._bus.name

    @property
    def where(self) -> str:
        return f"{self._bus.name} chip {self._address:#04x}"

    def read(self, channel: int) -> int:
        return self._bus.write_read(self._address, COMMANDS[channel], 1)[0]

    def close(self) -> None:
        self._bus.close()
