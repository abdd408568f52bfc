"""A simulated bench of linear Hall sensors: magnets, sensors, multiplexers, a converter, the real driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ads7828 import Ads7828
from drivers.hall import HallMatrix
from drivers.hall_cross import from_places
from drivers.hall_reader import behind_multiplexers
from drivers.hc4067 import POSITIONS, Selects
from drivers.ports import Kind
from drivers.sim.ads7828 import Ads7828 as Ads7828Model
from drivers.sim.bench import Fitted, SimBench
from drivers.sim.hall import DRV5055A1, FieldCircuit, Parts, steady
from drivers.sim.hc4067 import Hc4067
from drivers.sim.machine import SimMachine
from drivers.sim.noise import NORMAL, Noise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.calibration import Calibration
    from drivers.sim.board import Points

BUS: Final = "simulated bus 1"
SELECT_PINS: Final = (5, 6, 13, 19)
_FIRST_ADDRESS: Final = 0x48
_PER_CONVERTER: Final = 8
_STEP_NS: Final = 10_000_000
"""While men move the bench is looked at so often; a man needs 80 ms to be lifted."""
_RESTING_NS: Final = 20_000_000


def wire_up(machine: SimMachine, field: FieldCircuit, sensors: int) -> list[Hc4067]:
    """Puts the multiplexers and converters of so many sensors on a machine: ADS7828 from 0x48 on."""
    sources = [field.source(n) for n in range(sensors)]
    multiplexers = [
        Hc4067(machine, SELECT_PINS, sources[first : first + POSITIONS])
        for first in range(0, sensors, POSITIONS)
    ]
    for number, first in enumerate(range(0, len(multiplexers), _PER_CONVERTER)):
        mine = [each.common for each in multiplexers[first : first + _PER_CONVERTER]]
        machine.wire(BUS).chips[_FIRST_ADDRESS + number] = Ads7828Model(mine)
    return multiplexers


def hall_matrix(
    machine: SimMachine,
    points: Sequence[tuple[float, float]],
    square_mm: float,
    calibration: Calibration,
    *,
    depth: float = DRV5055A1.depth,
    kind: Kind = Kind.FIELD,
) -> HallMatrix:
    """The real driver for what `wire_up` has wired up."""
    count = -(-len(points) // POSITIONS)
    commons = [divmod(number, _PER_CONVERTER) for number in range(count)]
    converters = -(-count // _PER_CONVERTER)
    return HallMatrix(
        [Ads7828(machine.i2c(BUS), _FIRST_ADDRESS + number) for number in range(converters)],
        Selects(machine.outputs(SELECT_PINS)),
        layout=behind_multiplexers(commons, len(points)),
        calibration=calibration,
        cross=from_places(points, depth * square_mm, square_mm),
        kind=kind,
    )


class HallBench(SimBench):
    """A simulated board with a linear Hall sensor under each point.

    Args:
        points: where the sensors are, in millimetres.
        square_mm: distance between neighbouring points.
        noise: how men are set down, and what hands disturb.
        seed: of everything drawn by chance.
        dark: which labels are of dark men.
        parts: what it is made of.
        temperature: in degrees Celsius, by time; it was calibrated at 22.
        kind: what the driver tells, field or polarity.

    Attributes:
        field: the sensors.
        driver: the matrix without its bench.
        multiplexers: for breaking them.
    """

    def __init__(
        self,
        points: Points,
        *,
        square_mm: float = 50.0,
        noise: Noise = NORMAL,
        seed: int = 0,
        dark: Callable[[str], bool],
        parts: Parts = DRV5055A1,
        temperature: Callable[[int], float] = steady,
        kind: Kind = Kind.FIELD,
    ) -> None:
        machine = SimMachine()
        self.field = FieldCircuit(
            points, square_mm, parts=parts, seed=seed, temperature=temperature
        )
        self.multiplexers = wire_up(machine, self.field, len(points))
        self.driver = hall_matrix(
            machine,
            points,
            square_mm,
            self.field.calibration(Ads7828.bits, error=0.02),
            depth=parts.depth,
            kind=kind,
        )
        fitted = Fitted(
            machine=machine,
            circuit=self.field,
            matrix=self.driver,
            channels=range(len(points)),
        )
        super().__init__(
            points, square_mm=square_mm, noise=noise, seed=seed, dark=dark, fitted=fitted
        )
        self.field.follow(self.board)
        self._moved_ns = 0

    def advance(self, at_ns: int) -> None:
        """Brings men, warmth and buses to a time."""
        self._machine.advance(at_ns)
        before = self.board.acts
        self.board.levels(at_ns)
        self.field.advance(at_ns)
        if self.field.moving or self.board.acts != before:
            self._moved_ns = at_ns

    def next_change_ns(self, at_ns: int) -> int | None:
        """A time until which nothing moves; while men do, the next look at them."""
        change_ns = self.board.next_change_ns(at_ns)
        if at_ns - self._moved_ns > _RESTING_NS:
            return change_ns
        look_ns = at_ns + _STEP_NS
        return look_ns if change_ns is None else min(look_ns, change_ns)
