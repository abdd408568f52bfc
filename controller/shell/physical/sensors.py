"""Sensors of four kinds, each making levels of the same fields: contacts, two switches, linear Hall sensors, readers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from controller.shell.physical.bodies import Knot

Level = int | str
Change = tuple[float, Level]
"""When, in milliseconds, a sensor gives another level, and which."""
OPERATE = (0.24, 0.38)
"""Of a standing piece's field a switch closes at so much, each at its own: reeds of one sort differ by a third."""
RELEASE = (0.6, 0.85)
"""It opens again below this share of that (data sheets of reed switches: 50 to 90 %)."""
BOUNCES = (0, 0, 1, 2, 3)
BOUNCE_MS = (0.1, 1.2)
"""A reed bounces for 0.5 to 3 ms, with gaps of this length."""
FULL = 500
"""What a piece gives on the scale of the trace; that scale ends at 1000."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """One sensor.

    Attributes:
        operate, release: where it closes and opens, in fields of a standing piece.
        gain: of a Hall sensor, 1 for the usual one.
        alike: every magnet has the same pole up; otherwise light and dark pieces cancel.
        bounces: it is a reed.
    """

    operate: float
    release: float
    gain: float
    alike: bool
    bounces: bool


def gauge_for(dice: Random, *, alike: bool, bounces: bool) -> Gauge:
    """One sensor of a batch."""
    operate = dice.uniform(*OPERATE)
    return Gauge(
        operate, operate * dice.uniform(*RELEASE), dice.uniform(0.95, 1.05), alike, bounces
    )


def changes(kind: Sensor, knots: Sequence[Knot], gauge: Gauge, dice: Random) -> list[Change]:
    """When a sensor that switches gives which level; the first tells what it gives at the start."""
    match kind:
        case Sensor.PRESENCE:
            seen = [(k.at, k.plain if gauge.alike else abs(k.signed)) for k in knots]
            found = list(_switched(seen, gauge))
        case Sensor.POLARITY:
            light = _switched([(k.at, k.signed) for k in knots], gauge)
            dark = _switched([(k.at, -k.signed) for k in knots], gauge)
            found = list(_either(list(light), list(dark)))
        case _:
            return list(_read(knots, gauge))
    return _bounced(found, dice) if gauge.bounces else found


def _switched(seen: Sequence[tuple[float, float]], gauge: Gauge) -> Iterator[Change]:
    """A switch with hysteresis."""
    closed = seen[0][1] >= gauge.operate
    yield seen[0][0], int(closed)
    for (at, field), (then, later) in pairwise(seen):
        threshold = gauge.release if closed else gauge.operate
        if (later < threshold) is not closed:
            continue
        share = (threshold - field) / (later - field) if later != field else 1.0
        closed = not closed
        yield at + (then - at) * min(1.0, max(0.0, share)), int(closed)


def _either(light: list[Change], dark: list[Change]) -> Iterator[Change]:
    """Two switches, one for each pole, as one level."""
    on = {1: 0, -1: 0}
    for at, pole, level in sorted(
        [(at, 1, level) for at, level in light] + [(at, -1, level) for at, level in dark],
        key=lambda each: each[0],
    ):
        assert isinstance(level, int)
        on[pole] = level
        yield at, on[1] - on[-1]


def _read(knots: Sequence[Knot], gauge: Gauge) -> Iterator[Change]:
    """A reader: the letter of the piece that is felt most, while it is near enough."""
    told, lost = "", True
    for knot in knots:
        near = knot.lead >= (gauge.operate if lost or knot.letter != told else gauge.release)
        level = knot.letter if near else ("" if knot.lead < gauge.release else told)
        if level != told or knot is knots[0]:
            yield knot.at, level
        told, lost = level, level == ""


def _bounced(found: list[Change], dice: Random) -> list[Change]:
    """Each change with the bounces of its contact."""
    spread: list[Change] = found[:1]
    ends = [at for at, _ in found[2:]] + [float("inf")]
    for (before, (came, level)), end in zip(pairwise(found), ends, strict=False):
        spread.append((came, level))
        at = came
        for _ in range(dice.choice(BOUNCES)):
            left = at + dice.uniform(*BOUNCE_MS)
            again = left + dice.uniform(*BOUNCE_MS)
            if again >= end:
                break
            spread += [(left, before[1]), (again, level)]
            at = again
    return spread


def strength(field: float, gauge: Gauge) -> int:
    """What a linear Hall sensor gives, on the scale of the trace."""
    return max(-1000, min(1000, round(FULL * gauge.gain * field)))
