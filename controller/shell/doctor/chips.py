"""The devices and the chips on I2C buses: whether they are there, and whether they are what the configuration says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from controller.shell.doctor.findings import Finding, Level, fine, of_fault
from controller.shell.doctor.listening import CHANNELS, Behind, Heard, Spot, line_name, shut
from controller.shell.doctor.places import each
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from controller.shell.doctor.places import Places
    from controller.shell.electronics.base import Uses
    from drivers.ports import I2cBus, Machine

PART = "chips"
SENSORS = "the sensors"
"""Who uses the chips that sensors are connected to."""
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
    muxes = sorted({spot.behind[0] for spot in wanted if spot.behind})
    shut(bus, muxes)
    heard = Heard(bus.name)
    for behind in sorted({spot.behind for spot in wanted}):
        if behind and behind[0] not in heard.before:
            continue  # the multiplexer is missing, and that is said
        heard.named[behind] = {s.address: who for s, who in wanted.items() if s.behind == behind}
        yield from _listen(heard, bus, behind)
    for mux in muxes:
        if any(heard.missing(line) for line in heard.lines if line[:1] == (mux,)):
            for channel in CHANNELS:
                if (mux, channel) not in heard.named:
                    yield from _listen(heard, bus, (mux, channel))
    for behind in heard.lines:
        yield from _compared(heard, behind, places)
        here, answering = heard.named[behind], heard.answering[behind]
        mine = [address for address in sorted(here) if here[address] == SENSORS]
        line = Behind(bus, behind) if behind else bus
        yield from _identified(line, behind, [a for a in mine if a in answering], places, driver)
    shut(bus, muxes)


def _listen(heard: Heard, bus: I2cBus, behind: tuple[int, ...]) -> Iterator[Finding]:
    if (fault := heard.listen(bus, behind)) is not None:
        yield of_fault(PART, fault)


def _compared(heard: Heard, behind: tuple[int, ...], places: Places) -> Iterator[Finding]:
    """Those who answer on one line, against those whom the configuration names there."""
    missing, strange = heard.missing(behind), heard.strange(behind)
    astray = heard.astray()
    strange = [a for a in strange if Spot(heard.bus, a, behind) not in astray.values()]
    for address in missing:
        where = Spot(heard.bus, address, behind)
        if where in astray:
            yield _in_another(where, astray[where], heard, places)
            continue
        other = _mistaken(address, strange)
        if other is None:
            yield Finding(
                part=PART,
                level=Level.FAULT,
                kind="missing-chip",
                where=str(where),
                text=f"it does not answer{_blind(places, where)}.",
                remedy="Check its supply, its SDA and SCL wires, its reset pin, and its address pins.",
            )
            continue
        strange.remove(other)
        yield Finding(
            part=PART,
            level=Level.FAULT,
            kind="wrong-address",
            where=str(where),
            text=f"it does not answer{_blind(places, where)}; a chip answers at {other:#04x}, which "
            f"the configuration does not name{_or_whose(address, missing)}.",
            remedy=f"Its address pins A2 A1 A0 say {other & 7:03b} and should say {address & 7:03b}; "
            f"or write {other:#04x} into the configuration.",
        )
    for address in strange:
        where = Spot(heard.bus, address, behind)
        if not behind and (shadowed := heard.shadowed(address)):
            yield _before(where, shadowed, places)
        elif any(address in family for family in FAMILIES):
            yield Finding(
                part=PART,
                level=Level.WARNING,
                kind="strange-chip",
                where=str(where),
                text="a chip answers that the configuration does not name.",
                remedy="If it belongs to the board, name it; if not, nothing needs to be done.",
            )
        else:
            yield fine(PART, str(where), "answers; not of the board.")
    named = heard.named[behind].keys()
    if named <= heard.answering[behind]:
        chips = "1 chip answers" if len(named) == 1 else f"{len(named)} chips answer"
        text = f"{chips}, as the configuration says."
        yield fine(PART, line_name(heard.bus, behind), text)


def _in_another(where: Spot, found: Spot, heard: Heard, places: Places) -> Finding:
    """A chip is in another channel than its own."""
    mux, channel = where.behind
    other = found.behind[1]
    free = found.behind not in heard.named
    instead = f"; or write {other} for {channel} into multiplexer_channels" if free else ""
    return Finding(
        part=PART,
        level=Level.FAULT,
        kind="wrong-channel",
        where=str(where),
        text=f"it does not answer{_blind(places, where)}; a chip answers at this address in channel {other} "
        f"of multiplexer {found.behind[0]:#04x}, where the configuration names none.",
        remedy=f"Connect it to SD{channel} and SC{channel} of multiplexer {mux:#04x}{instead}.",
    )


def _before(where: Spot, shadowed: Sequence[Spot], places: Places) -> Finding:
    """A chip is on the bus itself, and has the address of chips behind a multiplexer."""
    channels = " and ".join(line_name("", spot.behind).strip() for spot in shadowed)
    return Finding(
        part=PART,
        level=Level.FAULT,
        kind="wrong-channel",
        where=str(where),
        text="it answers on the bus itself, whatever channel is open; the configuration names this address "
        f"behind {channels}{_blind(places, *shadowed)}.",
        remedy="If it is one of these, connect it to SD and SC of its channel; if not, give it another address.",
    )


def _mistaken(address: int, strange: Collection[int]) -> int | None:
    """The chip that was meant to have this address: the one with the fewest wrong pins."""
    alike = [other for other in strange if other >> 3 == address >> 3]
    return min(alike, key=lambda other: ((other ^ address).bit_count(), other), default=None)


def _or_whose(address: int, missing: Collection[int]) -> str:
    """That the stranger may be another chip that is missing too."""
    others = [f"{a:#04x}" for a in missing if a != address and a >> 3 == address >> 3]
    return f" (it may also be the one for {' or '.join(others)})" if others else ""


def _blind(places: Places, *spots: Spot) -> str:
    """What these chips were to see."""
    names = places.names
    words = [f"{where} " for where in spots]
    words += [as_multiplexer(word) for word in words]
    points = sum(
        1 << p for p in range(len(names)) if any(word in f"{places.pin(p)} " for word in words)
    )
    return f", so {' '.join(names[p] for p in each(points))} cannot be seen" if points else ""


def as_multiplexer(where: str) -> str:
    """What the drivers call a place if the chip there is a multiplexer."""
    return where.replace(" chip ", " multiplexer ")


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
                text=f"it behaves like {found}, not like {expected}{_blind(places, where)}.",
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
