"""Several sensor matrices as one: boards with more chips than one bus has addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.ports import Kind, Reading, Scan, SensorMatrix

if TYPE_CHECKING:
    from collections.abc import Sequence


class JoinedMatrix:
    """The channels of several matrices, one after the other.

    Args:
        parts: at least one, all of one kind; closed together with this one.
    """

    def __init__(self, parts: Sequence[SensorMatrix]) -> None:
        assert len({part.kind for part in parts}) == 1
        self._parts = tuple(parts)
        self._scans: list[Scan] = []
        self._result = Scan(levels=0)

    @property
    def parts(self) -> Sequence[SensorMatrix]:
        """The matrices, in the order of their channels."""
        return self._parts

    @property
    def channels(self) -> int:
        return sum(part.channels for part in self._parts)

    @property
    def kind(self) -> Kind:
        return self._parts[0].kind

    def scan(self, at_ns: int) -> Scan:
        scans = [part.scan(at_ns) for part in self._parts]
        if scans == self._scans:
            return self._result
        self._scans = scans
        levels = unknown = shift = 0
        readings: dict[int, Reading] = {}
        for part, scan in zip(self._parts, scans, strict=True):
            levels |= scan.levels << shift
            unknown |= scan.unknown << shift
            readings |= {shift + n: reading for n, reading in (scan.readings or {}).items()}
            shift += part.channels
        self._result = Scan(
            levels=levels,
            unknown=unknown,
            faults=tuple(fault for scan in scans for fault in scan.faults),
            readings=None if self.kind is Kind.PRESENCE else readings,
        )
        return self._result

    def close(self) -> None:
        for part in self._parts:
            part.close()
