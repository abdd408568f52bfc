"""The sensors, looked at for some seconds while nobody touches the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.shell.doctor.findings import Finding, Level, fine, of_fault
from controller.shell.doctor.places import each, size
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.shell.doctor.places import Places
    from controller.shell.profile import Wiring
    from drivers.ports import Fault, Scan
    from rules.terms import Point, PointSet

PART = "points"
CHATTER = 10
"""Changes of a point that nobody touches; fewer are a flicker, as a passing sleeve makes."""
GUESS_MAX = 6
"""So many points may differ where it is guessed how the men stand; a game that has begun differs by more."""
AT_FIRST, AT_FIRST_NS = frozenset({Symptom.OUT_OF_STEP}), 3_000_000_000
"""What a driver may say when it begins: a serial board takes a second to tell all its fields."""
RATE_MIN = 0.9
"""Of the rate that is asked for."""
_STUCK_REMEDY = "Look for a bent or welded contact, solder across it, a short of its wire; then change the sensor."
_STUCK_OFF_REMEDY = (
    "Set the man in the middle; try another man; then look for a broken wire or joint, and change "
    "the sensor."
)
_CHATTER_REMEDY = (
    "Look for a loose joint or wire, a magnet that is too weak or off the middle, a cable beside "
    "the lamps' supply."
)


@dataclass(slots=True)
class Watch:
    """What the points have done since it began.

    Attributes:
        wiring: channel to point.
        changes: how often each point has changed.
        ever, always: points that were occupied at some time, at all times.
        readable: points that could be read at some time.
        unknown: points that could not be read at the last scan.
        met: faults by place and symptom, and in how many scans.
        seen_ns: when each was met last.
        now: faults of the last scan.
    """

    wiring: Wiring
    changes: dict[Point, int] = field(default_factory=dict)
    ever: PointSet = 0
    always: PointSet = -1
    readable: PointSet = 0
    unknown: PointSet = 0
    met: dict[tuple[str, Symptom], int] = field(default_factory=dict)
    faults: dict[tuple[str, Symptom], Fault] = field(default_factory=dict)
    seen_ns: dict[tuple[str, Symptom], int] = field(default_factory=dict)
    now: tuple[Fault, ...] = ()
    scans: int = 0
    first_ns: int = 0
    last_ns: int = 0
    _scan: Scan | None = None
    _levels: PointSet = 0

    def take(self, at_ns: int, scan: Scan) -> None:
        """One scan."""
        if not self.scans:
            self.first_ns = at_ns
        self.scans += 1
        self.last_ns = at_ns
        for fault in scan.faults:
            key = (fault.where, fault.symptom)
            self.met[key] = self.met.get(key, 0) + 1
            self.faults[key] = fault
            self.seen_ns[key] = at_ns
        if scan is self._scan:
            return
        levels, unknown = self.wiring.to_points(scan.levels), self.wiring.to_points(scan.unknown)
        if self._scan is not None:
            for point in each((levels ^ self._levels) & ~unknown & ~self.unknown):
                self.changes[point] = self.changes.get(point, 0) + 1
        self._scan = scan
        self._levels = levels | self._levels & unknown
        self.unknown = unknown
        self.ever |= levels
        self.always &= levels | unknown
        self.readable |= sum(1 << point for point in self.wiring.channel_of) & ~unknown
        self.now = scan.faults

    @property
    def hz(self) -> float:
        """Scans a second."""
        passed_ns = self.last_ns - self.first_ns
        return (self.scans - 1) * 1e9 / passed_ns if passed_ns else 0.0

    @property
    def occupied(self) -> PointSet:
        """What was occupied at the last scan, as far as is known."""
        return self._levels & self.readable


def guessed(watch: Watch, array: PointSet) -> PointSet | None:
    """How the men stand, as far as the sensors together tell: in the array, or not at all. None: neither."""
    readable = watch.readable & ~watch.unknown
    for wanted in (array, 0):
        if size((watch.occupied ^ wanted) & readable) <= GUESS_MAX:
            return wanted
    return None


def examine_points(
    watch: Watch, places: Places, standing: PointSet | None, *, hz: int
) -> Iterator[Finding]:
    """What a watch has found.

    Args:
        standing: where men stand; None where nobody knows.
        hz: scans a second that are asked for.
    """
    found = [
        *_disturbed(watch, places),
        *(() if standing is None else stuck(watch, places, standing)),
    ]
    yield from found
    if standing is None:
        yield fine(
            PART,
            "the board",
            "the men stand neither in the array nor off the board, so nobody can say whether a "
            "sensor is stuck; use --men or --walk.",
        )
    blind = watch.unknown
    if not found and not blind:
        text = f"{size(watch.readable)} points are quiet, men on {size(watch.occupied)}."
        yield fine(PART, "the board", text)
    if watch.hz >= RATE_MIN * hz:
        yield fine("rate", "scanning", f"{watch.hz:.0f} scans a second, as asked for.")
    else:
        yield Finding(
            part="rate",
            level=Level.WARNING,
            kind="slow-scan",
            where="scanning",
            text=f"{watch.hz:.0f} scans a second are reached, {hz} asked for.",
            remedy="Raise the bus speed (dtparam=i2c_arm_baudrate), or ask for less in [sensors] "
            "scan_hz; under 50 a quick hand may be missed.",
        )


def _disturbed(watch: Watch, places: Places) -> Iterator[Finding]:
    for point, count in sorted(watch.changes.items()):
        chatters = count >= CHATTER
        yield Finding(
            part=PART,
            level=Level.FAULT if chatters else Level.WARNING,
            kind="chatter" if chatters else "flicker",
            where=places.point(point),
            text=f"changed {count} times in {(watch.last_ns - watch.first_ns) / 1e9:.0f} s, and "
            "nobody touched it.",
            remedy=_CHATTER_REMEDY,
        )


def stuck(watch: Watch, places: Places, standing: PointSet) -> Iterator[Finding]:
    """Sensors that say all the time the opposite of what is so."""
    readable = watch.readable & ~watch.unknown
    for point in each(watch.always & readable & ~standing):
        yield Finding(
            part=PART,
            level=Level.FAULT,
            kind="stuck-on",
            where=places.point(point),
            text="it feels a man, and none stands there: stuck on.",
            remedy=_STUCK_REMEDY,
        )
    for point in each(standing & readable & ~watch.ever):
        yield Finding(
            part=PART,
            level=Level.FAULT,
            kind="stuck-off",
            where=places.point(point),
            text="it does not feel the man that stands there: stuck off.",
            remedy=_STUCK_OFF_REMEDY,
        )


def examine_faults(watch: Watch, told: set[str]) -> Iterator[Finding]:
    """What the drivers met meanwhile.

    Args:
        told: places of which a fault was told already.
    """
    lasting = {(fault.where, fault.symptom) for fault in watch.now}
    for key, fault in watch.faults.items():
        where, symptom = key
        if where in told and symptom is not Symptom.BROWN_OUT:
            continue
        if symptom in AT_FIRST and watch.seen_ns[key] - watch.first_ns < AT_FIRST_NS:
            continue
        if key in lasting or symptom is Symptom.BROWN_OUT:
            yield of_fault("chips", fault)
        else:
            yield Finding(
                part="chips",
                level=Level.WARNING,
                kind=symptom.value,
                where=where,
                text=f"{symptom.value.replace('-', ' ')} in {watch.met[key]} of {watch.scans} scans.",
                remedy=fault.remedy,
            )
