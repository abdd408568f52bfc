"""Contact sensors on PCF8575 port expanders, an input for each (Texas Instruments SCPS121).

The chip has no registers: a read gives its sixteen pins, a write sets their latches. A pin whose latch is
high is held up by a weak current (about 100 µA) and can be read; all are high at power-on. So a scan is
one bare two-byte read a chip. Reads have an even number of bytes, as the data sheet asks. It allows 400 kHz.

What a chip without registers cannot show:

* That its supply dipped. It does no harm: after power-on everything is as set up here.
* That a latch is low, which then looks like a closed contact. So the latches are written high again
  before any change is believed, and every second.
* That it is a PCF8575, and that its wires lead where they should. Nothing can be asked of it but its pins.

As nothing vouches for a reading, a change is believed only when two reads in a row give the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.expanders import ExpanderMatrix, SixteenPins, check_addresses
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import I2cBus

_ALL_HIGH: Final = b"\xff\xff"
_READS_MAX: Final = 4  # of a contact that bounces: 0.3 ms at 400 kHz; the next scan tries again
_UNSTEADY_REMEDY: Final = (
    "Two reads in a row never gave the same: shorten the cables, lower the bus speed, look for a contact "
    "that rattles."
)
NAME: Final = "a PCF8575"
FIRST: Final = 0x20
LAST: Final = 0x27
"""Addresses of the chip."""


class _Chip(SixteenPins):
    """One chip. Implements `Group`."""

    def set_up(self) -> None:
        """`read` does it each time."""

    def read(self) -> bytes:
        self._bus.write(self._address, _ALL_HIGH)
        raw = self.quick()
        for _ in range(_READS_MAX - 1):
            again = self.quick()
            if again == raw:
                return raw
            raw = again
        raise WorldFault(Symptom.IO, self.where, _UNSTEADY_REMEDY)

    def lost_at(self, *, full: bool) -> None:
        """Nobody can tell."""

    def park(self) -> None:
        """There is no pointer."""


class Pcf8575Matrix(ExpanderMatrix):
    """Sensors that each close an input of a PCF8575.

    Channels go by chips in the order of their addresses, then by pins P00 to P07, P10 to P17.

    Args:
        bus: closed together with the matrix.
        addresses: of the chips, 0x20 to 0x27.
        active_low: an occupied point pulls its pin to ground (reed or open collector). Sensors that drive
            their pins high must also be able to pull them low against the chip's current.

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice.
    """

    def __init__(self, bus: I2cBus, addresses: Sequence[int], *, active_low: bool = True) -> None:
        check_addresses(addresses, FIRST, LAST, NAME)
        super().__init__(bus, [_Chip(bus, a, NAME, active_low=active_low) for a in addresses])
