"""Boards with an input for each switch: MCP23017, TCA9555, PCF8575, and electrodes on MPR121; also behind a TCA9548A."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from controller.shell.electronics.base import Uncalibrated, Uses, Watched, i2c_uses, read_buses
from controller.shell.toml_section import is_integer
from drivers import mcp23017, mpr121, pcf8575, tca9548a, tca9555
from drivers.calibration import CalibrationError
from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.mpr121 import Mpr121Matrix
from drivers.pcf8575 import Pcf8575Matrix
from drivers.sim.machine import SimMachine
from drivers.sim.mcp23017 import wire_mcp23017
from drivers.sim.mpr121 import wire_mpr121
from drivers.sim.pcf8575 import wire_pcf8575
from drivers.sim.pins import JoinedCircuits
from drivers.sim.tca9555 import wire_tca9555
from drivers.tca9548a import Tca9548a
from drivers.tca9555 import Tca9555Matrix
from drivers.touch_tuning import TouchTuning

if TYPE_CHECKING:
    from pathlib import Path

    from controller.shell.toml_section import Section
    from drivers.ports import I2cBus, Machine, SensorMatrix
    from drivers.sim.machine import ContactCircuit
    from drivers.sim.tca9548a import Mux

Open = Callable[["I2cBus", Sequence[int]], "SensorMatrix"]
"""Opens a driver for the chips at these addresses of a bus."""
Wire = Callable[["SimMachine", str, Sequence[int], "Mux | None"], "ContactCircuit"]
"""Puts models of chips on a bus of a machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One kind of chip, as it is wired.

    Attributes:
        name: as it stands on the chip.
        first, last: its addresses.
        pins: names of its inputs, in the order of their channels.
        tuned: opens touch controllers with what they found on the empty board, by address.
    """

    name: str
    first: int
    last: int
    pins: Sequence[str]
    open: Open
    wire: Wire
    tuned: Callable[[I2cBus, Sequence[int], Mapping[int, bytes]], SensorMatrix] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expanders:
    """Chips of one kind, each input a switch (or an electrode) of its own.

    Channels go bus by bus, or by the channels of the multiplexer, then chip by chip.

    Attributes:
        addresses: of the chips on each bus, or in each channel of the multiplexer.
        chips: how many there are; those that would have no contacts are left out, the last ones.
        active_low: a closed switch pulls its input to ground.
        multiplexer: address of a TCA9548A that the chips are behind.
        behind: its channels that are used; none without a multiplexer.
        calibration: of touch controllers: the file with what they found on the empty board.
    """

    model: Model
    buses: tuple[str, ...]
    addresses: tuple[int, ...]
    chips: int
    active_low: bool = True
    multiplexer: int | None = None
    behind: tuple[int, ...] = ()
    calibration: Path | None = None

    @property
    def channels(self) -> int:
        return self.chips * len(self.model.pins)

    def places(self) -> list[tuple[str, int | None, int]]:
        """Bus, channel of the multiplexer and address of each chip, in the order of their channels."""
        every = [
            (bus, behind, address)
            for bus in self.buses
            for behind in self.behind or (None,)
            for address in self.addresses
        ]
        return every[: self.chips]

    def groups(self) -> dict[tuple[str, int | None], list[int]]:
        """The addresses of the chips on each bus, or in each channel of the multiplexer."""
        found: dict[tuple[str, int | None], list[int]] = {}
        for bus, behind, address in self.places():
            found.setdefault((bus, behind), []).append(address)
        return found

    def open(self, machine: Machine) -> SensorMatrix:
        muxes = {
            bus: Tca9548a(machine.i2c(bus), self.multiplexer)
            for bus in self.buses
            if self.multiplexer is not None
        }
        parts: list[SensorMatrix] = []
        for (bus, behind), addresses in self.groups().items():
            port = machine.i2c(bus) if behind is None else muxes[bus].channel(behind)
            parts.append(self._open(machine, port, addresses))
        return parts[0] if len(parts) == 1 else JoinedMatrix(parts)

    def _open(self, machine: Machine, bus: I2cBus, addresses: Sequence[int]) -> SensorMatrix:
        if self.model.tuned is None:
            return self.model.open(bus, addresses)
        known: Mapping[int, bytes] = {}
        # A simulated board begins without men.
        if self.calibration is not None and (
            self.calibration.exists() or not isinstance(machine, SimMachine)
        ):
            known = _tuning(self.calibration, bus.name)
        return self.model.tuned(bus, addresses, known)

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        parts = []
        for (bus, behind), addresses in self.groups().items():
            mux = None if behind is None or self.multiplexer is None else (self.multiplexer, behind)
            circuit = self.model.wire(machine, bus, addresses, mux)
            parts.append((circuit, len(addresses) * len(self.model.pins)))
        return parts[0][0] if len(parts) == 1 else JoinedCircuits(parts)

    def uses(self) -> Uses:
        found: Uses = {}
        for (bus, _), addresses in self.groups().items():
            if self.multiplexer is None:
                found |= i2c_uses(bus, addresses, "the sensors")
            else:
                found |= i2c_uses(bus, [self.multiplexer], "the multiplexer of the sensors")
        return found

    def place(self, channel: int) -> str:
        chip, pin = divmod(channel, len(self.model.pins))
        bus, behind, address = self.places()[chip]
        mux = "" if behind is None else f" multiplexer {self.multiplexer:#04x} channel {behind}"
        return f"{bus}{mux} chip {address:#04x} pin {self.model.pins[pin]}"


def read_mcp23017(section: Section, watched: Watched) -> Expanders:
    """The keys of a board on MCP23017."""
    inputs: Literal[14, 16] = section.choice("inputs_per_chip", 14, (14, 16))
    low = section.flag("active_low", default=True)
    model = Model(
        name="MCP23017",
        first=mcp23017.FIRST,
        last=mcp23017.LAST,
        pins=[f"GP{port}{bit}" for port in "AB" for bit in range(inputs // 2)],
        open=partial(Mcp23017Matrix, inputs_per_chip=inputs, active_low=low),
        wire=lambda machine, bus, addresses, mux: wire_mcp23017(
            machine, bus, addresses, inputs, active_low=low, mux=mux
        ),
    )
    return _read(section, watched, model, active_low=low)


def read_tca9555(section: Section, watched: Watched) -> Expanders:
    """The keys of a board on TCA9555 or PCA9555."""
    low = section.flag("active_low", default=True)
    model = Model(
        name="TCA9555",
        first=tca9555.FIRST,
        last=tca9555.LAST,
        pins=_PORTS,
        open=partial(Tca9555Matrix, active_low=low),
        wire=lambda machine, bus, addresses, mux: wire_tca9555(
            machine, bus, addresses, active_low=low, mux=mux
        ),
    )
    return _read(section, watched, model, active_low=low)


def read_pcf8575(section: Section, watched: Watched) -> Expanders:
    """The keys of a board on PCF8575."""
    low = section.flag("active_low", default=True)
    model = Model(
        name="PCF8575",
        first=pcf8575.FIRST,
        last=pcf8575.LAST,
        pins=_PORTS,
        open=partial(Pcf8575Matrix, active_low=low),
        wire=lambda machine, bus, addresses, mux: wire_pcf8575(
            machine, bus, addresses, active_low=low, mux=mux
        ),
    )
    return _read(section, watched, model, active_low=low)


def read_mpr121(section: Section, watched: Watched) -> Expanders:
    """The keys of a board of electrodes on MPR121."""
    touch = section.integer("touch", 12, 2, 255)
    release = section.integer("release", min(6, touch - 1), 1, 254)
    if release >= touch:
        section.wrong("release", f"must be below touch, which is {touch}")
        release = touch - 1
    file = section.required_text(
        "calibration",
        pattern=r"[^\0\n]+",
        allowed="a file for what the electrodes give without men: chips that start among men would not feel them",
    )

    def tuned(bus: I2cBus, addresses: Sequence[int], known: Mapping[int, bytes]) -> SensorMatrix:
        return Mpr121Matrix(bus, addresses, touch=touch, release=release, tuning=known)

    model = Model(
        name="MPR121",
        first=mpr121.FIRST,
        last=mpr121.LAST,
        pins=[f"ELE{n}" for n in range(12)],
        open=partial(Mpr121Matrix, touch=touch, release=release),
        tuned=tuned,
        wire=lambda machine, bus, addresses, mux: wire_mpr121(machine, bus, addresses, mux=mux),
    )
    return replace(_read(section, watched, model), calibration=watched.folder / file)


def _tuning(path: Path, bus: str) -> Mapping[int, bytes]:
    """What the touch controllers of a bus found on the empty board.

    Raises:
        Uncalibrated: the file is missing, or cannot be used.
    """
    if not path.exists():
        raise Uncalibrated(
            f"{path}: is missing. Take all men off the board, switch it off and on, and run "
            "`touchmove calibrate`."
        )
    try:
        return TouchTuning.load(path).chips.get(bus, {})
    except CalibrationError as error:
        raise Uncalibrated(str(error)) from error


_PORTS = [f"P{port}{bit}" for port in (0, 1) for bit in range(8)]


def _read(
    section: Section, watched: Watched, model: Model, *, active_low: bool = True
) -> Expanders:
    """The keys that all kinds of chips have."""
    buses = read_buses(section)
    mux, behind = _read_multiplexer(section, buses)
    inputs, most = len(model.pins), model.last - model.first + 1
    places = len(buses) * max(1, len(behind))
    needed = -(-watched.contacts // inputs)
    on_each = -(-needed // places)
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        range(model.first, min(model.first + on_each, model.last + 1)),
        lambda value: is_integer(value, model.first, model.last),
        f"a chip address from {model.first:#04x} to {model.last:#04x}",
        once="each chip needs its own",
    )
    chips = len(addresses) * places
    if chips < needed:
        more = ", more than one bus has addresses for: use a multiplexer or a second bus"
        section.wrong(
            "addresses",
            f"{chips} chips of {inputs} inputs are too few for {watched.contacts} switches; {needed} "
            "are needed" + (more if needed > most and places == 1 else ""),
        )
    return Expanders(
        model=model,
        buses=buses,
        addresses=addresses,
        chips=min(chips, needed),
        active_low=active_low,
        multiplexer=mux,
        behind=behind,
    )


def _read_multiplexer(section: Section, buses: Sequence[str]) -> tuple[int | None, tuple[int, ...]]:
    """Address of a multiplexer and its channels, where there is one."""
    first, last = tca9548a.FIRST, tca9548a.LAST
    mux = section.optional_integer("multiplexer", first, last)
    behind: tuple[int, ...] = section.list_of(
        "multiplexer_channels",
        () if mux is None else (0,),
        lambda value: is_integer(value, 0, tca9548a.CHANNELS - 1),
        f"a channel from 0 to {tca9548a.CHANNELS - 1}",
        once="each channel has its own chips",
    )
    if mux is None:
        if behind:
            section.wrong("multiplexer_channels", "give the address of the multiplexer too")
        return None, ()
    if len(buses) > 1:
        section.wrong("multiplexer", "give one bus only; its channels are buses enough")
    if not behind:
        section.wrong("multiplexer_channels", "names no channel")
    return mux, behind or (0,)
