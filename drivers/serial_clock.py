"""The clock at a serial board: its lever as keys.

The clock's messages carry where its lever stands. They come late, up to a second after the press, and
have no check sum, so that a new position counts when two messages in a row say it. Source: dgtbrd.h
(see drivers/serial_codec.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ports import Fault

_ASK_NS: Final = 100_000_000
_ASKS_MAX: Final = 20  # what is said once and never again was no press
_ACK: Final = 0x0A
_RIGHT_HIGH: Final = 0x02
_NO_CLOCK: Final = 0x20


class SerialClock:
    """The lever of a clock at a board. Implements `Keys`.

    Args:
        left: what to report when the player at the left side of the clock presses, as whoever faces
            its display sees it.
        right: the other.
    """

    def __init__(self, *, left: str, right: str) -> None:
        self._names = (left, right)
        self._stands: bool | None = None
        self._heard: bool | None = None
        self._asked_ns = 0
        self._asks = 0
        self._pressed: list[str] = []

    @property
    def names(self) -> Sequence[str]:
        return self._names

    def take(self, data: bytes, at_ns: int) -> None:
        """A message of the clock: times, or the answer to a command, which is left alone."""
        if data[0] & 0x0F == _ACK or data[3] & 0x0F == _ACK:
            return
        if not _is_time(data) or data[6] & _NO_CLOCK or not any(data):
            return
        right_high = bool(data[6] & _RIGHT_HIGH)
        if right_high == self._heard and right_high != self._stands:
            if self._stands is not None:  # how it stood at the start is not a press
                self._pressed.append(self._names[0] if right_high else self._names[1])
            self._stands = right_high
        self._heard = right_high
        if self._heard != self._stands:
            self._asks, self._asked_ns = _ASKS_MAX, at_ns - _ASK_NS

    def asks(self, at_ns: int) -> bool:
        """Whether the clock is to be asked now, because it has said something once."""
        if self._heard == self._stands or not self._asks or at_ns - self._asked_ns < _ASK_NS:
            return False
        self._asked_ns = at_ns
        self._asks -= 1
        return True

    def pressed(self, at_ns: int) -> Sequence[str]:  # noqa: ARG002 - the board's scan brings them
        found, self._pressed = self._pressed, []
        return found

    @property
    def faults(self) -> Sequence[Fault]:
        """None of its own: the board's matrix tells what is wrong with the line."""
        return ()

    def close(self) -> None:
        """The board's matrix has the line."""


def _is_time(data: bytes) -> bool:
    """Whether hours, minutes and seconds of both sides can be those of a clock."""
    return all(
        side[0] & 0x0F <= 9 and all(n >> 4 <= 5 and n & 0x0F <= 9 for n in side[1:])
        for side in (data[:3], data[3:6])
    )
