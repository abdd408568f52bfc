"""What a man's magnet gives at the points around his own.

A magnet is taken for a dipole that stands upright. Straight below it its field is the strongest; aside, at
the distance r and the depth z, the part

    (1 - r^2 / 2 z^2) / (1 + r^2 / z^2) ^ (5/2)

of that is left of the component that a sensor lying flat feels (the field of a point dipole: J. D. Jackson,
Classical Electrodynamics, equation 5.56). It falls to nothing where r is z times the root of 2, and has the
other sign beyond. So sensors as deep below the magnets as the pitch divided by the root of 2 feel nothing of
a man in the middle of the next point.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

BEST_DEPTH: Final = 1 / math.sqrt(2)
"""Of the pitch: how deep below the magnets' middle the sensors lie best."""
_REACH: Final = 4.0
"""In pitches; what is farther gives less than 3 in a thousand of a man each."""


def part_at(r: float, z: float) -> float:
    """Which part of the field straight below a magnet is left aside of it.

    Args:
        r: distance along the board, in any unit.
        z: depth of the sensor below the magnet, in the same.
    """
    square = r * r / (z * z)
    slant = 1 + square
    return (1 - square / 2) / (slant * slant * math.sqrt(slant))


def from_places(
    places: Sequence[tuple[float, float]], depth: float, pitch: float
) -> tuple[dict[int, float], ...]:
    """Of each point, the parts of what a man there gives that the points around feel of him.

    Args:
        places: of the sensors, in millimetres.
        depth: of the sensors below the magnets' middle, in millimetres.
        pitch: distance between neighbouring points, in millimetres.
    """
    reach = _REACH * pitch
    found: list[dict[int, float]] = []
    for number, place in enumerate(places):
        parts = {}
        for other, there in enumerate(places):
            distance = math.dist(place, there)
            if other != number and distance <= reach:
                part = round(part_at(distance, depth), 5)
                if part:
                    parts[other] = part
        found.append(parts)
    return tuple(found)
