"""What lamps of every kind have in common: pictures that are refused, brightness, and the limit of their current.

Lamps of three colours draw 20 mA for each of red, green and blue at full (data sheets WS2812B, APA102, SK9822) and
in proportion below; what their chips take when dark, about 1 mA each, comes on top. Lamps of one colour are lit
or dark; their chips dim all alike in 16 steps.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import Colour, SpiBus

DARK: Final[Colour] = (0, 0, 0)
MA_PER_LEVEL: Final = 20.0 / 255
"""What one of a lamp's three colours draws for each of its 255 levels, in mA."""
WHOLE_BUS: Final = frozenset({Symptom.STUCK, Symptom.BUS_MISSING})
"""Faults after which no other chip of the bus need be tried: each try costs the time-out."""


class Chain(ABC):
    """Lamps of three colours, one after the other on an SPI bus; channel 0 is the first.

    Args:
        spi: closed together with the lamps.
        count: lamps in the chain.
        ma_max: what the supply may give to the lamps, in mA, at 20 mA for each of red, green and
            blue at full; a brighter picture is dimmed as a whole.
        brightness: 0 to 1, over everything.

    Raises:
        ValueError: a brightness outside 0 to 1, or no current or lamps at all.
    """

    def __init__(self, spi: SpiBus, count: int, *, brightness: float, ma_max: float) -> None:
        check_settings(count, brightness=brightness, ma_max=ma_max)
        self._spi = spi
        self._count = count
        self._ma_max = ma_max
        self._brightness = brightness
        self._closed = False

    @property
    def count(self) -> int:
        return self._count

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights these channels and darkens all others.

        Raises:
            ValueError: a channel that does not exist or a level outside 0 to 255.
            WorldFault: the lamps could not be written; the next call tries again.
        """
        check_picture(self._count, colours)
        scale = scale_of(colours, brightness=self._brightness, ma_max=self._ma_max)
        self._spi.write(self._frame(colours, scale))

    def close(self) -> None:
        """Darkens the lamps, if they can be written, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(WorldFault):
            self.show({})
        self._spi.close()

    @abstractmethod
    def _frame(self, colours: Mapping[int, Colour], scale: float) -> bytes:
        """What is written for a picture whose levels are multiplied by `scale`."""


def check_settings(count: int, *, brightness: float, ma_max: float) -> None:
    """Refuses settings of lamps.

    Raises:
        ValueError: a brightness outside 0 to 1, or no current or lamps at all.
    """
    if count < 1 or ma_max <= 0 or not 0 <= brightness <= 1:
        raise ValueError("lamps need count >= 1, ma_max > 0 and brightness from 0 to 1")


def check_picture(count: int, colours: Mapping[int, Colour]) -> None:
    """Refuses a picture that these lamps cannot show.

    Raises:
        ValueError: a channel that does not exist or a level outside 0 to 255.
    """
    for channel, colour in colours.items():
        if not 0 <= channel < count or not all(0 <= level <= 255 for level in colour):
            raise ValueError(f"lamp {channel} of {count} cannot show {colour}")


def scale_of(colours: Mapping[int, Colour], *, brightness: float, ma_max: float) -> float:
    """What every level of a picture is to be multiplied by: the brightness, or less where the current asks for it."""
    full_ma = sum(map(sum, colours.values())) * MA_PER_LEVEL
    return brightness if full_ma * brightness <= ma_max else ma_max / full_ma


def dimmed(
    colours: Mapping[int, Colour],
    scale: float,
    *,
    ma_max: float,
    ma_per_level: float = MA_PER_LEVEL,
) -> dict[int, Colour]:
    """A picture with every level multiplied and rounded down.

    A level that was lit stays lit (at 1) where the current allows it, so that a dark room costs no scene.
    """
    below = {lamp: _times(colour, scale, 0) for lamp, colour in colours.items()}
    if scale == 0:
        return below
    lit = {lamp: _times(colour, scale, 1) for lamp, colour in colours.items()}
    return lit if sum(map(sum, lit.values())) * ma_per_level <= ma_max else below


def _times(colour: Colour, scale: float, least: int) -> Colour:
    red, green, blue = (max(int(level * scale), min(level, least)) for level in colour)
    return red, green, blue


def steps_of(count: int, steps_ma: Sequence[float], *, brightness: float, ma_max: float) -> int:
    """The brightest step that lamps of one colour may have.

    Args:
        count: all lamps.
        steps_ma: what one lit lamp draws at each step, in mA.
        brightness: 0 to 1.
        ma_max: for all.

    Raises:
        ValueError: as `check_settings`, or the current is too little for all lamps at their dimmest.
    """
    check_settings(count, brightness=brightness, ma_max=ma_max)
    if count * steps_ma[0] > ma_max:
        raise ValueError(
            f"{count} lamps at their dimmest draw {count * steps_ma[0]:.0f} mA: allow as much"
        )
    return round(brightness * (len(steps_ma) - 1))


def step_for(lit: int, steps_ma: Sequence[float], *, brightest: int, ma_max: float) -> int:
    """The brightest step at which so many lamps of one colour stay within the current."""
    return max(
        (n for n in range(brightest + 1) if lit * steps_ma[n] <= ma_max),
        default=0,
    )


def lit_of(colours: Mapping[int, Colour]) -> frozenset[int]:
    """The channels that a lamp of one colour lights: those with any colour at all."""
    return frozenset(channel for channel, colour in colours.items() if any(colour))
