"""What the clock's own display shows: the scan thread counts down what the session has last said.

Both read the same clock (`GameClock`), so the display cannot run otherwise than the game does. It never runs
ahead of what is known: until the session has said that a flag is down, or that a period has ended, the display
stands at the last second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.settings import MS
from drivers.segments import DARK, Face

if TYPE_CHECKING:
    from controller.core.board import Board
    from controller.core.table.clock.game_clock import GameClock
    from drivers.ports import Fault
    from drivers.segments import Display
    from rules.terms import Side

LOOK_NS = 50 * MS
"""No figure appears later than this after its time; to look at every scan would cost more than the scan."""
BEAT_NS = 500 * MS
"""How long the sign of a clock that runs is lit, and then dark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A clock as the session has last said it.

    Attributes:
        clock: a copy, which nobody changes any more.
        origin_ns: the moment of the session's time at which the clock's time is nought; None while it is
            not known what time it is for the clock, which then stands.
    """

    clock: GameClock
    origin_ns: int | None

    def faces(self, at_ns: int) -> tuple[Face, Face]:
        """What both sides' modules show at a moment of the session's time."""
        clock, due_ns = self.clock, self.clock.due_ns()
        if self.origin_ns is not None:
            game_ns = at_ns - self.origin_ns
            clock = clock.at(game_ns if due_ns is None else min(game_ns, due_ns - 1))
        first, second = clock.sides
        return self._face(clock, first), self._face(clock, second)

    def _face(self, clock: GameClock, side: Side) -> Face:
        face = clock.faces[side]
        runs = clock.running == side and face.fell_ns is None and self.origin_ns is not None
        waited_ns = face.delay_ns + face.left_ns
        return Face(
            ms=-(-face.left_ns // MS),  # a clock with time left never shows nought
            flag=face.fell_ns is not None,
            mark=not runs or (waited_ns - 1) // BEAT_NS % 2 == 1,
            periods=face.byo_yomi if face.reading else 0,
        )


def dial_of(session: Board) -> Dial | None:
    """The clock of a session; None without a time control.

    Before the game it shows what is set, after it what was left.
    """
    timer = session.state.clock
    if timer is None:
        return None
    known = timer.begun and not timer.adrift
    return Dial(
        clock=timer.clock.at(timer.clock.since_ns), origin_ns=timer.origin_ns if known else None
    )


class DialHand:
    """Moves the figures on: called at each scan, by the thread that scans."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._dial: Dial | None = None
        self._faces = DARK
        self._look_ns = 0

    def step(self, dial: Dial | None, at_ns: int) -> tuple[Fault, ...]:
        """Shows a clock as it is now; dark without one.

        Returns:
            What is wrong with the display.
        """
        if dial is not self._dial or at_ns >= self._look_ns:
            self._dial, self._look_ns = dial, at_ns + LOOK_NS
            self._faces = DARK if dial is None else dial.faces(at_ns)
        return self._display.show(self._faces, at_ns)
