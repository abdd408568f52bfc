"""The clock of one game: two faces, of which at most one runs. It knows no session.

Times are whole nanoseconds of the monotonic clock, so nothing is ever rounded. A flag falls at the
very moment at which a side has no time left and no period to go on with; a press at that moment is
too late. Time for each move (`+`) is added before the move, the first move included. A side that
saves time in a period of moves keeps it (CH-12.2); in the periods that follow a fixed time (the
Canadian way) it does not.

At most one side's clock runs, both stop together, and one stops in the same moment in which the
other starts (DR-3).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from controller.core.table.clock.face import Face
from rules.terms import Side
from rules.time_control import Bonus, ByoYomi, Hourglass, Period, TimeControl, read_time_control

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.time_control import Stage

S = 1_000_000_000
_REST = Period(time_s=0)
"""After the last period of moves nothing is added; what is left is left."""


class GameClock:
    """Both faces of a clock.

    Args:
        control: what each side has.
        sides: the side that begins, and the other.

    Attributes:
        running: whose clock runs.
        turn: whose clock runs, or will when stopped clocks go on.
        since_ns: the moment for which the faces are right.
    """

    def __init__(self, control: TimeControl, sides: tuple[Side, Side]) -> None:
        self.control = control
        self.sides = sides
        self.faces = {side: self._new_face() for side in sides}
        self.running: Side | None = None
        self.turn = sides[0]
        self.since_ns = 0
        self._pressed: tuple[Side, Face, int] | None = None
        """Who pressed last, the face before it, and the time that it brought."""

    # What people and laws do.

    def start(self, at_ns: int) -> None:
        """The clock of the side whose turn it is runs; no effect if it does."""
        self.advance(at_ns)
        self.running = self.turn

    def stop(self, at_ns: int) -> None:
        """Both clocks stand."""
        self.advance(at_ns)
        self.running = None

    def press(self, side: Side, at_ns: int, moves: int = 1) -> bool:
        """A side's clock stops and the other's starts.

        Args:
            at_ns: may lie before the newest time that was asked about, but not before
                the last change.
            moves: how many moves of the side are complete with it and count for its period.

        Returns:
            Whether anything has changed: only the side whose clock runs can press.
        """
        if side != self.running:
            return False
        self.turn_over(side, at_ns, moves)
        return True

    def turn_over(self, side: Side, at_ns: int, moves: int = 1) -> None:
        """The side's turn is over, pressed or not, and whether the clocks run or stand."""
        self.advance(max(at_ns, self.since_ns))
        face = self.faces[side]
        before = replace(face)
        if face.fell_ns is None:
            self._complete(face, moves)
        self._pressed = (side, before, face.left_ns - before.left_ns)
        face.used_ns = 0
        self.turn = self.other(side)
        if self.running is not None:
            self.running = self.turn

    def count(self, side: Side, moves: int = 1) -> None:
        """Counts moves that a press has already completed."""
        face = self.faces[side]
        face.made += moves
        self._next_by_moves(face)

    def take_back(self, side: Side, at_ns: int) -> None:
        """The side's last move and the time that it brought do not count: it is to move again."""
        self.advance(at_ns)
        face = self.faces[side]
        if self._pressed is not None and self._pressed[0] == side:
            _, before, brought_ns = self._pressed
            left_ns = max(0, face.left_ns - brought_ns)  # what was corrected since stays corrected
            self.faces[side] = replace(
                before, left_ns=left_ns, spent_ns=face.spent_ns, fell_ns=face.fell_ns
            )
        else:
            face.made -= 1
            face.skipped += 1
        self._pressed = None
        self.give_turn(side, at_ns)

    def give_turn(self, side: Side, at_ns: int) -> None:
        """The clock runs (or will, when it goes on) for this side."""
        self.advance(at_ns)
        if self.turn != side:
            self.turn = side
            if self.running is not None:
                self.running = side

    def add(self, side: Side, ns: int, at_ns: int) -> None:
        """Adds to a side's time; less than nothing is used up, and the flag may fall (CH-10.13)."""
        self.advance(at_ns)
        face = self.faces[side]
        face.left_ns += ns
        face.spent_ns -= min(ns, 0)
        if face.left_ns > 0:
            return
        over_ns, face.left_ns, face.delay_ns = -face.left_ns, 0, 0
        self._expire(face, over_ns, at_ns)

    def set(self, side: Side, ns: int, at_ns: int) -> None:
        """Sets a side's time; a flag that has fallen stands again where there is time."""
        self.advance(at_ns)
        face = self.faces[side]
        face.left_ns = ns
        face.fell_ns = None if ns else at_ns

    def next_period(self, side: Side, at_ns: int) -> bool:
        """A side's next period begins with its next move (CH-12.8); False where there is none."""
        self.advance(at_ns)
        face = replace(self.faces[side])
        stage, period = self._stage(face), face.period
        if isinstance(stage, Period) and stage.moves is not None:
            face.made = stage.moves
            self._next_by_moves(face)
            self._grant(face)
        else:
            self._next_by_time(face)
        if face.period == period or not face.left_ns:
            return False
        face.fell_ns = None
        self.faces[side], self._pressed = face, None
        return True

    def change(self, control: TimeControl, at_ns: int) -> None:
        """Another control from now on; what each side has used stays."""
        self.advance(at_ns)
        self.control, self._pressed = control, None
        used_ns = {side: face.spent_ns for side, face in self.faces.items()}
        self.faces = {side: self._new_face() for side in self.sides}
        for side, face in self.faces.items():
            face.spent_ns = used_ns[side]

    # What follows from time.

    def advance(self, at_ns: int) -> None:
        """Brings the faces up to a moment; what ends in between ends at its own moment."""
        passed_ns = at_ns - self.since_ns
        if passed_ns <= 0:
            return
        self.since_ns = at_ns
        if self.running is None:
            return
        face = self.faces[self.running]
        face.used_ns += passed_ns
        face.spent_ns += passed_ns
        if isinstance(self._stage(face), Hourglass):
            flows_ns = min(passed_ns, face.left_ns)
            self.faces[self.other(self.running)].left_ns += flows_ns
        self._expire(face, passed_ns, at_ns)

    def due_ns(self) -> int | None:
        """When the running side's time ends, and with it a period or the game; None for never."""
        if self.running is None or self.faces[self.running].fell_ns is not None:
            return None
        face = self.faces[self.running]
        return self.since_ns + face.delay_ns + face.left_ns

    def reaches_ns(self, left_ns: int) -> int | None:
        """When the running side will have so much left; None if it has less or does not run."""
        if self.running is None or self.faces[self.running].left_ns <= left_ns:
            return None
        face = self.faces[self.running]
        return self.since_ns + face.delay_ns + face.left_ns - left_ns

    # What it shows.

    def at(self, at_ns: int) -> GameClock:
        """A clock that shows what this one will at a moment; this one is not brought up to it."""
        shown = GameClock(self.control, self.sides)
        shown.faces = {side: replace(face) for side, face in self.faces.items()}
        shown.running, shown.turn, shown.since_ns = self.running, self.turn, self.since_ns
        shown._pressed = self._pressed
        shown.advance(at_ns)
        return shown

    def other(self, side: Side) -> Side:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def left_ns(self, side: Side) -> int:
        """What a side has left in its present period, at `since_ns`."""
        return self.faces[side].left_ns

    def total_ns(self, side: Side) -> int:
        """What a side has left with all periods that follow by time alone."""
        face = self.faces[side]
        total_ns, index = face.left_ns, face.stage
        if isinstance(stage := self._stage(face), ByoYomi):
            return total_ns + (face.byo_yomi - face.reading) * stage.time_s * S
        while isinstance(stage, Period) and stage.moves is None:
            index += 1
            stage = self._at(index)
            total_ns += stage.time_s * S * (stage.periods if isinstance(stage, ByoYomi) else 1)
            if stage is _REST:
                break
        return total_ns

    def fallen(self) -> list[Side]:
        """The sides whose flags have fallen, in the order in which they did."""
        down = [
            (face.fell_ns, side) for side, face in self.faces.items() if face.fell_ns is not None
        ]
        return [side for _, side in sorted(down, key=lambda fall: fall[0])]

    def moves_to_go(self, side: Side) -> int | None:
        """Moves that are still to be made in the present period; None where no number is set."""
        face = self.faces[side]
        stage = self._stage(face)
        if not isinstance(stage, Period) or stage.moves is None:
            return None
        return stage.moves - face.made

    # Saving.

    def state(self) -> dict[str, Any]:
        """All of it, as JSON; times are nanoseconds."""
        pressed = self._pressed
        return {
            "control": str(self.control),
            "since": self.since_ns,
            "running": self.running,
            "turn": self.turn,
            "faces": {side: asdict(face) for side, face in self.faces.items()},
            "pressed": None if pressed is None else [pressed[0], asdict(pressed[1]), pressed[2]],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """What `state` has given; older journals do not say the control, which stays then."""
        if "control" in state:
            self.control = read_time_control(state["control"])
        self.since_ns = state["since"]
        self.running = None if state["running"] is None else Side(state["running"])
        self.turn = Side(state["turn"])
        self.faces = {side: Face(**state["faces"][side]) for side in self.sides}
        pressed = state["pressed"]
        if pressed is not None:
            pressed = (Side(pressed[0]), Face(**pressed[1]), pressed[2])
        self._pressed = pressed

    # Inside.

    def _new_face(self) -> Face:
        face = Face()
        self._enter(face, 0)
        self._grant(face)
        return face

    def _at(self, index: int) -> Stage:
        stages = self.control.stages
        return stages[index] if index < len(stages) else _REST

    def _stage(self, face: Face) -> Stage:
        return self._at(face.stage)

    def _enter(self, face: Face, index: int) -> None:
        """A stage begins; what is left is carried on."""
        face.stage = index
        stage = self._at(index)
        if isinstance(stage, ByoYomi):
            # Main time that was saved is used up first.
            face.byo_yomi, face.reading = stage.periods, face.left_ns == 0
            if face.reading:
                face.left_ns = stage.time_s * S
            return
        face.left_ns += stage.time_s * S

    def _grant(self, face: Face) -> None:
        """The time for the move that is to be made next."""
        match self._stage(face):
            case Period(bonus=Bonus.INCREMENT) as stage:
                face.left_ns += stage.bonus_s * S
            case Period(bonus=Bonus.DELAY) as stage:
                face.delay_ns = stage.bonus_s * S
            case ByoYomi() as stage if face.reading:
                face.left_ns = stage.time_s * S
            case _:
                pass

    def _complete(self, face: Face, moves: int) -> None:
        """A press completes moves: they count, and bring their time once."""
        face.delay_ns = 0
        if not moves:
            return
        stage = self._stage(face)
        granted = not face.skipped
        face.skipped = max(0, face.skipped - moves)
        if isinstance(stage, Period) and stage.bonus is Bonus.BRONSTEIN and granted:
            face.left_ns += min(face.used_ns, stage.bonus_s * S)
        face.made += moves
        self._next_by_moves(face)
        if granted:
            self._grant(face)

    def _next_by_moves(self, face: Face) -> None:
        """The next period begins when the moves of the present one are made."""
        while True:
            stage = self._stage(face)
            if not isinstance(stage, Period) or stage.moves is None or face.made < stage.moves:
                return
            face.made -= stage.moves
            face.period += 1
            if not stage.repeats:
                self._enter(face, face.stage + 1)
            else:
                face.left_ns = stage.time_s * S + (0 if face.fresh else face.left_ns)

    def _expire(self, face: Face, passed_ns: int, at_ns: int) -> None:
        """Uses time up: first the delay, then what is left, period after period."""
        while True:
            waited_ns = min(passed_ns, face.delay_ns)
            face.delay_ns -= waited_ns
            passed_ns -= waited_ns
            if face.fell_ns is not None or passed_ns < face.left_ns:
                face.left_ns = max(0, face.left_ns - passed_ns)
                return
            if face.delay_ns:
                return  # nothing on the clock, but the move may still be made within its delay
            passed_ns -= face.left_ns
            face.left_ns = 0
            if not self._next_by_time(face):
                face.fell_ns = at_ns - passed_ns
                return

    def _next_by_time(self, face: Face) -> bool:
        """The next period begins when the time of the present one is used up; False for none."""
        stage = self._stage(face)
        if isinstance(stage, ByoYomi):
            if face.reading and face.byo_yomi == 1:
                return False
            face.byo_yomi -= face.reading
            face.reading = True
            face.period += 1
            face.left_ns = stage.time_s * S
            return True
        last = face.stage + 1 >= len(self.control.stages)
        if not isinstance(stage, Period) or stage.moves is not None or last:
            return False
        face.period += 1
        face.fresh = True
        face.made = 0
        self._enter(face, face.stage + 1)
        self._grant(face)
        return True
