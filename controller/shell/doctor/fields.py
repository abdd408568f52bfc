"""Sensors that tell a pole or a strength: noise, weak men, magnets that lie the wrong way up."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from controller.core.sensing.marks import Tone, tone_of_letter
from controller.shell.doctor.findings import Finding, Level, fine
from drivers.ports import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.shell.doctor.places import Places
    from controller.shell.profile import Wiring
    from drivers.calibration import Calibration
    from drivers.ports import Reading, Scan, SensorMatrix
    from rules.terms import Point

PART = "points"
NOISY, NOISY_MIN = 3.0, 3.0
"""Times the noise of the other sensors, and in counts: less does no harm anywhere."""
WEAK = 300
"""Of a field; one man gives 500, and an empty point is occupied from 250 on."""
SCANS_MIN = 50
SENSORS_MIN = 8
"""Sensors that are needed to know what is usual."""
MIDDLE, MIDDLE_OFF = 0.5, 0.07
"""Of the scale: where sensors stand without a magnet that have the same supply as their converter (DRV5055,
TI SBAS640: half of it), and how far the middle one of many may be off."""


@runtime_checkable
class Analogue(Protocol):
    """A driver of sensors that are measured."""

    calibration: Calibration

    @property
    def counts(self) -> Sequence[int | None]: ...

    @property
    def strengths(self) -> Sequence[float]: ...


def analogue(matrix: SensorMatrix) -> Analogue | None:
    """The driver of sensors that are measured, also where a bench stands before it."""
    driver = getattr(matrix, "driver", matrix)
    return driver if isinstance(driver, Analogue) else None


@dataclass(slots=True)
class Spread:
    """The noise of each channel while nobody touches the board."""

    scans: int = 0
    first: dict[int, int] = field(default_factory=dict)
    sums: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    def take(self, counts: Sequence[int | None]) -> None:
        """The counts of one scan."""
        self.scans += 1
        for channel, count in enumerate(counts):
            if count is None:
                continue
            # Counts from the first one on: the squares stay small, and whole numbers lose nothing.
            off = count - self.first.setdefault(channel, count)
            number, total, squares = self.sums.get(channel, (0, 0, 0))
            self.sums[channel] = (number + 1, total + off, squares + off * off)

    def means(self) -> dict[int, float]:
        """Mean of each channel, in counts."""
        return {
            channel: self.first[channel] + total / number
            for channel, (number, total, _) in self.sums.items()
        }

    def noise(self) -> dict[int, float]:
        """Standard deviation of each channel, in counts."""
        return {
            channel: math.sqrt(max(0.0, squares / number - (total / number) ** 2))
            for channel, (number, total, squares) in self.sums.items()
            if number >= SCANS_MIN
        }


def examine_noise(spread: Spread, wiring: Wiring, places: Places) -> Iterator[Finding]:
    """Which sensors are noisier than the others."""
    noise = {
        point: counts
        for channel, counts in spread.noise().items()
        if (point := wiring.point_of(channel)) is not None
    }
    if len(noise) < SENSORS_MIN:
        return
    usual = statistics.median(noise.values())
    noisy = [point for point in sorted(noise) if noise[point] > max(NOISY * usual, NOISY_MIN)]
    for point in noisy:
        yield Finding(
            part=PART,
            level=Level.FAULT,
            kind="noisy-sensor",
            where=places.point(point),
            text=f"its noise is {noise[point]:.1f} counts, that of the others {usual:.1f}.",
            remedy="Check its joints and the 100 nF at its supply; keep its wire away from the "
            "lamps' supply; then change the sensor.",
        )
    if not noisy:
        yield fine(PART, "the sensors", f"their noise is {usual:.1f} counts.")


def examine_reference(spread: Spread, bits: int) -> Iterator[Finding]:
    """Whether converter and sensors have the same supply, from the board without men."""
    means = spread.means()
    if len(means) < SENSORS_MIN:
        return
    middle = statistics.median(means.values()) / ((1 << bits) - 1)
    if abs(middle - MIDDLE) <= MIDDLE_OFF:
        yield fine("supply", "the converters", f"the sensors stand at {middle:.0%} of the scale.")
        return
    yield Finding(
        part="supply",
        level=Level.WARNING,
        kind="wrong-reference",
        where="the converters",
        text=f"without men the sensors stand at {middle:.0%} of the scale, and should at {MIDDLE:.0%}.",
        remedy="Give the converters' reference and the sensors the same supply; calibrate then.",
    )


def examine_men(
    scan: Scan, kind: Kind, men: Mapping[Point, str], wiring: Wiring, places: Places
) -> Iterator[Finding]:
    """Whether the men in the array are felt as they should be.

    Args:
        men: the letter of the man that stands on each point.
    """
    if kind not in (Kind.POLARITY, Kind.FIELD):
        return
    readings = {wiring.point_of(n): reading for n, reading in (scan.readings or {}).items()}
    felt = {point: readings[point] for point in men if point in readings}
    for point, reading in felt.items():
        assert isinstance(reading, int)
        if (reading < 0) is not _dark(men[point], places):
            yield _upside_down(point, places)
        elif kind is Kind.FIELD and abs(reading) < WEAK:
            yield _weak(point, reading, places)


def _dark(letter: str, places: Places) -> bool:
    return tone_of_letter(letter, places.game) is Tone.DARK


def _upside_down(point: Point, places: Places) -> Finding:
    return Finding(
        part=PART,
        level=Level.FAULT,
        kind="wrong-pole",
        where=places.point(point),
        text="the man there is felt as one of the other side.",
        remedy="Turn its magnet over. If all men of both sides are felt so, the board stands turned, "
        "or the two wires of each point are exchanged.",
    )


def _weak(point: Point, reading: Reading, places: Places) -> Finding:
    return Finding(
        part=PART,
        level=Level.WARNING,
        kind="weak-sensor",
        where=places.point(point),
        text=f"the man there gives {reading} of 500.",
        remedy="Set it in the middle; try another man, to see whether magnet or sensor is weak; "
        "calibrate the board.",
    )
