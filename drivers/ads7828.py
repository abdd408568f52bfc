"""Analogue-to-digital converter ADS7828: 8 inputs of 12 bits on I2C (Texas Instruments SBAS181).

As the ADS7830, with two bytes of data: four zeros, then the 12 bits, the highest first.
"""

from __future__ import annotations

from typing import Final

from drivers.ads7830 import COMMANDS, Ads7830
from drivers.ports import Symptom, WorldFault

_NOT_ITS_DATA: Final = (
    "The four bits before the data are not zero: check that the chip is an ADS7828, its supply, and "
    "that nothing else has its address."
)


class Ads7828(Ads7830):
    """One ADS7828. Implements `Adc`; arguments as for `Ads7830`."""

    bits = 12
    name = "an ADS7828"

    def read(self, channel: int) -> int:
        high, low = self._bus.write_read(self._address, COMMANDS[channel], 2)
        if high > 0x0F:
            raise WorldFault(Symptom.IO, self.where, _NOT_ITS_DATA)
        return high << 8 | low
