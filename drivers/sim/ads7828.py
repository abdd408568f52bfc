"""An ADS7828 as its data sheet (Texas Instruments SBAS181) describes it: an ADS7830 with 12 bits."""

from __future__ import annotations

from drivers.sim.ads7830 import Ads7830


class Ads7828(Ads7830):
    """One chip. Its data are two bytes: four zeros, then the 12 bits."""

    bits = 12

    def _bytes(self, count: int) -> bytes:
        return count.to_bytes(2, "big")
