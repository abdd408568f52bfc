"""What must be true of the clock of a game, whatever is done: each change of it has a cause that allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inputs import Command
from tests.model.clock import HELD_NS, MS, PlainClock

if TYPE_CHECKING:
    from controller.core.inputs import Input
    from controller.core.messages import Clock, Move, Ruling
    from controller.core.settings import Settings
    from rules.position import Position

SELF_ENDING = ("restore", "count", "result", "correct", "set-position", "sealed-move")
"""Why clocks stand that go on by themselves: with the stage of the board that they belong to."""


class Timing:
    """The clock of one game, and whose moves and presses it has taken.

    Attributes:
        clock: None without a time control, and before the game begins.
        halted: why both clocks stand.
        arranged: the arbiter has changed the record or the position since: it is the turn of the side to move once all stand.
        origin: the moment at which the game's time is nought.
        booked: moves that the clock has taken, by side.
        kept: all of it as it was last told, for a machine that was switched off.
        done: when the hands were done with the last move; by_hands: which that is, until it is told.
        set_down: when something was set down last on a point.
        heard, moved: the moments of this input, and of the last move.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.sides = tuple(str(side) for side in settings.game.sides)
        self.positions: list[Position] = [settings.game.start(settings.start)]
        self.movers: list[str] = []
        self.expected: list[str] = []
        self.clock: PlainClock | None = None
        self.halted: str | None = None
        self.arranged = False
        self.origin = 0
        self.booked = dict.fromkeys(self.sides, 0)
        self.before_knocks: str | None = None
        self.kept: tuple[PlainClock, str | None, dict[str, int]] | None = None
        self.since_kept: list[Move] = []
        self.done = 0
        self.by_hands: str | None = None
        self.set_down: dict[int | None, int] = {}
        self.pressed = dict.fromkeys(self.sides, 0)
        self.heard = self.moved = 0
        self.opened = False
        self.wrong_claim = False
        self.claimant = ""
        self.stage = "setup"
        self.irregular_side: str | None = None

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def other(self, side: str) -> str:
        return self.sides[side == self.sides[0]]

    def restart(self, *, same_boot: bool) -> None:
        """The program was started again; on another boot nothing is known after the last message."""
        self.expected.clear()
        if self.clock is None or same_boot or self.kept is None:
            return
        clock, self.halted, booked = self.kept
        self.clock, self.booked = clock.copied(), dict(booked)
        for move in list(self.since_kept):
            self._book(move)

    def _press(self, side: str, at_ns: int) -> None:
        clock = self.clock
        self.pressed[side] = at_ns
        if clock is None or self.settings.clock == "moves":
            return
        if clock.runs == side and self.stage != "restore":
            clock.press(side, at_ns - self.origin)

    def _set_up_again(self, message: Ruling) -> None:
        """Who has to reply and is absent loses time from now on (CH-14.1)."""
        sealer = message.side
        clock = self.clock
        if clock is None or f"{self.other(sealer)} is absent" not in message.evidence:
            return
        if clock.turn == sealer:
            clock.press(sealer, clock.now)
        else:  # the opponent has not pressed; what the sealer has made before counts
            clock.hands[sealer].count(max(0, clock.waiting[sealer]))
            clock.waiting[sealer] = min(0, clock.waiting[sealer])

    # The clock.

    def _pressed_late(self, message: Move) -> bool:
        """The press of a move was not heeded, as the other clock ran or pieces were put back: it ends the turn."""
        stands = self.halted not in (None, "restore")
        return message.completed_by == "pressed" and self.settings.clock != "moves" and not stands

    def _book(self, message: Move) -> None:
        """A move is known: it is matched with its press, or waits for it."""
        clock, side = self.clock, message.side
        if clock is None:
            return
        sealed, self.opened = self.opened, False
        played = message.legal and not message.imposed
        if message.completed_by == "arbiter" and played and not sealed:
            return  # the arbiter's own record: see "correction"
        self.since_kept.append(message)
        self.booked[side] += 1
        moved = self.settings.clock == "moves" and clock.runs == side
        if clock.waiting[side] >= 0 and message.completed_by == "pressed" and clock.turn != side:
            clock.hands[side].count(1)
            return
        early = clock.waiting[side] < 0
        clock.waiting[side] += 1
        if early:
            return
        ends = message.completed_by == "arbiter" or self._pressed_late(message)
        if moved or (ends and clock.turn == side):
            at = self.done if moved else self.heard
            if message.completed_by == "pressed" and not moved and clock.runs == side:
                at = self.pressed[side]
            at -= self.origin
            moves, clock.waiting[side] = clock.waiting[side], 0
            clock.press(side, max(at, clock.now), moves=moves)

    def _clock(self, message: Clock, item: Input) -> None:
        """The board tells its clock: it must be this one, to the nanosecond."""
        clock = self.clock
        assert clock is not None
        told = message.state["said_ns"]
        self._cause(message, item, told)
        if message.why in ("period", "last-minutes"):
            clock.until(told)  # else what comes to light later may have been done before
        shown = clock.copied()
        shown.until(told)
        self._compare(message, shown)
        self.kept = (shown, self.halted, dict(self.booked))
        self.since_kept.clear()

    def _cause(self, message: Clock, item: Input, told: int) -> None:
        clock, why = self.clock, message.why
        assert clock is not None
        match why:
            case None | "start" | "gap" | "period" | "last-minutes" | "program-restarted":
                if self.halted == "not-started" and message.running is not None:
                    assert message.running == clock.turn
                    self.halted, clock.now, clock.runs = None, told, clock.turn
                if why == "program-restarted" and message.stopped == "flag-while-away":
                    clock.until(told)
                    self.halted, clock.runs = "flag-while-away", None
            case "own-time":
                assert clock.turn != self.irregular_side is not None
                self.before_knocks = clock.turn
                clock.give(self.irregular_side, told)
            case "restored":
                self._restored(told)
            case "press-undone":
                presser = clock.other(clock.turn)
                assert clock.waiting[presser] < 0
                clock.waiting[presser] += 1
                clock.undo(presser, told)
            case "correction":
                self._recount(told)
            case "board-restarted":
                clock.runs, clock.now = None, told
                self.origin = item.at_ns - told
                self.halted = self.halted if message.stopped == self.halted else message.stopped
            case _ if message.stopped == why and not (
                self.wrong_claim and why.startswith("claim:")
            ):
                self._stop(why, self._stood(message, told))
            case _ if isinstance(item, Command):
                self._ordered(message, item, told)
            case _ if why.startswith("penalty:"):
                self._by_penalty(message, told)
            case _:
                raise AssertionError(f"the clock was told and nobody knows why: {why}")

    def _stood(self, message: Clock, told: int) -> int:
        """When clocks were stopped: a flag that falls in that moment may be held back for a move made in time.

        Then the clock stands a nanosecond before it.
        """
        clock = self.clock
        assert clock is not None
        if clock.runs is None or message.state["clock"]["faces"][clock.runs]["left_ns"] != 1:
            return told
        hand = clock.hands[clock.runs]
        due = clock.now + hand.wait + hand.left
        assert due <= told <= due + HELD_NS
        return due - 1

    def _stop(self, why: str, told: int) -> None:
        clock = self.clock
        assert clock is not None
        over = why == "adjourned" or self.halted == "adjourned"
        assert over or self.halted is None or self.halted in SELF_ENDING, (why, self.halted)
        mover = self.movers[-1] if self.movers and self.moved == self.heard else None
        if (
            why == "result"
            and mover is not None
            and mover == clock.runs
            and clock.waiting[mover] > 0
        ):
            told = max(clock.now, self.done - self.origin)  # CH-6.5: with the move that ended it
        clock.until(told)
        clock.runs, self.halted = None, why

    def _restored(self, told: int) -> None:
        """The men stand again: who was to move before goes on, unless somebody has stopped the clocks."""
        clock = self.clock
        assert clock is not None
        if self.before_knocks is not None:
            clock.give(self.before_knocks, told)
            self.before_knocks = None
            return
        if self.arranged or self.halted == "sealed-move":
            clock.turn = str(self.position.side_to_move)
        self.arranged = False
        clock.until(told)
        if self.halted not in SELF_ENDING:
            return  # somebody has them go on
        self.halted, clock.runs = None, clock.turn

    def _recount(self, told: int) -> None:
        """The record has changed: moves that it does not hold do not count."""
        clock = self.clock
        assert clock is not None
        now = {side: self.movers.count(side) for side in self.sides}
        for side in self.sides:
            gone = self.booked[side] - now[side]
            waiting = min(max(gone, 0), max(0, clock.waiting[side]))
            clock.waiting[side] -= waiting
            for _ in range(gone - waiting):
                clock.undo(side, told)
            if gone < 0:
                clock.until(told)
                clock.hands[side].count(-gone)
            clock.waiting[side] = max(0, clock.waiting[side])
        self.booked = now
        to_move = str(self.position.side_to_move)
        if clock.waiting[self.other(to_move)] <= 0:
            clock.give(to_move, told)

    def _by_penalty(self, message: Clock, told: int) -> None:
        """Time that a counted penalty gives: it is all that has changed, and the message says how much."""
        clock = self.clock
        assert clock is not None
        clock.until(told)
        self._take_over(message)

    def _ordered(self, message: Clock, item: Command, told: int) -> None:
        """What somebody's command has done to the clock."""
        clock = self.clock
        assert clock is not None
        why = message.why or ""
        clock.until(told)
        if item.name == "set-clock" and "times" in item.args:
            for side, ms in item.args["times"].items():
                clock.set(side, ms * MS, told)
        elif message.running is not None and self.halted is not None:
            allowed = ("resume", "decline-draw", "claim-repetition", "claim-move-limit")
            assert item.name in allowed, f"{item.name} has set the clocks going"
            assert item.name == "resume" or self.halted.startswith("claim:"), self.halted
            self.halted, clock.runs = None, clock.turn
        elif item.name == "penalty" and why == "penalty:time-off":
            clock.add(item.args["side"], -item.args["ms"] * MS, told)
        elif item.name == "penalty" and why == "penalty:time-to-opponent":
            clock.add(self.other(item.args["side"]), item.args["ms"] * MS, told)
        elif why.startswith("claim:"):
            side = self.claimant
            if self.settings.rulebook.name == "chess-classic":
                clock.add(side, -300_000 * MS, told)  # CH-10.13
            else:
                clock.add(self.other(side), 120_000 * MS, told)  # FIDE-9.5
        elif why.startswith("penalty:"):
            self._by_penalty(message, told)
        else:
            raise AssertionError(f"{item.name} has changed the clock: {why}")

    def _take_over(self, message: Clock) -> None:
        """One side has got whole minutes; nothing else has changed."""
        clock = self.clock
        assert clock is not None
        for side, hand in clock.hands.items():
            gained = message.state["clock"]["faces"][side]["left_ns"] - hand.left
            assert gained in (0, 60_000 * MS, 120_000 * MS), gained
            hand.left += gained

    def _compare(self, message: Clock, clock: PlainClock) -> None:
        shown = {
            side: {
                key: face.get(key, False)
                for key in ("remaining_ms", "period", "moves_to_go", "used_ms", "fell")
            }
            for side, face in message.sides.items()
        }
        assert shown == clock.shows(), (message.why, shown, clock.shows())
        assert message.running == clock.runs, (message.why, message.running, clock.runs)
        stopped = {"result": "restore"}
        halted = stopped.get(self.halted or "", self.halted)
        assert stopped.get(message.stopped or "", message.stopped) == halted, (message, self.halted)
