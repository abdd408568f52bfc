"""Analogue-to-digital converter ADS7828: 8 inputs of 12 bits on I2C (Texas Instruments SBAS181).

As the ADS7830, with two bytes of data: four zeros, then the 12 bits, the highest first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ads7830 import ADDRESSES, COMMANDS, INPUTS
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from drivers.ports import I2cBus

_NOT_ITS_DATA: Final = (
    "The four bits before the data are not zero: check that the chip is an ADS7828, its supply, and "
    "that nothing else has its address."
)


class Ads7828:
    """One ADS7828. Implements `Adc`.

    Args:
        bus: closed together with the converter; of several on one bus each may close it.
        address: 0x48 to 0x4B.

    Raises:
        ValueError: the chip has no such address.
    """

    bits = 12
    channels = INPUTS

    def __init__(self, bus: I2cBus, address: int) -> None:
        if address not in ADDRESSES:
            raise ValueError(f"an ADS7828 answers at 0x48 to 0x4b, not at {address:#04x}")
        self._bus = bus
        self._address = address

    @property
    def bus(self) -> str:
        return self._bus.name

    @property
    def where(self) -> str:
        return f"{self._bus.name} chip {self._address:#04x}"

    def read(self, channel: int) -> int:
        high, low = self._bus.write_read(self._address, COMMANDS[channel], 2)
        if high > 0x0F:
            raise WorldFault(Symptom.IO, self.where, _NOT_ITS_DATA)
        return high << 8 | low

    def close(self) -> None:
        self._bus.close()
