"""A PCF8575 as the data sheet (Texas Instruments SCPS121) describes it: sixteen pins, no registers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.sim.pins import PINS, PinCircuit
from drivers.sim.tca9548a import put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.machine import ContactCircuit, SimMachine
    from drivers.sim.tca9548a import Mux


class Pcf8575:
    """One chip. A pin whose latch is high is held up by a weak current only, and can be read."""

    def __init__(self) -> None:
        self._low = 0
        self._high = 0
        self.latch = 0xFFFF

    def brown_out(self) -> None:
        """The supply dips: every latch is high again, as at power-on."""
        self.latch = 0xFFFF

    def tie(self, low: int, high: int) -> None:
        """Ties pins to ground and to the supply, and lets go of all others."""
        self._low, self._high = low, high

    @property
    def shorted(self) -> int:
        """Pins that the chip pulls low while they are tied to the supply: too much current flows."""
        return self._high & ~self.latch

    def slip(self) -> None:
        """There is no pointer that could slip."""

    def write(self, data: bytes) -> None:
        """A write transfer: latches P07 to P00, then P17 to P10, and so on in turn."""
        for place, value in enumerate(data):
            shift = 8 * (place % 2)
            self.latch = self.latch & ~(0xFF << shift) | value << shift

    def read(self, count: int) -> bytes:
        """A read transfer: the pins P07 to P00, then P17 to P10, and so on in turn."""
        pins = (self.latch & (0xFFFF ^ self._low)).to_bytes(2, "little")
        return bytes(pins[place % 2] for place in range(count))


def wire_pcf8575(
    machine: SimMachine,
    device: str,
    addresses: Sequence[int],
    *,
    active_low: bool = True,
    mux: Mux | None = None,
) -> ContactCircuit:
    """Puts chips on a machine, with a contact at each input; arguments as for `wire_mcp23017`."""
    chips = [Pcf8575() for _ in addresses]
    for address, chip in zip(addresses, chips, strict=True):
        put(machine.wire(device), address, chip, mux)
    return PinCircuit(chips, PINS[16], active_low=active_low)
