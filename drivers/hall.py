"""Boards of linear Hall sensors: signed strengths, and what follows from them point by point.

A reading is made into the strength of the man on the point: less the baseline, which is followed while it
drifts; scaled so that a man gives 500; less what the men around give here. Each of them gives as much, by
how far he is away, wherever on his point he stands. Thresholds with hysteresis then tell whether and whose
man stands there, and whether another lies on him (`hall_point`).

Warmth moves the baselines. A point that is empty, or whose man stands still, shows that itself and is followed
slowly; one where something moves follows the median of the empty points, since the board is warm as a whole.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

from drivers.calibration import MAN, CalibrationError
from drivers.hall_point import BAND, Gauge
from drivers.hall_reader import HallReader, Input
from drivers.ports import Kind, Reading, Scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from drivers.adc import Adc
    from drivers.calibration import Calibration
    from drivers.hc4067 import Selects

_MS: Final = 1_000_000
_FOLLOW_NS: Final = 250 * _MS
_QUIET_NS: Final = 2000 * _MS
_EMPTY_MAX: Final = 80
"""Strength up to which an empty point is followed; more may be a man who stands badly."""
_SLOWLY_S: Final = 30.0
"""Time constant of the drift: a finger's warmth and a man put down badly are no drift."""
_STEP_MAX_S: Final = 10.0
_DRIFT_MAX: Final = 200
"""Strength by which a baseline may move away from the calibrated one, less than an empty point's threshold."""
_FIRST_MAX: Final = 150
_FIRST_POINTS: Final = 8
"""At the start the board is as warm as it is: so many empty points show by how much all have moved."""
_ROUNDS: Final = 4
"""Of neighbours that change what neighbours feel. A man gives the next points a fiftieth; two would do."""


class HallMatrix:
    """Linear Hall sensors. Implements `SensorMatrix`.

    What cannot be read is unknown, as are sensors whose reading is at an end of the scale (open, shorted, no
    supply). Faults name the converter, its input and the multiplexer's. The men that stood on points that
    cannot be read are taken to stand there still, for what the points around feel.

    Args:
        adcs: the converters, all of the same bits; closed together with the matrix.
        selects: the multiplexers' lines; None where sensors are wired straight to converters.
        layout: where each channel is connected.
        calibration: of each channel.
        cross: of each channel, which part of what a man there gives the other channels feel
            (`hall_cross.from_places`); None where that is nothing.
        kind: field, or polarity, for which the strengths are kept back.

    Attributes:
        calibration: as given.

    Raises:
        CalibrationError: it is of another number of channels, or of converters of other bits.
        ValueError: there are no converters, or two channels have one place.
    """

    def __init__(
        self,
        adcs: Sequence[Adc],
        selects: Selects | None,
        *,
        layout: Sequence[Input],
        calibration: Calibration,
        cross: Sequence[Mapping[int, float]] | None = None,
        kind: Kind = Kind.FIELD,
    ) -> None:
        assert kind in (Kind.FIELD, Kind.POLARITY)
        _check(adcs, layout, calibration)
        self._kind = kind
        self.calibration = calibration
        self._reader = HallReader(
            adcs, selects, layout, [point.baseline for point in calibration.points]
        )
        self._gauges = [Gauge(point) for point in calibration.points]
        self.cross: Sequence[Mapping[int, float]] = [
            dict(parts) for parts in cross or [{}] * len(layout)
        ]
        """Of each channel, which part of what a man there gives the others feel."""
        self._told: dict[int, int] = {}
        self._follow_ns = 0
        self._followed_ns: int | None = None
        self._result = Scan(levels=0, unknown=(1 << len(layout)) - 1, readings={})

    @property
    def channels(self) -> int:
        return len(self._gauges)

    @property
    def kind(self) -> Kind:
        return self._kind

    @property
    def counts(self) -> Sequence[int | None]:
        """The converters' readings of the last scan, by channel: for calibration and the sensor page."""
        return tuple(
            None if self._reader.unknown >> channel & 1 else count
            for channel, count in enumerate(self._reader.counts)
        )

    @property
    def strengths(self) -> Sequence[float]:
        """The strength at each channel as last judged, also where nothing stands."""
        return tuple(gauge.strength for gauge in self._gauges)

    def where(self, channel: int) -> str:
        """Where a channel is connected, in words."""
        return self._reader.where(channel)

    def scan(self, at_ns: int) -> Scan:
        reader = self._reader
        outside = reader.read(at_ns)
        stale = reader.changed
        if outside:
            stale |= self._judge(outside, at_ns)
        if at_ns >= self._follow_ns:
            self._follow_ns = at_ns + _FOLLOW_NS
            stale |= self._follow(at_ns)
        if stale:
            scan = self._compose()
            if scan != self._result:
                self._result = scan
        return self._result

    def close(self) -> None:
        self._reader.close()

    def _judge(self, channels: Iterable[int], at_ns: int) -> bool:
        """Takes what channels read; whether anything else is to be told."""
        told = False
        due = set(channels)
        for _ in range(_ROUNDS):
            touched: set[int] = set()
            for channel in sorted(due):
                change, news = self._take(channel, at_ns)
                told |= news
                if change:
                    for other, part in self.cross[channel].items():
                        self._gauges[other].crossed += MAN * part * change
                        touched.add(other)
            due = {channel for channel in touched if self._reader.counts[channel] is not None}
            if not due:
                break
        return told

    def _take(self, channel: int, at_ns: int) -> tuple[int, bool]:
        """Takes what one channel reads: how its state changed, and whether that is to be told."""
        reader, gauge = self._reader, self._gauges[channel]
        count = reader.counts[channel]
        assert count is not None
        if reader.unknown >> channel & 1:
            return 0, False
        change = gauge.take(count, at_ns)
        reader.low[channel] = round(count - gauge.band)
        reader.high[channel] = round(count + gauge.band)
        before = self._told.get(channel)
        if not gauge.state:
            self._told.pop(channel, None)
            return change, before is not None
        strength = gauge.told
        if not change and before is not None and abs(strength - before) < BAND:
            return change, False
        self._told[channel] = strength
        return change, True

    # Drift

    def _follow(self, at_ns: int) -> bool:
        """Lets the baselines follow the drift; whether anything else is to be told."""
        if self._followed_ns is None:
            return self._follow_at_once(at_ns)
        passed_s = min((at_ns - self._followed_ns) / 1e9, _STEP_MAX_S)
        self._followed_ns = at_ns
        part = 1 - 1 / (1 + passed_s / _SLOWLY_S)
        steps: list[float] = []
        standing = []
        for channel, gauge in enumerate(self._gauges):
            error = self._error(channel, gauge)
            if error is None:
                continue
            still = at_ns - gauge.since_ns >= _QUIET_NS
            if still and (gauge.state or abs(error * gauge.scale) <= _EMPTY_MAX):
                _shift(gauge, part * error)
                if not gauge.state:
                    steps.append(part * error)
            elif gauge.state:
                standing.append(gauge)
        if steps:
            together = statistics.median(steps)
            for gauge in standing:
                _shift(gauge, together)
        return self._judge_shifted(at_ns)

    def _follow_at_once(self, at_ns: int) -> bool:
        """The drift since the calibration, seen when the board is switched on."""
        errors = [
            error
            for channel, gauge in enumerate(self._gauges)
            if not gauge.state
            and (error := self._error(channel, gauge)) is not None
            and abs(error * gauge.scale) <= _FIRST_MAX
        ]
        if len(errors) < _FIRST_POINTS:
            return False
        self._followed_ns = at_ns
        together = statistics.median(errors)
        for gauge in self._gauges:
            _shift(gauge, together)
        return self._judge_shifted(at_ns)

    def _error(self, channel: int, gauge: Gauge) -> float | None:
        """Counts by which a channel reads more than it should, empty or with the man who stands still there.

        None where it cannot be read.
        """
        count = self._reader.counts[channel]
        if count is None or self._reader.unknown >> channel & 1:
            return None
        due = gauge.crossed + (gauge.anchor if gauge.state else 0.0)
        return count - gauge.zero - due / gauge.scale

    def _judge_shifted(self, at_ns: int) -> bool:
        """Judges anew the points whose baseline has moved by more than its band."""
        return self._judge(
            [
                channel
                for channel, gauge in enumerate(self._gauges)
                if abs(gauge.zero - gauge.taken_zero) > gauge.band
                and self._reader.counts[channel] is not None
            ],
            at_ns,
        )

    def _compose(self) -> Scan:
        unknown = self._reader.unknown
        known = {
            channel: strength
            for channel, strength in sorted(self._told.items())
            if not unknown >> channel & 1
        }
        readings: dict[int, Reading] = (
            dict(known)
            if self._kind is Kind.FIELD
            else {channel: 1 if strength > 0 else -1 for channel, strength in known.items()}
        )
        return Scan(
            levels=sum(1 << channel for channel in known),
            unknown=unknown,
            faults=self._reader.faults,
            readings=readings,
        )


def _shift(gauge: Gauge, counts: float) -> None:
    """Moves a baseline, within what drift can be."""
    most = abs(_DRIFT_MAX / gauge.scale)
    gauge.zero = min(max(gauge.zero + counts, gauge.baseline - most), gauge.baseline + most)


def _check(adcs: Sequence[Adc], layout: Sequence[Input], calibration: Calibration) -> None:
    if not adcs:
        raise ValueError("a board of Hall sensors needs at least one converter")
    if len(set(layout)) != len(layout):
        raise ValueError("two channels are connected to the same input")
    if {adc.bits for adc in adcs} != {calibration.bits}:
        raise CalibrationError(
            f"the calibration is of {calibration.bits} bits and the converters have {adcs[0].bits}: "
            "calibrate this board"
        )
    if len(calibration.points) != len(layout):
        raise CalibrationError(
            f"the calibration is of {len(calibration.points)} sensors and the board has "
            f"{len(layout)}: calibrate this board"
        )
