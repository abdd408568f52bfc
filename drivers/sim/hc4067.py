"""An analogue multiplexer CD74HC4067 (Texas Instruments SCHS209) on driven GPIO lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.sim.machine import SimMachine


class Hc4067:
    """One multiplexer.

    Args:
        machine: drives the select lines.
        pins: S0 to S3 by their BCM numbers.
        inputs: the voltages at I0 and on, as parts of the supply; further ones are open.

    Attributes:
        dead: it has no supply, or its enable pin is high: the common pin floats at this voltage.
        stuck: select lines (0 to 3) that are broken and read low.
    """

    FLOATING = 0.0

    def __init__(
        self, machine: SimMachine, pins: Sequence[int], inputs: Sequence[Callable[[], float]]
    ) -> None:
        self._machine = machine
        self._pins = tuple(pins)
        self._inputs = tuple(inputs)
        self.dead: float | None = None
        self.stuck: frozenset[int] = frozenset()

    def common(self) -> float:
        """The voltage at the common pin, as a part of the supply."""
        if self.dead is not None:
            return self.dead
        driven = self._machine.driven
        s0, s1, s2, s3 = self._pins
        position = driven.get(s0, 0) | driven.get(s1, 0) << 1
        position |= driven.get(s2, 0) << 2 | driven.get(s3, 0) << 3
        for line in self.stuck:
            position &= ~(1 << line)
        return self._inputs[position]() if position < len(self._inputs) else self.FLOATING
