"""A clock is pressed: by button, by lever, or by command."""

from __future__ import annotations

from controller.core.inputs import Press
from controller.core.stages import Stage
from controller.core.state import Pressed, State, Steps
from controller.core.table import adjusting
from controller.core.table.claims import confirming
from controller.core.table.clock import timekeeping

HEARD = frozenset({Stage.PLAY, Stage.QUESTION, Stage.CHOICE, Stage.RESTORE})
"""Stages in which a press says something of what is being played."""


def pressed(state: State, press: Press) -> Steps[None]:
    """The clock hears it, then the referee, and the belief where it says something of play.

    Of both buttons pushed in one moment only the first counts: nobody can have answered in it.
    """
    side = press.side
    other_ns = state.duty.pressed_ns.get(state.game.game.other(side))
    if other_ns is not None and press.at_ns - other_ns < state.settings.grace_ns:
        return
    if (yield from confirming.pressed(state, side)):
        return
    yield Pressed(side=side, at_ns=press.at_ns, idle=timekeeping.idles(state, side))
    yield from timekeeping.pressed(state, press)
    tells = yield from state.referee.pressed(state, side)
    if state.claims.adjusting is not None:
        yield from adjusting.pressed(state, side)
    if tells and state.stage in HEARD:
        state.belief.press(side, press.at_ns)
