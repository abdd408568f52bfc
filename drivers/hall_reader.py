"""Reads the inputs of a Hall board: converters behind multiplexers, with the fewest transfers.

All multiplexers are switched together, then every converter input is read, then they are switched on: 16
settings and one conversion for each sensor. What lies within the band in which a sensor was last believed is
read once. Whatever is outside is read twice more, and the middle one of the three counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.hall_wiring import does_not_switch
from drivers.hc4067 import POSITIONS
from drivers.ports import Fault, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.adc import Adc
    from drivers.hc4067 import Selects

_MS: Final = 1_000_000
_TRIES: Final = 3
_MISSING_SCANS: Final = 20
_BUS_TRIES_AT_ONCE: Final = 3  # each costs the bus time-out
_WHOLE_BUS: Final = frozenset({Symptom.STUCK, Symptom.BUS_MISSING})
_TRANSIENT: Final = frozenset({Symptom.NAK, Symptom.ARBITRATION, Symptom.IO})
RAIL: Final = 0.025
"""Of the scale, at either end: no sensor is so near to its supply (DRV5055: 0.2 V, of 3.3 V or 5 V)."""
_MISSING_REMEDY: Final = (
    "Its points are unknown: check the converter's supply, address pins and wires."
)
_RAIL_REMEDY: Final = (
    "No sensor reads so: check its supply, its solder joints and its wire for a short."
)
_MULTIPLEXER_REMEDY: Final = "check the multiplexer's supply, that its enable pin is at ground, its select lines and its common wire."
_MANY: Final = 3
"""Sensors of a multiplexer that change in one scan: rarely men, so it is looked at whether it switches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """Where a sensor is connected.

    Attributes:
        adc: number of the converter, from 0.
        channel: its input.
        position: of the multiplexer at that input, 0 to 15; 0 where there is none.
    """

    adc: int
    channel: int
    position: int = 0


def behind_multiplexers(commons: Sequence[tuple[int, int]], count: int) -> tuple[Input, ...]:
    """Sensors in the order of the multiplexers: 16 at the first, 16 at the second, and so on.

    Args:
        commons: converter and input that each multiplexer's common pin is wired to.
        count: how many sensors there are.
    """
    places = [
        Input(adc=adc, channel=channel, position=position)
        for adc, channel in commons
        for position in range(POSITIONS)
    ]
    if count > len(places):
        raise ValueError(f"{len(commons)} multiplexers are too few for {count} sensors")
    return tuple(places[:count])


class _Part:
    """What is known of a converter or of a bus: why it cannot be read, and when it is tried again."""

    __slots__ = ("blind_scans", "channels", "failures", "fault", "retry_ns", "skipped", "where")

    def __init__(self, where: str) -> None:
        self.where = where
        self.fault: Fault | None = None
        self.failures = 0
        self.retry_ns = 0
        self.blind_scans = 0
        self.skipped = False
        self.channels = 0
        """Bits of the sensors behind it."""

    def failed(self, fault: WorldFault, at_ns: int, at_once: int) -> bool:
        """Takes note of a failure; whether it is another than before."""
        self.failures += 1
        wait_ms = 0 if self.failures < at_once else 100 if self.failures < at_once + 20 else 500
        self.retry_ns = at_ns + wait_ms * _MS
        self.skipped = True
        before = self.fault
        if before is not None and before.symptom in (fault.symptom, Symptom.MISSING):
            return False
        self.fault = Fault(symptom=fault.symptom, where=self.where, remedy=fault.remedy)
        return True


class HallReader:
    """The counts of all sensors.

    Args:
        adcs: the converters, all of the same bits; closed together with this.
        selects: the multiplexers' lines; None where sensors are wired straight to the converters.
        layout: where each channel is connected.
        baselines: of each channel, counts without a man: they tell sensors apart.

    Attributes:
        counts: of each channel as last read; None where it never was, or cannot be read now.
        low, high: the band of each channel in which a reading tells nothing new; empty at first.
        unknown: channels that cannot be read.
        faults: why.
        changed: whether `unknown` or `faults` changed with the last scan.
    """

    def __init__(
        self,
        adcs: Sequence[Adc],
        selects: Selects | None,
        layout: Sequence[Input],
        baselines: Sequence[float],
    ) -> None:
        self._adcs = tuple(adcs)
        self._selects = selects
        self._layout = tuple(layout)
        self._baselines = tuple(baselines)
        self._unswitched: dict[int, str] = {}
        full = (1 << adcs[0].bits) - 1
        self._rails = (round(full * RAIL), round(full * (1 - RAIL)))
        self._chips = [_Part(adc.where) for adc in adcs]
        self._buses = {adc.bus: _Part(adc.bus) for adc in adcs}
        self._all_lines = _Part("the multiplexers' select lines")
        self.counts: list[int | None] = [None] * len(layout)
        self.low = [1 << 30] * len(layout)
        self.high = [-1] * len(layout)
        self._railed = 0
        self.unknown = (1 << len(layout)) - 1
        self.faults: tuple[Fault, ...] = ()
        self.changed = False
        self._begun = False
        plan: dict[int, list[tuple[int, int, int]]] = {}
        self._groups: dict[tuple[int, int], int] = {}
        for channel, place in enumerate(layout):
            plan.setdefault(place.position, []).append((channel, place.adc, place.channel))
            key = (place.adc, place.channel)
            self._groups[key] = self._groups.get(key, 0) | 1 << channel
            self._chips[place.adc].channels |= 1 << channel
            self._buses[adcs[place.adc].bus].channels |= 1 << channel
        self._all_lines.channels = (1 << len(layout)) - 1
        self._plan = sorted(plan.items())

    @property
    def channels(self) -> int:
        return len(self._layout)

    def where(self, channel: int) -> str:
        """Where a channel is connected, in words."""
        place = self._layout[channel]
        words = f"{self._adcs[place.adc].where} input {place.channel}"
        return words if self._selects is None else f"{words}, multiplexer input {place.position}"

    def read(self, at_ns: int) -> list[int]:
        """One scan; the channels whose reading is outside their band. Raises nothing."""
        told: list[int] = []
        railed = self._railed
        parts = [self._all_lines, *self._buses.values(), *self._chips]
        for part in parts:
            part.skipped = part.failures > 0 and at_ns < part.retry_ns
        news = False
        if not self._all_lines.skipped:
            news = self._read_all(at_ns, told)
        for part in parts:
            news |= self._after(part)
        if self._selects is not None and (self._unswitched or len(told) >= _MANY):
            news |= self._look_for_switching(told)
        if news or self._railed != railed or not self._begun:
            self._begun = True
            self._sum_up()
        else:
            self.changed = False
        return [channel for channel in told if not self.unknown >> channel & 1]

    def close(self) -> None:
        for adc in self._adcs:
            adc.close()
        if self._selects is not None:
            self._selects.close()

    def _read_all(self, at_ns: int, told: list[int]) -> bool:
        """Reads every sensor; whether a part failed in another way than before."""
        news = False
        low, high, counts, chips = self.low, self.high, self.counts, self._chips
        buses = [self._buses[adc.bus] for adc in self._adcs]
        for position, steps in self._plan:
            if self._selects is not None:
                try:
                    self._selects.select(position)
                except WorldFault as fault:
                    return self._all_lines.failed(fault, at_ns, _BUS_TRIES_AT_ONCE) or news
            for channel, number, adc_input in steps:
                chip = chips[number]
                if chip.skipped or buses[number].skipped:
                    continue
                try:
                    try:
                        count = self._adcs[number].read(adc_input)
                    except WorldFault as fault:
                        count = self._again(number, adc_input, fault)
                    if not low[channel] <= count <= high[channel]:
                        count = self._middle(number, adc_input, count)
                        self._check_rails(channel, count)
                        if not low[channel] <= count <= high[channel]:
                            told.append(channel)
                    counts[channel] = count
                except WorldFault as fault:
                    whole = fault.symptom in _WHOLE_BUS
                    part, tries = (
                        (buses[number], _BUS_TRIES_AT_ONCE) if whole else (chip, _MISSING_SCANS)
                    )
                    news |= part.failed(fault, at_ns, tries)
        return news

    def _again(self, number: int, adc_input: int, fault: WorldFault) -> int:
        """Tries once more what may pass."""
        for _ in range(_TRIES - 1):
            if fault.symptom not in _TRANSIENT:
                break
            try:
                return self._adcs[number].read(adc_input)
            except WorldFault as error:
                fault = error
        raise fault

    def _middle(self, number: int, adc_input: int, first: int) -> int:
        """The middle one of three readings: one that a glitch has spoilt does not count."""
        counts = [first]
        for _ in range(2):
            try:
                counts.append(self._adcs[number].read(adc_input))
            except WorldFault as fault:
                counts.append(self._again(number, adc_input, fault))
        return sorted(counts)[1]

    def _check_rails(self, channel: int, count: int) -> None:
        if self._rails[0] < count < self._rails[1]:
            self._railed &= ~(1 << channel)
        else:
            self._railed |= 1 << channel
            self.low[channel], self.high[channel] = 1 << 30, -1

    def _look_for_switching(self, told: Sequence[int]) -> bool:
        """Whether another multiplexer than before seems not to switch."""
        before = dict(self._unswitched)
        for group in self._groups.values():
            if group not in before and sum(group >> channel & 1 for channel in told) < _MANY:
                continue
            channels = [channel for channel in range(self.channels) if group >> channel & 1]
            counts = {
                self._layout[channel].position: count
                for channel in channels
                if (count := self.counts[channel]) is not None
            }
            usual = {self._layout[n].position: self._baselines[n] for n in channels}
            wrong = does_not_switch(counts, usual)
            self._unswitched.pop(group, None)
            if wrong is not None:
                self._unswitched[group] = wrong
        return self._unswitched != before

    def _after(self, part: _Part) -> bool:
        """What a scan has shown of a part; whether its fault begins, ends or gets another name."""
        if not part.skipped:
            part.failures = part.blind_scans = 0
            healed, part.fault = part.fault is not None, None
            return healed
        part.blind_scans += 1
        if part in self._chips and part.blind_scans == _MISSING_SCANS and part.fault is not None:
            part.fault = Fault(symptom=Symptom.MISSING, where=part.where, remedy=_MISSING_REMEDY)
            return True
        return part.blind_scans == 1

    def _sum_up(self) -> None:
        """Which channels cannot be read, and why."""
        self.changed = True
        faults: list[Fault] = []
        unknown = 0
        for part in (self._all_lines, *self._buses.values(), *self._chips):
            if part.fault is not None and part.channels & ~unknown:
                unknown |= part.channels
                faults.append(part.fault)
        railed = self._railed & ~unknown
        for (adc, channel), group in self._groups.items():
            dead = group & railed == group and group.bit_count() > 1 and self._selects is not None
            wrong = "none of its inputs can be read" if dead else self._unswitched.get(group)
            if wrong is not None and group & ~unknown:
                railed &= ~group
                unknown |= group
                where = f"{self._adcs[adc].where} input {channel}, its multiplexer"
                remedy = f"{wrong[0].upper()}{wrong[1:]}: {_MULTIPLEXER_REMEDY}"
                faults.append(Fault(symptom=Symptom.MULTIPLEXER, where=where, remedy=remedy))
        for channel in range(railed.bit_length()):
            if railed >> channel & 1:
                where = self.where(channel)
                faults.append(Fault(symptom=Symptom.OUT_OF_RANGE, where=where, remedy=_RAIL_REMEDY))
        self.unknown = unknown | railed
        self.faults = tuple(faults)
