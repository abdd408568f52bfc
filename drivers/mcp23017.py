"""Contact sensors on MCP23017 port expanders (Microchip DS20001952).

A scan is one bare two-byte read a chip: with IOCON.SEQOP set and BANK clear the chip's register
pointer goes to and fro between GPIOA and GPIOB for ever, so nothing needs to be written first. That
is fast but trusts the pointer and the chip's settings, so a bare read may only confirm what is
already known. Whatever looks *different* is read again with its register named, and the chip must
show that it still has its settings, before anyone hears of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from drivers.ports import Fault, I2cBus, Kind, Scan, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence

_IODIRA: Final = 0x00
_IPOLA: Final = 0x02
_GPINTENA: Final = 0x04
_GPINTENB: Final = 0x05
_IOCON: Final = 0x0A
_GPPUA: Final = 0x0C
_GPIOA: Final = 0x12
_OLATA: Final = 0x14
_SEQOP: Final = 0x20

_POINT_AT_GPIOA: Final = bytes([_GPIOA])
_MS: Final = 1_000_000
_CHECK_NS: Final = 1_000 * _MS
_AT_ONCE: Final = -1
_MISSING_SCANS: Final = 20  # 100 ms at 200 scans a second: no contact glitch lasts so long
_TRIES: Final = 3
_BUS_TRIES_AT_ONCE: Final = 3  # each costs the bus time-out; to ask one chip in vain costs nothing
_WHOLE_BUS: Final = frozenset({Symptom.STUCK, Symptom.BUS_MISSING})
_TRANSIENT: Final = frozenset({Symptom.NAK, Symptom.ARBITRATION, Symptom.IO})
_BROWN_OUT_REMEDY: Final = (
    "The chip had lost its settings and was set up again: check its supply and its reset wire."
)
_MISSING_REMEDY: Final = "Its points are unknown: check the chip's supply, address pins and wires."
_KEEPS_NOTHING_REMEDY: Final = (
    "The chip does not keep what is written to it: check that it is an MCP23017 and that no two "
    "chips have this address."
)


def _retry_delay_ns(failures: int, at_once: int) -> int:
    """How long to leave something that fails alone: not at first, then 100 ms, then half a second."""
    if failures < at_once:
        return 0
    return 100 * _MS if failures < at_once + 20 else 500 * _MS


class _Chip:
    """What is known of one chip.

    Attributes:
        raw: ports A and B as last believed; None when they must be read with all precautions.
        fault: why its channels are unknown, or None.
        check_ns: when its settings are to be compared next; `_AT_ONCE` after they were written.
        failures: tries that failed since it last answered; `retry_ns` is when the next is due.
    """

    __slots__ = (
        "address",
        "blind_scans",
        "check_ns",
        "failures",
        "fault",
        "index",
        "levels",
        "raw",
        "ready",
        "retry_ns",
        "where",
    )

    def __init__(self, index: int, address: int, where: str) -> None:
        self.index = index
        self.address = address
        self.where = where
        self.raw: bytes | None = None
        self.levels = 0
        self.fault: Fault | None = None
        self.ready = False
        self.check_ns = _AT_ONCE
        self.retry_ns = 0
        self.failures = 0
        self.blind_scans = 0


class Mcp23017Matrix:
    """Sensors that each close an input of an MCP23017.

    Channels go by chips in the order of their addresses, then by pins A0 to A7, B0 to B7; with 14
    inputs A0 to A6, B0 to B6. Chips that do not answer leave their channels unknown, are tried again
    by themselves, and do not disturb the others.

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
        if not addresses or len(set(addresses)) != len(addresses):
            raise ValueError("an MCP23017 matrix needs at least one address, and none twice")
        if bad := [f"{a:#04x}" for a in addresses if not 0x20 <= a <= 0x27]:
            raise ValueError(f"an MCP23017 answers at 0x20 to 0x27, not at {', '.join(bad)}")
        self._bus = bus
        self._inputs = inputs_per_chip
        self._active_low = active_low
        self._chips = [_Chip(i, a, f"{bus.name} chip {a:#04x}") for i, a in enumerate(addresses)]
        port = 0x7F if inputs_per_chip == 14 else 0xFF
        # Unused pins are outputs at low: a contact wired to one by mistake shorts nothing.
        self._settings: tuple[tuple[int, bytes], ...] = (
            (_OLATA, bytes([0, 0])),
            (_IPOLA, bytes([0, 0])),
            (_GPINTENA, bytes([0, 0])),
            (_GPPUA, bytes([port, port] if active_low else [0, 0])),
            (_IODIRA, bytes([port, port])),
        )
        self._bus_fault: Fault | None = None
        self._bus_failures = 0
        self._bus_retry_ns = 0
        self._all = (1 << self.channels) - 1
        self._result = Scan(levels=0, unknown=self._all)
        self._stale = True

    @property
    def channels(self) -> int:
        return self._inputs * len(self._chips)

    @property
    def kind(self) -> Kind:
        return Kind.PRESENCE

    def scan(self, at_ns: int) -> Scan:
        if self._bus_fault is not None and at_ns < self._bus_retry_ns:
            return self._result
        read = self._bus.read
        try:
            for chip in self._chips:
                fault = None
                if chip.raw is not None and at_ns < chip.check_ns:
                    try:
                        if read(chip.address, 2) == chip.raw:
                            continue
                    except WorldFault as error:
                        fault = error
                self._examine(chip, at_ns, fault)
        except WorldFault as error:
            return self._blind(error, at_ns)
        if self._bus_fault is not None:
            self._bus_fault = None
            self._bus_failures = 0
            self._stale = True
        if self._stale:
            self._result = self._compose()
            self._stale = False
        return self._result

    def close(self) -> None:
        self._bus.close()

    def _examine(self, chip: _Chip, at_ns: int, fault: WorldFault | None) -> None:
        """Reads a chip with all precautions.

        Args:
            chip: the chip.
            at_ns: time of the scan.
            fault: of the bare read just tried, which counts as the first try.

        Raises:
            WorldFault: the whole bus has failed.
        """
        if chip.failures and at_ns < chip.retry_ns:
            self._count_blind(chip)
            return
        tries = _TRIES if fault is None else _TRIES - 1
        while True:
            if fault is not None and fault.symptom in _WHOLE_BUS:
                raise fault
            if fault is not None and (fault.symptom not in _TRANSIENT or not tries):
                self._failed(chip, fault, at_ns)
                return
            tries -= 1
            try:
                self._read_named(chip, at_ns)
            except WorldFault as error:
                fault = error
            else:
                return

    def _read_named(self, chip: _Chip, at_ns: int) -> None:
        """Reads the ports by name; believes a change only of a chip that kept its settings."""
        bus, address = self._bus, chip.address
        if not chip.ready:
            self._configure(chip)
        raw = bus.write_read(address, _POINT_AT_GPIOA, 2)
        due = at_ns >= chip.check_ns
        if raw == chip.raw and not due:
            return  # the bare read was wrong; the pointer is right again
        fresh = chip.check_ns == _AT_ONCE
        if not self._keeps_settings(address, full=due):
            chip.ready = False
            if fresh:
                raise WorldFault(Symptom.IO, chip.where, _KEEPS_NOTHING_REMEDY)
            self._lose(
                chip,
                Fault(symptom=Symptom.BROWN_OUT, where=chip.where, remedy=_BROWN_OUT_REMEDY),
            )
            self._configure(chip)
            return
        bus.write(address, _POINT_AT_GPIOA)
        if due:  # the chips' turns are spread over the second
            part = chip.index + 1 if fresh else len(self._chips)
            chip.check_ns = at_ns + _CHECK_NS * part // len(self._chips)
        chip.failures = chip.blind_scans = 0
        if raw != chip.raw or chip.fault is not None:
            chip.raw = raw
            chip.levels = self._levels_of(raw) << (chip.index * self._inputs)
            chip.fault = None
            self._stale = True

    def _configure(self, chip: _Chip) -> None:
        bus, address = self._bus, chip.address
        # Register 5 is GPINTENB, or IOCON in a chip that someone left in BANK 1: zero suits both.
        bus.write(address, bytes([_GPINTENB, 0]))
        bus.write(address, bytes([_IOCON, _SEQOP]))
        for register, pair in self._settings:
            bus.write(address, bytes([register]) + pair)
        chip.ready = True
        chip.check_ns = _AT_ONCE

    def _keeps_settings(self, address: int, *, full: bool) -> bool:
        """Whether the chip still has its settings; IOCON alone tells a reset, `full` compares all."""
        if self._bus.write_read(address, bytes([_IOCON]), 1)[0] != _SEQOP:
            return False
        return not full or all(
            self._bus.write_read(address, bytes([register]), 2) == pair
            for register, pair in self._settings
        )

    def _levels_of(self, raw: bytes) -> int:
        a, b = (~raw[0], ~raw[1]) if self._active_low else (raw[0], raw[1])
        if self._inputs == 16:
            return (a & 0xFF) | (b & 0xFF) << 8
        return (a & 0x7F) | (b & 0x7F) << 7

    def _failed(self, chip: _Chip, fault: WorldFault, at_ns: int) -> None:
        chip.ready = False
        chip.failures += 1
        chip.retry_ns = at_ns + _retry_delay_ns(chip.failures, _MISSING_SCANS)
        if chip.fault is None or chip.fault.symptom is not Symptom.MISSING:
            self._lose(chip, Fault(symptom=fault.symptom, where=chip.where, remedy=fault.remedy))
        self._count_blind(chip)

    def _count_blind(self, chip: _Chip) -> None:
        chip.blind_scans += 1
        if chip.blind_scans == _MISSING_SCANS:
            self._lose(
                chip, Fault(symptom=Symptom.MISSING, where=chip.where, remedy=_MISSING_REMEDY)
            )

    def _lose(self, chip: _Chip, fault: Fault) -> None:
        chip.raw = None
        chip.levels = 0
        chip.fault = fault
        self._stale = True

    def _blind(self, fault: WorldFault, at_ns: int) -> Scan:
        """The whole bus has failed: every channel is unknown, and no further chip is tried."""
        self._bus_failures += 1
        self._bus_retry_ns = at_ns + _retry_delay_ns(self._bus_failures, _BUS_TRIES_AT_ONCE)
        for chip in self._chips:
            chip.raw = None  # to be read with all precautions once the bus is back
        if self._bus_fault is None or self._bus_fault.symptom is not fault.symptom:
            self._bus_fault = Fault(
                symptom=fault.symptom, where=self._bus.name, remedy=fault.remedy
            )
            self._result = Scan(levels=0, unknown=self._all, faults=(self._bus_fault,))
        return self._result

    def _compose(self) -> Scan:
        mask = (1 << self._inputs) - 1
        levels = unknown = 0
        faults = []
        for chip in self._chips:
            levels |= chip.levels
            if chip.fault is not None:
                unknown |= mask << (chip.index * self._inputs)
                faults.append(chip.fault)
        return Scan(levels=levels, unknown=unknown, faults=tuple(faults))
