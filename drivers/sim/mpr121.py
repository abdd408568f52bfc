"""An MPR121 as its data sheet (Freescale, rev. 4 of 2013) describes it, with electrodes in a simple world.

Filters are not modelled: readings are what they settle to. Slow drift is followed at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.sim.tca9548a import put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.machine import ContactCircuit, SimMachine
    from drivers.sim.tca9548a import Mux

_ELECTRODES: Final = 12
_DATA: Final = 0x04
_BASELINE: Final = 0x1E
_TOUCH: Final = 0x41
_RUN: Final = 0x5E
_CHARGE: Final = 0x5F
_AUTO_CONFIG: Final = 0x7B
_TARGET: Final = 0x7F
_SOFT_RESET: Final = 0x80
_READ_ONLY: Final = range(0x1E)
_LINES: Final = range(0x73, 0x7B)
_OVER_CURRENT: Final = 0x80
_MAN: Final = 40
"""How much a man lowers a reading, of 1024."""


class Mpr121:
    """One chip.

    Args:
        warm_up: reads after a start until there are readings.

    Attributes:
        broken: electrodes that cannot be brought into range; bit n for ELEn.
        rext_shorted: too much current flows while the chip runs.
        drift: what has been added to all readings since the beginning.
    """

    def __init__(self, *, warm_up: int = 0) -> None:
        self.broken = 0
        self.rext_shorted = False
        self.drift = 0
        self._warm_up = warm_up
        self._occupied = 0
        self._registers = bytearray(0x81)
        self.brown_out()

    def brown_out(self) -> None:
        """The supply dips: every register goes back to its value at power-on; the chip is stopped."""
        self._registers[:] = bytes(len(self._registers))
        self._registers[0x5C], self._registers[0x5D] = 0x10, 0x24
        self._pointer = 0
        self._touched = 0
        self._failed = 0
        self._waiting = 0

    def occupy(self, electrodes: int) -> None:
        """Sets men on these electrodes and takes them from all others."""
        self._occupied = electrodes
        self._measure()

    def warm(self, by: int) -> None:
        """Temperature adds to all readings, so slowly that baselines follow where no man stands."""
        for _ in range(abs(by)):
            self.drift += 1 if by > 0 else -1
            for electrode in range(_ELECTRODES):
                if self._runs and not self._touched >> electrode & 1:
                    self._registers[_BASELINE + electrode] = self._reading(electrode) >> 2
        self._measure()

    def slip(self) -> None:
        """A glitch on the clock line: the pointer goes on by one register."""
        self._pointer = (self._pointer + 1) % len(self._registers)

    def write(self, data: bytes) -> None:
        """A write transfer: the pointer, then bytes for the registers."""
        if not data:
            return
        self._pointer = data[0] % len(self._registers)
        for value in data[1:]:
            self._store(self._pointer, value)
            self.slip()

    def read(self, count: int) -> bytes:
        """A read transfer from wherever the pointer stands."""
        self._waiting = max(0, self._waiting - 1)
        self._measure()
        result = bytearray()
        for _ in range(count):
            result.append(self._value(self._pointer))
            self.slip()
        return bytes(result)

    @property
    def _runs(self) -> bool:
        return bool(self._registers[_RUN] & 0x3F)

    def _store(self, register: int, value: int) -> None:
        if register == _SOFT_RESET:
            if value == 0x63:
                self.brown_out()
        elif register == 0x01:
            self._registers[0x01] &= ~(value & _OVER_CURRENT)
        elif register == _RUN:
            if not self._registers[0x01] & _OVER_CURRENT:
                self._start(value)
        elif register not in _READ_ONLY and (not self._runs or register in _LINES):
            self._registers[register] = value

    def _start(self, value: int) -> None:
        was_stopped = not self._runs
        self._registers[_RUN] = value
        if not self._runs or not was_stopped:
            return
        self._waiting = self._warm_up
        if self.rext_shorted:
            self._registers[_RUN] = 0
            self._registers[0x01] |= _OVER_CURRENT
            return
        if self._registers[_AUTO_CONFIG] & 0x01:
            self._failed = self.broken and self.broken | 0x8000
            for electrode in range(_ELECTRODES):
                charge = 4 * self._registers[_TARGET] // self._gain(electrode)
                self._registers[_CHARGE + electrode] = charge
        if value & 0x80:
            for electrode in range(_ELECTRODES):
                self._registers[_BASELINE + electrode] = max(0, self._reading(electrode) >> 2)

    @staticmethod
    def _gain(electrode: int) -> int:
        """Counts for each step of the charge: no two electrodes are alike."""
        return 20 + electrode

    def _reading(self, electrode: int) -> int:
        if self.broken >> electrode & 1:
            return 1
        man = _MAN * (self._occupied >> electrode & 1)
        charge = self._registers[_CHARGE + electrode]
        return max(1, min(1023, charge * self._gain(electrode) + self.drift - man))

    def _measure(self) -> None:
        if not self._runs or self._waiting:
            self._touched = 0
            return
        for electrode in range(_ELECTRODES):
            below = 4 * self._registers[_BASELINE + electrode] - self._reading(electrode)
            if below > self._registers[_TOUCH + 2 * electrode]:
                self._touched |= 1 << electrode
            elif below < self._registers[_TOUCH + 1 + 2 * electrode]:
                self._touched &= ~(1 << electrode)

    def _value(self, register: int) -> int:
        if register < 0x02:
            return self._registers[register] | self._touched >> 8 * register & 0xFF
        if register < _DATA:
            return self._failed >> 8 * (register - 0x02) & 0xFF
        electrode, high = divmod(register - _DATA, 2)
        if electrode < _ELECTRODES:
            ready = self._runs and not self._waiting
            return self._reading(electrode) >> 8 * high & 0xFF if ready else 0
        return self._registers[register]


class Electrodes:
    """The electrodes of several chips. Implements `ContactCircuit`."""

    def __init__(self, chips: Sequence[Mpr121]) -> None:
        self._chips = chips

    def close_contacts(self, closed: int) -> None:
        for chip in self._chips:
            chip.occupy(closed & (1 << _ELECTRODES) - 1)
            closed >>= _ELECTRODES


def wire_mpr121(
    machine: SimMachine, device: str, addresses: Sequence[int], *, mux: Mux | None = None
) -> ContactCircuit:
    """Puts chips on a machine, with a point at each electrode; arguments as for `wire_mcp23017`."""
    chips = [Mpr121() for _ in addresses]
    for address, chip in zip(addresses, chips, strict=True):
        put(machine.wire(device), address, chip, mux)
    return Electrodes(chips)
