"""The clock's slice: reduced from messages, read for viewers, and published.

Handlers change a copy (`fresh`) and say it: as a `Clock` message, or as a `TimerSet` where the
message waits for the end of the input. Without a time control `state.clock` is None.
"""

from __future__ import annotations

from dataclasses import fields, replace

from controller.core.messages import (
    Claim,
    Clock,
    Correction,
    GameStarted,
    Json,
    Move,
    Ruling,
    Touched,
)
from controller.core.settings import MS, Settings
from controller.core.slices import Timer
from controller.core.stages import Stage
from controller.core.state import FlagSeen, Pressed, Recovered, State, Step, TimerSet, UnderWay
from controller.core.table.clock.game_clock import GameClock, S
from rules.claim_law import Ground
from rules.clock_law import clock_law
from rules.terms import Side
from rules.time_control import ByoYomi, read_time_control

SECONDS_NS = 120 * S
"""In the last two minutes a clock shows seconds (DR-3)."""
NOT_STARTED = "not-started"
"""Why the clocks stand before the arbiter, or the side that is not to move, starts them."""
WAITS = "flag-waits"
"""Kind of a ruling: a flag fell while its side's request for a draw was open (DR-8.2.7)."""
VAIN_MAX = 8
"""Presses in vain that are kept: more moves are not missed in a row."""
GRACE_MS = 100
"""What a move that rests may need beyond `settle_ms` until it is published."""


def new_timer(settings: Settings) -> Timer | None:
    """The clock for a game that has not begun; None without a time control."""
    if settings.time_control is None:
        return None
    control = read_time_control(settings.time_control)
    first, second = settings.game.sides
    clock = GameClock(control, (first, second))
    law = clock_law(settings.rulebook)
    return Timer(clock=clock, law=law, mode=settings.clock, boot=settings.boot, origin_ns=-1)


def set_going(step: Step, settings: Settings) -> Timer | None:
    """The clock of a game that was begun without one, if it gets one with this step (GO-22.4)."""
    if isinstance(step, TimerSet):
        return step.timer
    if isinstance(step, Clock) and step.state:
        return new_timer(replace(settings, time_control=step.state["clock"]["control"]))
    return None


def counts_down(timer: Timer) -> bool:
    """Whether each move has so many seconds, and no more (GO-22.4)."""
    stages = timer.clock.control.stages
    return len(stages) == 1 and isinstance(stages[0], ByoYomi) and stages[0].periods == 1


def fresh(timer: Timer) -> Timer:
    """A copy to change."""
    return replace(
        timer,
        clock=timer.clock.at(timer.clock.since_ns),
        plies=dict(timer.plies),
        unpressed=dict(timer.unpressed),
        early=list(timer.early),
        vain=list(timer.vain),
        flags=list(timer.flags),
        absent=list(timer.absent),
        idle_ns=dict(timer.idle_ns),
    )


def begun(state: State) -> Timer | None:
    """The clock of a game that has begun; None where there is none."""
    timer = state.clock
    return timer if timer is not None and timer.begun else None


# What the slice is made of.


def note(timer: Timer | None, step: Step) -> None:
    """Reduces a step of the game."""
    if timer is None:
        return
    match step:
        case Clock() if step.state:
            _restore(timer, step)
        case Move() if timer.begun:
            book(timer, Side(step.side), pressed=step.completed_by == "pressed")
            timer.here |= {Side(step.side)}
        case Touched() | Claim() if timer.begun:
            timer.here |= {Side(step.side)}
        case Ruling(kind=kind) if kind == WAITS:
            timer.waits = Side(step.side)
        case Ruling(kind=kind) if kind in set(Ground):
            timer.waits = None
        case Correction() if step.cause != "players" and timer.halted is not None:
            timer.arranged = True
        case GameStarted(amended_by=None):
            timer.begun, timer.halted = True, (NOT_STARTED, "referee")
        case _:
            _fact(timer, step)


def _fact(timer: Timer, step: Step) -> None:
    match step:
        case TimerSet():
            for each in fields(Timer):
                setattr(timer, each.name, getattr(step.timer, each.name))
        case Pressed():
            timer.here |= {step.side}
            if step.idle:
                timer.idle_ns[step.side] = step.at_ns
        case FlagSeen():
            timer.flags.append(step.side)
        case Recovered() if timer.begun:
            timer.adrift = True
            timer.clock.advance(timer.said_ns)
            timer.flags = [side for side in timer.clock.fallen() if side != timer.waits]
        case _:
            pass


def book(timer: Timer, side: Side, *, pressed: bool) -> Json | None:
    """A ply of a side is complete: it is matched with its press, or waits for it.

    Args:
        pressed: the press has completed it.

    Returns:
        What the clock showed at its press; None where that is what it shows now, or is to come.
    """
    timer.plies[side] = timer.plies.get(side, 0) + 1
    timer.vain.clear()
    if timer.pass_at_flag == side:
        timer.pass_at_flag = None
    for n, (presser, shown) in enumerate(timer.early):
        if presser == side:
            del timer.early[n]
            return shown
    if pressed and timer.clock.turn != side:
        timer.clock.count(side)  # the press was taken for that of the move before it
    else:
        timer.unpressed[side] = timer.unpressed.get(side, 0) + 1
    return None


def _restore(timer: Timer, message: Clock) -> None:
    state, origin = message.state, message.origin
    timer.clock.restore(state["clock"])
    timer.mode = state["mode"]
    timer.plies = {Side(side): count for side, count in state["plies"].items()}
    timer.unpressed = {Side(side): count for side, count in state["unpressed"].items()}
    timer.early = [(Side(side), shown) for side, shown in state["early"]]
    timer.vain = [(Side(side), shown) for side, shown in state.get("vain", ())]
    timer.halted = None if state["halted"] is None else (state["halted"][0], state["halted"][1])
    timer.arranged = state.get("arranged", False)  # journals of older versions do not say
    timer.back = _side(state["back"])
    timer.absent = [Side(side) for side in state["absent"]]
    timer.appointed_ns = state.get("appointed_ns", 0)  # nor these
    timer.pass_at_flag = _side(state["pass_at_flag"])
    timer.said_ns = state["said_ns"]
    timer.begun, timer.untold, timer.adrift = True, False, False
    timer.flags = [side for side in timer.flags if side in timer.clock.fallen()]
    if origin is not None and origin["boot"] == timer.boot:
        timer.origin_ns = origin["at_ns"]


def _side(name: str | None) -> Side | None:
    return None if name is None else Side(name)


# What it shows.


def message(
    state: State,
    timer: Timer,
    *,
    why: str | None = None,
    by: str | None = None,
    ply: int | None = None,
    gap_ms: int | None = None,
) -> Clock:
    """The clock as it is published now: what people read, and all that is kept."""
    at_ns = now_ns(state, timer)
    shown = timer.clock.at(at_ns)
    return Clock(
        sides={side: _face(shown, side) for side in shown.sides},
        running=shown.running,
        flag=next(iter(shown.fallen()), None),
        stopped=None if timer.halted is None else timer.halted[0],
        why=why,
        by=by,
        ply=ply,
        gap_ms=gap_ms,
        origin=None if timer.boot is None else {"boot": timer.boot, "at_ns": timer.origin_ns},
        state={
            "clock": timer.clock.state(),
            "mode": timer.mode,
            "plies": dict(timer.plies),
            "unpressed": dict(timer.unpressed),
            "early": [[side, faces] for side, faces in timer.early],
            "vain": [[side, faces] for side, faces in timer.vain],
            "halted": None if timer.halted is None else list(timer.halted),
            "arranged": timer.arranged,
            "back": timer.back,
            "appointed_ns": timer.appointed_ns,
            "absent": list(timer.absent),
            "pass_at_flag": timer.pass_at_flag,
            "said_ns": at_ns,
        },
    )


def faces_at(timer: Timer, at_ns: int) -> Json:
    """What both faces show at a moment of the game."""
    clock = timer.clock.at(at_ns)
    return {side: _face(clock, side) for side in clock.sides}


def presses(state: State) -> list[tuple[Side, Json]]:
    """Presses that no move of the record has, in order of time, with what the clock showed then."""
    timer = begun(state)
    return [] if timer is None else [*timer.vain, *timer.early]


def faces(state: State) -> Json | None:
    """What the clock shows now, a side each, as in the message `clock`; None without one."""
    timer = state.clock
    return None if timer is None else faces_at(timer, now_ns(state, timer))


def picture(state: State) -> Json | None:
    """The clock as viewers see it now: faces, whose runs, why it stands; None without one."""
    timer = state.clock
    if timer is None:
        return None
    clock = timer.clock.at(now_ns(state, timer))
    return {
        "sides": {side: _face(clock, side) for side in clock.sides},
        "running": clock.running,
        "flag": next(iter(clock.fallen()), None),
        "stopped": None if timer.halted is None else timer.halted[0],
        "mode": timer.mode,
        "at_us": state.now_ns // 1000,
    }


def remaining_ms(state: State, side: Side) -> int | None:
    """A side's remaining time, without further periods; None without a clock."""
    timer = state.clock
    return None if timer is None else timer.clock.at(now_ns(state, timer)).left_ns(side) // MS


def stands(state: State) -> bool:
    """Whether there is a clock and it stands."""
    timer = begun(state)
    return timer is not None and timer.clock.running is None


def halted(state: State) -> str | None:
    """Why both clocks stand; None where one may run, or without a clock."""
    timer = state.clock
    return None if timer is None or timer.halted is None else timer.halted[0]


def own_time(state: State, side: Side) -> bool:
    """Whether it is this side's turn on the clock.

    Where nobody presses one, it is each side's time.
    """
    timer = begun(state)
    return timer is None or timer.mode == "moves" or timer.clock.turn == side


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


# What time it is. What was done in time may come to light a moment later.


def now_ns(state: State, timer: Timer) -> int:
    """The game's time.

    A moment before the flag, while a move made in time may yet come to light.
    """
    now = state.now_ns - timer.origin_ns
    due = timer.clock.due_ns()
    if timer.adrift:
        return timer.clock.since_ns
    return due - 1 if due is not None and due <= now and held(state, timer, due, now) else now


def seen_ns(state: State) -> int:
    """How long it takes until what the hands do is believed."""
    return state.settings.grace_ns + 1


def settled_ns(state: State) -> int:
    """How long it takes until a move that rests is published."""
    return (state.settings.timings.settle_ms + GRACE_MS) * MS


def held(state: State, timer: Timer, due_ns: int, now: int) -> bool:
    """Whether a move that was made before the flag may not be known yet.

    It may be the move that ends the game (mate before the flag), or on a board without buttons
    a move made in time; in Go stones are being taken off, where that does not count.
    """
    if state.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        return False
    if now < due_ns + seen_ns(state):
        return True
    landed = stone_landed_ns(state, timer)
    if landed is not None and landed <= due_ns:
        return True
    return now < due_ns + settled_ns(state) and _done_by(state, timer, due_ns)


def switching(state: State, timer: Timer, at_ns: int, now: int) -> bool:
    """Whether the clock may have been stopped by then, by a move that is not known yet."""
    if timer.mode != "moves" or now >= at_ns + settled_ns(state):
        return False
    return now < at_ns + seen_ns(state) or _done_by(state, timer, at_ns)


def _done_by(state: State, timer: Timer, at_ns: int) -> bool:
    under_way = state.belief.under_way(state.now_ns)
    done_ns = None if under_way is None else under_way.done_ns
    return done_ns is not None and done_ns - timer.origin_ns <= at_ns


def stone_landed_ns(state: State, timer: Timer) -> int | None:
    """When the running side set down a capturing stone in byo-yomi; None where all time counts.

    Taking captured stones off in byo-yomi costs no time (GO-22.time).
    """
    side = timer.clock.running
    if timer.law.removal_counts or side is None or not timer.clock.faces[side].reading:
        return None
    line = state.game
    if line.lines and line.lines[-1].side == side and line.last is not None and line.last.captured:
        return line.landed_ns - timer.origin_ns
    under_way = state.belief.under_way(state.now_ns)
    if under_way is None or not _captures(under_way, side) or under_way.landed_ns is None:
        return None
    return under_way.landed_ns - timer.origin_ns


def _captures(under_way: UnderWay, side: Side) -> bool:
    return under_way.move.side == side and bool(under_way.move.captured)


def made_ns(state: State, timer: Timer, side: Side) -> int:
    """When the last move of a side was complete: with the rook, and the captured pieces off.

    Taking captured stones off in byo-yomi costs none (CH-6.2, CH-6.3, DR-6.4, GO-22.time).
    """
    free = timer.clock.faces[side].reading and not timer.law.removal_counts
    return (state.game.landed_ns if free else state.game.made_ns) - timer.origin_ns
