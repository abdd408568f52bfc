"""A chess clock's display: two modules of eight seven-segment digits, each behind a MAX7219, in one chain.

These modules have points and no colon: 5.00 is five minutes, 1.30.00 an hour and a half, so hours, minutes and seconds
always stand there whole. The leftmost digit counts the periods of byo-yomi that are left.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from drivers.max7219 import DIGIT_0, DIGITS, SHUTDOWN, words, write_settings
from drivers.ports import Fault, WorldFault
from drivers.segments import HOUR_S, POINT, REFRESH_NS, RETRY_NS, SEGMENTS, Face, seconds_of

if TYPE_CHECKING:
    from drivers.ports import SpiBus

MODULES: Final = 2
BLINK_NS: Final = 500_000_000
"""How long a fallen flag's module is lit, and then dark: the chip cannot blink by itself."""
_BACKWARDS: Final = {sign: int(f"{segments:07b}"[::-1], 2) for sign, segments in SEGMENTS.items()}
"""The chip has segment A at bit 6 and G at bit 0 (table 6 of its data sheet)."""
_DARK: Final = bytes(DIGITS)


class Max7219Clock:
    """Two modules; chip 0 of the chain shows the first side's time. Writes what has changed, and everything once a second.

    Args:
        spi: closed together with the display.
        brightness: 0 to 15.

    Raises:
        ValueError: the brightness is out of range.
    """

    def __init__(self, spi: SpiBus, *, brightness: int = 8) -> None:
        if brightness not in range(16):
            raise ValueError("the brightness is 0 to 15")
        self._spi = spi
        self._brightness = brightness
        self._shown: tuple[bytes, bytes] | None = None
        self._refresh_ns = 0
        self._retry_ns = 0
        self._faults: tuple[Fault, ...] = ()
        self._closed = False

    def show(self, faces: tuple[Face, Face], at_ns: int) -> tuple[Fault, ...]:
        """Shows these faces; call it at every scan.

        Args:
            at_ns: monotonic time, for blinking, refreshing and trying again.

        Returns:
            Why the modules could not be written, until they have been.
        """
        if at_ns < self._retry_ns:
            return self._faults
        first, second = (digits_of(face, at_ns) for face in faces)
        renew = at_ns >= self._refresh_ns
        if (first, second) != self._shown or renew:
            try:
                self._write((first, second), renew=renew)
            except WorldFault as fault:
                where = f"clock display, {fault.where}"
                self._faults = (Fault(symptom=fault.symptom, where=where, remedy=fault.remedy),)
                self._retry_ns = at_ns + RETRY_NS
                self._refresh_ns = at_ns  # whatever had been written, all is to be written again
            else:
                self._faults = ()
                self._refresh_ns = at_ns + REFRESH_NS if renew else self._refresh_ns
        return self._faults

    def close(self) -> None:
        """Darkens the modules, if they can be written, and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(WorldFault):
            self._spi.write(words(SHUTDOWN, bytes(MODULES)))
        self._spi.close()

    def _write(self, wanted: tuple[bytes, bytes], *, renew: bool) -> None:
        """The switch comes last: nobody sees what a chip held when the power came."""
        before = self._shown
        if renew:
            write_settings(self._spi, MODULES, self._brightness)
        for digit, pair in enumerate(zip(*wanted, strict=True)):
            if renew or before is None or pair != (before[0][digit], before[1][digit]):
                self._spi.write(words(DIGIT_0 + digit, pair))
        if renew:
            self._spi.write(words(SHUTDOWN, bytes([1] * MODULES)))
        self._shown = wanted


def digits_of(face: Face, at_ns: int = 0) -> bytes:
    """The digits that show a face at a moment, the rightmost first."""
    if face.ms is None or (face.flag and at_ns // BLINK_NS % 2):
        return _DARK
    seconds = min(seconds_of(face.ms), 100 * HOUR_S - 1)
    minutes, hours = seconds // 60 % 60, seconds // HOUR_S
    text = f"{hours or '':>2}{f'{minutes:02}' if hours else f'{minutes:2}'}{seconds % 60:02}"
    shown = bytearray(
        _BACKWARDS[sign] for sign in reversed(f"{min(face.periods, 9) or ' '} {text}")
    )
    if face.mark:
        shown[2] |= POINT
    if hours:
        shown[4] |= POINT
    return bytes(shown)
