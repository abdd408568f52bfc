"""What starts, presses, stops and corrects the clock."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from controller.core.inputs import Press
from controller.core.messages import Json, Ruling
from controller.core.settings import MS
from controller.core.slices import Timer
from controller.core.stages import Stage
from controller.core.state import State, Steps, TimerSet
from controller.core.table.clock import timer as timers
from controller.core.table.clock.timer import NOT_STARTED, begun, fresh, message
from rules.terms import Side
from rules.time_control import ByoYomi, TimeControl

RESULT, RESTORE, COUNT = "result", "restore", "count"
ADJOURNED, OPENED = "adjourned", "sealed-move"
ARRANGING = frozenset({"correct", "set-position", OPENED})
"""Stops that end when the pieces stand as the arbiter, or the sealed move, has it."""
PASSING = frozenset({RESULT, RESTORE, COUNT}) | ARRANGING
"""Stops that end by themselves with the stage that they belong to."""
GAP_MS = 1000
"""A board not looked at for so long is reported, if a clock was running."""


def begin(state: State) -> Steps[None]:
    """The game has begun: the clock stands set, and the clock of the side to move starts.

    It runs from the appointed time on (CH-12.3). That is not always the side that opens a whole
    game: a set-up position or handicap stones tell.
    """
    if state.clock is None:
        return
    timer = fresh(state.clock)
    timer.origin_ns, timer.begun, timer.halted = state.now_ns, True, None
    timer.clock.give_turn(state.game.to_move, 0)
    if state.settings.clock_starts == "arbiter":
        timer.halted = (NOT_STARTED, "referee")
    else:
        timer.clock.start(0)
        timer.appointed_ns = 0
    yield TimerSet(timer=timer)
    yield message(state, timer, why="start")


def count_down(state: State, seconds: int, by: str) -> Steps[None]:
    """From now on each move has so many seconds, and whoever does not make it in them loses.

    A game without a clock gets one with it (GO-22.4).
    """
    control, old = TimeControl(stages=(ByoYomi(periods=1, time_s=seconds),)), begun(state)
    if old is None:
        timer = timers.new_timer(replace(state.settings, time_control=str(control)))
        assert timer is not None
        timer.origin_ns, timer.begun = state.now_ns, True
        for line in state.game.lines:
            timer.plies[Side(line.side)] = timer.plies.get(Side(line.side), 0) + 1
    else:
        timer = fresh(old)
        timer.clock.change(control, timers.now_ns(state, old))
        timer.early.clear()
        timer.unpressed.clear()
    timer.clock.give_turn(state.game.to_move, state.now_ns - timer.origin_ns)
    if timer.halted is None:
        timer.clock.start(state.now_ns - timer.origin_ns)
    yield TimerSet(timer=timer)
    yield message(state, timer, why="countdown", by=by)


def idles(state: State, side: Side) -> bool:
    """Whether a press of this side would stop nothing, since the other clock runs."""
    timer = begun(state)
    if timer is None or timer.adrift or timer.mode == "moves":
        return False
    return timer.clock.running == state.game.game.other(side)


def pressed(state: State, press: Press) -> Steps[None]:
    """A button or lever was pressed: the presser's clock stops and the other's starts.

    Only the side whose clock runs can press; no sensor tells with which hand (XQ-8.6). Nobody can
    while pieces are put back: the side that knocked them over does so in its own time (CH-8.3,
    FIDE-7.4).
    """
    old, side = begun(state), press.side
    if old is None or old.adrift or old.mode == "moves":
        return
    if old.halted is not None and old.halted[0] == NOT_STARTED:
        if side != old.clock.turn:
            yield from go_on(state, by=side, why="start")
        return
    if old.clock.running != side or state.stage is Stage.RESTORE:
        return
    timer = fresh(old)
    moves = timer.unpressed.pop(side, 0)
    at_ns = press.at_ns - timer.origin_ns
    landed = timers.stone_landed_ns(state, old)
    counted_ns = at_ns if landed is None else min(at_ns, max(landed, old.clock.since_ns))
    _hand_over(timer, side, counted_ns, at_ns, moves or 1)
    if not moves:
        timer.early.append((side, timers.faces_at(timer, at_ns)))
    yield message(state, timer, ply=_last_ply(state, side) if moves else None)


def _hand_over(timer: Timer, side: Side, counted_ns: int, at_ns: int, moves: int) -> None:
    """The side's time is over, and then the other's begins; what lies between is nobody's."""
    if counted_ns < at_ns:
        timer.clock.stop(counted_ns)
        timer.clock.turn_over(side, counted_ns, moves)
        timer.clock.start(at_ns)
    else:
        timer.clock.press(side, at_ns, moves)


def moved(state: State, side: Side, by: str) -> tuple[Json | None, TimerSet | None]:
    """What a ply of this side, complete now, is for the clock: it counts once the clock is pressed.

    Args:
        by: what completed it, as in `Move.completed_by`.

    Returns:
        The faces for `Move.clocks`: at its press, or now if it has not been pressed; and
        what is to be said after the move, where it ends the turn.
    """
    old = begun(state)
    if old is None:
        return None, None
    timer, now = fresh(old), timers.now_ns(state, old)
    switching = timer.mode == "moves" and timer.clock.running == side
    shown = timers.book(timer, side, pressed=by == "pressed")
    if shown is not None:
        return shown, None
    if switching:
        done_ns = state.game.made_ns - timer.origin_ns
        counted_ns = timers.made_ns(state, timer, side)
        _hand_over(timer, side, counted_ns, done_ns, timer.unpressed.pop(side, 0))
    elif (by == "arbiter" or _heeded_late(timer, by)) and timer.clock.turn == side:
        at_ns = now
        if by == "pressed" and timer.clock.running == side:
            at_ns = max(state.duty.pressed_ns[side] - timer.origin_ns, timer.clock.since_ns)
        timer.clock.turn_over(side, at_ns, timer.unpressed.pop(side, 0))
    else:
        return timers.faces_at(timer, now), None
    timer.untold = True  # behind the move, which is part of it
    return timers.faces_at(timer, now), TimerSet(timer=timer)


def _heeded_late(timer: Timer, by: str) -> bool:
    """A press while pieces were put back has not been heeded then.

    It has ended the turn all the same.
    """
    stopped = timer.halted is not None and timer.halted[0] != RESTORE
    return by == "pressed" and timer.mode != "moves" and not stopped


def turn_over(state: State, side: Side) -> Steps[None]:
    """The side's turn is over without a press: a sealed move, a turn that is lost."""
    old = begun(state)
    if old is None:
        return
    timer, now = fresh(old), timers.now_ns(state, old)
    moves = timer.unpressed.pop(side, 0)
    if timer.clock.turn == side:
        timer.clock.turn_over(side, now, moves or 1)
        if not moves:
            timer.early.append((side, timers.faces_at(timer, now)))
    elif moves:
        timer.clock.count(side, moves)
    yield message(state, timer)


def pressed_in_vain(state: State, side: Side) -> Steps[None]:
    """Presses without a move, or with one that is undone, have ended no turn (FIDE-7.5.3).

    The clock runs, or will, for the side that is to move. No press counts, nor the time for it;
    nor does that of the other side, which has pressed it back.
    """
    old = begun(state)
    if old is None or state.settings.mode == "observer":
        return
    if all(presser != side for presser, _ in old.early):
        return
    timer, now_ns = fresh(old), state.now_ns - old.origin_ns
    for presser, _ in reversed(old.early):
        timer.clock.take_back(presser, now_ns)
    timer.vain = [*timer.vain, *timer.early][-timers.VAIN_MAX :]
    timer.early.clear()
    timer.clock.give_turn(side, now_ns)
    yield message(state, timer, why="press-undone")


# Stops.


def stop(state: State, why: str, by: str) -> Steps[None]:
    """Both clocks stand: a claim, a pause, pieces to be set right, a result.

    Where they stand already, the first reason is kept, unless it is one that ends by itself.

    Args:
        why: for the reader of the journal and for viewers ("claim:threefold-repetition").
        by: the role that has stopped them, or "referee".
    """
    old = begun(state)
    if old is None or (old.halted is not None and not _takes_over(why, old.halted[0])):
        return
    timer = fresh(old)
    timer.arranged = timer.arranged or why in ARRANGING
    running = timer.clock.running is not None
    timer.clock.stop(_ending_ns(state, old) if why == RESULT else timers.now_ns(state, old))
    timer.halted = (why, by)
    if running or why not in (RESULT, COUNT):
        yield message(state, timer, why=why, by=by)
    else:
        yield TimerSet(timer=timer)


def _takes_over(why: str, before: str) -> bool:
    """Whether this is from now on why the clocks stand.

    A game that was paused and then adjourned is adjourned.
    """
    if why in ARRANGING:  # the arbiter has the game go on, whatever had ended or interrupted it
        return before in PASSING or before == ADJOURNED
    return why == ADJOURNED or (why not in PASSING and before in PASSING)


def _ending_ns(state: State, timer: Timer) -> int:
    """When the clock of a game that is over stops: with the move that ended it (CH-6.5).

    What ends a game later than its last move (a resignation, a foul) ends it now.
    """
    now = state.now_ns - timer.origin_ns
    last = state.game.lines[-1] if state.game.lines else None
    if last is None or last.at_us != state.now_ns // 1000:
        return now
    mover = Side(last.side)
    made_ns = timers.made_ns(state, timer, mover)
    if mover == timer.clock.running and timer.unpressed and made_ns <= now:
        return max(made_ns, timer.clock.since_ns)
    return now


def go_on(state: State, *, by: str = "referee", why: str | None = None) -> Steps[None]:
    """Stopped clocks run on for the side whose turn it is on the clock.

    No effect while they run.
    """
    if state.clock is None or state.clock.halted is None or state.stage is Stage.ENDED:
        return
    timer = fresh(state.clock)
    now = state.now_ns - timer.origin_ns
    if timer.halted is not None and timer.halted[0] == NOT_STARTED:
        timer.appointed_ns = now
    timer.halted = None
    timer.clock.start(now)
    yield message(state, timer, why=why, by=by)


def appoint(state: State, absent: Collection[Side], ms_ago: int) -> Steps[None]:
    """A game starts, or goes on, or was to do so a while ago: coming late counts from then.

    Args:
        absent: who is not there; the others have come.
    """
    old = begun(state)
    if old is None:
        return
    timer = fresh(old)
    timer.appointed_ns = state.now_ns - timer.origin_ns - ms_ago * MS
    timer.absent = [side for side in timer.absent if side not in absent]
    timer.here = frozenset(side for side in timer.clock.sides if side not in absent)
    yield TimerSet(timer=timer)
    yield message(state, timer)


# Corrections.


def add_time(
    state: State, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> Steps[None]:
    """Adds to a side's remaining time; less than nothing adds to its used time (CH-10.13)."""
    old = begun(state)
    if old is None:
        return
    timer = fresh(old)
    timer.clock.add(side, ms * MS, timers.now_ns(state, old))
    yield message(state, timer, why=why, by=by)


def set_times(state: State, times: Mapping[Side, int], *, why: str, by: str) -> Steps[None]:
    """Sets the remaining milliseconds of sides; a flag that had fallen stands again with time left.

    Both at nought are two flags of which nobody knows which fell first: the game goes on, and the
    next move of each is the first of its next period (CH-12.8).
    """
    old = begun(state)
    if old is None:
        return
    timer, now = fresh(old), timers.now_ns(state, old)
    for side, ms in times.items():
        timer.clock.set(side, ms * MS, now)
    down = timer.clock.fallen()
    unknown = len(down) == 2 and not any(times.values())
    yield message(state, timer, why=why, by=by)
    if unknown:
        timer = fresh(timer)
        timer.flags, timer.said_ns = down, now
        yield TimerSet(timer=timer)
        law = timer.law.both_flags or timer.law.overstepped
        yield Ruling(kind="both-flags", side=down[0], law=law, by=by)
        if timer.law.both_flags is not None:
            yield from next_period(state, down, why="both-flags", by=by)


def next_period(state: State, sides: Sequence[Side], *, why: str, by: str) -> Steps[bool]:
    """The next move of these sides is the first of their next period (CH-12.8, CH-11.9).

    Returns whether any of them has a next period; else nothing has changed.
    """
    old = begun(state)
    if old is None:
        return False
    timer, now = fresh(old), timers.now_ns(state, old)
    found = [side for side in sides if timer.clock.next_period(side, now)]
    if found:
        timer.flags = [side for side in timer.flags if side not in found]
        yield message(state, timer, why=why, by=by)
    return bool(found)


def gap(state: State, from_ns: int) -> Steps[None]:
    """The board was not looked at from a moment until now.

    The clocks have gone on, and it is said.
    """
    timer = begun(state)
    if timer is None or timer.adrift or timer.clock.running is None:
        return
    gap_ms = (state.now_ns - from_ns) // MS
    if gap_ms >= GAP_MS:
        yield message(state, timer, why="gap", gap_ms=gap_ms)


def count_anew(state: State, before: Timer | None) -> Steps[None]:
    """The arbiter has written the record: its moves wait for no press.

    The record is counted behind what is being said now, and the clock published then.

    Args:
        before: the clock before these moves were said.
    """
    timer = begun(state)
    if timer is not None and before is not None:
        yield TimerSet(timer=replace(fresh(before), arranged=timer.arranged, untold=True))


def _last_ply(state: State, side: Side) -> int:
    """The number of the last ply of a side."""
    lines = state.game.lines
    return max((line.ply for line in lines[-2:] if line.side == side), default=len(lines))
