"""What is examined: a board with its computer, real or simulated, and time in which it is looked at."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.shell.config_types import Config
    from controller.shell.doctor.system import System
    from controller.shell.electronics.base import Uses
    from controller.shell.hardware import Hardware
    from drivers.ports import Machine

MS = 1_000_000
SECOND = 1000 * MS


class Time(Protocol):
    """The time in which a board is scanned."""

    def ticks(self, hz: int) -> Iterator[int]:
        """The times of scans, in nanoseconds, for ever: waits for each."""
        ...


class RealTime:
    """Implements `Time` by waiting."""

    def ticks(self, hz: int) -> Iterator[int]:
        period_ns = SECOND // hz
        due_ns = time.monotonic_ns()
        while True:
            now_ns = time.monotonic_ns()
            if now_ns < due_ns:
                time.sleep((due_ns - now_ns) / 1e9)
                continue
            yield now_ns
            due_ns = max(due_ns + period_ns, now_ns)


class VirtualTime:
    """Implements `Time` for simulated boards: nobody waits.

    Attributes:
        at_ns: the time of the last scan.
    """

    def __init__(self, at_ns: int = 0) -> None:
        self.at_ns = at_ns

    def ticks(self, hz: int) -> Iterator[int]:
        while True:
            self.at_ns += SECOND // hz
            yield self.at_ns


@dataclass(slots=True, kw_only=True)
class Rig:
    """A board that is examined.

    Attributes:
        machine: what its buses and lines are asked of.
        uses: the pins, chips and devices that should be there.
        hardware: None where it could not be opened.
        trouble: why not, or what is wrong with it all the same.
        simulated: whether models stand for the chips.
    """

    config: Config
    machine: Machine
    uses: Uses
    hardware: Hardware | None
    system: System
    time: Time
    simulated: bool = False
    trouble: OSError | None = None
