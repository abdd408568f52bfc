"""A simulated computer: its buses and lines lead to models of chips. Implements `Machine`."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Literal, Protocol

from drivers.faults import world_fault
from drivers.sim.bus import SimI2c, Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from drivers.calibration import Calibration
    from drivers.ports import I2cBus, InputLines, OutputLines, Pull, SerialPort, SpiBus, WorldFault


class Circuit(Protocol):
    """Something that is wired to GPIO lines."""

    def levels(self, driven: Mapping[int, bool]) -> Mapping[int, bool]:
        """The lines that the circuit holds at a level, by pin; of all others it lets go.

        Args:
            driven: the lines that the machine drives, by pin.
        """
        ...


class ContactCircuit(Protocol):
    """The electronics of a board of contacts, as models on a machine."""

    def close_contacts(self, closed: int) -> None:
        """Closes these contacts and opens all others: bit n for the contact that the driver calls n."""
        ...


class SimMachine:
    """Nothing is there until it is put in.

    Attributes:
        wires: I2C buses by device.
        spis: what answers at each SPI device.
        serials: what is at the other end of each serial line.
        circuits: what the GPIO lines are wired to.
        driven: GPIO lines that are driven now, by pin.
        watchers: told of the driven lines after each change: chips that an edge triggers.
        learnt: what careful people have learnt of its Hall sensors, which spread as real ones do.
    """

    def __init__(self) -> None:
        self.wires: dict[str, Wire] = {}
        self.spis: dict[str, SpiBus] = {}
        self.serials: dict[str, SerialPort] = {}
        self.circuits: list[Circuit] = []
        self.driven: dict[int, bool] = {}
        self.watchers: list[Callable[[Mapping[int, bool]], None]] = []
        self.learnt: Calibration | None = None
        self._taken: set[int] = set()

    def wire(self, device: str) -> Wire:
        """The I2C bus at a device; a new one, without chips, where there was none."""
        return self.wires.setdefault(device, Wire({}))

    def advance(self, at_ns: int) -> None:
        """Tells the buses what time it is."""
        for wire in self.wires.values():
            wire.now_ns = at_ns

    def i2c(self, device: str) -> I2cBus:
        if device not in self.wires:
            raise _missing(device)
        return SimI2c(self.wires[device], name=device)

    def spi(self, device: str, *, speed_hz: int, mode: Literal[0, 1, 2, 3] = 0) -> SpiBus:  # noqa: ARG002 - models that care look for themselves
        if device not in self.spis:
            raise _missing(device)
        return self.spis[device]

    def outputs(self, pins: Sequence[int], *, open_drain: bool = False) -> OutputLines:
        return _Outputs(self, self._take(pins), open_drain=open_drain)

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines:
        return _Inputs(self, self._take(pins), pull)

    def serial(self, device: str, *, baud: int) -> SerialPort:  # noqa: ARG002 - as with spi
        if device not in self.serials:
            raise _missing(device)
        return self.serials[device]

    def _take(self, pins: Sequence[int]) -> Sequence[int]:
        if again := self._taken & set(pins):
            raise world_fault(OSError(errno.EBUSY, os.strerror(errno.EBUSY)), f"GPIO {min(again)}")
        self._taken |= set(pins)
        return tuple(pins)

    def release(self, pins: Sequence[int]) -> None:
        """Lines are let go of."""
        self._taken -= set(pins)
        for pin in pins:
            self.driven.pop(pin, None)


def _missing(device: str) -> WorldFault:
    return world_fault(OSError(errno.ENOENT, os.strerror(errno.ENOENT)), device)


class _Outputs:
    """Driven lines. Implements `OutputLines`."""

    def __init__(self, machine: SimMachine, pins: Sequence[int], *, open_drain: bool) -> None:
        self._machine = machine
        self._pins = pins
        self._open_drain = open_drain
        self.set((1 << len(pins)) - 1 if open_drain else 0)

    @property
    def count(self) -> int:
        return len(self._pins)

    def set(self, levels: int) -> None:
        driven = self._machine.driven
        for n, pin in enumerate(self._pins):
            level = bool(levels >> n & 1)
            if level and self._open_drain:
                driven.pop(pin, None)
            else:
                driven[pin] = level
        for watcher in self._machine.watchers:
            watcher(driven)

    def close(self) -> None:
        self._machine.release(self._pins)


class _Inputs:
    """Read lines. Implements `InputLines`. A line that floats reads low."""

    def __init__(self, machine: SimMachine, pins: Sequence[int], pull: Pull) -> None:
        self._machine = machine
        self._pins = pins
        self._idle = pull == "up"

    @property
    def count(self) -> int:
        return len(self._pins)

    def read(self) -> int:
        machine = self._machine
        held: dict[int, bool] = {}
        for circuit in machine.circuits:
            held.update(circuit.levels(machine.driven))
        return sum(held.get(pin, self._idle) << n for n, pin in enumerate(self._pins))

    def close(self) -> None:
        self._machine.release(self._pins)
