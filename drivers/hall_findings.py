"""What a calibration shows of a board, in words: sensors that are dead, weak, noisy, turned over or exchanged."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from drivers.calibration import MAN, typical

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.calibration import Calibration

_DEAD: Final = 0.15
_WEAK: Final = 0.6
_STRONG: Final = 1.6
"""Parts of what a man gives at most points. A quarter of a square off the middle 0.69 is left of him."""
_NOISY: Final = 25
"""Strength of a man (500) that a standard deviation may make up; the thresholds are 70 apart."""
_MIDDLE: Final = (0.35, 0.65)
"""Of the scale: without a man the sensors give half of their supply."""


class Trouble(StrEnum):
    """What is wrong with a sensor."""

    DEAD = "dead"
    WEAK = "weak"
    STRONG = "strong"
    NOISY = "noisy"
    OFF_MIDDLE = "off-middle"
    INVERTED = "inverted"
    SWAPPED = "swapped"


_WORDS: Final = {
    Trouble.DEAD: "feels no man. Check its supply and its wires; is it a switch instead of a linear sensor?",
    Trouble.WEAK: "feels a man faintly. Set it in the middle and try another man; the sensor may lie too deep.",
    Trouble.STRONG: "feels a man too strongly. The sensor may lie too high, or the man's magnet be another.",
    Trouble.NOISY: "is noisy. Put 100 nF at its supply, and keep its wire away from the lamps'.",
    Trouble.OFF_MIDDLE: "does not give half of its supply without a man. Look for a magnet or iron near it; "
    "converter and sensors need the same supply.",
    Trouble.INVERTED: "takes light men for dark ones. The sensor lies upside down, which the calibration puts "
    "right, or the man's magnet was turned over, which must be glued anew.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One finding.

    Attributes:
        channel: of the sensor.
        other: of the sensor that it is exchanged with, if that is it.
    """

    channel: int
    trouble: Trouble
    other: int | None = None

    def words(self, names: Sequence[str]) -> str:
        """For people.

        Args:
            names: of each channel: the point's, or where it is connected.
        """
        if self.other is not None:
            return (
                f"{names[self.channel]}: its man is felt at {names[self.other]}. Exchange the two wires, or "
                "name the points in this order."
            )
        return f"{names[self.channel]}: {_WORDS[self.trouble]}"


def findings(calibration: Calibration) -> list[Found]:
    """What is wrong with each sensor, by what was learned of it; men only where one has stood."""
    full = (1 << calibration.bits) - 1
    own = [point.man for point in calibration.points if point.measured]
    usual = typical(own) if own else statistics.median(p.man for p in calibration.points)
    found = []
    for channel, point in enumerate(calibration.points):
        part = point.man / usual if point.measured else 1.0
        if not _MIDDLE[0] * full <= point.baseline <= _MIDDLE[1] * full:
            found.append(Found(channel=channel, trouble=Trouble.OFF_MIDDLE))
        if abs(part) < _DEAD:
            found.append(Found(channel=channel, trouble=Trouble.DEAD))
            continue
        if part < 0:
            found.append(Found(channel=channel, trouble=Trouble.INVERTED))
        if not _WEAK <= abs(part) <= _STRONG:
            trouble = Trouble.WEAK if abs(part) < 1 else Trouble.STRONG
            found.append(Found(channel=channel, trouble=trouble))
        if point.noise * MAN > _NOISY * abs(usual):
            found.append(Found(channel=channel, trouble=Trouble.NOISY))
    return found


def exchanged(strengths: Sequence[float], men: Mapping[int, int]) -> list[Found]:
    """Sensors whose wires are exchanged, as men show that stand where they are known to.

    Args:
        strengths: at each channel (`HallMatrix.strengths`).
        men: 1 at channels where a light man stands, -1 where a dark one stands.
    """
    felt = {
        n: 1 if strength > 0 else -1
        for n, strength in enumerate(strengths)
        if abs(strength) > MAN / 2
    }
    missing = [n for n in men if n not in felt]
    extra = [n for n in felt if n not in men]
    pairs = [(one, other) for one in missing for other in extra if felt[other] == men[one]]
    alone = [
        (one, other)
        for one, other in pairs
        if sum(pair[0] == one for pair in pairs) == sum(pair[1] == other for pair in pairs) == 1
    ]
    return [Found(channel=one, other=other, trouble=Trouble.SWAPPED) for one, other in alone]
