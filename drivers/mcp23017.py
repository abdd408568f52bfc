"""Contact sensors on MCP23017 port expanders (Microchip DS20001952), an input for each.

A scan is one bare two-byte read a chip: with IOCON.SEQOP set and BANK clear the chip's register
pointer goes to and fro between GPIOA and GPIOB for ever, so nothing needs to be written first
(sections 1.3.1 and 3.2.1). That is fast but trusts the pointer and the chip's settings; what looks
different is read again with its register named (see `drivers.expanders`).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from drivers.expanders import ExpanderMatrix, Seen, check_addresses, chip_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.ports import I2cBus

IODIRA: Final = 0x00
_IPOLA: Final = 0x02
_GPINTENA: Final = 0x04
_GPINTENB: Final = 0x05
_IOCON: Final = 0x0A
_GPPUA: Final = 0x0C
GPIOA: Final = 0x12
_OLATA: Final = 0x14
_SEQOP: Final = 0x20

POINT_AT_GPIOA: Final = bytes([GPIOA])
NAME: Final = "an MCP23017"
FIRST: Final = 0x20
LAST: Final = 0x27
"""Addresses of the chip."""


class Registers:
    """The registers of one chip, and what they are to hold.

    Args:
        pulled: pins whose pull-ups are on, bit 0 is GPA0.
        inputs: pins that are inputs; the others are driven as `driven` says.
    """

    def __init__(
        self, bus: I2cBus, address: int, *, pulled: int, inputs: int, driven: int = 0
    ) -> None:
        self._bus = bus
        self._address = address
        self._pairs: tuple[tuple[int, bytes], ...] = tuple(
            (register, value.to_bytes(2, "little"))
            for register, value in (
                (_OLATA, driven),
                (_IPOLA, 0),
                (_GPINTENA, 0),
                (_GPPUA, pulled),
                (IODIRA, inputs),
            )
        )

    def write(self) -> None:
        """Writes all of them."""
        write, address = self._bus.write, self._address
        # Register 5 is GPINTENB, or IOCON in a chip that someone left in BANK 1: zero suits both.
        write(address, bytes([_GPINTENB, 0]))
        write(address, bytes([_IOCON, _SEQOP]))
        for register, pair in self._pairs:
            write(address, bytes([register]) + pair)

    def stand(self, *, full: bool) -> bool:
        """Whether the chip still has them; IOCON alone tells a reset, `full` compares all."""
        read, address = self._bus.write_read, self._address
        if read(address, bytes([_IOCON]), 1)[0] != _SEQOP:
            return False
        return not full or all(
            read(address, bytes([register]), 2) == pair for register, pair in self._pairs
        )


class _Chip:
    """One chip. Implements `Group`."""

    def __init__(self, bus: I2cBus, address: int, inputs: int, *, active_low: bool) -> None:
        self.where = chip_at(bus, address)
        self.name = NAME
        self.inputs = inputs
        self.quick: Callable[[], bytes] = partial(bus.read, address, 2)
        self._bus = bus
        self._address = address
        self._active_low = active_low
        pins = 0x7F7F if inputs == 14 else 0xFFFF
        # Unused pins are outputs at low: a contact wired to one by mistake shorts nothing.
        self._settings = Registers(bus, address, pulled=pins if active_low else 0, inputs=pins)

    def set_up(self) -> None:
        self._settings.write()

    def read(self) -> bytes:
        return self._bus.write_read(self._address, POINT_AT_GPIOA, 2)

    def lost_at(self, *, full: bool) -> str | None:
        return None if self._settings.stand(full=full) else self.where

    def park(self) -> None:
        self._bus.write(self._address, POINT_AT_GPIOA)

    def decode(self, raw: bytes) -> Seen:
        a, b = (~raw[0], ~raw[1]) if self._active_low else (raw[0], raw[1])
        if self.inputs == 16:
            return Seen((a & 0xFF) | (b & 0xFF) << 8)
        return Seen((a & 0x7F) | (b & 0x7F) << 7)


class Mcp23017Matrix(ExpanderMatrix):
    """Sensors that each close an input of an MCP23017.

    Channels go by chips in the order of their addresses, then by pins A0 to A7, B0 to B7; with 14
    inputs A0 to A6, B0 to B6.

    Args:
        bus: closed together with the matrix.
        addresses: of the chips, 0x20 to 0x27.
        inputs_per_chip: 14 leaves GPA7 and GPB7 alone, which the data sheet since revision D no
            longer allows as inputs; 16 for boards that were built before.
        active_low: an occupied point pulls its pin to ground (reed or open collector).

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice.
    """

    def __init__(
        self,
        bus: I2cBus,
        addresses: Sequence[int],
        *,
        inputs_per_chip: Literal[14, 16] = 14,
        active_low: bool = True,
    ) -> None:
        check_addresses(addresses, FIRST, LAST, NAME)
        super().__init__(
            bus, [_Chip(bus, a, inputs_per_chip, active_low=active_low) for a in addresses]
        )
