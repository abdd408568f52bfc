"""Why clocks stand and go on by themselves: the stage of the board, men to be put back, moves taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.clock import flags, timekeeping
from controller.core.stages import Stage
from rules.clock_law import Restoring
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.clock.timer import Timer
    from controller.core.session import Session

RESULT, RESTORE = "result", "restore"
ADJOURNED, OPENED = "adjourned", "sealed-move"
RESTING = {Stage.ENDED: RESULT, Stage.COUNT: "count"}
"""Stages in which no clock runs. An adjourned game has its own rules (CH-14)."""
ARRANGING = frozenset({"correct", "set-position", OPENED})
"""Stops that end when the men stand as the arbiter, or the sealed move, has it."""
PASSING = frozenset({RESULT, RESTORE, "count"}) | ARRANGING
"""Stops that end by themselves with the stage that they belong to."""


def stop(session: Session, timer: Timer, why: str, by: str) -> None:
    """Both clocks stand; who has stopped them before keeps his reason, unless that ends by itself."""
    timer.arranged = timer.arranged or why in ARRANGING
    if timer.halted is not None and not _takes_over(why, timer.halted[0]):
        return
    running = timer.clock.running is not None
    timer.clock.stop(_ending_ns(session, timer) if why == RESULT else flags.now_ns(session, timer))
    timer.halted = (why, by)
    if running or why not in RESTING.values():
        timekeeping.tell(session, timer, why=why, by=by)


def _takes_over(why: str, before: str) -> bool:
    """Whether this is from now on why the clocks stand. A game that was paused and then adjourned is adjourned."""
    if why in ARRANGING:  # the arbiter has the game go on, whatever had ended or interrupted it
        return before in PASSING or before == ADJOURNED
    return why == ADJOURNED or (why not in PASSING and before in PASSING)


def _ending_ns(session: Session, timer: Timer) -> int:
    """When the clock of a game that is over stops: with the move that ended it, pressed or not (CH-6.5).

    What ends a game later than its last move (a resignation, a foul) ends it now.
    """
    now_ns = session.now_ns - timer.origin_ns
    last = session.line.lines[-1] if session.line.lines else None
    if last is None or last.at_us != session.now_ns // 1000:
        return now_ns
    mover = Side(last.side)
    made_ns = flags.made_ns(session, timer, mover)
    if mover == timer.clock.running and timer.unpressed and made_ns <= now_ns:
        return max(made_ns, timer.clock.since_ns)
    return now_ns


def go_on(session: Session, timer: Timer, *, by: str, why: str | None) -> None:
    """The clock whose turn it is runs on."""
    timer.halted = None
    timer.clock.start(session.now_ns - timer.origin_ns)
    timekeeping.tell(session, timer, why=why, by=by)


def recount(session: Session, timer: Timer) -> None:
    """Moves that the record does not hold any more do not count, nor does the time that they brought."""
    made = dict.fromkeys(session.game.sides, 0)
    for line in session.line.lines:
        made[Side(line.side)] += 1
    gone = {side: timer.plies.get(side, 0) - count for side, count in made.items()}
    if not any(gone.values()):
        return
    now_ns = session.now_ns - timer.origin_ns
    for side, count in gone.items():
        waiting = min(max(count, 0), timer.unpressed.get(side, 0))
        timer.unpressed[side] = timer.unpressed.get(side, 0) - waiting
        for _ in range(count - waiting):
            timer.clock.take_back(side, now_ns)
        if count < 0:
            timer.clock.count(side, -count)
    timer.plies = made
    timer.early.clear()
    to_move = session.line.position.side_to_move
    if not timer.unpressed.get(session.game.other(to_move)):  # else his turn goes on to his press
        timer.clock.give_turn(to_move, now_ns)
    timekeeping.tell(session, timer, why="correction")


def pressed_in_vain(session: Session, side: Side) -> None:
    """A press without a move, or with one that is undone, has not ended the turn (FIDE-7.5.3).

    The clock runs, or will, for the side that has pressed; the move and the time for it do not count.
    """
    timer = session.timer
    if timer is None or session.settings.mode == "observer":
        return
    waiting = [presser for presser, _ in timer.early]
    if not timer.begun or waiting[-1:] != [side] or timer.clock.turn == side:
        return
    timer.early.pop()
    timer.clock.take_back(side, session.now_ns - timer.origin_ns)
    timekeeping.tell(session, timer, why="press-undone")


def pressed_rightly(session: Session, timer: Timer, side: Side) -> None:
    """What `pressed_in_vain` has undone ended the turn."""
    if not timer.begun or timer.adrift or timer.mode == "moves" or timer.clock.turn != side:
        return
    at_ns = max(session.pressed_ns[side] - timer.origin_ns, timer.clock.since_ns)
    timer.clock.turn_over(side, at_ns)
    timer.early.append((side, timer.faces(at_ns)))
    timekeeping.tell(session, timer)


def heed_stage(session: Session, timer: Timer) -> None:
    """Clocks stand, or run for whoever is putting men back, as stage and law have it."""
    stage = session.stage
    if stage in RESTING:
        stop(session, timer, RESTING[stage], "referee")
    elif stage is Stage.RESTORE:
        _restoring(session, timer)
    elif stage in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        _restored(session, timer)


def _restoring(session: Session, timer: Timer) -> None:
    """Men are put back: on nobody's time, or on the offender's (DR-8.2, CH-8.3, FIDE-7.4)."""
    found, guide = session.irregularity, session.guide
    if session.settings.mode == "observer" or guide is None or guide.why == "recovery":
        return
    if timer.halted is not None and timer.halted[0] == RESULT:
        timer.halted = (RESTORE, "referee")
    if timer.halted is not None:
        return
    if found is None:
        stop(session, timer, RESTORE, "referee")
        return
    side = Side(found.side)
    if side == session.line.position.side_to_move:
        pressed_in_vain(session, side)
    law, completion = timer.law, session.rulebook.completion
    knocked = law.knocked is not None and found.law == completion.displaced
    if not knocked and law.restoring is Restoring.NOBODY:
        stop(session, timer, RESTORE, "referee")
    elif timer.back is None and timer.clock.turn != side:
        timer.back = timer.clock.turn
        timer.clock.give_turn(side, session.now_ns - timer.origin_ns)
        timekeeping.tell(session, timer, why="own-time")


def _restored(session: Session, timer: Timer) -> None:
    """The men stand again."""
    if timer.back is not None:
        timer.clock.give_turn(timer.back, session.now_ns - timer.origin_ns)
        timer.back = None
        timekeeping.tell(session, timer, why="restored")
    passing = timer.halted is not None and timer.halted[0] in PASSING
    if timer.arranged:
        timer.arranged = False
        to_move = session.line.position.side_to_move
        timer.clock.give_turn(to_move, session.now_ns - timer.origin_ns)
        if not passing:
            timekeeping.tell(session, timer, why="restored")
    if passing:
        go_on(session, timer, by="referee", why="restored")
