"""Sensors that tell a magnet's pole: two switches under each point, one for each pole.

Unipolar Hall switches answer to one pole. One of them lies face up and closes for the light men's
magnets, the other lies face down and closes for the dark men's, whose magnets are glued the other way up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ports import Fault, Kind, Scan, Symptom

if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.ports import Reading, SensorMatrix

_REMEDY: Final = "No man closes both switches of a point: look for two men on it, a switch that sticks, or a short."


class PolarityMatrix:
    """Pairs of contacts as points with a pole. Implements `SensorMatrix`.

    Channel n is contacts 2n, which the light men's magnets close, and 2n + 1, which the dark men's
    close. Where one of the two cannot be read, or both are closed, the channel is unknown: it is not
    empty, and whose man stands there nobody can say.

    Args:
        contacts: closed together with this one; of an odd number the last is left out.
        place: what a contact is wired to, for the faults: "/dev/i2c-1 chip 0x20 pin GPA0"; by default its number.
    """

    def __init__(
        self, contacts: SensorMatrix, place: Callable[[int], str] = "contact {}".format
    ) -> None:
        assert contacts.kind is Kind.PRESENCE
        self._place = place
        self._contacts = contacts
        self._channels = contacts.channels // 2
        self._seen: Scan | None = None
        self._result = Scan(levels=0, readings={})

    @property
    def channels(self) -> int:
        return self._channels

    @property
    def kind(self) -> Kind:
        return Kind.POLARITY

    def scan(self, at_ns: int) -> Scan:
        scan = self._contacts.scan(at_ns)
        if scan is not self._seen:
            self._seen = scan
            self._result = self._paired(scan)
        return self._result

    def close(self) -> None:
        self._contacts.close()

    def _paired(self, scan: Scan) -> Scan:
        readings: dict[int, Reading] = {}
        levels = unknown = 0
        faults = list(scan.faults)
        for channel in range(self._channels):
            light, dark = scan.levels >> 2 * channel & 1, scan.levels >> 2 * channel + 1 & 1
            if scan.unknown >> 2 * channel & 3:
                unknown |= 1 << channel
            elif light and dark:
                unknown |= 1 << channel
                faults.append(self._both(channel))
            elif light or dark:
                levels |= 1 << channel
                readings[channel] = 1 if light else -1
        return Scan(levels=levels, unknown=unknown, faults=tuple(faults), readings=readings)

    def _both(self, channel: int) -> Fault:
        where = f"{self._place(2 * channel)} and {self._place(2 * channel + 1)}"
        return Fault(symptom=Symptom.BOTH_POLES, where=where, remedy=_REMEDY)
