"""The beginning of a game: that it has begun, or why it has not."""

from __future__ import annotations

from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import ending, record
from controller.core.table.clock import timekeeping
from rules.deed import Named
from rules.terms import point_set, points_of


def watch(state: State) -> Steps[None]:
    """The array stands: the game begins.

    While it is set up, a board turned by a quarter is named.
    """
    if state.stage is Stage.SETUP:
        yield from _wrong_array(state)
    elif not state.game.started and state.stage is not Stage.ENDED:
        yield ending.started(state)
        yield from timekeeping.begin(state)


def _wrong_array(state: State) -> Steps[None]:
    """Names a board turned by a quarter: pieces stand in columns instead of the array's rows."""
    game, target = state.game.game, state.game.position.occupied
    if game.columns != game.rows or state.remedy.irregularity is not None:
        return
    rows = {game.place(point)[1] for point in points_of(target)}
    quarter = point_set(p for p in range(len(game.points)) if game.place(p)[0] in rows)
    if not state.sensing.framed or state.sensing.standing != quarter or quarter == target:
        return
    law = state.game.rulebook.completion
    finding = Named(
        law=law.corner or law.wrong_turned,
        kind="board-turned",
        side=game.sides[0],
        points=(),
    )
    yield record.irregularity(state, finding, "turn-board", None)
