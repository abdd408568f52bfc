"""A buzzer on a GPIO line: one that sounds by itself while its line is high, through a transistor."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.ports import OutputLines

_MS: Final = 1_000_000


class Sound(StrEnum):
    """What there is to hear, the less important first."""

    PRESS = "press"
    """A button or the lever was pressed, and it counted."""
    QUESTION = "question"
    IRREGULARITY = "irregularity"
    END = "end"
    FLAG = "flag"
    FAULT = "fault"
    """The board cannot be read."""


PATTERNS: Final[Mapping[Sound, tuple[int, ...]]] = {
    Sound.PRESS: (25,),
    Sound.QUESTION: (80, 80, 80),
    Sound.IRREGULARITY: (80, 60, 80, 60, 400),
    Sound.END: (150, 150, 600),
    Sound.FLAG: (1200,),
    Sound.FAULT: (60, 60, 60, 60, 60, 60, 60, 400, 60, 60, 60, 60, 60, 60, 60),
}
"""Milliseconds on, off, on and so on; each ends with on."""
_RANK: Final = {sound: rank for rank, sound in enumerate(Sound)}
_TURNS: Final = {sound: tuple(accumulate(times)) for sound, times in PATTERNS.items()}


class Buzzer:
    """Sounds patterns without waiting: `step` is called with each scan and sets the line where it must.

    A sound breaks off one that is less or as important. While a more important one sounds it is not heard,
    and not kept for later. A late step shortens a pattern and never draws it out.

    Args:
        lines: one line, low for silence; closed together with the buzzer.
    """

    def __init__(self, lines: OutputLines) -> None:
        self._lines = lines
        self._asked: Sound | None = None
        self._sounding: Sound | None = None
        self._from_ns = 0
        self._on = False

    @property
    def sounding(self) -> Sound | None:
        """What was to be heard at the last step."""
        return self._sounding

    def sound(self, pattern: Sound) -> None:
        """Asks for a sound; it begins with the next step. Another thread than that of `step` may ask."""
        asked = self._asked
        if asked is None or _RANK[pattern] >= _RANK[asked]:
            self._asked = pattern

    def step(self, at_ns: int) -> None:
        """Switches the buzzer as the pattern says for this time.

        Args:
            at_ns: monotonic time.

        Raises:
            WorldFault: the line could not be driven; the next step tries again.
        """
        if self._asked is None and self._sounding is None and not self._on:
            return
        asked, self._asked = self._asked, None
        now = self._sounding
        if asked is not None and (now is None or _RANK[asked] >= _RANK[now]):
            self._sounding, self._from_ns = asked, at_ns
        on = self._level(at_ns)
        if on != self._on:
            self._lines.set(int(on))
            self._on = on

    def close(self) -> None:
        """Silences the buzzer and lets go of its line. May be called twice."""
        self._asked = self._sounding = None
        if self._on:
            self._on = False
            with suppress(WorldFault):
                self._lines.set(0)
        self._lines.close()

    def _level(self, at_ns: int) -> bool:
        """Whether the line is to be high; a pattern that is over is forgotten."""
        if self._sounding is None:
            return False
        turns = _TURNS[self._sounding]
        passed = sum(at_ns - self._from_ns >= turn * _MS for turn in turns)
        if passed == len(turns):
            self._sounding = None
        return passed % 2 == 0 and passed < len(turns)
