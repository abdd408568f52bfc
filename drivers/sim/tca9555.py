"""A TCA9555 or PCA9555 as the data sheet (Texas Instruments SCPS200) describes it, register by register.

The interrupt line is not modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.sim.pins import PINS, PinCircuit
from drivers.sim.tca9548a import put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.machine import ContactCircuit, SimMachine
    from drivers.sim.tca9548a import Mux

_INPUT: Final = 0
_OUTPUT: Final = 2
_POLARITY: Final = 4
_CONFIGURATION: Final = 6


class Tca9555:
    """One chip.

    Args:
        floating: levels of pins that nothing drives, bit 0 is P00: all high with the chip's own pull-ups;
            those of a 9535 float as they like.
    """

    def __init__(self, *, floating: int = 0xFFFF) -> None:
        self._floating = floating
        self._low = 0
        self._high = 0
        self._registers = bytearray(8)
        self._pointer = 0
        self.brown_out()

    def brown_out(self) -> None:
        """The supply dips: every register goes back to its value at power-on."""
        self._registers[:] = bytes([0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        self._pointer = 0

    def tie(self, low: int, high: int) -> None:
        """Ties pins to ground and to the supply, and lets go of all others."""
        self._low, self._high = low, high

    @property
    def driven(self) -> int:
        """Pins that the chip drives as outputs, bit 0 is P00."""
        return ~self._word(_CONFIGURATION) & 0xFFFF

    def slip(self) -> None:
        """A glitch on the clock line: the pointer goes on to the other register of its pair."""
        self._pointer ^= 1

    def write(self, data: bytes) -> None:
        """A write transfer: the command byte, then bytes for one register of the pair and the other."""
        if not data:
            return
        self._pointer = data[0] & 0x07
        for value in data[1:]:
            if self._pointer >= _OUTPUT:  # the inputs cannot be written
                self._registers[self._pointer] = value
            self._pointer ^= 1

    def read(self, count: int) -> bytes:
        """A read transfer from the register that the last command byte leads to."""
        result = bytearray()
        for _ in range(count):
            if self._pointer < _OUTPUT:
                result.append(self._inputs() >> 8 * (self._pointer - _INPUT) & 0xFF)
            else:
                result.append(self._registers[self._pointer])
            self._pointer ^= 1
        return bytes(result)

    def _word(self, register: int) -> int:
        return self._registers[register] | self._registers[register + 1] << 8

    def _inputs(self) -> int:
        inputs = self._word(_CONFIGURATION)
        levels = inputs & self._floating | ~inputs & self._word(_OUTPUT)
        levels = (levels | self._high) & ~self._low
        return (levels ^ inputs & self._word(_POLARITY)) & 0xFFFF


def wire_tca9555(
    machine: SimMachine,
    device: str,
    addresses: Sequence[int],
    *,
    active_low: bool = True,
    mux: Mux | None = None,
) -> ContactCircuit:
    """Puts chips on a machine, with a contact at each input; arguments as for `wire_mcp23017`."""
    chips = [Tca9555() for _ in addresses]
    for address, chip in zip(addresses, chips, strict=True):
        put(machine.wire(device), address, chip, mux)
    return PinCircuit(chips, PINS[16], active_low=active_low)
