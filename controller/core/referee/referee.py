"""The referee: the face of this package (`state.Referee`)."""

from __future__ import annotations

from typing import cast

from controller.core.belief.decision import Decision as Decided
from controller.core.referee import (
    accepting,
    duty,
    fouling,
    noting,
    posterior,
    promoting,
    remedies,
    restoring,
    telling,
)
from controller.core.settings import MS
from controller.core.stages import Stage
from controller.core.state import Decision, State, Step, Steps
from controller.core.table import penalties
from rules.terms import Side


class TheReferee:
    """Applies the laws to what the belief decides. All that it knows is in the state."""

    def note(self, state: State, step: Step) -> None:
        """Reduces a step into `Duty` and `Remedy`."""
        noting.note(state.duty, step, state)
        remedies.note(state.remedy, step, state)

    def conclude(self, state: State, decision: Decision) -> Steps[None]:
        yield from telling.conclude(state, cast("Decided", decision))

    as_it_stands = staticmethod(telling.as_it_stands)
    completes = staticmethod(telling.completes)
    answered = staticmethod(telling.answered)
    let_stand = staticmethod(accepting.let_stand)
    dropped = staticmethod(accepting.dropped)
    demand = staticmethod(remedies.demand)
    stand_right = staticmethod(remedies.stand_right)
    owe = staticmethod(duty.owe)
    has_touched = staticmethod(duty.has_touched)

    def pressed(self, state: State, side: Side) -> Steps[bool]:
        if (waits := penalties.turn_waits(state)) is not None:
            yield from penalties.turn_given_up(state, side)
            return side != waits.side and penalties.turn_waits(state) is None
        if state.stage is Stage.RESTORE:
            yield from remedies.pressed_upon(state, side)
            return state.belief.under_way(state.now_ns) is not None  # play has gone on beside it
        if state.stage not in (Stage.PLAY, Stage.QUESTION, Stage.CHOICE):
            return False
        if state.stage is Stage.CHOICE and state.duty.late:
            return False  # that is for the move before
        offered = state.remedy.irregularity
        if state.stage is Stage.CHOICE and offered is not None and offered.side != side:
            yield from remedies.pressed_upon(state, side)
            return False
        if state.duty.late and side != state.game.to_move:
            yield from promoting.pawn_left(state)
        return True

    def watch(self, state: State) -> Steps[None]:
        yield from remedies.watch(state)
        yield from duty.watch(state)
        yield from promoting.watch(state)
        yield from telling.no_move(state)
        if state.stage is Stage.PLAY and fouling.fouls(state, known := duty.known(state, ())):
            known = duty.sure(state, known, state.belief.told)
            yield from remedies.charge_fouls(state, fouling.fouls(state, known))

    def deadline(self, state: State) -> int | None:
        now_ns, timings = state.now_ns, state.settings.timings
        due = [restoring.deadline(state)]
        hyp = posterior.likeliest(state) if state.stage is Stage.PLAY else None
        waits = (timings.bump_ms, timings.together_ms, timings.release_ms, timings.settle_ms)
        for deed in () if hyp is None else hyp.log:
            due += [deed.at_ns + ms * MS for ms in waits]
        return min((at for at in due if at is not None and at > now_ns), default=None)
