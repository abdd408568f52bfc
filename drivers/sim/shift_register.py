"""A chain of 74HC165 as bits that move from chip to chip, and what can break in it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.shift_register import SerialInput
    from drivers.sim.machine import SimMachine

_FLOATING = 0xA5  # what inputs read that nothing is wired to


class ShiftRegisters:
    """Chips in a row, the first at MISO. Implements `SpiBus` and `ContactCircuit`.

    Args:
        name: of the SPI device.
        channels: inputs with contacts, from the first on.
        active_low: whether a closed contact pulls its input to ground.
        serial_input: what DS of the last chip is wired to.
        ties: inputs tied to a level. Others without contacts float.
        latch_pin: GPIO line at PL of all chips; None where chip select latches.

    Attributes:
        exchanges: so far.
        bytes: moved so far, in either direction.
        failing: the numbers of exchanges that the kernel refuses.
        refused: whether it refuses all.
        cut: the chip whose output is cut off, or that has no supply; what is read in its place is `floats`.
        floats: the level of a wire that nothing drives; None for noise.
        unlatched: chips whose PL is not connected.
        slips: clock edges that a disturbance adds (takes away, where negative) and the bit before which it
            does, by number of exchange; in every one with -1.
        flips: bits turned over on the way to MISO, by number of exchange: bit 0 is the last that comes.
        stopped: whether the clock does not reach the chips.
    """

    def __init__(
        self,
        name: str,
        channels: int,
        *,
        active_low: bool = True,
        serial_input: SerialInput = "mosi",
        ties: Mapping[int, bool] | None = None,
        latch_pin: int | None = None,
    ) -> None:
        self._name = name
        self._channels = channels
        self._active_low = active_low
        self._serial_input = serial_input
        self._chips = -(-channels // 8)
        spare = int.from_bytes(bytes([_FLOATING]) * self._chips, "little")
        for number, level in (ties or {}).items():
            spare = spare & ~(1 << number) | level << number
        self._spare = spare >> channels << channels
        self._latch_pin = latch_pin
        self._loading = False
        self._inputs = b""
        self._content = bytes(self._chips)
        self._dice = random.Random(channels)  # noqa: S311 - a simulation
        self.exchanges = 0
        self.bytes = 0
        self.failing: set[int] = set()
        self.refused = False
        self.cut: int | None = None
        self.floats: bool | None = False
        self.unlatched: set[int] = set()
        self.slips: dict[int, tuple[int, int]] = {}
        self.flips: dict[int, int] = {}
        self.stopped = False
        self.close_contacts(0)

    @property
    def name(self) -> str:
        return self._name

    def close_contacts(self, closed: int) -> None:
        every = (1 << self._channels) - 1
        inputs = (~closed if self._active_low else closed) & every | self._spare
        self._inputs = inputs.to_bytes(self._chips, "little")

    def watch(self, driven: Mapping[int, bool]) -> None:
        """Follows the line at PL: while it is low the chips take over their inputs, at a high level they shift."""
        assert self._latch_pin is not None
        high = driven.get(self._latch_pin, False)
        if self._loading and high:
            self._load()
        self._loading = not high

    def write(self, data: bytes) -> None:
        self.exchange(data)

    def exchange(self, data: bytes) -> bytes:
        number = self.exchanges
        self.exchanges += 1
        self.bytes += len(data)
        if self.refused or number in self.failing:
            raise WorldFault(Symptom.IO, self._name, "The transfer broke off.")
        if self._latch_pin is None:
            self._load()
        if self._loading:
            self._load()
        if self._loading or self.stopped:
            came = self._first * (8 * len(data))
        else:
            came = self._shift(data, *self.slips.get(number, self.slips.get(-1, (0, 0))))
        flipped = (int(came, 2) ^ self.flips.get(number, 0)) & (1 << len(came)) - 1
        return flipped.to_bytes(len(data), "big")

    def close(self) -> None:
        """Nothing to release."""

    def _load(self) -> None:
        self._content = bytes(
            old if chip in self.unlatched else new
            for chip, (old, new) in enumerate(zip(self._content, self._inputs, strict=True))
        )

    @property
    def _first(self) -> str:
        """What stands at MISO before any edge of the clock."""
        return self._loose(1) if self.cut == 0 else _bits(self._content)[0]

    def _shift(self, data: bytes, slip: int, at: int) -> str:
        """All bits move on with each edge of the clock; what is read at MISO.

        Args:
            data: on MOSI.
            slip: edges added before the bit `at` is read; negative: the edges from this bit on are lost.
            at: counted from 0. MOSI still has the level of the bit before; before the first it is low.
        """
        sent = _bits(data)
        edges = len(sent) + slip
        match self._serial_input:
            case "mosi":
                entering = sent[:at] + ("0" + sent)[at] * slip + sent[at + max(0, -slip) :]
            case "low":
                entering = "0" * edges
            case "high":
                entering = "1" * edges
        content = _bits(self._content)
        near = len(content) if self.cut is None else 8 * self.cut
        row = content[:near] + (entering if self.cut is None else self._loose(edges))
        beyond = content[near:] + entering
        self._content = _bytes(row[edges : edges + near] + beyond[edges:][: len(content) - near])
        if not slip:
            return row[: len(sent)]
        return "".join(row[n if n < at else max(at, n + slip)] for n in range(len(sent)))

    def _loose(self, count: int) -> str:
        """Bits read from a wire that nothing drives."""
        if self.floats is None:
            return "".join(self._dice.choices("01", k=count))
        return "01"[self.floats] * count


def _bits(data: bytes) -> str:
    """In the order in which they move: the highest of the first byte comes first."""
    return format(int.from_bytes(data, "big"), f"0{8 * len(data)}b")


def _bytes(bits: str) -> bytes:
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def wire_shift_registers(
    machine: SimMachine,
    device: str,
    channels: int,
    *,
    active_low: bool = True,
    serial_input: SerialInput = "mosi",
    ties: Mapping[int, bool] | None = None,
    latch_pin: int | None = None,
) -> ShiftRegisters:
    """Puts a chain at an SPI device of a machine, and its latch on a pin where one is given."""
    chain = ShiftRegisters(
        device,
        channels,
        active_low=active_low,
        serial_input=serial_input,
        ties=ties,
        latch_pin=latch_pin,
    )
    machine.spis[device] = chain
    if latch_pin is not None:
        machine.watchers.append(chain.watch)
    return chain
