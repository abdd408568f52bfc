"""Lamps of one colour behind HT16K33 chips: 128 a chip, lit or dark, all dimmed alike.

Channel 16 n + r of a chip is ROW r of COM n, so that a chip of the 28-pin kind has 16 lamps on each of eight
commons; the smaller kinds have fewer rows, whose channels are connected to nothing. The chip's own blinking is
not used: it cannot tell one lamp from another.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from drivers.ht16k33 import (
    DIMMING,
    DISPLAY_OFF,
    DISPLAY_ON,
    FIRST_ADDRESS,
    LAST_ADDRESS,
    MEMORY,
    OSCILLATOR_ON,
)
from drivers.lights import WHOLE_BUS, check_picture, lit_of, step_for, steps_of
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Colour, I2cBus

LAMPS_PER_CHIP: Final = 8 * MEMORY
STEPS_MA: Final = tuple(25.0 * 1024 / 9504 * step / 16 for step in range(1, 17))
"""What a lit lamp draws at each step of dimming, in mA: a row gives 25 mA (data sheet, "D.C. characteristics"), in 1024
of the 9504 us in which the commons and the key scan take turns ("LED drive mode waveforms"). With many lamps on one
common it is less, as the common itself cannot sink more than about 200 mA.
"""


class Ht16k33Lamps:
    """Lamps on one or more chips, in the order of the addresses. Implements `Lamps`.

    Each picture is written whole, with the settings, so that a chip whose supply has dipped is right again with
    the next. A chip that does not answer leaves the others as they should be.

    Args:
        bus: closed together with the lamps.
        addresses: of the chips, 0x70 to 0x77.
        brightness: 0 to 1; 0 leaves all dark, more is rounded to one of 16 steps.
        ma_max: what the supply may give to all lamps, in mA; a picture of more lamps than that is dimmed.

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice; a brightness outside 0 to 1; less
            current than all lamps take at their dimmest (22 mA a chip).
    """

    def __init__(
        self,
        bus: I2cBus,
        addresses: Sequence[int],
        *,
        brightness: float = 1.0,
        ma_max: float = 500.0,
    ) -> None:
        if len(set(addresses)) != len(addresses) or not all(
            FIRST_ADDRESS <= each <= LAST_ADDRESS for each in addresses
        ):
            raise ValueError("HT16K33 lamps need addresses from 0x70 to 0x77, none twice")
        self._bus = bus
        self._addresses = tuple(addresses)
        self._dark = brightness == 0
        self._brightest = steps_of(self.count, STEPS_MA, brightness=brightness, ma_max=ma_max)
        self._ma_max = ma_max
        self._everything = frozenset(range(self.count))
        self._may_be_lit = self._everything
        self._closed = False

    @property
    def count(self) -> int:
        return LAMPS_PER_CHIP * len(self._addresses)

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights these channels and darkens all others, whatever their colour.

        Between two transfers, too, the lamps stay within the current: while some chips show the old picture and some the
        new one, all are dimmed for both.

        Raises:
            ValueError: a channel that does not exist or a level outside 0 to 255.
            WorldFault: a chip could not be written; the next call tries again.
        """
        check_picture(self.count, colours)
        lit = frozenset[int]() if self._dark else lit_of(colours)
        between, final = self._step(lit | self._may_be_lit), self._step(lit)
        self._may_be_lit = self._everything  # until all has been written
        missing: dict[int, WorldFault] = {}
        self._write_all([OSCILLATOR_ON], missing)
        self._write_all([DIMMING | between], missing)
        for address, memory in zip(self._addresses, self._memories(lit), strict=True):
            self._write(address, bytes([0]) + memory, missing)
        self._write_all([DISPLAY_ON], missing)
        if missing:
            raise next(iter(missing.values()))
        if final != between:
            self._write_all([DIMMING | final], missing)
        if missing:
            raise next(iter(missing.values()))
        self._may_be_lit = lit

    def close(self) -> None:
        """Darkens the lamps of chips that answer, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        for address in self._addresses:
            with contextlib.suppress(WorldFault):
                self._bus.write(address, bytes([DISPLAY_OFF]))
        self._bus.close()

    def _step(self, lit: frozenset[int]) -> int:
        return step_for(len(lit), STEPS_MA, brightest=self._brightest, ma_max=self._ma_max)

    def _memories(self, lit: frozenset[int]) -> list[bytes]:
        whole = sum(1 << channel for channel in lit).to_bytes(
            MEMORY * len(self._addresses), "little"
        )
        return [whole[at : at + MEMORY] for at in range(0, len(whole), MEMORY)]

    def _write_all(self, data: Sequence[int], missing: dict[int, WorldFault]) -> None:
        for address in self._addresses:
            self._write(address, bytes(data), missing)

    def _write(self, address: int, data: bytes, missing: dict[int, WorldFault]) -> None:
        """One transfer, unless the chip has failed in this picture already.

        Raises:
            WorldFault: the whole bus has failed.
        """
        if address in missing:
            return
        try:
            self._bus.write(address, data)
        except WorldFault as fault:
            if fault.symptom in WHOLE_BUS:
                raise
            missing[address] = fault
