"""Who answers on an I2C bus and behind its multiplexers, against those whom the configuration names there."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Iterable

    from drivers.ports import I2cBus

ADDRESSES = range(0x08, 0x78)
"""The others are reserved (NXP UM10204, table 4)."""
CHANNELS = range(8)
"""Of a TCA9548A."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A chip's bus and address.

    Attributes:
        behind: address of the multiplexer that the chip is behind, and its channel; () for none.
    """

    bus: str
    address: int
    behind: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{line_name(self.bus, self.behind)} chip {self.address:#04x}"


def line_name(bus: str, behind: tuple[int, ...]) -> str:
    """A bus, or one of those behind a multiplexer."""
    return f"{bus} multiplexer {behind[0]:#04x} channel {behind[1]}" if behind else bus


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Who answers on a bus.

    Attributes:
        addresses: None where the bus itself fails.
    """

    bus: str
    addresses: frozenset[int] | None
    fault: WorldFault | None = None


def listen(bus: I2cBus) -> Answers:
    """Asks every address for a byte. The bus is as it was, but a chip's pointer may have moved on."""
    found = set()
    for address in ADDRESSES:
        try:
            bus.read(address, 1)
        except WorldFault as fault:
            if fault.symptom is not Symptom.NAK:
                return Answers(bus=bus.name, addresses=None, fault=fault)
        else:
            found.add(address)
    return Answers(bus=bus.name, addresses=frozenset(found))


class Behind:
    """A bus behind a multiplexer, its channel opened before each transfer. Implements `I2cBus`."""

    def __init__(self, bus: I2cBus, behind: tuple[int, ...]) -> None:
        self._bus = bus
        self._mux, channel = behind
        self._selection = bytes([1 << channel])
        self.name = line_name(bus.name, behind)

    def write(self, address: int, data: bytes) -> None:
        self._bus.write(self._mux, self._selection)
        self._bus.write(address, data)

    def read(self, address: int, count: int) -> bytes:
        self._bus.write(self._mux, self._selection)
        return self._bus.read(address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        self._bus.write(self._mux, self._selection)
        return self._bus.write_read(address, data, count)

    def close(self) -> None:
        """The bus is closed by who opened it."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Who answers on a bus and behind its multiplexers, by `Spot.behind`.

    Attributes:
        answering: in a channel without those who answer on the bus itself, which are heard there too.
        named: those whom the configuration names there, and who uses them.
    """

    bus: str
    answering: dict[tuple[int, ...], frozenset[int]] = field(default_factory=dict)
    named: dict[tuple[int, ...], dict[int, str]] = field(default_factory=dict)

    @property
    def before(self) -> frozenset[int]:
        """Who answers on the bus itself, whatever channel is open."""
        return self.answering.get((), frozenset())

    def listen(self, bus: I2cBus, behind: tuple[int, ...]) -> WorldFault | None:
        """Listens there; the bus's fault where that fails."""
        answers = listen(Behind(bus, behind) if behind else bus)
        if answers.addresses is not None:
            self.answering[behind] = answers.addresses - self.before
        return answers.fault

    @property
    def lines(self) -> list[tuple[int, ...]]:
        """Where the configuration names chips and it could be listened."""
        return [line for line in self.named if line in self.answering]

    def missing(self, behind: tuple[int, ...]) -> list[int]:
        """Who is named there and answers neither there nor before the multiplexer."""
        named = self.named.get(behind, {}).keys()
        return sorted(named - self.answering[behind] - self.before)

    def strange(self, behind: tuple[int, ...]) -> list[int]:
        """Who answers there and is not named there."""
        return sorted(self.answering[behind] - self.named.get(behind, {}).keys())

    def astray(self) -> dict[Spot, Spot]:
        """Chips that are missing in their channel, and the channel in which one with that address is instead."""
        lines = sorted(line for line in self.answering if line)
        strays = [Spot(self.bus, a, line) for line in lines for a in self.strange(line)]
        found = {}
        for where in [Spot(self.bus, a, line) for line in lines for a in self.missing(line)]:
            if stray := next((each for each in strays if each.address == where.address), None):
                strays.remove(stray)
                found[where] = stray
        return found

    def shadowed(self, address: int) -> list[Spot]:
        """The chips behind multiplexers that cannot be told from one on the bus itself."""
        lines = [line for line, named in self.named.items() if line and address in named]
        return [Spot(self.bus, address, line) for line in lines]


def shut(bus: I2cBus, muxes: Iterable[int]) -> None:
    """No channel is open after."""
    for mux in muxes:
        with contextlib.suppress(WorldFault):
            bus.write(mux, bytes([0]))
