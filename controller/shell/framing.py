"""Scans of one board made into frames: channels become points, readings become what the core judges by."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_lowercase
from typing import TYPE_CHECKING

from controller.core.inputs import Frame
from controller.core.sensing.marks import LevelReader, Sensor, Tone
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.shell.hardware import Hardware
    from drivers.ports import Reading, Scan
    from rules.game import Game
    from rules.terms import Point, PointSet


class Framer:
    """Tells a board's scans in which something is new from those in which nothing is."""

    def __init__(self, hardware: Hardware) -> None:
        self._game = hardware.game
        self._wiring = hardware.sensor_points
        self._sensor = Sensor(hardware.matrix.kind.value)
        self.forget()

    def forget(self) -> None:
        """Nothing has been seen yet: the next scan is new whatever it shows."""
        self._reader = LevelReader(self._game, self._sensor)
        self._values: Mapping[Point, Reading] = {}
        self._scan: Scan | None = None
        self._shown: Frame | None = None

    def frame(self, at_ns: int, scan: Scan) -> Frame | None:
        """The frame of a scan; None where it shows nothing that the one before did not."""
        if scan is self._scan:
            return None
        self._scan = scan
        unknown = self._wiring.to_points(scan.unknown)
        self._reader.take(at_ns, self._changes(self._values_of(scan), unknown))
        frame, shown = frame_of(self._reader, at_ns, unknown), self._shown
        if shown is not None and replace(frame, at_ns=shown.at_ns) == shown:
            return None
        self._shown = frame
        return frame

    def _values_of(self, scan: Scan) -> dict[Point, Reading]:
        """What each point gives where something stands."""
        if scan.readings is None:
            return dict.fromkeys(points_of(self._wiring.to_points(scan.levels)), 1)
        return {
            point: reading
            for channel, reading in scan.readings.items()
            if (point := self._wiring.point_of(channel)) is not None
        }

    def _changes(self, values: dict[Point, Reading], unknown: PointSet) -> dict[Point, Reading]:
        """Where the points that can be read give something else than when they were last read."""
        before = self._values
        values |= {point: v for point, v in before.items() if unknown >> point & 1}
        self._values = values
        changes = {point: v for point, v in values.items() if before.get(point) != v}
        return changes | dict.fromkeys(before.keys() - values.keys(), nothing_of(self._sensor))


def frame_of(reader: LevelReader, at_ns: int, unknown: PointSet) -> Frame:
    """The frame of what a reader has come to; of points that cannot be read it says nothing."""
    marks, strengths = reader.marks, reader.strengths
    if unknown:
        strengths = {p: strength for p, strength in strengths.items() if not unknown >> p & 1}
        if marks is not None:
            marks = {p: mark for p, mark in marks.items() if not unknown >> p & 1}
    return Frame(
        at_ns=at_ns,
        levels=reader.levels & ~unknown,
        unknown=unknown,
        marks=marks,
        strengths=strengths,
        wobbling=reader.wobbling & ~unknown,
    )


def levels_of_frame(frame: Frame, sensor: Sensor, game: Game) -> dict[Point, Reading]:
    """The raw levels, as traces have them, at the points where something stands in a frame."""
    return {point: _level(frame, point, sensor, game) for point in points_of(frame.levels)}


def _level(frame: Frame, point: Point, sensor: Sensor, game: Game) -> Reading:
    mark = (frame.marks or {}).get(point)
    match sensor:
        case Sensor.PRESENCE:
            return 1
        case Sensor.POLARITY:
            return -1 if mark is not None and mark.tone is Tone.DARK else 1
        case Sensor.FIELD:
            return frame.strengths[point]
        case Sensor.IDENTITY:
            strange = next(letter for letter in ascii_lowercase if letter not in game.men)
            return strange if mark is None or mark.letter is None else mark.letter


def nothing_of(sensor: Sensor) -> Reading:
    """The raw level of an empty point."""
    return "" if sensor is Sensor.IDENTITY else 0
