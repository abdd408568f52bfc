"""The electronics of a simulated board of linear Hall sensors: sensors, multiplexers, converters, the real driver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ads7828 import Ads7828
from drivers.hall import HallMatrix
from drivers.hall_cross import from_places
from drivers.hall_reader import behind_multiplexers
from drivers.hc4067 import POSITIONS, Selects
from drivers.ports import Kind
from drivers.sim.ads7828 import Ads7828 as Ads7828Model
from drivers.sim.bench import Fitted
from drivers.sim.hall import DRV5055A1, FieldCircuit, Parts, steady
from drivers.sim.hc4067 import Hc4067
from drivers.sim.machine import SimMachine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.calibration import Calibration
    from drivers.sim.board import Points

BUS: Final = "simulated bus 1"
SELECT_PINS: Final = (5, 6, 13, 19)
_FIRST_ADDRESS: Final = 0x48
_PER_CONVERTER: Final = 8


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


def hall_fitted(
    points: Points,
    square_mm: float = 50.0,
    *,
    seed: int = 0,
    parts: Parts = DRV5055A1,
    temperature: Callable[[int], float] = steady,
    kind: Kind = Kind.FIELD,
) -> Fitted:
    """The electronics of a board with a linear Hall sensor under each point, calibrated at 22 degrees.

    Args:
        points: where the sensors are, in millimetres.
        square_mm: distance between neighbouring points.
        seed: of spreads and noise.
        parts: what it is made of.
        temperature: in degrees Celsius, by time.
        kind: what the driver tells, field or polarity.
    """
    machine = SimMachine()
    field = FieldCircuit(points, square_mm, parts=parts, seed=seed, temperature=temperature)
    wire_up(machine, field, len(points))
    calibration = field.calibration(Ads7828.bits, error=0.02)
    matrix = hall_matrix(machine, points, square_mm, calibration, depth=parts.depth, kind=kind)
    return Fitted(machine=machine, circuit=field, matrix=matrix, channels=range(len(points)))
