"""What Hall boards ask of an analogue-to-digital converter."""

from __future__ import annotations

from typing import Protocol


class Adc(Protocol):
    """One converter with several inputs, referred to the supply of the sensors (ratiometric)."""

    @property
    def bus(self) -> str:
        """For messages, and to know which converters fail together: "/dev/i2c-1"."""
        ...

    @property
    def where(self) -> str:
        """For messages: "/dev/i2c-1 chip 0x48"."""
        ...

    @property
    def channels(self) -> int:
        """How many inputs it has."""
        ...

    @property
    def bits(self) -> int:
        """A reading is from 0 to 2 ** bits - 1, which is the supply."""
        ...

    def read(self, channel: int) -> int:
        """Converts one input now.

        Raises:
            WorldFault: the converter did not answer, or not as it must.
        """
        ...

    def close(self) -> None:
        """Releases the bus. May be called twice."""
        ...
