"""Buttons and the clock lever on GPIO lines.

Levels are sampled by the scanning thread and debounced here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from drivers.ports import Fault, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import InputLines, Pull


class Inputs(Protocol):
    """What opens lines to read: a `Machine`, or `Gpio` itself."""

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One line and what it is called.

    Attributes:
        name: reported when the line becomes active.
        pin: BCM number.
        active_low: the key pulls the line to ground; the line is pulled up. False: the reverse.
        up_name: reported when the line becomes inactive (a lever has two sides); None for nothing.
    """

    name: str
    pin: int
    active_low: bool = True
    up_name: str | None = None


class _Line:
    """A line and its last samples.

    Attributes:
        flips: changes of level since it last was certain.
        worst: the most flips before it was certain, less the one that a press takes.
        fault: why it could not be read just now, or None.
    """

    def __init__(self, key: Key, line: InputLines) -> None:
        self.key = key
        self.line = line
        self.down: bool | None = None
        self.candidate = False
        self.agreed = 0
        self.flips = 0
        self.worst = 0
        self.fault: Fault | None = None

    def sample(self, needed: int) -> str | None:
        """Takes a sample; the name to report once `needed` samples agree on a new level."""
        try:
            level = (self.line.read() == 1) != self.key.active_low
        except WorldFault as fault:
            self.agreed = 0
            if self.fault is None:
                where = _where(self.key)
                self.fault = Fault(symptom=fault.symptom, where=where, remedy=fault.remedy)
            return None
        self.fault = None
        if level == self.candidate:
            self.agreed += 1
        else:
            self.agreed = 1
            self.flips += 1
        self.candidate = level
        if self.agreed < needed:
            return None
        first, changed = self.down is None, level != self.down
        if not first:
            self.worst = max(self.worst, self.flips - 1)
        self.flips = 0
        self.down = level
        if first or not changed:
            return None  # how it stood at the start is not a press
        return self.key.name if level else self.key.up_name


def _where(key: Key) -> str:
    return f"key {key.name} on pin {key.pin}"


class GpioKeys:
    """Keys on the lines of a machine.

    Args:
        keys: in the order in which simultaneous presses are reported.
        machine: whose lines they are.
        samples: equal samples in a row that make a level certain; 3 at 200 a second are 15 ms.

    Raises:
        WorldFault: a line cannot be used.
    """

    def __init__(self, keys: Sequence[Key], machine: Inputs, *, samples: int = 3) -> None:
        self._samples = samples
        self._lines: list[_Line] = []
        for key in keys:
            try:
                line = machine.inputs([key.pin], "up" if key.active_low else "down")
            except WorldFault as fault:
                self.close()
                raise WorldFault(fault.symptom, _where(key), fault.remedy) from fault
            self._lines.append(_Line(key, line))

    @property
    def names(self) -> Sequence[str]:
        return [
            name
            for line in self._lines
            for name in (line.key.name, line.key.up_name)
            if name is not None
        ]

    @property
    def bounces(self) -> Mapping[str, int]:
        """How much each key bounces: the most changes of level, besides the one of a press, before it settled.

        0 is a clean key. A touch so brief that it is no press counts too. Only what lasts as long as the
        time between two samples is sure to be seen: to learn more of a key, sample it faster.
        """
        return {line.key.name: line.worst for line in self._lines}

    @property
    def faults(self) -> Sequence[Fault]:
        """The keys that could not be read when last asked for, and why. Their presses may be lost."""
        return [line.fault for line in self._lines if line.fault is not None]

    def pressed(self, at_ns: int) -> Sequence[str]:  # noqa: ARG002 - samples are counted, not timed
        reported = []
        for line in self._lines:
            name = line.sample(self._samples)
            if name is not None:
                reported.append(name)
        return reported

    def close(self) -> None:
        for line in self._lines:
            line.line.close()
        self._lines.clear()
