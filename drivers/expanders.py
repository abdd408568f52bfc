"""What is common to sensors on chips that are read independently: retries, blind chips, trust.

A quick read may only confirm what is already known. Whatever looks *different* is read again with all
precautions, and the chip must show that it still has its settings, before anyone hears of it. Chips that
do not answer leave their channels unknown, are tried again by themselves, and do not disturb the others.

No interrupt lines are used. A scan is so cheap that polling is as fast as any edge would be, and it also
finds what an edge would not tell: a chip that has gone, one that lost its settings, an edge that was lost.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from drivers.ports import Fault, I2cBus, Kind, Scan, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


class Seen(NamedTuple):
    """What a reading says. `unknown` and `faults` are for what the chip itself reports as unfit."""

    levels: int
    unknown: int = 0
    faults: tuple[Fault, ...] = ()


class Group(Protocol):
    """Inputs that are set up, read and lost together: those of one chip, mostly.

    Attributes:
        where: bus and chip in words.
        name: what should be there, for people: "an MCP23017".
        inputs: how many there are.
    """

    where: str
    name: str
    inputs: int

    @property
    def quick(self) -> Callable[[], bytes]:
        """Reads the inputs in the cheapest way; what it gives may be wrong after a fault."""
        ...

    def set_up(self) -> None:
        """Writes all settings.

        Raises:
            WorldFault: a transfer failed. So do all methods here that use the bus.
        """
        ...

    def read(self) -> bytes:
        """Reads the inputs with all precautions."""
        ...

    def lost_at(self, *, full: bool) -> str | None:
        """Bus and chip that has lost its settings; None when they stand.

        Args:
            full: all settings are compared; otherwise only a sign that a reset would take away.
        """
        ...

    def park(self) -> None:
        """Makes the chip ready for quick reads."""
        ...

    def decode(self, raw: bytes) -> Seen:
        """What a reading means; bit n for input n."""
        ...


def check_addresses(addresses: Sequence[int], first: int, last: int, name: str) -> None:
    """Refuses addresses that such chips cannot have.

    Raises:
        ValueError: addresses outside the range, none, or the same twice.
    """
    if not addresses or len(set(addresses)) != len(addresses):
        raise ValueError(f"{name} needs at least one address, and none twice")
    if bad := [f"{a:#04x}" for a in addresses if not first <= a <= last]:
        raise ValueError(f"{name} answers at {first:#04x} to {last:#04x}, not at {', '.join(bad)}")


def chip_at(bus: I2cBus, address: int) -> str:
    """Bus and chip in words."""
    return f"{bus.name} chip {address:#04x}"


def _retry_delay_ns(failures: int, at_once: int) -> int:
    """How long to leave something that fails alone: not at first, then 100 ms, then half a second."""
    if failures < at_once:
        return 0
    return 100 * _MS if failures < at_once + 20 else 500 * _MS


class SixteenPins:
    """What groups of one chip with sixteen inputs, read two bytes at a time, have in common.

    Args:
        name: of the chip, for messages.
        active_low: an occupied point pulls its pin to ground.
    """

    inputs = 16

    def __init__(self, bus: I2cBus, address: int, name: str, *, active_low: bool) -> None:
        self.where = chip_at(bus, address)
        self.name = name
        self.quick: Callable[[], bytes] = partial(bus.read, address, 2)
        self._bus = bus
        self._address = address
        self._flip = 0xFFFF if active_low else 0

    def decode(self, raw: bytes) -> Seen:
        return Seen(int.from_bytes(raw, "little") ^ self._flip)


class _Known:
    """What is known of one group.

    Attributes:
        first: its first channel.
        raw: the reading last believed; None when it must be read with all precautions.
        fault: why its channels are unknown, or None.
        check_ns: when its settings are to be compared next; `_AT_ONCE` after they were written.
        failures: tries that failed since it last answered; `retry_ns` is when the next is due.
    """

    __slots__ = (
        "blind_scans",
        "check_ns",
        "failures",
        "fault",
        "first",
        "group",
        "index",
        "quick",
        "raw",
        "ready",
        "retry_ns",
        "seen",
    )

    def __init__(self, index: int, first: int, group: Group) -> None:
        self.index = index
        self.first = first
        self.group = group
        self.quick = group.quick
        self.raw: bytes | None = None
        self.seen = Seen(0)
        self.fault: Fault | None = None
        self.ready = False
        self.check_ns = _AT_ONCE
        self.retry_ns = 0
        self.failures = 0
        self.blind_scans = 0


class ExpanderMatrix:
    """Contact sensors on groups of inputs. Implements `SensorMatrix`.

    Channels go by groups, then by inputs.

    Args:
        bus: that all groups are on; closed together with the matrix.
        groups: in the order of their channels.
    """

    def __init__(self, bus: I2cBus, groups: Sequence[Group]) -> None:
        self._bus = bus
        self._known: list[_Known] = []
        self._channels = 0
        for index, group in enumerate(groups):
            self._known.append(_Known(index, self._channels, group))
            self._channels += group.inputs
        self._bus_fault: Fault | None = None
        self._bus_failures = 0
        self._bus_retry_ns = 0
        self._all = (1 << self._channels) - 1
        self._result = Scan(levels=0, unknown=self._all)
        self._stale = True

    @property
    def channels(self) -> int:
        return self._channels

    @property
    def kind(self) -> Kind:
        return Kind.PRESENCE

    def scan(self, at_ns: int) -> Scan:
        if self._bus_fault is not None and at_ns < self._bus_retry_ns:
            return self._result
        try:
            for known in self._known:
                fault = None
                if known.raw is not None and at_ns < known.check_ns:
                    try:
                        if known.quick() == known.raw:
                            continue
                    except WorldFault as error:
                        fault = error
                self._examine(known, at_ns, fault)
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

    def _examine(self, known: _Known, at_ns: int, fault: WorldFault | None) -> None:
        """Reads a group with all precautions.

        Args:
            known: the group.
            at_ns: time of the scan.
            fault: of the quick read just tried, which counts as the first try.

        Raises:
            WorldFault: the whole bus has failed.
        """
        if known.failures and at_ns < known.retry_ns:
            self._count_blind(known)
            return
        tries = _TRIES if fault is None else _TRIES - 1
        while True:
            if fault is not None and fault.symptom in _WHOLE_BUS:
                raise fault
            if fault is not None and (fault.symptom not in _TRANSIENT or not tries):
                self._failed(known, fault, at_ns)
                return
            tries -= 1
            try:
                self._read_again(known, at_ns)
            except WorldFault as error:
                fault = error
            else:
                return

    def _read_again(self, known: _Known, at_ns: int) -> None:
        """Reads with all precautions; believes a change only of a group that kept its settings."""
        group = known.group
        if not known.ready:
            self._set_up(known)
        raw = group.read()
        due = at_ns >= known.check_ns
        if raw == known.raw and not due:
            return  # the quick read was wrong; the chip is right again
        fresh = known.check_ns == _AT_ONCE
        where = group.lost_at(full=due)
        if where is not None:
            known.ready = False
            if fresh:
                raise _keeps_nothing(group, where)
            self._lose(
                known, Fault(symptom=Symptom.BROWN_OUT, where=where, remedy=_BROWN_OUT_REMEDY)
            )
            self._set_up(known)
            return
        group.park()
        if due:  # the groups' turns are spread over the second
            part = known.index + 1 if fresh else len(self._known)
            known.check_ns = at_ns + _CHECK_NS * part // len(self._known)
        known.failures = known.blind_scans = 0
        if raw != known.raw or known.fault is not None:
            known.raw = raw
            known.seen = group.decode(raw)
            known.fault = None
            self._stale = True

    def _set_up(self, known: _Known) -> None:
        known.group.set_up()
        known.ready = True
        known.check_ns = _AT_ONCE

    def _failed(self, known: _Known, fault: WorldFault, at_ns: int) -> None:
        known.ready = False
        known.failures += 1
        known.retry_ns = at_ns + _retry_delay_ns(known.failures, _MISSING_SCANS)
        if known.fault is None or known.fault.symptom is not Symptom.MISSING:
            self._lose(known, Fault(symptom=fault.symptom, where=fault.where, remedy=fault.remedy))
        self._count_blind(known)

    def _count_blind(self, known: _Known) -> None:
        known.blind_scans += 1
        if known.blind_scans == _MISSING_SCANS:
            where = known.group.where if known.fault is None else known.fault.where
            self._lose(known, Fault(symptom=Symptom.MISSING, where=where, remedy=_MISSING_REMEDY))

    def _lose(self, known: _Known, fault: Fault) -> None:
        known.raw = None
        known.seen = Seen(0)
        known.fault = fault
        self._stale = True

    def _blind(self, fault: WorldFault, at_ns: int) -> Scan:
        """The whole bus has failed: every channel is unknown, and no further chip is tried."""
        self._bus_failures += 1
        self._bus_retry_ns = at_ns + _retry_delay_ns(self._bus_failures, _BUS_TRIES_AT_ONCE)
        for known in self._known:
            known.raw = None  # to be read with all precautions once the bus is back
        if self._bus_fault is None or self._bus_fault.symptom is not fault.symptom:
            self._bus_fault = Fault(
                symptom=fault.symptom, where=self._bus.name, remedy=fault.remedy
            )
            self._result = Scan(levels=0, unknown=self._all, faults=(self._bus_fault,))
        return self._result

    def _compose(self) -> Scan:
        levels = unknown = 0
        faults: list[Fault] = []
        for known in self._known:
            levels |= known.seen.levels << known.first
            unknown |= known.seen.unknown << known.first
            faults += known.seen.faults
            if known.fault is not None:
                unknown |= (1 << known.group.inputs) - 1 << known.first
                faults.append(known.fault)
        return Scan(levels=levels, unknown=unknown, faults=tuple(dict.fromkeys(faults)))


def _keeps_nothing(group: Group, where: str) -> WorldFault:
    remedy = (
        f"The chip does not keep what is written to it: check that it is {group.name} and that no "
        "two chips have this address."
    )
    return WorldFault(Symptom.IO, where, remedy)
