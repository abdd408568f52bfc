"""Why clocks stand and go on by themselves.

The stage of the board, pieces to be put back, moves taken back.
"""

from __future__ import annotations

from controller.core.slices import Timer
from controller.core.stages import Stage
from controller.core.state import State, Steps, TimerSet
from controller.core.table.clock.timekeeping import (
    COUNT,
    PASSING,
    RESTORE,
    RESULT,
    go_on,
    pressed_in_vain,
    stop,
)
from controller.core.table.clock.timer import begun, fresh, message
from rules.clock_law import Restoring
from rules.terms import Side

RESTING = {Stage.ENDED: RESULT, Stage.COUNT: COUNT}
"""Stages in which no clock runs. An adjourned game has its own rules (CH-14)."""


def recount(state: State) -> Steps[None]:
    """Moves that the record holds no more do not count, nor does the time that they brought."""
    old = begun(state)
    if old is None:
        return
    made = dict.fromkeys(state.game.game.sides, 0)
    for line in state.game.lines:
        made[Side(line.side)] += 1
    gone = {side: old.plies.get(side, 0) - count for side, count in made.items()}
    if not any(gone.values()):
        return
    timer, now = fresh(old), state.now_ns - old.origin_ns
    for side, count in gone.items():
        _count(timer, side, count, now)
    timer.plies = made
    timer.early.clear()
    to_move = state.game.to_move
    # A side that has moved and not pressed keeps its turn until it presses.
    if not timer.unpressed.get(state.game.game.other(to_move)):
        timer.clock.give_turn(to_move, now)
    yield message(state, timer, why="correction")


def _count(timer: Timer, side: Side, gone: int, now: int) -> None:
    waiting = min(max(gone, 0), timer.unpressed.get(side, 0))
    timer.unpressed[side] = timer.unpressed.get(side, 0) - waiting
    for _ in range(gone - waiting):
        timer.clock.take_back(side, now)
    if gone < 0:
        timer.clock.count(side, -gone)


def heed_stage(state: State) -> Steps[None]:
    """Clocks stand, or run for whoever is putting pieces back, as stage and law have it."""
    timer = begun(state)
    if timer is None:
        return
    if state.stage in RESTING:
        yield from stop(state, RESTING[state.stage], "referee")
    elif state.stage is Stage.RESTORE:
        yield from _restoring(state, timer)
    elif state.stage in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
        yield from _restored(state)


def _restoring(state: State, timer: Timer) -> Steps[None]:
    """Pieces are put back: on nobody's time, or on the offender's (DR-8.2, CH-8.3, FIDE-7.4)."""
    found, why = state.remedy.irregularity, state.remedy.why
    if state.settings.mode == "observer" or why is None or why == "recovery":
        return
    if timer.halted is not None:
        if timer.halted[0] == RESULT:
            timer = fresh(timer)
            timer.halted = (RESTORE, "referee")
            yield TimerSet(timer=timer)
        return
    if found is None:
        yield from stop(state, RESTORE, "referee")
        return
    side = Side(found.side)
    if side == state.game.to_move:
        yield from pressed_in_vain(state, side)
    law, completion = timer.law, state.game.rulebook.completion
    knocked = law.knocked is not None and found.law == completion.displaced
    if not knocked and law.restoring is Restoring.NOBODY:
        yield from stop(state, RESTORE, "referee")
    elif timer.back is None and timer.clock.turn != side:
        timer = fresh(timer)
        timer.back = timer.clock.turn
        timer.clock.give_turn(side, state.now_ns - timer.origin_ns)
        yield message(state, timer, why="own-time")


def _restored(state: State) -> Steps[None]:
    """The pieces stand again."""
    timer = begun(state)
    assert timer is not None
    passing = timer.halted is not None and timer.halted[0] in PASSING
    if timer.back is not None:
        changed = fresh(timer)
        changed.clock.give_turn(timer.back, state.now_ns - timer.origin_ns)
        changed.back = None
        yield message(state, changed, why="restored")
    if timer.arranged:
        changed = fresh(timer)
        changed.arranged = False
        changed.clock.give_turn(state.game.to_move, state.now_ns - timer.origin_ns)
        yield TimerSet(timer=changed)
        if not passing:
            yield message(state, timer, why="restored")
    if passing:
        yield from go_on(state, by="referee", why="restored")
