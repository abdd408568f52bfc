"""An HT16K33 as its data sheet (Holtek, rev. 1.10) describes it."""

from __future__ import annotations

from typing import Final

_MEMORY: Final = 16
_STEPS: Final = 16
_ROW_MA: Final = 25.0
_TURN: Final = 1024 / 9504
"""Of a frame of 9.504 ms each common has 1.024 ms: eight commons and the scan of keys take turns."""


class Ht16k33:
    """One chip."""

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
    def shines(self) -> bool:
        """Whether the chip drives its rows at all."""
        return self._oscillator and self._on

    def lit(self) -> frozenset[int]:
        """What is lit, as 16 * common + row; blinking counts as lit."""
        bits = int.from_bytes(self.memory, "little") if self.shines else 0
        return frozenset(n for n in range(8 * _MEMORY) if bits >> n & 1)

    @property
    def ma(self) -> float:
        """What the lit rows draw on average, in mA."""
        return len(self.lit()) * _ROW_MA * _TURN * (self.brightness + 1) / _STEPS
