"""Boards of linear Hall sensors on converters, with or without multiplexers in front of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from controller.shell.electronics.base import (
    SELECTED,
    Uncalibrated,
    Uses,
    Watched,
    i2c_uses,
    pin_uses,
    read_bus,
    read_spi,
    spi_uses,
)
from controller.shell.toml_section import is_integer
from drivers.ads7828 import Ads7828
from drivers.ads7830 import ADDRESSES, INPUTS, Ads7830
from drivers.calibration import Calibration, CalibrationError
from drivers.hall import HallMatrix
from drivers.hall_cross import BEST_DEPTH, from_places
from drivers.hall_reader import Input, behind_multiplexers
from drivers.hc4067 import LINES, POSITIONS, Selects
from drivers.mcp3008 import SPEED_HZ, Mcp3008
from drivers.ports import Kind
from drivers.sim.ads7828 import Ads7828 as Ads7828Model
from drivers.sim.ads7830 import Ads7830 as Ads7830Model
from drivers.sim.hall import DRV5055A1, FieldCircuit
from drivers.sim.hc4067 import Hc4067
from drivers.sim.mcp3008 import Mcp3008 as Mcp3008Model

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from controller.shell.toml_section import Section
    from drivers.adc import Adc
    from drivers.ports import I2cBus, Machine, SensorMatrix
    from drivers.sim.bus import Chip
    from drivers.sim.machine import ContactCircuit, SimMachine

_SIM_PITCH_MM: Final = 50.0
"""Of simulated boards, whatever the real one's squares are."""
_SELECT_PINS: Final = (5, 6, 13, 19)
BITS: Final[Mapping[str, int]] = {
    "ads7828": Ads7828.bits,
    "ads7830": Ads7830.bits,
    "mcp3008": Mcp3008.bits,
}
"""Of each converter."""
_ON_I2C: Final[Mapping[str, Callable[[I2cBus, int], Adc]]] = {
    "ads7828": Ads7828,
    "ads7830": Ads7830,
}


class _Model(Protocol):
    """A model of a converter on I2C."""

    def __call__(self, inputs: Sequence[Callable[[], float]]) -> Chip: ...


_MODELS: Final[Mapping[str, _Model]] = {"ads7828": Ads7828Model, "ads7830": Ads7830Model}


@dataclass(frozen=True, slots=True, kw_only=True)
class HallSensors:
    """Linear Hall sensors, in the order of the converters' inputs and of the multiplexers' behind each.

    Attributes:
        converter: a key of `BITS`.
        bus, addresses: of converters on I2C.
        devices: of converters on SPI.
        select_pins: of all multiplexers; none where sensors are wired straight to the converters.
        places: of each channel's point, column and row.
        depth: of the sensors below the magnets, in squares.
        calibration: the file with what each sensor gives; None for what the data sheets promise.
    """

    converter: str
    bus: str
    addresses: tuple[int, ...]
    devices: tuple[str, ...]
    select_pins: tuple[int, ...]
    settle_us: int
    kind: Kind
    places: tuple[tuple[int, int], ...]
    depth: float
    calibration: Path | None

    @property
    def channels(self) -> int:
        return len(self.places)

    @property
    def per_input(self) -> int:
        """How many sensors an input of a converter has."""
        return POSITIONS if self.select_pins else 1

    @property
    def inputs(self) -> int:
        """How many inputs of converters are in use, counted over all of them."""
        return -(-self.channels // self.per_input)

    def layout(self) -> tuple[Input, ...]:
        """Where each channel is connected."""
        commons = [divmod(n, INPUTS) for n in range(self.inputs)]
        if self.select_pins:
            return behind_multiplexers(commons, self.channels)
        return tuple(Input(adc=adc, channel=channel) for adc, channel in commons)

    def open(self, machine: Machine) -> SensorMatrix:
        calibration = self._known(machine)
        adcs: list[Adc]
        if self.converter in _ON_I2C:
            bus = machine.i2c(self.bus)
            adcs = [_ON_I2C[self.converter](bus, address) for address in self.addresses]
        else:
            adcs = [Mcp3008(machine.spi(each, speed_hz=SPEED_HZ)) for each in self.devices]
        selects = None
        if self.select_pins:
            selects = Selects(machine.outputs(self.select_pins), settle_us=self.settle_us)
        try:
            return HallMatrix(
                adcs,
                selects,
                layout=self.layout(),
                calibration=calibration,
                cross=from_places([*map(_spot, self.places)], self.depth, 1.0),
                kind=self.kind,
            )
        except CalibrationError as error:
            raise Uncalibrated(f"{self.calibration}: {error}") from error

    def _known(self, machine: Machine) -> Calibration:
        """What is known of each sensor.

        Raises:
            Uncalibrated: the file is there and cannot be used.
        """
        learnt: Calibration | None = getattr(machine, "learnt", None)  # simulated machines have it
        if learnt is not None:
            return learnt
        if self.calibration is None or not self.calibration.exists():
            return Calibration.nominal(self.channels, BITS[self.converter])
        try:
            return Calibration.load(self.calibration)
        except CalibrationError as error:
            raise Uncalibrated(str(error)) from error

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        spots = [_spot(place) for place in self.places]
        points = [(x * _SIM_PITCH_MM, y * _SIM_PITCH_MM) for x, y in spots]
        field = FieldCircuit(
            points, _SIM_PITCH_MM, parts=replace(DRV5055A1, depth=self.depth), seed=1
        )
        machine.learnt = field.calibration(BITS[self.converter], error=0.02)
        sources = [field.source(n) for n in range(len(points))]
        commons = sources
        if self.select_pins:
            commons = [
                Hc4067(machine, self.select_pins, sources[first : first + POSITIONS]).common
                for first in range(0, len(sources), POSITIONS)
            ]
        groups = [commons[first : first + INPUTS] for first in range(0, len(commons), INPUTS)]
        if self.converter in _MODELS:
            chips = machine.wire(self.bus).chips
            for address, group in zip(self.addresses, groups, strict=False):
                chips[address] = _MODELS[self.converter](group)
        else:
            for device, group in zip(self.devices, groups, strict=False):
                machine.spis[device] = Mcp3008Model(group, device)
        return field

    def uses(self) -> Uses:
        found = pin_uses(
            {pin: f"select line S{n} of the multiplexers" for n, pin in enumerate(self.select_pins)}
        )
        if self.converter in _ON_I2C:
            return found | i2c_uses(self.bus, self.addresses, "the sensors")
        for device in self.devices:
            shared = {"MOSI": SELECTED, "MISO": SELECTED}
            found |= spi_uses(device, "the sensors", lines=shared)
        return found

    def chip(self, adc: int) -> str:
        """Where a converter is."""
        if self.converter in _ON_I2C:
            return f"{self.bus} chip {self.addresses[adc]:#04x}"
        return self.devices[adc]

    def place(self, channel: int) -> str:
        at = self.layout()[channel]
        behind = f" multiplexer input I{at.position}" if self.select_pins else ""
        return f"{self.chip(at.adc)} input {at.channel}{behind}"


def _spot(place: tuple[int, int]) -> tuple[float, float]:
    return float(place[0]), float(place[1])


def read_hall(section: Section, watched: Watched) -> HallSensors:
    """The keys of a board of linear Hall sensors."""
    game, points = watched.game, watched.wiring.points
    if None in points:
        section.wrong("points", "each input up to the last has a sensor; name no empty ones")
    converter = section.choice("converter", "ads7828", tuple(BITS))
    on_i2c = converter in _ON_I2C
    select_pins = _select_pins(section)
    inputs = -(-len(points) // (POSITIONS if select_pins else 1))
    needed = -(-inputs // INPUTS)
    addresses: tuple[int, ...] = ()
    devices: tuple[str, ...] = ()
    bus = "/dev/i2c-1"
    if on_i2c:
        bus = read_bus(section)
        addresses = _addresses(section, needed)
    else:
        devices = _devices(section)
    count = len(addresses) if on_i2c else len(devices)
    if count < needed:
        section.wrong(
            "addresses" if on_i2c else "device",
            f"{count} converters are too few for {len(points)} sensors; {needed} are needed",
        )
    file = section.optional_text("calibration")
    side = section.number("square_mm", 50.0, 5.0, 200.0)
    return HallSensors(
        converter=converter,
        bus=bus,
        addresses=addresses,
        devices=devices,
        select_pins=select_pins,
        settle_us=section.integer("settle_us", 0, 0, 1000),
        kind=Kind(watched.kind.value),
        places=tuple(game.place(point) for point in points if point is not None),
        depth=section.number("depth_mm", side * BEST_DEPTH, 1.0, 200.0) / side,
        calibration=None if file is None else watched.folder / file,
    )


def _select_pins(section: Section) -> tuple[int, ...]:
    pins: tuple[int, ...] = section.list_of(
        "select_pins",
        _SELECT_PINS,
        lambda value: is_integer(value, 0, 27),
        "a GPIO line from 0 to 27 (BCM number)",
        once="each select line needs its own",
    )
    if len(pins) not in (0, LINES):
        section.wrong(
            "select_pins",
            f"give {LINES} lines, S0 to S3 of all multiplexers, or none where there are no "
            "multiplexers",
        )
        return _SELECT_PINS
    return pins


def _addresses(section: Section, needed: int) -> tuple[int, ...]:
    first, last = ADDRESSES[0], ADDRESSES[-1]
    return section.list_of(
        "addresses",
        range(first, min(first + needed, last + 1)),
        lambda value: is_integer(value, first, last),
        f"a converter's address from {first:#04x} to {last:#04x}",
        once="each converter needs its own",
    )


def _devices(section: Section) -> tuple[str, ...]:
    if not section.is_list("device"):
        return (read_spi(section, "/dev/spidev0.0"),)
    return section.list_of(
        "device",
        (),
        lambda value: isinstance(value, str) and value.startswith("/dev/spidev"),
        "an SPI device such as /dev/spidev0.0",
        once="each converter needs its own",
    )
