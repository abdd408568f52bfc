"""APA102 and SK9822 lamps, bit by bit as they hand on clock and data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from drivers.ports import Colour

_FRAME: Final = 32
_MA_PER_LEVEL: Final = 20.0 / 255
_OVERALL_MAX: Final = 31


class BadFrame(ValueError):  # noqa: N818 - the lamps' word for it
    """What came along the line is not what the lamps can read. Says where."""


class _Lamp:
    """One lamp: what it has taken in, and what it shows."""

    def __init__(self, *, waits: bool) -> None:
        self._waits = waits
        self.shown = self.taken = (0, 0, 0, 0)

    def take(self, bits: str, number: int) -> None:
        """Reads as much of a transfer as has reached the lamp with this number."""
        first = _FRAME * (1 + number)
        if self._waits and bits[:_FRAME] == "0" * _FRAME:
            self.shown = self.taken
        word = bits[first : first + _FRAME]
        if len(word) < _FRAME:
            return
        if bits[:_FRAME] != "0" * _FRAME or word[:3] != "111":
            raise BadFrame(f"lamp {number}: {word} is no frame after 32 low bits")
        blue, green, red = (int(word[at : at + 8], 2) for at in (8, 16, 24))
        self.taken = int(word[3:8], 2), red, green, blue
        if not self._waits or "0" * (_FRAME + 1) in bits[first + _FRAME :]:
            self.shown = self.taken


class Apa102Strip:
    """A chain of lamps on the clock and data of an SPI bus. Implements `SpiBus`.

    Args:
        count: lamps in the chain.
        sk9822: the lamps are SK9822, which show what they have taken once 32 low bits more have come.
    """

    def __init__(self, count: int, *, sk9822: bool = False) -> None:
        self._waits = sk9822
        self._lamps = [_Lamp(waits=sk9822) for _ in range(count)]

    @property
    def name(self) -> str:
        return "simulated strip"

    def write(self, data: bytes) -> None:
        """Clocks bytes through the chain.

        Raises:
            BadFrame: a lamp would read something else than a colour.
        """
        line = f"{int.from_bytes(data, 'big'):0{8 * len(data)}b}"
        for number, lamp in enumerate(self._lamps):
            late = (number + 1) // 2  # half a clock for each lamp before
            lamp.take(line[: len(line) - late], number)

    def exchange(self, data: bytes) -> bytes:
        """As `write`: lamps answer nothing."""
        self.write(data)
        return bytes(len(data))

    def close(self) -> None:
        """Nothing to release: the lamps keep what they show."""

    def brown_out(self) -> None:
        """The supply dips: all dark."""
        self._lamps = [_Lamp(waits=self._waits) for _ in self._lamps]

    def colours(self) -> tuple[Colour, ...]:
        """What the lamps show, red, green, blue, as bright as the overall brightness makes it, rounded up."""
        return tuple(
            (self._seen(red, overall), self._seen(green, overall), self._seen(blue, overall))
            for overall, red, green, blue in (lamp.shown for lamp in self._lamps)
        )

    @property
    def ma(self) -> float:
        """What the lamps draw, in mA."""
        return sum(
            sum(levels) * overall / _OVERALL_MAX * _MA_PER_LEVEL
            for overall, *levels in (lamp.shown for lamp in self._lamps)
        )

    @staticmethod
    def _seen(level: int, overall: int) -> int:
        return -(-level * overall // _OVERALL_MAX)
