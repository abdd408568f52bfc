"""Pieces adjusted on their points: what is lifted binds nobody until all stand again."""

from __future__ import annotations

from controller.core.messages import Claim
from controller.core.sensing.marks import contradictions
from controller.core.settings import MS
from controller.core.state import PutRight, State, Steps
from controller.core.table.claims.claims import Kind
from rules.terms import Side, point_set


def end(state: State) -> Steps[None]:
    """Ends adjusting: the pieces are back, or the player has done."""
    if state.claims.adjusting is not None:
        yield Claim(kind=Kind.ADJUSTED, side=state.claims.adjusting)


def watch(state: State) -> Steps[None]:
    """Adjusting is over once something was lifted and all stands again.

    A piece that was seen to leave is back once its point can be read again.
    """
    claims, sensing, position = state.claims, state.sensing, state.game.position
    if claims.adjusting is None or not claims.lifted:
        return
    known = ~sensing.unknown | point_set(sensing.in_air)
    off = (sensing.standing ^ position.occupied) & known
    if not (off or contradictions(position, sensing.marks)):
        yield from end(state)
        yield PutRight(event=None)


def goes_on(state: State) -> bool:
    """Whether somebody still adjusts, and has not plainly gone on to move."""
    if state.claims.adjusting is None:
        return False
    due = deadline(state)
    return due is None or state.now_ns < due


def deadline(state: State) -> int | None:
    """When what stands while somebody adjusts counts as a move: it has stood for long."""
    adjusting = state.claims.adjusting is not None
    under_way = state.belief.under_way(state.now_ns) if adjusting else None
    if under_way is None or under_way.done_ns is None:
        return None
    return under_way.done_ns + state.settings.timings.ask_ms * MS


def pressed(state: State, side: Side) -> Steps[None]:
    """A press ends adjusting.

    But before anything has been lifted the opponent's press is for the opponent's own move.
    """
    claims = state.claims
    if claims.lifted or claims.adjusting != state.game.game.other(side):
        yield from end(state)
