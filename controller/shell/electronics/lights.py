"""What the lamps of a board are: WS2812, APA102, HT16K33 or MAX7219, at every point or along two edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from controller.shell.electronics.base import (
    SELECTED,
    Uses,
    i2c_uses,
    read_bus,
    read_spi,
    spi_uses,
)
from controller.shell.toml_section import is_integer
from drivers import apa102, ht16k33_lamps, max7219, ws2812
from drivers.apa102 import Apa102
from drivers.ht16k33_lamps import Ht16k33Lamps
from drivers.lights import steps_of
from drivers.max7219 import Max7219Lamps
from drivers.sim.lamps import wire_apa102, wire_ht16k33, wire_max7219, wire_ws2812
from drivers.ws2812 import Ws2812

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.shell.toml_section import Section
    from drivers.ports import Lamps, Machine
    from drivers.sim.lamps import LampCircuit
    from drivers.sim.machine import SimMachine

_OWNER: Final = "the lamps"
_FIRST_MODULE, _LAST_MODULE = 0x70, 0x77
_CHIPS_MAX: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimmed:
    """How bright lamps may be.

    Attributes:
        brightness: 0 to 1, of full.
        ma_max: all lamps together, in milliamperes.
    """

    brightness: float
    ma_max: int


class Lights(Protocol):
    """The lamps of a board and how they are wired, as a configuration says."""

    @property
    def count(self) -> int:
        """How many lamps there are outputs for."""
        ...

    @property
    def colours(self) -> bool:
        """Whether they have several."""
        ...

    def open(self, machine: Machine) -> Lamps:
        """The driver.

        Raises:
            WorldFault: a bus is missing or may not be opened.
        """
        ...

    def simulate(self, machine: SimMachine) -> LampCircuit:
        """Puts models of the lamps on a machine, for `open` to find."""
        ...

    def uses(self) -> Uses:
        """Every pin, chip and device that is taken."""
        ...

    def place(self, channel: int) -> str:
        """Where a lamp is: "lamp 28 of /dev/spidev0.0"."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """A chain of lamps of three colours.

    Attributes:
        clocked: APA102, which have a clock; else WS2812.
    """

    device: str
    count: int
    clocked: bool
    dimmed: Dimmed

    @property
    def colours(self) -> bool:
        return True

    def open(self, machine: Machine) -> Lamps:
        speed_hz = apa102.SPEED_HZ if self.clocked else ws2812.SPEED_HZ[3]
        return (Apa102 if self.clocked else Ws2812)(
            machine.spi(self.device, speed_hz=speed_hz),
            self.count,
            brightness=self.dimmed.brightness,
            ma_max=self.dimmed.ma_max,
        )

    def simulate(self, machine: SimMachine) -> LampCircuit:
        return (wire_apa102 if self.clocked else wire_ws2812)(machine, self.device, self.count)

    def uses(self) -> Uses:
        # They listen to all that goes over the bus, whoever is selected.
        lines = {"MOSI": _OWNER, "SCLK": _OWNER} if self.clocked else {"MOSI": _OWNER}
        return spi_uses(self.device, _OWNER, lines=lines)

    def place(self, channel: int) -> str:
        return f"lamp {channel} of {self.device}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Max7219s:
    """A chain of MAX7219."""

    device: str
    chips: int
    dimmed: Dimmed

    @property
    def count(self) -> int:
        return max7219.LAMPS_PER_CHIP * self.chips

    @property
    def colours(self) -> bool:
        return False

    def open(self, machine: Machine) -> Lamps:
        return Max7219Lamps(
            machine.spi(self.device, speed_hz=max7219.SPEED_HZ),
            self.chips,
            brightness=self.dimmed.brightness,
            ma_max=self.dimmed.ma_max,
        )

    def simulate(self, machine: SimMachine) -> LampCircuit:
        return wire_max7219(machine, self.device, self.chips)

    def uses(self) -> Uses:
        return spi_uses(self.device, _OWNER, lines={"MOSI": SELECTED})

    def place(self, channel: int) -> str:
        chip, lamp = divmod(channel, max7219.LAMPS_PER_CHIP)
        return f"{self.device} chip {chip + 1} digit {lamp // 8} segment {'GFEDCBA.'[lamp % 8]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ht16k33s:
    """HT16K33 on an I2C bus."""

    bus: str
    addresses: tuple[int, ...]
    dimmed: Dimmed

    @property
    def count(self) -> int:
        return ht16k33_lamps.LAMPS_PER_CHIP * len(self.addresses)

    @property
    def colours(self) -> bool:
        return False

    def open(self, machine: Machine) -> Lamps:
        return Ht16k33Lamps(
            machine.i2c(self.bus),
            self.addresses,
            brightness=self.dimmed.brightness,
            ma_max=self.dimmed.ma_max,
        )

    def simulate(self, machine: SimMachine) -> LampCircuit:
        return wire_ht16k33(machine, self.bus, self.addresses)

    def uses(self) -> Uses:
        return i2c_uses(self.bus, self.addresses, _OWNER)

    def place(self, channel: int) -> str:
        chip, lamp = divmod(channel, ht16k33_lamps.LAMPS_PER_CHIP)
        return f"{self.bus} chip {self.addresses[chip]:#04x} row {lamp % 16} common {lamp // 16}"


def _read_ws2812(section: Section, count: int, dimmed: Dimmed) -> Lights:
    return Strip(
        device=read_spi(section, "/dev/spidev0.0"), count=count, clocked=False, dimmed=dimmed
    )


def _read_apa102(section: Section, count: int, dimmed: Dimmed) -> Lights:
    return Strip(
        device=read_spi(section, "/dev/spidev0.0"), count=count, clocked=True, dimmed=dimmed
    )


def _read_max7219(section: Section, count: int, dimmed: Dimmed) -> Lights:
    needed = -(-count // max7219.LAMPS_PER_CHIP)
    chips = section.integer("chips", needed, 1, _CHIPS_MAX)
    if chips < needed:
        section.wrong("chips", f"{chips} are too few for {count} lamps; {needed} are needed")
    found = Max7219s(device=read_spi(section, "/dev/spidev0.0"), chips=chips, dimmed=dimmed)
    _check_steps(section, found.count, max7219.steps_ma(max7219.PEAK_MA), dimmed)
    return found


def _read_ht16k33(section: Section, count: int, dimmed: Dimmed) -> Lights:
    needed = -(-count // ht16k33_lamps.LAMPS_PER_CHIP)
    addresses: tuple[int, ...] = section.list_of(
        "addresses",
        range(_FIRST_MODULE, min(_FIRST_MODULE + needed, _LAST_MODULE + 1)),
        lambda value: is_integer(value, _FIRST_MODULE, _LAST_MODULE),
        f"a module's address from {_FIRST_MODULE:#04x} to {_LAST_MODULE:#04x}",
        once="each module needs its own",
    )
    if len(addresses) < needed:
        section.wrong(
            "addresses", f"{len(addresses)} are too few for {count} lamps; {needed} are needed"
        )
    found = Ht16k33s(bus=read_bus(section), addresses=addresses, dimmed=dimmed)
    _check_steps(section, found.count, ht16k33_lamps.STEPS_MA, dimmed)
    return found


def _check_steps(section: Section, count: int, steps_ma: Sequence[float], dimmed: Dimmed) -> None:
    """Lamps that are lit or dark need a current for all of them at their dimmest."""
    try:
        steps_of(count, steps_ma, brightness=dimmed.brightness, ma_max=dimmed.ma_max)
    except ValueError as error:
        section.wrong("current_ma_max", str(error))


LIGHTS: Final[Mapping[str, Callable[[Section, int, Dimmed], Lights]]] = {
    "ws2812": _read_ws2812,
    "apa102": _read_apa102,
    "max7219": _read_max7219,
    "ht16k33": _read_ht16k33,
}
"""What reads the other keys of each driver, given how many lamps there are."""
