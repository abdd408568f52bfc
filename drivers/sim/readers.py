"""Readers of tags under contacts: what a board gives that tells each man, though no driver of one is known.

A model above the drivers: contacts tell where something stands, through whatever reads them, and the men's
labels are added here.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from drivers.ports import Kind, Scan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Reading, SensorMatrix
    from drivers.sim.board import MagnetBoard

_NEAR: Final = 0.7
"""A tag that closes the contact is no farther off, in pitches."""


class ReaderMatrix:
    """Contacts as readers of identity, channel n for point n. Implements `SensorMatrix`.

    A reader that is stuck gives what it read last, or nothing where it has read nothing; one that is coupled with
    another gives what that one reads.

    Args:
        contacts: closed together with this one.
        board: the men over them.
        places: of the points, in millimetres.
        pitch_mm: distance between neighbouring points.
    """

    def __init__(
        self,
        contacts: SensorMatrix,
        board: MagnetBoard,
        places: Sequence[tuple[float, float]],
        pitch_mm: float,
    ) -> None:
        assert contacts.kind is Kind.PRESENCE
        self._contacts = contacts
        self._board = board
        self._places = tuple(places)
        self._near_mm = _NEAR * pitch_mm
        self._seen: tuple[Scan | None, int, int] = (None, -1, -1)
        self._result = Scan(levels=0, readings={})
        self._last: dict[int, str] = {}

    @property
    def channels(self) -> int:
        return self._contacts.channels

    @property
    def kind(self) -> Kind:
        return Kind.IDENTITY

    def scan(self, at_ns: int) -> Scan:
        scan, board = self._contacts.scan(at_ns), self._board
        seen = (scan, board.acts, board.setups)
        if seen != self._seen or board.pushing:
            self._seen = seen
            self._take(scan, at_ns)
        return self._result

    def close(self) -> None:
        self._contacts.close()

    def _take(self, scan: Scan, at_ns: int) -> None:
        near = self._near(at_ns)
        stuck = self._board.sensors_broken()
        sources = {target: source for source, target in self._board.sensors_coupled()}
        readings: dict[int, Reading] = {}
        levels = 0
        for channel in range(self.channels):
            if not scan.levels >> channel & 1:
                continue
            felt = near.get(channel) or near.get(sources.get(channel, channel))
            felt = felt or self._board.passing.get(channel)
            letter = self._last.get(channel) if felt is None or channel in stuck else felt
            if letter is not None:
                self._last[channel] = readings[channel] = letter
                levels |= 1 << channel
        result = replace(scan, levels=levels, readings=readings)
        if result != self._result:
            self._result = result

    def _near(self, at_ns: int) -> Mapping[int, str]:
        """The label of the man next to each point, where one is near."""
        found: dict[int, tuple[float, str]] = {}
        for magnet in self._board.magnets(at_ns):
            if magnet.away:
                continue
            here = (magnet.x, magnet.y)
            for point, place in enumerate(self._places):
                off_mm = math.dist(here, place)
                if off_mm < found.get(point, (self._near_mm, ""))[0]:
                    found[point] = (off_mm, magnet.label)
        return {point: label for point, (_, label) in found.items()}
