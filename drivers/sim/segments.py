"""An HT16K33 with a four-digit module, as its data sheet (Holtek, rev. 1.10) describes it."""

from __future__ import annotations

from typing import Final

_MEMORY: Final = 16
_DIGITS_AT: Final = (0, 2, 6, 8)
_POINT: Final = 0x80
_LETTERS: Final = {
    0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
    0x7F: "8", 0x6F: "9", 0x00: " ",
}  # fmt: skip


class Ht16k33:
    """One chip and the module on it."""

    def __init__(self) -> None:
        self.memory = bytearray(_MEMORY)
        self.brown_out()

    def brown_out(self) -> None:
        """The supply dips: in standby, dark, at full brightness; the memory holds what it likes."""
        self.memory[:] = b"\xa5" * _MEMORY
        self._pointer = 0
        self._oscillator = self._on = False
        self.blinking = False
        self.brightness = 15

    def slip(self) -> None:
        """A glitch on the clock line: the pointer goes on."""
        self._pointer = (self._pointer + 1) % _MEMORY

    def write(self, data: bytes) -> None:
        """A command, or an address of the memory and bytes for it; the address wraps."""
        if not data:
            return
        command, low = data[0] & 0xF0, data[0] & 0x0F
        if command == 0x00:
            self._pointer = low
            for value in data[1:]:
                self.memory[self._pointer] = value
                self._pointer = (self._pointer + 1) % _MEMORY
        elif command == 0x20:
            self._oscillator = bool(low & 1)
        elif command == 0x80:
            self._on, self.blinking = bool(low & 1), bool(low & 0x06)
        elif command == 0xE0:
            self.brightness = low

    def read(self, count: int) -> bytes:
        """The memory, from where the pointer stands."""
        at = [(self._pointer + n) % _MEMORY for n in range(count)]
        return bytes(self.memory[n] for n in at)

    @property
    def text(self) -> str:
        """What a person reads: "12:34" or "1.30"; "?" for a shape that is no digit, "" for a dark module.

        The points that count periods are left out: see `points`.
        """
        if not (self._oscillator and self._on):
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
