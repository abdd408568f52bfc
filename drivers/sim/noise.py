"""How sensors and hands err on a simulated board: named levels of noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Lengths are parts of a square (the distance between neighbouring points).

    Attributes:
        pull_in: a contact closes when a magnet is nearer than this.
        drop_out: it opens when the magnet is farther than this; more than `pull_in`. When both
            together exceed 1, a man slid from square to square closes both for a moment.
        offset: how far off the middle men are set down at most.
        bounce_ms: how long a contact rattles at most.
        bounces: how often it opens and closes again in that time at most.
        flicker_chance: that a hand at a point closes an empty neighbour's contact,
        flicker_ms: for a time within these.
        dip_chance: that a hand at a point opens an occupied neighbour's contact,
        dip_ms: for a time within these.
    """

    pull_in: float
    drop_out: float
    offset: float = 0.0
    bounce_ms: float = 0.0
    bounces: int = 0
    flicker_chance: float = 0.0
    flicker_ms: tuple[float, float] = (1.0, 39.0)
    dip_chance: float = 0.0
    dip_ms: tuple[float, float] = (5.0, 95.0)


CLEAN: Final = Noise(pull_in=0.30, drop_out=0.36)
NORMAL: Final = Noise(pull_in=0.35, drop_out=0.42, offset=0.10, bounce_ms=1.5, bounces=3)
ROUGH: Final = Noise(
    pull_in=0.48,
    drop_out=0.56,
    offset=0.15,
    bounce_ms=5.0,
    bounces=6,
    flicker_chance=0.08,
    dip_chance=0.08,
)

NOISES: Final[Mapping[str, Noise]] = {"clean": CLEAN, "normal": NORMAL, "rough": ROUGH}
