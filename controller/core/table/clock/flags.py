"""What time alone brings about.

Flags and what they mean, the last two minutes, time found again after a stop.
"""

from __future__ import annotations

from controller.core.messages import Ruling
from controller.core.settings import MS
from controller.core.slices import Timer
from controller.core.stages import Stage
from controller.core.state import FlagSeen, Landed, State, Steps, TimerSet
from controller.core.table import ending, record
from controller.core.table.clock import halting, timekeeping
from controller.core.table.clock import timer as timers
from controller.core.table.clock.timer import SECONDS_NS, begun, fresh, message
from rules.clock_law import overstepped
from rules.rulebook import Termination
from rules.terms import Side

TELL_MS = 30_000
"""How long a running clock is silent at most."""
REBOOTED = "board-restarted"
"""Why the clocks stand after a stretch of which nobody knows how long it was."""
AWAY = "flag-while-away"
"""Why they stand where a flag fell while nobody could press."""
ASKED = "needs-arbiter"
"""Kind of a ruling that leaves something to the arbiter, with a colon and what it is."""


def watch(state: State) -> Steps[None]:
    """Finds what time alone brings about: flags, the last two minutes, half a minute of silence."""
    if begun(state) is None:
        return
    yield from _found_again(state)
    if state.stage is not Stage.ENDED:
        yield from halting.recount(state)
        yield from halting.heed_stage(state)
        yield from run_out(state)
    yield from halting.heed_stage(state)
    timer = begun(state)
    assert timer is not None
    now = timers.now_ns(state, timer)
    silent = timer.clock.running is not None and now - timer.said_ns >= TELL_MS * MS
    if timer.untold or silent:
        yield message(state, timer)


def deadline(state: State) -> int | None:
    """When `watch` will find something (nanoseconds)."""
    timer = begun(state)
    if timer is None:
        return None
    if timer.adrift:
        return state.now_ns + 1  # at once, whatever comes next
    due, low = timer.clock.due_ns(), timer.clock.reaches_ns(SECONDS_NS)
    found = [] if timer.clock.running is None else [timer.said_ns + TELL_MS * MS]
    for at_ns in (due, low):
        if at_ns is not None:
            found += [at_ns, at_ns + timers.seen_ns(state), at_ns + timers.settled_ns(state)]
    found += [at_ns for side in timer.clock.sides if (at_ns := _absent_ns(state, timer, side))]
    now = state.now_ns - timer.origin_ns
    later = [at for at in found if at > now]
    return min(later) + timer.origin_ns if later else None


def charge(
    state: State, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> Steps[None]:
    """Adds to a side's used time; its flag may fall, and then the game ends as the law says."""
    yield from timekeeping.add_time(state, side, -ms, why=why, by=by)
    yield from run_out(state)


def run_out(state: State) -> Steps[None]:
    """Publishes flags and periods that have run out, and ends the game where the law does."""
    timer = begun(state)
    if timer is None:
        return
    now = state.now_ns - timer.origin_ns
    due, low = timer.clock.due_ns(), timer.clock.reaches_ns(SECONDS_NS)
    if due is not None and due <= now:
        if timers.held(state, timer, due, now):
            return
        timer = fresh(timer)
        timer.clock.advance(now)
        yield message(state, timer, why=None if timer.clock.fallen() else "period")
    elif low is not None and low <= now and not timers.switching(state, timer, low, now):
        timer = fresh(timer)
        timer.clock.advance(now)
        yield message(state, timer, why="last-minutes")
    yield from _fallen(state)
    yield from _absent(state)


def _fallen(state: State) -> Steps[None]:
    timer = begun(state)
    assert timer is not None
    for side in timer.clock.fallen():
        if side in timer.flags or state.stage is Stage.ENDED:
            continue
        if _waits(state, timer, side):
            if timer.waits != side:
                yield Ruling(kind=timers.WAITS, side=side, law=timer.law.waits)
        else:
            yield FlagSeen(side=side)
            yield from _fell(state, timer, side)


def _waits(state: State, timer: Timer, side: Side) -> bool:
    """Whether a flag means nothing before the ruling on a draw that its side has asked for.

    It is ignored if the draw is granted, and loses if not (DR-8.2.7).
    """
    asked = state.claims.open
    return timer.law.waits is not None and asked is not None and asked.side == side


def _fell(state: State, timer: Timer, side: Side) -> Steps[None]:
    """A flag is down: the game ends as the law says; in observer mode the arbiter sees it."""
    if state.settings.mode == "observer" or len(timer.flags) == 2:
        return
    if timer.pass_at_flag == side and (yield from _passes(state, side)):
        return
    line = state.game
    outcome, law = overstepped(line.game, line.rulebook, line.position, side)
    if timer.law.countdown is not None and timers.counts_down(timer):
        law = timer.law.countdown
    yield from ending.decide(state, outcome, Termination.TIME_FORFEIT.value, law)


def _passes(state: State, side: Side) -> Steps[bool]:
    """Overstepping in the last minute becomes a pass, as the player has asked (GO-22.time)."""
    old, move = begun(state), state.game.position.by_text("pass")
    assert old is not None
    timer = fresh(old)
    timer.pass_at_flag = None
    if move is None or side != state.game.to_move:
        yield TimerSet(timer=timer)
        return False
    timer.clock.faces[side].fell_ns = None
    timer.flags.remove(side)
    timer.clock.turn_over(side, state.now_ns - timer.origin_ns, 1)
    timer.early.append((side, timers.faces_at(timer, timer.clock.since_ns)))
    yield TimerSet(timer=timer)
    yield Landed(landed_ns=state.now_ns, made_ns=state.now_ns)
    yield from record.play(state, move, "confirmed")
    after = begun(state)
    assert after is not None
    yield message(state, after, why="pass-at-flag")
    return True


# Nobody has come.


def _absent_ns(state: State, timer: Timer, side: Side) -> int | None:
    """When a side is reported that has shown no sign of life (FIDE-6.7, CH-10.15, DR-8.3).

    Counted from the start of the game, or of its resumption, whoever's clock runs.
    """
    limit = state.settings.default_time_ms
    limit = timer.law.late.limit_ms if limit is None else limit
    if not limit or timer.appointed_ns is None or side in {*timer.here, *timer.absent}:
        return None
    if side == state.game.to_move and state.belief.busy(state.now_ns):
        return None
    return timer.appointed_ns + limit * MS


def _absent(state: State) -> Steps[None]:
    """The board cannot see who sits there: the arbiter says whether the player has come."""
    old = begun(state)
    now = 0 if old is None else state.now_ns - old.origin_ns
    for side in () if old is None else old.clock.sides:
        timer = begun(state)
        assert timer is not None
        late = _absent_ns(state, timer, side)
        if late is None or late > now or state.stage is Stage.ENDED:
            continue
        timer = fresh(timer)
        timer.absent.append(side)
        law = timer.law.late.law
        yield Ruling(kind=f"{ASKED}:default", side=side, law=law, why="no sign of the player")
        yield message(state, timer)


# After a new start.


def _found_again(state: State) -> Steps[None]:
    """The program was started again: how long ago was the clock last written down?

    Within one boot of the machine the monotonic clock knows, and the clocks have gone on. Else
    nobody does: they stand as they were last known to, until the arbiter sets them going. A
    flag that fell while nobody could press is the arbiter's to judge.
    """
    old = begun(state)
    if old is None or not old.adrift:
        return
    timer, now = fresh(old), state.now_ns - old.origin_ns
    timer.adrift, since_ns = False, timer.clock.since_ns
    if timer.origin_ns < 0 or now < since_ns:
        timer.origin_ns = state.now_ns - since_ns
        if timer.clock.running is not None:
            timer.clock.stop(since_ns)
            timer.halted = (REBOOTED, "referee")
        yield TimerSet(timer=timer)
        yield message(state, timer, why=REBOOTED)
        return
    running = timer.clock.running
    timer.clock.advance(now)
    if running is None:
        yield TimerSet(timer=timer)
        return
    if running in timer.clock.fallen() and running not in timer.flags:
        timer.flags.append(running)
        timer.clock.stop(now)
        timer.halted = (AWAY, "referee")
        law, kind = timer.law.overstepped, f"{ASKED}:{Termination.TIME_FORFEIT.value}"
        yield TimerSet(timer=timer)
        yield Ruling(kind=kind, side=running, law=law)
    gap_ms = (now - since_ns) // MS
    yield TimerSet(timer=timer)
    yield message(state, timer, why="program-restarted", gap_ms=gap_ms)
