"""A chain of MAX7219 chips as their data sheet (Maxim 19-4452, rev. 4) describes them."""

from __future__ import annotations

from typing import Final

_DIGITS: Final = 8
_WORD: Final = 2
_SEGMENTS: Final = {
    0x7E: "0", 0x30: "1", 0x6D: "2", 0x79: "3", 0x33: "4", 0x5B: "5", 0x5F: "6", 0x70: "7",
    0x7F: "8", 0x7B: "9", 0x00: " ",
}  # fmt: skip
_POINT: Final = 0x80


class Max7219:
    """One chip."""

    def __init__(self) -> None:
        self.digits = bytearray(_DIGITS)
        self.brown_out()

    def brown_out(self) -> None:
        """The supply dips: shut down, one digit scanned, lowest intensity; the digits hold what they like."""
        self.digits[:] = b"\xa5" * _DIGITS
        self.decode = self.intensity = self.scan_limit = 0
        self.on = self.test = False

    def latch(self, address: int, value: int) -> None:
        """Chip select goes high."""
        match address & 0x0F:
            case digit if 1 <= digit <= _DIGITS:
                self.digits[digit - 1] = value
            case 0x09:
                self.decode = value
            case 0x0A:
                self.intensity = value & 0x0F
            case 0x0B:
                self.scan_limit = value & 0x07
            case 0x0C:
                self.on = bool(value & 1)
            case 0x0F:
                self.test = bool(value & 1)
            case _:
                pass  # no-op, and addresses that the sheet leaves open

    def lit(self) -> frozenset[int]:
        """What is lit, as 8 * digit + bit.

        Raises:
            ValueError: a digit is decoded, which no driver of ours asks for.
        """
        if self.test:
            return frozenset(range(8 * _DIGITS))
        if not self.on:
            return frozenset()
        if self.decode:
            raise ValueError("the digits are decoded")
        return frozenset(
            8 * digit + bit
            for digit in range(self.scan_limit + 1)
            for bit in range(8)
            if self.digits[digit] >> bit & 1
        )

    def ma(self, peak_ma: float) -> float:
        """What the lit segments draw on average, in mA."""
        scanned = _DIGITS if self.test else self.scan_limit + 1
        duty = 31 / 32 if self.test else (2 * self.intensity + 1) / 32
        return len(self.lit()) * peak_ma / scanned * duty

    @property
    def text(self) -> str:
        """What a person reads from eight seven-segment digits, points behind them; "" while it is dark."""
        if not self.lit():
            return ""
        shown = ""
        for value in reversed(self.digits):  # digit 7 is the leftmost on the modules sold
            shown += _SEGMENTS.get(value & ~_POINT, "?") + ("." if value & _POINT else "")
        return shown


class Max7219Chain:
    """Chips one behind the other on an SPI bus. Implements `SpiBus`.

    Args:
        count: chips.
        peak_ma: the segment current that their resistors set.
    """

    def __init__(self, count: int, *, peak_ma: float = 40.0) -> None:
        self.chips = [Max7219() for _ in range(count)]
        self._peak_ma = peak_ma
        self._held = bytes(_WORD * count)

    @property
    def name(self) -> str:
        return "simulated chain"

    def write(self, data: bytes) -> None:
        """Shifts the bytes through; when chip select goes high, each chip takes the word that it holds."""
        self._held = (self._held + data)[-len(self._held) :]
        for place, chip in enumerate(reversed(self.chips)):
            address, value = self._held[_WORD * place : _WORD * (place + 1)]
            chip.latch(address, value)

    def exchange(self, data: bytes) -> bytes:
        """As `write`: nothing comes back."""
        self.write(data)
        return bytes(len(data))

    def close(self) -> None:
        """Nothing to release: the chips keep what they show."""

    def brown_out(self) -> None:
        """The supply of all chips dips."""
        for chip in self.chips:
            chip.brown_out()

    def lit(self) -> frozenset[int]:
        """What is lit, as 64 * chip + 8 * digit + bit."""
        return frozenset(
            8 * _DIGITS * place + n for place, chip in enumerate(self.chips) for n in chip.lit()
        )

    @property
    def ma(self) -> float:
        """What the lit segments of all chips draw, in mA."""
        return sum(chip.ma(self._peak_ma) for chip in self.chips)
