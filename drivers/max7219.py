"""The MAX7219 (and MAX7221) from Maxim: drives 64 segments or lamps over SPI, chips in a chain.

Data sheet 19-4452, rev. 4, tables 1 to 10. A word of 16 bits is an address and a byte; a chain of chips takes the words that
stand in them when chip select goes high, so one transfer holds a word for each, that of the last chip first. Nothing
can be read back. After power-on a chip is shut down and dark, scans one digit and has its lowest intensity; noise may
even switch on its display test. So everything is written again and again.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from drivers.lights import check_picture, lit_of, step_for, steps_of
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Colour, SpiBus

SPEED_HZ: Final = 1_000_000
"""The SPI clock, a tenth of what the data sheet allows: chains hang on long wires. SPI mode 0."""
DIGIT_0: Final = 0x01
DECODE: Final = 0x09
INTENSITY: Final = 0x0A
SCAN_LIMIT: Final = 0x0B
SHUTDOWN: Final = 0x0C
DISPLAY_TEST: Final = 0x0F
DIGITS: Final = 8
LAMPS_PER_CHIP: Final = 8 * DIGITS
PEAK_MA: Final = 40.0
"""The segment current at the smallest resistor that is allowed, 9.53 kOhm ("Selecting RSET")."""


def steps_ma(peak_ma: float) -> tuple[float, ...]:
    """What a lit lamp draws at each intensity, in mA: one of eight digits' turns, 1/32 to 31/32 of it (table 7)."""
    return tuple(peak_ma / DIGITS * (2 * step + 1) / 32 for step in range(16))


class Max7219Lamps:
    """Lamps of one colour on a chain of chips, lit or dark, all dimmed alike. Implements `Lamps`.

    Channel 64 c + 8 d + b is digit d of chip c, bit b of its byte (segments G, F, E, D, C, B, A and the point); chip 0 is the
    one next to the controller.

    Args:
        spi: at `SPEED_HZ`; closed together with the lamps.
        chips: in the chain.
        brightness: 0 to 1; 0 leaves all dark, more is rounded to one of 16 steps.
        ma_max: what the supply may give to all lamps, in mA; a picture of more lamps than that is dimmed.
        peak_ma: the segment current that the chips' resistors set.

    Raises:
        ValueError: no chips; a brightness outside 0 to 1; less current than all lamps take at their dimmest (10 mA
            a chip at 40 mA).
    """

    def __init__(
        self,
        spi: SpiBus,
        chips: int,
        *,
        brightness: float = 1.0,
        ma_max: float = 500.0,
        peak_ma: float = PEAK_MA,
    ) -> None:
        self._spi = spi
        self._chips = chips
        self._dark = brightness == 0
        self._steps = steps_ma(peak_ma)
        self._brightest = steps_of(self.count, self._steps, brightness=brightness, ma_max=ma_max)
        self._ma_max = ma_max
        self._everything = frozenset(range(self.count))
        self._may_be_lit = self._everything
        self._closed = False

    @property
    def count(self) -> int:
        return LAMPS_PER_CHIP * self._chips

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights these channels and darkens all others, whatever their colour.

        Between two transfers, too, the lamps stay within the current, dimmed for the old picture and the new one.

        Raises:
            ValueError: a channel that does not exist or a level outside 0 to 255.
            WorldFault: the lamps could not be written; the next call tries again.
        """
        check_picture(self.count, colours)
        lit = frozenset[int]() if self._dark else lit_of(colours)
        between, final = self._step(lit | self._may_be_lit), self._step(lit)
        self._may_be_lit = self._everything  # until all has been written
        write_settings(self._spi, self._chips, between)
        picture = sum(1 << channel for channel in lit).to_bytes(DIGITS * self._chips, "little")
        for digit in range(DIGITS):
            self._spi.write(words(DIGIT_0 + digit, picture[digit::DIGITS]))
        self._spi.write(words(SHUTDOWN, bytes([1] * self._chips)))
        if final != between:
            self._spi.write(words(INTENSITY, bytes([final] * self._chips)))
        self._may_be_lit = lit

    def close(self) -> None:
        """Shuts the chips down, if they can be written, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(WorldFault):
            self._spi.write(words(SHUTDOWN, bytes(self._chips)))
        self._spi.close()

    def _step(self, lit: frozenset[int]) -> int:
        return step_for(len(lit), self._steps, brightest=self._brightest, ma_max=self._ma_max)


def words(address: int, values: Sequence[int]) -> bytes:
    """One transfer: a register of every chip, values by chip."""
    return b"".join(bytes([address, value]) for value in reversed(values))


def write_settings(spi: SpiBus, chips: int, intensity: int) -> None:
    """Everything but the digits and the switch: a chip that was shut down stays dark.

    Raises:
        WorldFault: a transfer failed.
    """
    for address, value in (
        (DISPLAY_TEST, 0),
        (DECODE, 0),
        (SCAN_LIMIT, DIGITS - 1),
        (INTENSITY, intensity),
    ):
        spi.write(words(address, bytes([value] * chips)))
