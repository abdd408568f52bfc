"""Keeps the lamps of a board as the session wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.shell.scenes import SLOT_NS
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inputs import Lamps as Picture
    from controller.shell.hardware import Hardware
    from drivers.ports import Colour

RENEW_NS: Final = 900_000_000
"""Lamps whose supply has dipped are right again within a second: they cannot be asked."""
TRIES_AT_ONCE: Final = 3
RETRY_NS: Final = 500_000_000
"""Lamps that have failed so often are left alone for so long: each try may cost the bus its time-out."""


class LampHand:
    """Keeps the lamps as the session wants them: called at each scan, by the thread that scans."""

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware
        self._picture: Picture | None = None
        self._lit: Mapping[int, Colour] | None = None
        self._since_ns = 0
        self._look_ns = 0
        self._renew_ns = 0
        self._retry_ns = 0
        self._failures = 0
        self._fault: str | None = None

    def step(self, wanted: Picture, at_ns: int) -> str | None:
        """Shows a picture as it is now. Writes nothing where nothing changes, but everything once in `RENEW_NS`.

        Patterns and turns begin with the picture, so that what is new is lit at once.

        Returns:
            Why the lamps could not be written, until they have been.
        """
        if at_ns < (self._look_ns if wanted is self._picture else self._retry_ns):
            return self._fault
        if wanted is not self._picture:
            self._picture, self._since_ns = wanted, at_ns
        shown_ns = at_ns - self._since_ns
        colours = self._hardware.colours(wanted, shown_ns)
        if colours != self._lit or at_ns >= self._renew_ns:
            self._write(colours, at_ns)
        next_slot_ns = at_ns + SLOT_NS - shown_ns % SLOT_NS
        self._look_ns = max(self._retry_ns, min(next_slot_ns, self._renew_ns))
        return self._fault

    def _write(self, colours: Mapping[int, Colour], at_ns: int) -> None:
        assert self._hardware.lamps is not None
        try:
            self._hardware.lamps.show(colours)
        except WorldFault as fault:
            self._fault = str(fault)
            self._failures += 1
            self._lit = None
            self._renew_ns = at_ns
            self._retry_ns = at_ns + (RETRY_NS if self._failures >= TRIES_AT_ONCE else 0)
        else:
            self._fault = None
            self._failures = 0
            self._lit = colours
            self._renew_ns = at_ns + RENEW_NS
