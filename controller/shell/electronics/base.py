"""What every kind of electronics can do, whichever chips it is made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from controller.core.sensing.marks import Sensor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from controller.shell.profile import Wiring
    from controller.shell.toml_section import Section
    from drivers.ports import Machine, SensorMatrix
    from drivers.sim.machine import ContactCircuit, SimMachine
    from rules.game import Game

_BUS = r"/dev/i2c-\d{1,3}"
_BUS_IN_WORDS = "a bus such as /dev/i2c-1"
_SPI = r"/dev/spidev\d{1,3}\.\d{1,3}"
I2C_PINS: Mapping[str, tuple[int, ...]] = {"/dev/i2c-0": (0, 1), "/dev/i2c-1": (2, 3)}
"""Pins of the buses that every Raspberry Pi has; of others the overlay decides."""
SPI_PINS: Mapping[str, tuple[int, ...]] = {
    "/dev/spidev0.": (7, 8, 9, 10, 11),
    "/dev/spidev1.": (16, 17, 18, 19, 20, 21),
}

Uses = dict[str, str]
"""What is taken and by whom: "GPIO 17" by "row 1 of the sensors", "/dev/i2c-1 chip 0x20" by "the sensors"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What the sensors are to watch.

    Attributes:
        kind: what they tell.
        wiring: the point of each channel.
        folder: of the configuration; files that it names count from there.
    """

    game: Game
    kind: Sensor
    wiring: Wiring
    folder: Path

    @property
    def contacts(self) -> int:
        """How many inputs that takes, where each is a switch. Those for both poles take two a point."""
        points = len(self.wiring.points)
        return 2 * points if self.kind is Sensor.POLARITY else points


class Uncalibrated(OSError):  # noqa: N818 - a fault of the world, not our error
    """The file that should say what each sensor gives cannot be used."""


class Electronics(Protocol):
    """The chips of a board's sensors and how they are wired, as a configuration says."""

    @property
    def channels(self) -> int:
        """How many contacts (or sensors) there are inputs for."""
        ...

    def open(self, machine: Machine) -> SensorMatrix:
        """The driver.

        Raises:
            WorldFault: a bus or line is missing or may not be opened.
        """
        ...

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        """Puts models of the chips on a machine, for `open` to find."""
        ...

    def uses(self) -> Uses:
        """Every pin, chip and device that is taken. Pins of a bus belong to the bus."""
        ...

    def place(self, channel: int) -> str:
        """Where a channel is connected: "/dev/i2c-1 chip 0x20 pin GPA0"."""
        ...


def read_bus(section: Section, key: str = "bus") -> str:
    """An I2C bus."""
    return section.text(key, "/dev/i2c-1", pattern=_BUS, allowed=_BUS_IN_WORDS)


def read_buses(section: Section) -> tuple[str, ...]:
    """One bus by its name, or a list of them."""
    if not section.is_list("bus"):
        return (read_bus(section),)
    found: tuple[str, ...] = section.list_of(
        "bus",
        ("/dev/i2c-1",),
        lambda value: isinstance(value, str) and re.fullmatch(_BUS, value) is not None,
        _BUS_IN_WORDS,
        once="each bus has its own chips",
    )
    if not found:
        section.wrong("bus", f"names no bus; give {_BUS_IN_WORDS}")
    return found or ("/dev/i2c-1",)


def read_spi(section: Section, default: str) -> str:
    """An SPI device."""
    return section.text("device", default, pattern=_SPI, allowed=f"an SPI device such as {default}")


def i2c_uses(bus: str, addresses: Iterable[int], owner: str) -> Uses:
    """A bus, its pins and chips on it."""
    return bus_uses(bus) | {f"{bus} chip {address:#04x}": owner for address in addresses}


def bus_uses(bus: str) -> Uses:
    """The pins of an I2C bus."""
    return {f"GPIO {pin}": f"the bus {bus}" for pin in I2C_PINS.get(bus, ())}


def spi_uses(device: str, owner: str, *, lines: Mapping[str, str] | None = None) -> Uses:
    """An SPI device and the pins of its bus.

    Args:
        lines: of the bus ("MOSI", "SCLK", "MISO") and who needs them: chips that look at their chip select
            share theirs under one name (`SELECTED`), others need them for themselves.
    """
    found = {device: owner}
    bus = device.partition(".")[0] + "."
    found |= {f"GPIO {pin}": f"the bus {bus}*" for pin in SPI_PINS.get(bus, ())}
    return found | {f"{line} of {bus}*": whose for line, whose in (lines or {}).items()}


SELECTED = "chips with a chip select"
"""They share the lines of a bus with each other."""


def pin_uses(pins: Mapping[int, str]) -> Uses:
    """GPIO lines (BCM numbers) and their owners."""
    return {f"GPIO {pin}": owner for pin, owner in pins.items()}


def clashes(
    parts: Iterable[tuple[str, str, Uses]],
) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """What is taken twice by different owners.

    Args:
        parts: section and key of a configuration that take these.

    Returns:
        Section and key of the part that comes later; what is taken and who has it already.
    """
    taken: Uses = {}
    found = []
    for section, key, uses in parts:
        for what, owner in uses.items():
            other = taken.setdefault(what, owner)
            if other != owner:
                found.append(((section, key), (what, other)))
    return found
