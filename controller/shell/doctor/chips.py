"""The devices and the chips on I2C buses: whether they are there, and whether they are what the configuration says."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.shell.doctor.findings import Finding, Level, fine, of_fault
from controller.shell.doctor.places import each
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from controller.shell.doctor.places import Places
    from controller.shell.electronics.base import Uses
    from drivers.ports import I2cBus, Machine

PART = "chips"
SENSORS = "the sensors"
"""Who uses the chips that sensors are connected to."""
ADDRESSES = range(0x08, 0x78)
"""The others are reserved (NXP UM10204, table 4)."""
FAMILIES = (range(0x20, 0x28), range(0x38, 0x40), range(0x48, 0x4C), range(0x70, 0x78))
"""Expanders, expanders of type A, converters, modules and multiplexers: their low bits are pins."""
MCP23017 = "an MCP23017"
TCA9555 = "a TCA9555 or PCA9555"
PLAIN = "a chip without registers, such as a PCF8575"
EXPECTED: Mapping[str, str] = {"mcp23017": MCP23017, "tca9555": TCA9555, "pca9555": TCA9555}
"""What the chips of a driver are, where registers tell it."""
_CHIP = re.compile(r"(/dev/\S+)(?: multiplexer (0x[0-9a-f]{2}) channel (\d))? chip (0x[0-9a-f]{2})")
_IOCON, _GPINTENB, _UNUSED_BIT = 0x0A, 0x05, 0x01
_POLARITY = 0x04


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A chip's bus and address.

    Attributes:
        behind: address of the multiplexer that the chip is behind, and its channel; () for none.
    """

    bus: str
    address: int
    behind: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{line_name(self.bus, self.behind)} chip {self.address:#04x}"


def line_name(bus: str, behind: tuple[int, ...]) -> str:
    """A bus, or one of those behind a multiplexer."""
    return f"{bus} multiplexer {behind[0]:#04x} channel {behind[1]}" if behind else bus


def spots(uses: Uses) -> dict[Spot, str]:
    """The chips among what is used, and who uses them."""
    found = ((_CHIP.fullmatch(what), owner) for what, owner in uses.items())
    return {_spot(match): owner for match, owner in found if match is not None}


def spots_of_places(places: Iterable[str]) -> dict[Spot, str]:
    """The chips that sensors are connected to, behind multiplexers too."""
    found = (_CHIP.match(place) for place in places)
    return {_spot(match): SENSORS for match in found if match is not None}


def _spot(match: re.Match[str]) -> Spot:
    bus, mux, channel, address = match.groups()
    behind = () if mux is None else (int(mux, 16), int(channel))
    return Spot(bus, int(address, 16), behind)


def devices(uses: Uses) -> list[str]:
    """The devices among what is used."""
    return sorted({what.split(" ")[0] for what in uses if what.startswith("/dev/")})


def examine_devices(names: Iterable[str], machine: Machine) -> Iterator[Finding]:
    """Whether each device exists and may be opened. Serial lines are opened by their driver."""
    for name in names:
        if "/tty" in name or "/serial" in name:
            continue
        try:
            opened = (
                machine.spi(name, speed_hz=1_000_000) if "spidev" in name else machine.i2c(name)
            )
        except WorldFault as fault:
            yield of_fault("devices", fault)
        else:
            opened.close()
            yield fine("devices", name, "can be opened.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Who answers on a bus.

    Attributes:
        addresses: None where the bus itself fails.
    """

    bus: str
    addresses: frozenset[int] | None
    fault: WorldFault | None = None


def listen(bus: I2cBus) -> Answers:
    """Asks every address for a byte. The bus is as it was, but a chip's pointer may have moved on."""
    found = set()
    for address in ADDRESSES:
        try:
            bus.read(address, 1)
        except WorldFault as fault:
            if fault.symptom is not Symptom.NAK:
                return Answers(bus=bus.name, addresses=None, fault=fault)
        else:
            found.add(address)
    return Answers(bus=bus.name, addresses=frozenset(found))


def examine_chips(
    wanted: Mapping[Spot, str], machine: Machine, places: Places, driver: str
) -> Iterator[Finding]:
    """Which chips answer, against those that the configuration names, and what they are.

    Args:
        wanted: the chips and who uses them.
        driver: of the sensors, as the configuration has it.
    """
    for name in sorted({spot.bus for spot in wanted}):
        try:
            bus = machine.i2c(name)
        except WorldFault:
            continue  # said of the device already
        here = {spot: owner for spot, owner in wanted.items() if spot.bus == name}
        yield from _examine_bus(bus, here, places, driver)
        bus.close()


def _examine_bus(
    bus: I2cBus, wanted: Mapping[Spot, str], places: Places, driver: str
) -> Iterator[Finding]:
    """The chips on one bus, then those behind its multiplexers, channel by channel."""
    muxes = {spot.behind[0] for spot in wanted if spot.behind}
    for mux in muxes:
        with contextlib.suppress(WorldFault):
            bus.write(mux, bytes([0]))  # no channel is open
    direct: frozenset[int] = frozenset()
    for behind in sorted({spot.behind for spot in wanted}):
        line = Behind(bus, behind) if behind else bus
        answers = listen(line)
        if answers.addresses is None:
            assert answers.fault is not None
            yield of_fault(PART, answers.fault)
            continue
        if not behind:
            direct = answers.addresses
        elif behind[0] not in direct:
            continue  # the multiplexer is missing, and that was said
        answering = answers.addresses - direct if behind else answers.addresses
        named = {spot.address: owner for spot, owner in wanted.items() if spot.behind == behind}
        yield from _compared(bus.name, behind, named, answering, places)
        mine = [address for address in sorted(named) if named[address] == SENSORS]
        yield from _identified(line, behind, [a for a in mine if a in answering], places, driver)
    for mux in muxes:
        with contextlib.suppress(WorldFault):
            bus.write(mux, bytes([0]))


class Behind:
    """A bus behind a multiplexer, its channel opened before each transfer. Implements `I2cBus`."""

    def __init__(self, bus: I2cBus, behind: tuple[int, ...]) -> None:
        self._bus = bus
        self._mux, channel = behind
        self._selection = bytes([1 << channel])
        self.name = line_name(bus.name, behind)

    def write(self, address: int, data: bytes) -> None:
        self._bus.write(self._mux, self._selection)
        self._bus.write(address, data)

    def read(self, address: int, count: int) -> bytes:
        self._bus.write(self._mux, self._selection)
        return self._bus.read(address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        self._bus.write(self._mux, self._selection)
        return self._bus.write_read(address, data, count)

    def close(self) -> None:
        """The bus is closed by who opened it."""


def _compared(
    bus: str,
    behind: tuple[int, ...],
    named: Collection[int],
    answering: Collection[int],
    places: Places,
) -> Iterator[Finding]:
    missing, strange = sorted(set(named) - set(answering)), sorted(set(answering) - set(named))
    for address in missing:
        other = _mistaken(address, strange)
        where = Spot(bus, address, behind)
        if other is None:
            yield Finding(
                part=PART,
                level=Level.FAULT,
                kind="missing-chip",
                where=str(where),
                text=f"it does not answer{_blind(where, places)}.",
                remedy="Check its supply, its SDA and SCL wires, its reset pin, and its address pins.",
            )
            continue
        strange.remove(other)
        yield Finding(
            part=PART,
            level=Level.FAULT,
            kind="wrong-address",
            where=str(where),
            text=f"it does not answer{_blind(where, places)}; a chip answers at {other:#04x}, which "
            f"the configuration does not name{_or_whose(address, missing)}.",
            remedy=f"Its address pins A2 A1 A0 say {other & 7:03b} and should say {address & 7:03b}; "
            f"or write {other:#04x} into the configuration.",
        )
    for address in strange:
        if any(address in family for family in FAMILIES):
            yield Finding(
                part=PART,
                level=Level.WARNING,
                kind="strange-chip",
                where=str(Spot(bus, address, behind)),
                text="a chip answers that the configuration does not name.",
                remedy="If it belongs to the board, name it; if not, nothing needs to be done.",
            )
        else:
            yield fine(PART, str(Spot(bus, address, behind)), "answers; not of the board.")
    if not missing:
        count = len(named)
        chips = "1 chip answers" if count == 1 else f"{count} chips answer"
        text = f"{chips}, as the configuration says."
        yield fine(PART, line_name(bus, behind), text)


def _mistaken(address: int, strange: Collection[int]) -> int | None:
    """The chip that was meant to have this address: the one with the fewest wrong pins."""
    alike = [other for other in strange if other >> 3 == address >> 3]
    return min(alike, key=lambda other: ((other ^ address).bit_count(), other), default=None)


def _or_whose(address: int, missing: Collection[int]) -> str:
    """That the stranger may be another chip that is missing too."""
    others = [f"{a:#04x}" for a in missing if a != address and a >> 3 == address >> 3]
    return f" (it may also be the one for {' or '.join(others)})" if others else ""


def _blind(where: Spot, places: Places) -> str:
    names = places.names
    words = (f"{where} ", f"{where} ".replace(" chip ", " multiplexer "))
    points = sum(
        1 << p for p in range(len(names)) if any(word in f"{places.pin(p)} " for word in words)
    )
    return f", so {' '.join(names[p] for p in each(points))} cannot be seen" if points else ""


def _identified(
    bus: I2cBus, behind: tuple[int, ...], addresses: Iterable[int], places: Places, driver: str
) -> Iterator[Finding]:
    expected = EXPECTED.get(driver)
    if expected is None:
        return
    for address in addresses:
        where = Spot(bus.name.split(" ")[0], address, behind)
        try:
            found = identify(bus, address)
        except WorldFault as fault:
            yield of_fault(PART, fault)
            continue
        if found != expected:
            yield Finding(
                part=PART,
                level=Level.FAULT,
                kind="wrong-profile",
                where=str(where),
                text=f"it behaves like {found}, not like {expected}{_blind(where, places)}.",
                remedy="The profile is not this board's: set [sensors] driver to the chip that is "
                "fitted, or fit the one that is named.",
            )


def identify(bus: I2cBus, address: int) -> str:
    """What an expander is, as far as its registers tell. All its pins must be inputs; it is set up anew after.

    IOCON of an MCP23017 keeps what is written but for bit 0, which reads 0 (Microchip DS20001952,
    register 3-6); registers 4 and 5 of a TCA9555 keep a polarity (TI SCPS200, table 8-1).

    Raises:
        WorldFault: the chip does not answer.
    """
    bus.write(address, bytes([_GPINTENB, 0]))  # IOCON of a chip left in BANK 1
    bus.write(address, bytes([_IOCON, 0x20 | _UNUSED_BIT]))
    if bus.write_read(address, bytes([_IOCON]), 1)[0] == 0x20:
        bus.write(address, bytes([_IOCON, 0]))
        return MCP23017
    bus.write(address, bytes([_POLARITY, 0x5A, 0xA5]))
    kept = bus.write_read(address, bytes([_POLARITY]), 2)
    bus.write(address, bytes([_POLARITY, 0, 0]))
    return TCA9555 if kept == b"\x5a\xa5" else PLAIN
