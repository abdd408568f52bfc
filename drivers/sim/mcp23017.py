"""An MCP23017 as its data sheet (Microchip DS20001952) describes it, register by register.

Interrupts are not modelled: INTF and INTCAP read 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from drivers.sim.pins import PINS, PinCircuit
from drivers.sim.tca9548a import put

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.sim.machine import ContactCircuit, SimMachine
    from drivers.sim.tca9548a import Mux

_IOCON: Final = 0x0A
_GPPUA: Final = 0x0C
_GPIOA: Final = 0x12
_OLATA: Final = 0x14
_REGISTERS: Final = 0x16
_READ_ONLY: Final = frozenset(range(0x0E, 0x12))
_BANK: Final = 0x80
_SEQOP: Final = 0x20


class Mcp23017:
    """One chip. Registers are kept by their addresses with IOCON.BANK clear.

    Args:
        floating: levels of inputs that nothing drives and nothing pulls up, bit 0 is GPA0.

    Attributes:
        ask: called before the chip is read: time for whatever is wired to its pins to tie them.
    """

    def __init__(self, *, floating: int = 0) -> None:
        self._floating = floating
        self._low = 0
        self._high = 0
        self._registers = bytearray(_REGISTERS)
        self._pointer = 0
        self._port = b"\0\0"
        self._parked = False
        self.ask: Callable[[], None] | None = None
        self.brown_out()

    def brown_out(self) -> None:
        """The supply dips: every register goes back to its value at power-on."""
        self._registers[:] = bytes(_REGISTERS)
        self._registers[0] = self._registers[1] = 0xFF
        self._pointer = 0
        self._refresh()

    def ground(self, pins: int) -> None:
        """Ties these pins to ground (closed contacts) and lets go of all others."""
        self.tie(pins, 0)

    def tie(self, low: int, high: int) -> None:
        """Ties pins to ground and to the supply, and lets go of all others."""
        if (low, high) != (self._low, self._high):
            self._low, self._high = low, high
            self._refresh()

    @property
    def driven(self) -> int:
        """Pins that the chip drives as outputs, bit 0 is GPA0."""
        return ~self._word(0x00) & 0xFFFF

    @property
    def outputs(self) -> tuple[int, int]:
        """Pins that the chip drives low, and high."""
        driven, latch = self.driven, self._word(_OLATA)
        return driven & ~latch, driven & latch

    def slip(self) -> None:
        """A glitch on the clock line: the pointer goes on by one register, and nobody is told."""
        self._advance()

    def write(self, data: bytes) -> None:
        """A write transfer: the pointer, then bytes for the registers."""
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            self._store(self._register(), value)
            self._advance()
        self._settle()

    def read(self, count: int) -> bytes:
        """A read transfer from wherever the pointer stands."""
        if self.ask is not None:
            self.ask()
        if self._parked and count == 2:
            return self._port  # the pointer comes back to GPIOA
        result = bytearray()
        for _ in range(count):
            register = self._register()
            if register is None:
                result.append(0)
            elif register in {_GPIOA, _GPIOA + 1}:
                result.append(self._port[register - _GPIOA])
            else:
                result.append(self._registers[register])
            self._advance()
        self._settle()
        return bytes(result)

    def _word(self, register: int) -> int:
        return self._registers[register] | self._registers[register + 1] << 8

    def _register(self) -> int | None:
        """The register that the pointer means, or None where there is none."""
        if not self._registers[_IOCON] & _BANK:
            return self._pointer if self._pointer < _REGISTERS else None
        port, offset = divmod(self._pointer, 0x10)
        return 2 * offset + port if port < 2 and offset < 0x0B else None

    def _store(self, register: int | None, value: int) -> None:
        if register is None or register in _READ_ONLY:
            return
        if register in {_IOCON, _IOCON + 1}:
            self._registers[_IOCON] = self._registers[_IOCON + 1] = value & 0xFE
            return
        if register in {_GPIOA, _GPIOA + 1}:
            register += _OLATA - _GPIOA
        self._registers[register] = value
        self._refresh()

    def _advance(self) -> None:
        banked = self._registers[_IOCON] & _BANK
        if self._registers[_IOCON] & _SEQOP:
            if not banked:
                self._pointer ^= 1
        elif banked:
            self._pointer = {0x0A: 0x10, 0x1A: 0x00}.get(self._pointer, self._pointer + 1)
        else:
            self._pointer = (self._pointer + 1) % _REGISTERS
        self._settle()

    def _settle(self) -> None:
        self._parked = (
            self._pointer == _GPIOA and self._registers[_IOCON] & (_SEQOP | _BANK) == _SEQOP
        )

    def _refresh(self) -> None:
        """Works out what the port registers read."""
        inputs = self._word(0x00)
        pulled = self._word(_GPPUA) | self._floating & ~self._word(_GPPUA)
        levels = (inputs & pulled | ~inputs & self._word(_OLATA) | self._high) & ~self._low
        levels ^= inputs & self._word(0x02)
        self._port = (levels & 0xFFFF).to_bytes(2, "little")
        self._settle()


def wire_mcp23017(
    machine: SimMachine,
    device: str,
    addresses: Sequence[int],
    inputs_per_chip: Literal[14, 16] = 14,
    *,
    active_low: bool = True,
    mux: Mux | None = None,
) -> ContactCircuit:
    """Puts chips on a machine, with a contact at each input.

    Args:
        machine: where they go.
        device: the bus.
        addresses: of the chips, in the order of their contacts.
        inputs_per_chip: 14 leaves GPA7 and GPB7 without contacts.
        active_low: closed contacts tie their pins to ground; otherwise sensors drive theirs high.
        mux: the channel of a multiplexer that the chips are behind.
    """
    chips = [Mcp23017() for _ in addresses]
    for address, chip in zip(addresses, chips, strict=True):
        put(machine.wire(device), address, chip, mux)
    return PinCircuit(chips, PINS[inputs_per_chip], active_low=active_low)
