"""The sensors as they are now, for the page that shows them to a technician."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from controller.shell.doctor.fields import analogue
from controller.shell.tallying import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json
    from controller.shell.doctor.fields import Analogue
    from controller.shell.hardware import Hardware
    from controller.shell.service import Service
    from drivers.ports import Fault

FRESH_NS = 300_000_000
"""Pages that ask within this time get the same answer: the loop works it out once, however many look."""
SAMPLES = 20
"""Counts of a field sensor from which its noise is told: ten seconds, at two a second."""
SAMPLES_MIN = 4


class LiveSensors:
    """Answers of `/api/sensors`.

    Args:
        service: the board; it may not be scanning yet.
        places: where each point is connected, by its name.
    """

    def __init__(self, service: Service, places: Mapping[str, str]) -> None:
        self._service = service
        self._places = places
        self._made_ns: int | None = None
        self._body = b""
        self._samples: deque[Sequence[int | None]] = deque(maxlen=SAMPLES)

    def body(self) -> bytes:
        """The answer as JSON."""
        now_ns = self._service.clock.now_ns()
        if self._made_ns is None or not 0 <= now_ns - self._made_ns < FRESH_NS:
            self._body = msgspec.json.encode(self._answer(now_ns))
            self._made_ns = now_ns
        return self._body

    def _answer(self, now_ns: int) -> Json:
        service = self._service
        scanner, hardware = service.scanner, service.hardware
        game = service.session.settings.game
        health = service.health()
        scans = None if scanner is None else scanner.scans
        tally = Tally() if scans is None else scans.tally
        faults = () if scans is None else scans.met
        return {
            "game": game.name,
            "options": dict(game.options),
            "kind": None if hardware is None else hardware.matrix.kind.value,
            "scan_hz": health.scan_hz,
            "gaps": health.gaps,
            "scanning": scans is not None and scans.scan_hz is not None,
            "points": [] if hardware is None else self._points(hardware, tally, now_ns),
            "suspects": {str(each["point"]): each["symptom"] for each in health.suspects},
            "faults": [_words(fault) for fault in faults],
            "notes": [] if scans is None or scans.lamp_fault is None else [scans.lamp_fault],
        }

    def _points(self, hardware: Hardware, tally: Tally, now_ns: int) -> list[Json]:
        scan, names = tally.scan, hardware.game.points
        driver = analogue(hardware.matrix)
        strengths, noises = self._field(driver)
        limits = () if driver is None else driver.calibration.points
        found: list[Json] = []
        for channel, point in enumerate(hardware.sensor_points.points):
            if point is None:
                continue
            changed_ns = tally.changed_ns.get(channel)
            blind = bool(scan.unknown >> channel & 1)
            found.append(
                {
                    "point": names[point],
                    "on": None if blind else scan.levels >> channel & 1,
                    "reading": None if blind else (scan.readings or {}).get(channel),
                    "strength": None if blind else strengths.get(channel),
                    "noise": noises.get(channel),
                    "enter": limits[channel].enter if channel < len(limits) else None,
                    "leave": limits[channel].leave if channel < len(limits) else None,
                    "changes": tally.changes.get(channel, 0),
                    "ago_ms": None if changed_ns is None else (now_ns - changed_ns) // 1_000_000,
                    "where": self._places.get(names[point]),
                }
            )
        return found

    def _field(self, driver: Analogue | None) -> tuple[Mapping[int, int], Mapping[int, float]]:
        """Strength and noise by channel, of sensors that measure a field; of others nothing."""
        if driver is None:
            return {}, {}
        self._samples.append(driver.counts)
        return dict(enumerate(map(round, driver.strengths))), noise(self._samples)


def noise(samples: Sequence[Sequence[int | None]]) -> dict[int, float]:
    """Standard deviation of each channel's counts, where there are enough."""
    found = {}
    for channel, column in enumerate(zip(*samples, strict=False)):
        counts = [count for count in column if count is not None]
        if len(counts) >= SAMPLES_MIN:
            middle = sum(counts) / len(counts)
            square = sum((count - middle) ** 2 for count in counts) / len(counts)
            found[channel] = round(math.sqrt(square), 2)
    return found


def _words(fault: Fault) -> Json:
    return {"where": fault.where, "what": fault.symptom.value, "remedy": fault.remedy}
