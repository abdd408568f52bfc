"""A chess clock's display: two four-digit seven-segment modules, each behind an HT16K33.

The modules sold as "backpacks" put digits 1 and 2 at 0 and 2 of the chip's memory, the colon at bit 1 of 4, digits 3
and 4 at 6 and 8, and each digit's point at bit 7.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from drivers.ht16k33 import (
    BLINK_1_HZ,
    BRIGHTNESS_MAX,
    DIMMING,
    DISPLAY_OFF,
    DISPLAY_ON,
    FIRST_ADDRESS,
    LAST_ADDRESS,
    OSCILLATOR_ON,
)
from drivers.ports import Fault, WorldFault

if TYPE_CHECKING:
    from drivers.ports import I2cBus

COLON: Final = 0x02
POINT: Final = 0x80
DIGITS_AT: Final = (0, 2, 6, 8)
COLON_AT: Final = 4
MODULE_BYTES: Final = 10
"""Bytes of the display memory that a module uses."""
SEGMENTS: Final = {
    "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07,
    "8": 0x7F, "9": 0x6F, " ": 0x00,
}  # fmt: skip
"""Bit 0 is segment a, bit 6 is g."""
HOUR_S: Final = 3600
REFRESH_NS: Final = 1_000_000_000
"""A module whose supply has dipped is dark for no longer."""
TRIES_AT_ONCE: Final = 3
RETRY_NS: Final = 500_000_000
"""A module that has failed so often is left alone for so long: each try may cost the bus its time-out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What one side's module shows.

    Attributes:
        ms: time left; None leaves the module dark.
        flag: the time is up; the module blinks.
        mark: the sign between the digits is lit; of a clock that runs it goes on and off.
        periods: periods of byo-yomi left, as points behind the last digits, four at most; 0 for none.
    """

    ms: int | None
    flag: bool = False
    mark: bool = True
    periods: int = 0


DARK: Final = (Face(ms=None), Face(ms=None))


class Display(Protocol):
    """A clock's display."""

    def show(self, faces: tuple[Face, Face], at_ns: int) -> tuple[Fault, ...]:
        """Brings the display nearer to these faces; call it at every scan.

        Args:
            at_ns: monotonic time.

        Returns:
            What could not be written, until it has been.
        """
        ...

    def close(self) -> None:
        """Darkens the display and releases the bus. May be called twice."""
        ...


class _Module:
    """One module and what is still to be written to it, in order."""

    def __init__(self, address: int, brightness: int) -> None:
        self.address = address
        self._settings = (bytes([OSCILLATOR_ON]), bytes([DIMMING | brightness]))
        self._picture: tuple[bytes, bytes] | None = None
        self._ready = False
        self.todo: list[bytes] = []
        self.failures = 0
        self.retry_ns = 0
        self.fault: Fault | None = None

    def aim(self, face: Face) -> None:
        """From now on the module is to show this."""
        blink = BLINK_1_HZ if face.flag else 0
        picture = memory_of(face), bytes([DISPLAY_ON | blink])
        if picture != self._picture:
            self._picture = picture
            self._plan()

    def renew(self) -> None:
        """Everything is to be written again."""
        self._ready = False
        self._plan()

    def write(self, bus: I2cBus, at_ns: int) -> None:
        """Makes the next transfer."""
        try:
            bus.write(self.address, self.todo[0])
        except WorldFault as fault:
            self.failures += 1
            self.retry_ns = at_ns + (RETRY_NS if self.failures >= TRIES_AT_ONCE else 0)
            where = f"clock display, {fault.where}"
            self.fault = Fault(symptom=fault.symptom, where=where, remedy=fault.remedy)
            self.renew()
            return
        del self.todo[0]
        if not self.todo:
            self._ready = True
            self.failures, self.fault = 0, None

    def _plan(self) -> None:
        """The display is switched on last: nobody sees what the memory held when the power came."""
        if self._picture is not None:
            memory, shown = self._picture
            self.todo = [*(() if self._ready else self._settings), b"\0" + memory, shown]


class ClockDisplay:
    """Two modules on one bus. Writes what has changed, and everything once a second.

    A module whose supply dips loses its settings and cannot be asked for them; writing them again mends that.

    Args:
        bus: closed together with the display.
        addresses: of the first side's module and the second's (0x70 to 0x77).
        brightness: 0 to 15.

    Raises:
        ValueError: an address or the brightness is out of range, or both addresses are the same.
    """

    def __init__(self, bus: I2cBus, addresses: tuple[int, int], *, brightness: int = 8) -> None:
        if len(set(addresses)) != 2 or not all(
            FIRST_ADDRESS <= each <= LAST_ADDRESS for each in addresses
        ):
            raise ValueError("the modules have two different addresses from 0x70 to 0x77")
        if not 0 <= brightness <= BRIGHTNESS_MAX:
            raise ValueError(f"the brightness is 0 to {BRIGHTNESS_MAX}")
        self._bus = bus
        self._modules = [_Module(address, brightness) for address in addresses]
        self._faces: tuple[Face, Face] | None = None
        self._refresh_ns = 0
        self._closed = False

    def show(self, faces: tuple[Face, Face], at_ns: int) -> tuple[Fault, ...]:
        """Brings the modules nearer to these faces by one transfer at most; call it at every scan.

        So the sensors never wait for more than 12 bytes, and a bus that is held for one time-out.

        Args:
            at_ns: monotonic time, for refreshing and for trying again.

        Returns:
            The faults of modules that could not be written, until they have been.
        """
        if faces != self._faces:
            self._faces = faces
            for module, face in zip(self._modules, faces, strict=True):
                module.aim(face)
        if at_ns >= self._refresh_ns:
            self._refresh_ns = at_ns + REFRESH_NS
            for module in self._modules:
                module.renew()
        for module in self._modules:
            if module.todo and at_ns >= module.retry_ns:
                module.write(self._bus, at_ns)
                break
        return tuple(module.fault for module in self._modules if module.fault is not None)

    def close(self) -> None:
        """Darkens the modules and releases the bus. May be called twice."""
        if self._closed:
            return
        self._closed = True
        for module in self._modules:
            with contextlib.suppress(WorldFault):
                self._bus.write(module.address, bytes([DISPLAY_OFF]))
        self._bus.close()


def memory_of(face: Face) -> bytes:
    """The display memory that shows a face.

    Hours and minutes have a point between them, minutes and seconds a colon: 1.30 is an hour and a half.
    """
    memory = bytearray(MODULE_BYTES)
    if face.ms is None:
        return bytes(memory)
    for at, digit in zip(DIGITS_AT, digits(face.ms), strict=True):
        memory[at] = SEGMENTS[digit]
    if seconds_of(face.ms) >= HOUR_S:
        memory[DIGITS_AT[1]] |= POINT if face.mark else 0
        return bytes(memory)
    memory[COLON_AT] = COLON if face.mark else 0
    for at in DIGITS_AT[::-1][: face.periods]:
        memory[at] |= POINT
    return bytes(memory)


def digits(ms: int) -> str:
    """Four digits: hours and minutes from one hour on, else minutes and seconds (DR-3).

    A started second counts as whole, so a clock with time left never shows nought.
    """
    seconds = seconds_of(ms)
    if seconds >= HOUR_S:
        minutes = min(seconds // 60, 99 * 60 + 59)
        return f"{minutes // 60:2}{minutes % 60:02}"
    return f"{seconds // 60:2}{seconds % 60:02}"


def seconds_of(ms: int) -> int:
    """Whole seconds left; a started one counts."""
    return max(0, -(-ms // 1000))
