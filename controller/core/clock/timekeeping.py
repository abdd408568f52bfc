"""The clock of a session: who may press it and what a press does, flags, stops and corrections.

A move that is made and a turn that is over are two things: the first is the board's finding, the second the
press (FIDE-6.2.1, CH-6.5). A press is not always right when it comes, nor is it always there when the move
is known; each waits for the other. A forgotten press is never pointed out (XQ-6, FIDE-12.6).

Without a time control `session.timer` is None: every function here does nothing then, and `moved` returns None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.clock import flags, halting
from controller.core.messages import Clock, Correction, GameStarted, Move
from controller.core.settings import MS
from controller.core.stages import Stage
from rules.terms import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.clock.timer import Timer
    from controller.core.inputs import Press
    from controller.core.messages import Json, Message
    from controller.core.session import Session

TELL_MS = 30_000
"""How long a running clock is silent at most."""
GAP_MS = 1000
"""A board not looked at for so long is reported, if a clock was running."""
NO_MOVE = "press-without-move"
NOT_STARTED = "not-started"
"""Why the clocks stand before the arbiter, or the side that is not to move, starts them."""


def begin(session: Session) -> None:
    """The game has begun: the clock stands set, and the clock of the side to move starts.

    That is not always the side that opens a whole game: a set-up position or handicap stones tell.
    """
    timer = session.timer
    if timer is None:
        return
    timer.origin_ns = session.now_ns
    timer.begun = True
    timer.clock.give_turn(session.line.position.side_to_move, 0)
    if session.settings.clock_starts == "arbiter":
        timer.halted = (NOT_STARTED, "referee")
    else:
        timer.clock.start(0)
    tell(session, timer, why="start")


def pressed(session: Session, press: Press) -> None:
    """A button or lever was pressed: the presser's clock stops and the other's starts.

    Only the side whose clock runs can press; with which hand no sensor tells (XQ-8.6). While men are put back nobody can: who has knocked them over
    does so on his own time (CH-8.3, FIDE-7.4).
    """
    timer, side = session.timer, press.side
    if timer is None or not timer.begun or timer.adrift or timer.mode == "moves":
        return
    if timer.halted is not None and timer.halted[0] == NOT_STARTED:
        if side != timer.clock.turn:
            go_on(session, by=side, why="start")
        return
    if timer.clock.running == session.game.other(side):
        timer.idle_ns[side] = press.at_ns
    if timer.clock.running != side or session.stage is Stage.RESTORE:
        return
    moves = timer.unpressed.pop(side, 0)
    at_ns = press.at_ns - timer.origin_ns
    counted_ns = flags.without_removal(session, timer, at_ns)
    _hand_over(timer, side, counted_ns, at_ns, moves or 1)
    if not moves:
        timer.early.append((side, timer.faces(at_ns)))
    tell(session, timer, ply=_last_ply(session, side) if moves else None)


def moved(session: Session, side: Side, by: str = "settled") -> Json | None:
    """A ply of this side is complete: it counts once the clock is pressed.

    Args:
        by: what completed it, as in `Move.completed_by`.

    Returns:
        The faces of the clock for `Move.clocks`: at its press, or now if it has not been pressed; None
        without a time control.
    """
    timer = session.timer
    if timer is None or not timer.begun:
        return None
    now_ns = _now(session, timer)
    switching = timer.mode == "moves" and timer.clock.running == side
    found = timer.book(side, pressed=by == "pressed")
    if found is not None:
        return found
    # A press while men were put back has not been heeded then; it has ended the turn all the same.
    stopped = timer.halted is not None and timer.halted[0] != halting.RESTORE
    heeded_late = by == "pressed" and timer.mode != "moves" and not stopped
    if switching:
        counted_ns = flags.made_ns(session, timer, side)
        done_ns = session.made_ns - timer.origin_ns
        _hand_over(timer, side, counted_ns, done_ns, timer.unpressed.pop(side, 0))
        timer.untold = True  # behind the move, which is part of it
    elif (by == "arbiter" or heeded_late) and timer.clock.turn == side:
        at_ns = now_ns
        if heeded_late and timer.clock.running == side:
            at_ns = max(session.pressed_ns[side] - timer.origin_ns, timer.clock.since_ns)
        timer.clock.turn_over(side, at_ns, timer.unpressed.pop(side, 0))
        timer.untold = True
    return timer.faces(now_ns)


def _hand_over(timer: Timer, side: Side, counted_ns: int, at_ns: int, moves: int) -> None:
    """The side's time is over, and then the other's begins; what lies between is nobody's."""
    if counted_ns < at_ns:
        timer.clock.stop(counted_ns)
        timer.clock.turn_over(side, counted_ns, moves)
        timer.clock.start(at_ns)
    else:
        timer.clock.press(side, at_ns, moves)


def turn_over(session: Session, side: Side) -> None:
    """The side's turn is over without a press: a sealed move, a turn that is lost."""
    timer = session.timer
    if timer is None or not timer.begun:
        return
    moves = timer.unpressed.pop(side, 0)
    if timer.clock.turn == side:
        now_ns = _now(session, timer)
        timer.clock.turn_over(side, now_ns, moves or 1)
        if not moves:
            timer.early.append((side, timer.faces(now_ns)))
    elif moves:
        timer.clock.count(side, moves)
    tell(session, timer)


def stop(session: Session, why: str, by: str) -> None:
    """Stops both clocks: a claim, a pause, men to be set right, a result. Stopped clocks stay so.

    Args:
        why: for the reader of the journal and for viewers ("claim:threefold-repetition").
        by: the role that has stopped them, or "referee".
    """
    timer = session.timer
    if timer is not None and timer.begun:
        halting.stop(session, timer, why, by)


def go_on(session: Session, *, by: str = "referee", why: str | None = None) -> None:
    """Stopped clocks run on for the side whose turn it is on the clock; no effect while they run."""
    timer = session.timer
    if timer is None or timer.halted is None or session.stage is Stage.ENDED:
        return
    halting.go_on(session, timer, by=by, why=why)


def stopped(session: Session) -> bool:
    """Whether there is a clock and it stands."""
    timer = session.timer
    return timer is not None and timer.begun and timer.clock.running is None


def halted(session: Session) -> str | None:
    """Why both clocks stand; None where one may run, or without a clock."""
    timer = session.timer
    return None if timer is None or timer.halted is None else timer.halted[0]


def add_time(
    session: Session, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> None:
    """Adds to a side's remaining time (two minutes for an illegal move of the opponent)."""
    timer = session.timer
    if timer is None or not timer.begun:
        return
    timer.clock.add(side, ms * MS, _now(session, timer))
    tell(session, timer, why=why, by=by)


def charge(
    session: Session, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> None:
    """Adds to a side's used time; its flag may fall, and then the game ends as the law says."""
    add_time(session, side, -ms, why=why, by=by)
    if session.timer is not None and session.timer.begun:
        flags.watch(session, session.timer)


def set_times(
    session: Session, times: Mapping[Side, int], *, why: str | None = None, by: str = "arbiter"
) -> None:
    """Sets the remaining milliseconds of sides; a flag that had fallen stands again with time left.

    Both at nought are two flags of which nobody knows which fell first: the game goes on (CH-12.8).
    """
    timer = session.timer
    if timer is None or not timer.begun:
        return
    now_ns = _now(session, timer)
    for side, ms in times.items():
        timer.clock.set(side, ms * MS, now_ns)
    down = timer.clock.fallen()
    timer.flags = [side for side in timer.flags if side in down]
    tell(session, timer, why=why, by=by)
    if len(down) == 2 and not any(times.values()):
        flags.both_down(session, timer, by)
    flags.watch(session, timer)


def watch(session: Session) -> None:
    """Finds what time alone brings about: flags, the last two minutes, half a minute of silence."""
    timer = session.timer
    if timer is None or not timer.begun:
        return
    if timer.adrift:
        flags.found_again(session, timer)
    if session.stage is not Stage.ENDED:
        halting.recount(session, timer)
        halting.heed_stage(session, timer)
        flags.watch(session, timer)
    halting.heed_stage(session, timer)
    now_ns = _now(session, timer)
    silent = timer.clock.running is not None and now_ns - timer.said_ns >= TELL_MS * MS
    if timer.untold or silent:
        tell(session, timer)


def deadline(session: Session) -> int | None:
    """When `watch` will find something (nanoseconds)."""
    timer = session.timer
    if timer is None or not timer.begun:
        return None
    if timer.adrift:
        return session.now_ns + 1  # at once, whatever comes next
    if timer.clock.running is None:
        return None
    due = [timer.said_ns + TELL_MS * MS, *flags.deadlines(session, timer)]
    now_ns = session.now_ns - timer.origin_ns
    later = [at for at in due if at > now_ns]
    return min(later) + timer.origin_ns if later else None


def gap(session: Session, from_ns: int) -> None:
    """The board was not looked at from a moment until now; the clocks have gone on, and it is said."""
    timer = session.timer
    if timer is None or timer.adrift or timer.clock.running is None:
        return
    gap_ms = (session.now_ns - from_ns) // MS
    if gap_ms >= GAP_MS:
        tell(session, timer, why="gap", gap_ms=gap_ms)


def pressed_idly(session: Session, side: Side) -> bool:
    """Whether the last press of this side has stopped nothing, since the other clock ran: its own lever was down."""
    timer, pressed_ns = session.timer, session.pressed_ns.get(side)
    return timer is not None and pressed_ns is not None and timer.idle_ns.get(side) == pressed_ns


def irregular(session: Session, kind: str, side: Side) -> None:
    """An irregularity that only the clock was part of: a press without a move has ended no turn."""
    if kind == NO_MOVE:
        halting.pressed_in_vain(session, side)


def pressed_rightly(session: Session, side: Side) -> None:
    """A press without a move, as it had seemed, has ended the turn after all."""
    if session.timer is not None:
        halting.pressed_rightly(session, session.timer, side)


def recall(session: Session, message: Message) -> None:
    """Takes a message of the journal, while a game is recovered."""
    timer = session.timer
    if timer is None:
        return
    match message:
        case Clock() if message.state:
            timer.restore(message)
        case Move() if timer.begun:
            timer.book(Side(message.side), pressed=message.completed_by == "pressed")
        case Correction() if message.cause != "players" and timer.halted is not None:
            timer.arranged = True
        case GameStarted():
            timer.begun = timer.adrift = True
            timer.origin_ns, timer.halted = -1, (NOT_STARTED, "referee")
        case _:
            pass


def faces(session: Session) -> Json | None:
    """What the clock shows now, a side each, as in the message `clock`; None without one."""
    timer = session.timer
    return None if timer is None else timer.faces(_now(session, timer))


def picture(session: Session) -> Json | None:
    """The clock as viewers see it now: faces, whose runs, why it stands; None without one."""
    timer = session.timer
    if timer is None:
        return None
    clock = timer.clock.at(_now(session, timer))
    return {
        "sides": timer.faces(clock.since_ns),
        "running": clock.running,
        "flag": next(iter(clock.fallen()), None),
        "stopped": None if timer.halted is None else timer.halted[0],
        "mode": timer.mode,
        "at_us": session.now_ns // 1000,
    }


def remaining_ms(session: Session, side: Side) -> int | None:
    """A side's remaining time, without further periods; None without a clock."""
    timer = session.timer
    return None if timer is None else timer.clock.at(_now(session, timer)).left_ns(side) // MS


def tell_after(session: Session) -> None:
    """Has the clock published behind what is being said now: these moves are in its count already."""
    timer = session.timer
    if timer is not None and timer.begun:
        timer.untold = True


def tell(
    session: Session,
    timer: Timer,
    *,
    why: str | None = None,
    by: str | None = None,
    ply: int | None = None,
    gap_ms: int | None = None,
) -> None:
    """Publishes the clock."""
    timer.said_ns, timer.untold = _now(session, timer), False
    session.say(timer.message(timer.said_ns, why=why, by=by, ply=ply, gap_ms=gap_ms))


def _now(session: Session, timer: Timer) -> int:
    """The game's time, but for a moment that is still held back."""
    return flags.now_ns(session, timer)


def _last_ply(session: Session, side: Side) -> int:
    """The number of the last ply of a side."""
    lines = session.line.lines
    return max((line.ply for line in lines[-2:] if line.side == side), default=len(lines))
