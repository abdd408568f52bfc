"""A chess clock's display: two four-digit seven-segment modules, each behind an HT16K33.

Holtek HT16K33 data sheet, rev. 1.10: commands are single bytes (oscillator 0x2x, display 0x8x, dimming 0xEx),
the display memory is 16 bytes from address 0. The modules sold as "backpacks" put digits 1 and 2 at 0 and 2,
the colon at bit 1 of 4, digits 3 and 4 at 6 and 8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.ports import Fault, WorldFault

if TYPE_CHECKING:
    from drivers.ports import I2cBus

OSCILLATOR_ON: Final = 0x21
DISPLAY_ON: Final = 0x81
BLINK_1_HZ: Final = 0x04
DIMMING: Final = 0xE0
BRIGHTNESS_MAX: Final = 15
COLON: Final = 0x02
DIGITS_AT: Final = (0, 2, 6, 8)
COLON_AT: Final = 4
SEGMENTS: Final = {
    "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07,
    "8": 0x7F, "9": 0x6F, " ": 0x00, "-": 0x40,
}  # fmt: skip
"""Bit 0 is segment a, bit 6 is g."""
HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What one side's module shows.

    Attributes:
        ms: time left; None leaves the module dark.
        flag: the time is up; the module blinks.
    """

    ms: int | None
    flag: bool = False


class ClockDisplay:
    """Two modules on one bus. Writes only what has changed, and everything again after a fault.

    A module whose supply dips loses its settings silently; `refresh` at the next `show` mends that.

    Args:
        addresses: of the first side's module and the second's (0x70 to 0x77).
        brightness: 0 to 15.

    Raises:
        ValueError: an address or the brightness is out of range, or both addresses are the same.
    """

    def __init__(self, bus: I2cBus, addresses: tuple[int, int], *, brightness: int = 8) -> None:
        if len(set(addresses)) != 2 or not all(0x70 <= each <= 0x77 for each in addresses):
            raise ValueError("the modules have two different addresses from 0x70 to 0x77")
        if not 0 <= brightness <= BRIGHTNESS_MAX:
            raise ValueError(f"the brightness is 0 to {BRIGHTNESS_MAX}")
        self._bus = bus
        self._addresses = addresses
        self._brightness = brightness
        self._shown: dict[int, bytes] = {}

    def show(self, faces: tuple[Face, Face]) -> tuple[Fault, ...]:
        """Shows both times; faults come back as values, and are mended by the next call."""
        faults = []
        for address, face in zip(self._addresses, faces, strict=True):
            picture = picture_of(face)
            if self._shown.get(address) == picture:
                continue
            try:
                self._write(address, face, picture)
            except WorldFault as fault:
                self._shown.pop(address, None)
                faults.append(Fault(symptom=fault.symptom, where=fault.where, remedy=fault.remedy))
            else:
                self._shown[address] = picture
        return tuple(faults)

    def refresh(self) -> None:
        """The next `show` writes everything again. Call now and then: a module cannot be asked."""
        self._shown.clear()

    def _write(self, address: int, face: Face, picture: bytes) -> None:
        self._bus.write(address, bytes([OSCILLATOR_ON]))
        self._bus.write(address, bytes([DIMMING | self._brightness]))
        self._bus.write(address, b"\0" + picture[1:])
        self._bus.write(address, bytes([DISPLAY_ON | (BLINK_1_HZ if face.flag else 0)]))


def picture_of(face: Face) -> bytes:
    """A byte that tells whether it blinks, and the display memory."""
    memory = bytearray(16)
    if face.ms is not None:
        for at, digit in zip(DIGITS_AT, digits(face.ms), strict=True):
            memory[at] = SEGMENTS[digit]
        memory[COLON_AT] = COLON
    return bytes([face.flag]) + bytes(memory)


def digits(ms: int) -> str:
    """Four digits: hours and minutes from one hour on, else minutes and seconds (DR-3).

    A started second counts as whole, so a clock with time left never shows nought.
    """
    seconds = max(0, -(-ms // 1000))
    if seconds >= HOUR_MS // 1000:
        minutes = min(seconds // 60, 99 * 60 + 59)
        return f"{minutes // 60:2}{minutes % 60:02}"
    return f"{seconds // 60:2}{seconds % 60:02}"
