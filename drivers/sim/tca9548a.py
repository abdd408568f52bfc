"""A TCA9548A multiplexer and the buses behind it, as the data sheet (Texas Instruments SCPS207) describes it."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from drivers.sim.bus import Chip, Wire

_CHANNELS: Final = 8

Mux = tuple[int, int]
"""Address of a multiplexer and one of its channels, 0 to 7."""


class Tca9548a:
    """One chip.

    Attributes:
        selected: open channels, bit n for channel n.
        channels: chips by address, of each channel.
    """

    def __init__(self) -> None:
        self.selected = 0
        self.channels: list[dict[int, Chip]] = [{} for _ in range(_CHANNELS)]

    def brown_out(self) -> None:
        """The supply dips: every channel is closed, as at power-on."""
        self.selected = 0

    def slip(self) -> None:
        """There is no pointer that could slip."""

    def write(self, data: bytes) -> None:
        """A write transfer: the last byte selects."""
        if data:
            self.selected = data[-1]

    def read(self, count: int) -> bytes:
        """A read transfer: the selection."""
        return bytes([self.selected] * count)

    def answering(self, address: int) -> list[Chip]:
        """The chips with this address in open channels."""
        return [
            chips[address]
            for number, chips in enumerate(self.channels)
            if self.selected >> number & 1 and address in chips
        ]


class Behind:
    """What a bus finds at an address that chips behind multiplexers have. Implements `Chip`.

    Where several answer, a low level of one wins.
    """

    def __init__(self, address: int) -> None:
        self._address = address
        self.muxes: list[Tca9548a] = []

    def write(self, data: bytes) -> None:
        for chip in self._answering():
            chip.write(data)

    def read(self, count: int) -> bytes:
        data = b"\xff" * count
        for chip in self._answering():
            data = bytes(a & b for a, b in zip(data, chip.read(count), strict=True))
        return data

    def brown_out(self) -> None:
        """The supply of every chip with this address dips."""
        for chip in self._all():
            chip.brown_out()

    def slip(self) -> None:
        """The pointer of every chip with this address slips."""
        for chip in self._all():
            chip.slip()

    def _all(self) -> list[Chip]:
        channels = [chips for mux in self.muxes for chips in mux.channels]
        return [chips[self._address] for chips in channels if self._address in chips]

    def _answering(self) -> list[Chip]:
        chips = [chip for mux in self.muxes for chip in mux.answering(self._address)]
        if not chips:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return chips


def put(wire: Wire, address: int, chip: Chip, mux: Mux | None) -> None:
    """Puts a chip on a bus, or behind a multiplexer on it, which is put there too if it is not there yet."""
    if mux is None:
        wire.chips[address] = chip
        return
    multiplexer = wire.chips.setdefault(mux[0], Tca9548a())
    assert isinstance(multiplexer, Tca9548a), f"another chip is at {mux[0]:#04x}"
    multiplexer.channels[mux[1]][address] = chip
    behind = wire.chips.setdefault(address, Behind(address))
    assert isinstance(behind, Behind), f"a chip at {address:#04x} is before the multiplexer"
    if multiplexer not in behind.muxes:
        behind.muxes.append(multiplexer)
