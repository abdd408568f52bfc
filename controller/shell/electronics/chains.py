"""Boards on a chain of 74HC165 shift registers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.shell.electronics.base import (
    SELECTED,
    Uses,
    Watched,
    pin_uses,
    read_spi,
    spi_uses,
)
from drivers.shift_register import SPEED_HZ, open_shift_registers
from drivers.sim.shift_register import wire_shift_registers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.shell.toml_section import Section
    from drivers.ports import Machine, SensorMatrix
    from drivers.shift_register import SerialInput
    from drivers.sim.machine import ContactCircuit, SimMachine

INPUTS: Final = 8
"""Of a chip."""
_LEVELS: Final = ("low", "high")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Shift registers in a row; the arguments of `drivers.shift_register.ShiftRegisterMatrix`."""

    device: str
    channels: int
    speed_hz: int
    active_low: bool
    latch_pin: int | None
    serial_input: SerialInput
    ties: Mapping[int, bool]

    @property
    def chips(self) -> int:
        return -(-self.channels // INPUTS)

    def open(self, machine: Machine) -> SensorMatrix:
        return open_shift_registers(
            machine,
            self.device,
            self.channels,
            speed_hz=self.speed_hz,
            active_low=self.active_low,
            latch_pin=self.latch_pin,
            serial_input=self.serial_input,
            ties=self.ties,
        )

    def simulate(self, machine: SimMachine) -> ContactCircuit:
        return wire_shift_registers(
            machine,
            self.device,
            self.channels,
            active_low=self.active_low,
            serial_input=self.serial_input,
            ties=self.ties,
            latch_pin=self.latch_pin,
        )

    def uses(self) -> Uses:
        lines = {"MISO": "the sensors"}  # the last output drives it always
        if self.serial_input == "mosi":
            lines["MOSI"] = SELECTED  # what others send is gone with the next latch
        found = spi_uses(self.device, "the sensors", lines=lines)
        if self.latch_pin is not None:
            found |= pin_uses({self.latch_pin: "the latch of the sensors"})
        return found

    def place(self, channel: int) -> str:
        chip, pin = divmod(channel, INPUTS)
        return f"{self.device} chip {chip + 1} input D{pin}"


def read_chain(section: Section, watched: Watched) -> Chain:
    """The keys of a board on 74HC165."""
    channels = watched.contacts
    device = read_spi(section, "/dev/spidev0.0")
    serial_input: SerialInput = section.choice("serial_input", "mosi", ("mosi", "low", "high"))
    ties = _ties(section, channels)
    if serial_input != "mosi" and not any(
        level == (serial_input == "low") for level in ties.values()
    ):
        other = "high" if serial_input == "low" else "low"
        section.wrong(
            "serial_input",
            f"with DS of the last chip {serial_input} a free input of that chip must be tied {other} "
            "(ties), or nothing tells that the chain is whole; or wire DS to MOSI",
        )
    return Chain(
        device=device,
        channels=channels,
        speed_hz=section.integer("speed_hz", SPEED_HZ, 10_000, 10_000_000),
        active_low=section.flag("active_low", default=True),
        latch_pin=section.optional_integer("latch_pin", 0, 27),
        serial_input=serial_input,
        ties=ties,
    )


def _ties(section: Section, channels: int) -> dict[int, bool]:
    """Free inputs of the last chip that are tied to a level, by number."""
    end = -(-channels // INPUTS) * INPUTS
    table, keys = section.table("ties")
    found = {}
    for key in keys:
        level = table.choice(key, "low", _LEVELS)
        if re.fullmatch("[0-9]{1,4}", key) and channels <= int(key) < end:
            found[int(key)] = level == "high"
            continue
        free = f"{channels} to {end - 1}" if end > channels else "none"
        table.wrong(key, f"is no input without a sensor; those of the last chip are {free}")
    return found
