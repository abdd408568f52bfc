"""Which sensors are bad: how probable that is of each point, and what is remembered of it.

A hypothesis blames a point if its sensor has been wrong, by this hypothesis, at least once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.core.belief.beam import Beam
from controller.core.belief.world import Fault, Symptom
from rules.terms import Point

PERMILLE = 1000


def suspects(beam: Beam, now_ns: int) -> tuple[tuple[Point, int], ...]:
    """The points whose sensors are blamed, in order, with the probability in thousandths."""
    blamed: dict[Point, float] = {}
    for mass, hyp in beam.weighed(now_ns):
        for point in hyp.faults:
            blamed[point] = blamed.get(point, 0.0) + mass
    found = ((point, round(mass * PERMILLE)) for point, mass in sorted(blamed.items()))
    return tuple((point, permille) for point, permille in found if permille)


def symptoms(beam: Beam, now_ns: int) -> dict[Point, Symptom | None]:
    """The points whose sensors are more likely bad than good, and how each is wrong now.

    None where it is right again.
    """
    found = above(suspects(beam, now_ns), beam.setting.costs.suspect_permille)
    shown: dict[Point, Symptom | None] = {}
    for point in found:
        felt = next(h.felt.get(point) for h in beam.hypotheses if point in h.faults)
        shown[point] = None if felt is None else felt.symptom
    return shown


def remembered(beam: Beam) -> dict[Point, int]:
    """How often each sensor was contradicted, as expected value, rounded; zeros are left out."""
    expected: dict[Point, float] = {}
    for mass, hyp in beam.shares():
        for point, fault in hyp.faults.items():
            expected[point] = expected.get(point, 0.0) + mass * fault.times
    found = ((point, round(times)) for point, times in sorted(expected.items()))
    return {point: times for point, times in found if times}


def recalled(priors: Mapping[Point, int], changes: Mapping[Point, int]) -> dict[Point, Fault]:
    """The faults that a new hypothesis starts with."""
    return {point: Fault(times, changes.get(point, 0)) for point, times in priors.items()}


def above(found: Iterable[tuple[Point, int]], permille: int) -> tuple[Point, ...]:
    """The points that are blamed with at least this probability."""
    return tuple(point for point, mass in found if mass >= permille)
