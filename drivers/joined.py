"""Several sensor matrices as one: boards with more chips than one bus has addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.ports import Scan, SensorMatrix

if TYPE_CHECKING:
    from collections.abc import Sequence


class JoinedMatrix:
    """The channels of several matrices, one after the other.

    Args:
        parts: at least one; closed together with this one.
    """

    def __init__(self, parts: Sequence[SensorMatrix]) -> None:
        assert parts
        self._parts = tuple(parts)
        self._scans: list[Scan] = []
        self._result = Scan(levels=0)

    @property
    def channels(self) -> int:
        return sum(part.channels for part in self._parts)

    def scan(self, at_ns: int) -> Scan:
        scans = [part.scan(at_ns) for part in self._parts]
        if scans == self._scans:
            return self._result
        self._scans = scans
        levels = unknown = shift = 0
        for part, scan in zip(self._parts, scans, strict=True):
            levels |= scan.levels << shift
            unknown |= scan.unknown << shift
            shift += part.channels
        faults = tuple(fault for scan in scans for fault in scan.faults)
        self._result = Scan(levels=levels, unknown=unknown, faults=faults)
        return self._result

    def close(self) -> None:
        for part in self._parts:
            part.close()
