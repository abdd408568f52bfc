"""The clock of a session with what belongs to it: presses and moves that wait for each other, and why it stands.

Its times are those of the game, which begins at nought: the moment at which the clock was set. So what is
written down means the same on the board, in a replay, and after the machine was started again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from controller.core.clock.game_clock import GameClock, S
from controller.core.messages import Clock, Json
from controller.core.settings import MS
from rules.clock_law import clock_law
from rules.terms import Side
from rules.time_control import read_time_control

if TYPE_CHECKING:
    from controller.core.settings import Settings
    from rules.clock_law import ClockLaw

SECONDS_NS = 120 * S
"""In the last two minutes a clock shows seconds (DR-3)."""


@dataclass(slots=True, kw_only=True)
class Timer:
    """What a session keeps of its clock.

    Attributes:
        mode: "pressed" by the players, or switched by the completed "moves".
        origin_ns: the moment of the session's time at which the game's time is nought.
        begun: the game has begun.
        adrift: it was read back from a journal, and what time it is now is not known yet.
        plies: of each side that the clock knows of.
        unpressed: moves of each side that are complete and wait for their press.
        early: presses that wait for their move, with what the clock showed then.
        idle_ns: when each side last pressed though the other clock ran: its own lever was down.
        halted: why the clocks were stopped, and by whom; None while one may run.
        arranged: while the clocks stand the arbiter has arranged men or moves: then it is the turn of the side to move.
        back: whose clock runs again when the other side has put the men back.
        flags: sides whose fallen flags have been published.
        absent: sides that have been reported to have shown no sign of life.
        pass_at_flag: who has asked that overstepping be a pass.
        said_ns: when the clock was published last.
        untold: something has changed that is published when the input has been dealt with.
    """

    clock: GameClock
    law: ClockLaw
    mode: Literal["pressed", "moves"]
    boot: str | None
    origin_ns: int = 0
    begun: bool = False
    adrift: bool = False
    plies: dict[Side, int] = field(default_factory=dict)
    unpressed: dict[Side, int] = field(default_factory=dict)
    early: list[tuple[Side, Json]] = field(default_factory=list)
    idle_ns: dict[Side, int] = field(default_factory=dict)
    halted: tuple[str, str] | None = None
    arranged: bool = False
    back: Side | None = None
    flags: list[Side] = field(default_factory=list)
    absent: list[Side] = field(default_factory=list)
    pass_at_flag: Side | None = None
    said_ns: int = 0
    untold: bool = False

    def faces(self, at_ns: int) -> Json:
        """What both faces show at a moment of the game."""
        clock = self.clock.at(at_ns)
        return {side: _face(clock, side) for side in clock.sides}

    def message(
        self,
        at_ns: int,
        *,
        why: str | None = None,
        by: str | None = None,
        ply: int | None = None,
        gap_ms: int | None = None,
    ) -> Clock:
        """What is published at a moment of the game: what people read, and all that is kept."""
        clock = self.clock.at(at_ns)
        origin = None if self.boot is None else {"boot": self.boot, "at_ns": self.origin_ns}
        return Clock(
            sides={side: _face(clock, side) for side in clock.sides},
            running=clock.running,
            flag=next(iter(clock.fallen()), None),
            stopped=None if self.halted is None else self.halted[0],
            why=why,
            by=by,
            ply=ply,
            gap_ms=gap_ms,
            origin=origin,
            state={
                "clock": clock.state(),
                "mode": self.mode,
                "plies": dict(self.plies),
                "unpressed": dict(self.unpressed),
                "early": [[side, faces] for side, faces in self.early],
                "halted": None if self.halted is None else list(self.halted),
                "arranged": self.arranged,
                "back": self.back,
                "absent": list(self.absent),
                "pass_at_flag": self.pass_at_flag,
                "said_ns": self.said_ns,
            },
        )

    def restore(self, message: Clock) -> None:
        """What a message has kept; whether time has gone on since is to be found out."""
        state = message.state
        self.clock.restore(state["clock"])
        self.mode = state["mode"]
        self.plies = {Side(side): count for side, count in state["plies"].items()}
        self.unpressed = {Side(side): count for side, count in state["unpressed"].items()}
        self.early = [(Side(side), faces) for side, faces in state["early"]]
        self.halted = None if state["halted"] is None else (state["halted"][0], state["halted"][1])
        self.arranged = state.get("arranged", False)  # journals of older versions do not say
        self.back = _side(state["back"])
        self.flags = self.clock.fallen()
        self.absent = [Side(side) for side in state["absent"]]
        self.pass_at_flag = _side(state["pass_at_flag"])
        self.said_ns = state["said_ns"]
        self.begun = self.adrift = True
        origin = message.origin
        known = origin is not None and self.boot is not None and origin["boot"] == self.boot
        self.origin_ns = origin["at_ns"] if origin is not None and known else -1

    def book(self, side: Side, *, pressed: bool) -> Json | None:
        """A ply of a side is complete: it is matched with its press, or waits for it.

        Args:
            pressed: the press has completed it.

        Returns:
            What the clock showed at its press; None where that is what it shows now, or is to come.
        """
        self.plies[side] = self.plies.get(side, 0) + 1
        if self.pass_at_flag == side:
            self.pass_at_flag = None
        for n, (presser, faces) in enumerate(self.early):
            if presser == side:
                del self.early[n]
                return faces
        if pressed and self.clock.turn != side:
            self.clock.count(side)  # the press was taken for that of the move before it
        else:
            self.unpressed[side] = self.unpressed.get(side, 0) + 1
        return None


def new_timer(settings: Settings) -> Timer | None:
    """The clock for a game that has not begun; None without a time control."""
    if settings.time_control is None:
        return None
    first, second = settings.game.sides
    control = read_time_control(settings.time_control)
    return Timer(
        clock=GameClock(control, (first, second)),
        law=clock_law(settings.rulebook),
        mode=settings.clock,
        boot=settings.boot,
    )


def _face(clock: GameClock, side: Side) -> Json:
    """One side, as viewers read it."""
    face = clock.faces[side]
    shown: Json = {
        "remaining_ms": face.left_ns // MS,
        "period": face.period,
        "moves_to_go": clock.moves_to_go(side),
        "used_ms": face.spent_ns // MS,
        "seconds": face.left_ns <= SECONDS_NS,
    }
    if face.byo_yomi:
        shown["byo_yomi_left"] = face.byo_yomi
    if face.delay_ns:
        shown["delay_ms"] = face.delay_ns // MS
    if face.fell_ns is not None:
        shown["fell"] = True
    return shown


def _side(name: str | None) -> Side | None:
    return None if name is None else Side(name)
