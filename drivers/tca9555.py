"""Contact sensors on TCA9555 or PCA9555 port expanders, an input for each (Texas Instruments SCPS200).

The chip keeps its command byte, and within a pair of registers it goes on from one to the other and back.
So a scan is one bare two-byte read a chip once the command byte is that of the inputs (the data sheet's
"Reads", scenario 2). An odd number of bytes would leave it at the other register; what looks different is
read again with the register named (see `drivers.expanders`).

A 9555 holds up each input by 100 kΩ of its own: enough for reed contacts near the chip. The 9535 is the
same without these and needs a resistor at each input. Data sheets allow 400 kHz.

With the command byte at the inputs the interrupt line of these chips may let go when another chip on the
bus answers, so it is of no use here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.expanders import ExpanderMatrix, SixteenPins, check_addresses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import I2cBus

_POINT_AT_INPUTS: Final = b"\x00"
# The output latches drive nothing while all pins are inputs. At power-on they are high, so low ones are the
# sign that our settings stand; and should a pin ever become an output, low does not short a closed contact.
_OUTPUTS: Final = (b"\x02", b"\x00\x00")
_SETTINGS: Final = (_OUTPUTS, (b"\x04", b"\x00\x00"), (b"\x06", b"\xff\xff"))
NAME: Final = "a TCA9555 or PCA9555"
FIRST: Final = 0x20
LAST: Final = 0x27
"""Addresses of the chip."""


class _Chip(SixteenPins):
    """One chip. Implements `Group`."""

    def set_up(self) -> None:
        for register, pair in _SETTINGS:
            self._bus.write(self._address, register + pair)

    def read(self) -> bytes:
        return self._bus.write_read(self._address, _POINT_AT_INPUTS, 2)

    def lost_at(self, *, full: bool) -> str | None:
        stand = all(
            self._bus.write_read(self._address, register, 2) == pair
            for register, pair in (_SETTINGS if full else (_OUTPUTS,))
        )
        return None if stand else self.where

    def park(self) -> None:
        self._bus.write(self._address, _POINT_AT_INPUTS)


class Tca9555Matrix(ExpanderMatrix):
    """Sensors that each close an input of a TCA9555 or PCA9555.

    Channels go by chips in the order of their addresses, then by pins P00 to P07, P10 to P17.

    Args:
        bus: closed together with the matrix.
        addresses: of the chips, 0x20 to 0x27.
        active_low: an occupied point pulls its pin to ground (reed or open collector).

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice.
    """

    def __init__(self, bus: I2cBus, addresses: Sequence[int], *, active_low: bool = True) -> None:
        check_addresses(addresses, FIRST, LAST, NAME)
        super().__init__(bus, [_Chip(bus, a, NAME, active_low=active_low) for a in addresses])
