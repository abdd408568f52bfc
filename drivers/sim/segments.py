"""The four-digit module of a clock's display on its HT16K33."""

from __future__ import annotations

from typing import Final

from drivers.sim.ht16k33 import Ht16k33

_DIGITS_AT: Final = (0, 2, 6, 8)
_POINT: Final = 0x80
_LETTERS: Final = {
    0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
    0x7F: "8", 0x6F: "9", 0x00: " ",
}  # fmt: skip


class FourDigits(Ht16k33):
    """One module, and what a person reads from it."""

    @property
    def text(self) -> str:
        """What a person reads: "12:34" or "1.30"; "?" for a shape that is no digit, "" for a dark module.

        The points that count periods are left out: see `points`.
        """
        if not self.shines:
            return ""
        digits = "".join(_LETTERS.get(self.memory[n] & ~_POINT, "?") for n in _DIGITS_AT)
        sign = (
            ":" if self.memory[4] & 0x02 else "." if self._point(1) and not self._point(3) else " "
        )
        shown = f"{digits[:2]}{sign}{digits[2:]}"
        return "" if not shown.strip() else shown

    @property
    def points(self) -> int:
        """Points lit behind the digits, counted from the last without a break."""
        dark = (n for n, digit in enumerate((3, 2, 1, 0)) if not self._point(digit))
        return next(dark, 4)

    def _point(self, digit: int) -> bool:
        return bool(self.memory[_DIGITS_AT[digit]] & _POINT)
