"""Linear Hall sensors under men with magnets: what the sensors' outputs are, in parts of their supply.

Each magnet is an upright point dipole of moment m. At the height z above a sensor and the distance r aside the
vertical component of its field is

    B = mu0 m / 4 pi  *  (2 z^2 - r^2) / (z^2 + r^2) ^ (5/2)

(J. D. Jackson, Classical Electrodynamics, equation 5.56), that is 2e-7 T m^2/A * m / z^3 straight below it. A
disc of 15 mm by 5 mm at 35 mm differs from its dipole by some hundredths, which only scales all readings alike.

What is taken from data sheets: DRV5055A1 (Texas Instruments SBAS640): half the supply without a field, 60 mV/mT
at 3.3 V, output within 0.2 V of the supply, sensitivity 5 % and 0.12 % a kelvin, 20 kHz. What is an estimate
stands beside its number.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.calibration import Calibration, PointCalibration
from drivers.hall_cross import BEST_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.sim.board import MagnetBoard
    from drivers.sim.track import Magnet

_MS: Final = 1_000_000
_MU0_BY_2PI: Final = 2e-7
_CALIBRATED_AT: Final = 22.0
_REFERENCE: Final = 25.0
_HIGH_MM: Final = 60.0
"""A man who is so high above the board is gone."""
_LIFTING_NS: Final = 80 * _MS
_LOW_MM: Final = 15.0
"""A man who comes is seen from here on, where he gives a third of what he will."""
_LOWERING_NS: Final = 20 * _MS
_LOOK_NS: Final = 10 * _MS
_RESTING_NS: Final = 20 * _MS
_ODD: Final = 2.9
"""Standard deviations of noise beyond which a reading is one that lamps being switched have spoilt."""
_ODD_TIMES: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a board is made of. Spreads are uniform, either way.

    Attributes:
        depth: of the sensors below the magnets' middle, in pitches.
        moment_am2: of a man's magnet: a disc of 15 mm by 5 mm with a remanence of 1.2 T.
        moment_spread: of magnets of one batch (an estimate).
        magnet_per_k: how NdFeB changes with temperature.
        thickness: from one man of a stack to the next, in pitches: 8 mm of 50 mm.
        aside_mm: how far off the lower one a man on top lies at most (an estimate).
        supply_v, mv_per_mt, sensitivity_spread, sensitivity_per_k: of the sensors.
        offset_spread: of the output without a field, part of the supply: 60 mV of 3.3 V.
        offset_per_k: its drift, part of the supply for a kelvin: 1 % in 100 K (read off a curve, an estimate).
        offset_per_k_all: part of the drift that all sensors share (an estimate).
        noise_v: standard deviation of a reading: 215 nT/sqrt(Hz) in 20 kHz are 1.8 mV (an estimate).
    """

    depth: float = BEST_DEPTH
    moment_am2: float = 0.84
    moment_spread: float = 0.05
    magnet_per_k: float = -0.0012
    thickness: float = 0.16
    aside_mm: float = 2.0
    supply_v: float = 3.3
    mv_per_mt: float = 60.0
    sensitivity_spread: float = 0.05
    sensitivity_per_k: float = 0.0012
    offset_spread: float = 0.018
    offset_per_k: float = 1e-4
    offset_per_k_all: float = 5e-5
    noise_v: float = 0.0018


DRV5055A1: Final = Parts()
DRV5055Z1: Final = Parts(sensitivity_per_k=0.0)
SS49E: Final = Parts(
    moment_am2=1.7,
    supply_v=5.0,
    mv_per_mt=14.0,
    sensitivity_spread=0.1,
    sensitivity_per_k=0.0,
    offset_spread=0.05,
    offset_per_k=2e-4,
    noise_v=0.001,
)
"""With twice the magnet. Spreads and drift are guesses: its data sheet promises less than a board needs."""


def steady(at_ns: int) -> float:  # noqa: ARG001 - a temperature for every time
    """25 degrees for ever."""
    return _REFERENCE


def swinging(low_c: float, high_c: float, period_s: float) -> Callable[[int], float]:
    """A temperature that goes from one end to the other and back in a period, slowly at the ends."""

    def temperature(at_ns: int) -> float:
        middle, swing = (low_c + high_c) / 2, (high_c - low_c) / 2
        return middle - swing * math.cos(math.tau * at_ns / 1e9 / period_s)

    return temperature


class FieldCircuit:
    """The sensors of one board, fed by the magnets on it. Deterministic: the same seed and the same calls.

    Men are lifted and set down at three quarters of a metre a second. It is told of men by `follow` and
    `advance`, or by `close_contacts`, which sets men into the middle of their points at once.

    Args:
        places: of the sensors, in millimetres.
        pitch_mm: distance between neighbouring points.
        parts: what it is made of.
        seed: of spreads and noise.
        temperature: in degrees Celsius, by time.

    Attributes:
        broken: sensors whose output is always this part of the supply, by number.
        noisy: sensors that are so many times as noisy as they should be, by number.
        doubles: labels of men who are two, one on top of the other: kings at draughts.
        moving: whether some man is being lifted, set down or pushed.
    """

    def __init__(
        self,
        places: Sequence[tuple[float, float]],
        pitch_mm: float = 50.0,
        *,
        parts: Parts = DRV5055A1,
        seed: int = 0,
        temperature: Callable[[int], float] = steady,
    ) -> None:
        self._places = tuple(places)
        self._pitch_mm = pitch_mm
        self._parts = parts
        self._depth_mm = parts.depth * pitch_mm
        self._temperature = temperature
        self._dice = random.Random(f"hall {seed}")  # noqa: S311 - a simulation
        dice = random.Random(f"parts {seed}")  # noqa: S311 - a simulation
        self._strengths = random.Random(f"men {seed}")  # noqa: S311 - a simulation
        every = range(len(places))
        spread = dice.uniform
        self._offset = [0.5 + spread(-1, 1) * parts.offset_spread for _ in every]
        shared = spread(-1, 1) * parts.offset_per_k_all
        self._drift = [shared + spread(-1, 1) * parts.offset_per_k for _ in every]
        tesla = _MU0_BY_2PI * parts.moment_am2 / (self._depth_mm / 1000) ** 3
        part = tesla * parts.mv_per_mt / parts.supply_v
        self._gain = [part * (1 + spread(-1, 1) * parts.sensitivity_spread) for _ in every]
        self._ends = (0.2 / parts.supply_v, 1 - 0.2 / parts.supply_v)
        self._noise = parts.noise_v / parts.supply_v
        self._felt = [0.0] * len(places)
        self._outputs = list(self._offset)
        self._board: MagnetBoard | None = None
        self._sensors: tuple[int, ...] = tuple(every)
        self._moved_ns = 0
        self._seen = (-1, -1)
        self._added: dict[object, tuple[float, float, float, float]] = {}
        self._own: dict[object, tuple[float, float, float]] = {}
        self._coming: dict[object, int] = {}
        self._going: dict[object, tuple[int, Magnet]] = {}
        self._there: dict[object, Magnet] = {}
        self._warm = _REFERENCE
        self._stuck: dict[int, float] = {}
        self._coupled: list[tuple[int, int]] = []
        self.broken: dict[int, float] = {}
        self.doubles: frozenset[str] = frozenset()
        self.noisy: dict[int, float] = {}
        self.moving = False
        self._set_outputs()

    # What feeds it

    def follow(
        self, board: MagnetBoard, places: Sequence[tuple[float, float]], sensors: Sequence[int]
    ) -> None:
        """From now on the men are those of a board.

        Args:
            places: of the board's points, in millimetres.
            sensors: the number of the sensor at each point.
        """
        self._board = board
        self._sensors = tuple(sensors)
        at = list(self._places)
        for place, sensor in zip(places, sensors, strict=True):
            at[sensor] = place
        self._places = tuple(at)

    def next_look_ns(self, at_ns: int) -> int | None:
        """While men move, a time soon; None when nothing changes until the next act."""
        return at_ns + _LOOK_NS if at_ns - self._moved_ns <= _RESTING_NS else None

    def advance(self, at_ns: int) -> None:
        """Brings men and warmth to a time; a board that is followed must have been brought there."""
        board, news = self._board, False
        if board is not None:
            seen = (board.acts, board.setups)
            if seen != self._seen or self.moving:
                self._follow_men(board, at_ns, at_once=board.setups != self._seen[1])
                self._seen = seen
                self._moved_ns = at_ns
                news = True
        warm = self._temperature(at_ns)
        if news or abs(warm - self._warm) > 0.02:
            self._warm = warm
            self._set_outputs()

    def close_contacts(self, closed: int) -> None:
        """Sets men into the middle of these points: light ones on even points, dark ones on odd ones."""
        for n, (x, y) in enumerate(self._places):
            if closed >> n & 1:
                self._put(n, x, y, 0.0, -1.0 if n % 2 else 1.0)
            else:
                self._take(n)
        self._set_outputs()

    def put(self, key: object, x: float, y: float, *, level: int = 0, weight: float = 1.0) -> None:
        """Lays a magnet down, or moves it: `level` men lie under it; the weight's sign is its pole."""
        self._put(key, x, y, level * self._parts.thickness * self._pitch_mm, weight)
        self._set_outputs()

    def take(self, key: object) -> None:
        """Takes that magnet away, if it is there."""
        self._take(key)
        self._set_outputs()

    # What it gives

    def source(self, sensor: int) -> Callable[[], float]:
        """The output of a sensor, as a part of the supply, with the noise of each reading."""
        outputs, noise = self._outputs, self._noise
        broken, stuck, noisy = self.broken, self._stuck, self.noisy
        gauss = self._dice.gauss
        low, high = self._ends

        def output() -> float:
            if sensor in broken:
                return broken[sensor]
            if sensor in stuck:
                return stuck[sensor]
            odd = gauss(0.0, 1.0)
            if not -_ODD < odd < _ODD:
                odd *= _ODD_TIMES
            if sensor in noisy:
                odd *= noisy[sensor]
            return min(max(outputs[sensor] + noise * odd, low), high)

        return output

    def calibration(self, bits: int, error: float = 0.0) -> Calibration:
        """What careful people find in a room of 22 degrees.

        Args:
            error: part of a man by which they are wrong at most, from point to point.
        """
        full = 1 << bits
        dice = random.Random("calibration")  # noqa: S311 - a simulation
        warm = _CALIBRATED_AT - _REFERENCE
        points = tuple(
            PointCalibration(
                baseline=(offset + drift * warm) * full,
                man=gain * (1 + dice.uniform(-error, error)) * full,
                noise=math.hypot(self._noise * full, 0.29),
                measured=True,
            )
            for offset, drift, gain in zip(self._offset, self._drift, self._gain, strict=True)
        )
        return Calibration(bits=bits, points=points)

    # Men

    def _follow_men(self, board: MagnetBoard, at_ns: int, *, at_once: bool) -> None:
        now = {magnet.man: magnet for magnet in board.magnets(at_ns)}
        if at_once:
            self._coming.clear()
            self._going.clear()
        else:
            for man, magnet in self._there.items():
                if man not in now:
                    self._going[man] = (at_ns, magnet)
            for man in now:
                if man not in self._there:
                    self._coming[man] = at_ns
        self._there = now
        shown = dict(now)
        for man, (since_ns, magnet) in list(self._going.items()):
            if at_ns - since_ns >= _LIFTING_NS or man in now:
                del self._going[man]
            else:
                shown[man] = magnet
        for man in [man for man in self._own if man not in shown]:
            self._take(man)
            self._take((man, "crown"))
        for man, magnet in shown.items():
            self._show(man, magnet, at_ns)
        self.moving = bool(self._coming or self._going) or board.pushing
        self._break(board)

    def _show(self, man: object, magnet: Magnet, at_ns: int) -> None:
        own = self._own.get(man)
        if own is None:
            spread, aside = self._parts.moment_spread, self._parts.aside_mm
            uniform = self._strengths.uniform
            own = (1 + uniform(-spread, spread), uniform(-aside, aside), uniform(-aside, aside))
            self._own[man] = own
        weight, aside_x, aside_y = own
        height = magnet.level * self._parts.thickness * self._pitch_mm
        if man in self._going:
            height += _HIGH_MM * (at_ns - self._going[man][0]) / _LIFTING_NS
        elif man in self._coming:
            passed_ns = at_ns - self._coming[man]
            if passed_ns >= _LOWERING_NS:
                del self._coming[man]
            height += _LOW_MM * max(0.0, 1 - passed_ns / _LOWERING_NS)
        if magnet.away:
            self._take(man)
            self._take((man, "crown"))
            return
        x, y = magnet.x, magnet.y
        if magnet.level:  # a man on top lies on the one below him, wherever he was meant to be
            below = next(
                (
                    each
                    for each in self._there.values()
                    if not each.level and _same(each, magnet, self._pitch_mm)
                ),
                magnet,
            )
            x, y = below.x + aside_x, below.y + aside_y
        self._put(man, x, y, height, magnet.pole * weight)
        if magnet.label in self.doubles:
            height += self._parts.thickness * self._pitch_mm
            crown = (x + aside_x, y + aside_y, height, magnet.pole * weight)
            self._put((man, "crown"), *crown)

    def _break(self, board: MagnetBoard) -> None:
        """Broken sensors of the board: one that sticks feels a light man, or nothing, for ever."""
        sensors = self._sensors
        self._stuck.clear()
        for point, level in board.sensors_broken().items():
            n = sensors[point]
            self._stuck[n] = self._offset[n] + (self._gain[n] if level else 0.0)
        self._coupled = [(sensors[one], sensors[other]) for one, other in board.sensors_coupled()]

    def _put(self, key: object, x: float, y: float, height: float, weight: float) -> None:
        there = (x, y, height, weight)
        if self._added.get(key) == there:
            return
        self._take(key)
        self._added[key] = there
        self._sum(there, 1.0)

    def _take(self, key: object) -> None:
        there = self._added.pop(key, None)
        if there is not None:
            self._sum(there, -1.0)

    def _sum(self, there: tuple[float, float, float, float], times: float) -> None:
        """Adds what a magnet gives at every sensor, in parts of what one in the middle gives."""
        x, y, height, weight = there
        z = self._depth_mm + height
        square = z * z
        most = times * weight * (self._depth_mm / z) ** 3
        felt, sqrt = self._felt, math.sqrt
        for n, (at_x, at_y) in enumerate(self._places):
            dx, dy = at_x - x, at_y - y
            aside = (dx * dx + dy * dy) / square
            slant = 1.0 + aside
            felt[n] += most * (1.0 - aside / 2.0) / (slant * slant * sqrt(slant))

    def _set_outputs(self) -> None:
        warm = self._warm - _REFERENCE
        parts = self._parts
        times = (1 + parts.sensitivity_per_k * warm) * (1 + parts.magnet_per_k * warm)
        for n, felt in enumerate(self._felt):
            self._outputs[n] = (
                self._offset[n] + self._drift[n] * warm + self._gain[n] * felt * times
            )
        for source, target in self._coupled:
            self._outputs[target] += self._gain[target] * self._felt[source] * times


def _same(one: Magnet, other: Magnet, pitch_mm: float) -> bool:
    """Whether two magnets are of one point."""
    return math.hypot(one.x - other.x, one.y - other.y) < 0.6 * pitch_mm
