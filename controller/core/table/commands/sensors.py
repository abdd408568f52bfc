"""A person's word on sensors: those that were not believed are believed again."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.messages import TRUSTED, Ruling
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, State
from controller.core.table.clock import timekeeping
from controller.core.table.commands.common import ARBITER, OPERATOR, Obeying, Row, Rows
from rules.terms import point_set, points_of

WHY = "trust"
FORM = '"points" is a list of points whose sensors are not believed'


def _trust(state: State, command: Command) -> Obeying:
    """Believes sensors again. Where they show otherwise than the record, the pieces are asked back.

    So it undoes "the pieces stand right", which has them ignored.
    """
    names, index = command.args.get("points"), state.game.game.index
    if not isinstance(names, list) or not names:
        return Refusal(reason=FORM)
    if unknown := [name for name in names if not isinstance(name, str) or name not in index]:
        return Refusal(reason=f"there is no point {unknown[0]}")
    points, sensing = point_set(index[name] for name in names), state.sensing
    told = [state.game.game.points[point] for point in points_of(points)]
    side = str(state.game.to_move)
    yield Ruling(kind=TRUSTED, side=side, evidence=told, by=command.role)
    odd = (sensing.standing ^ state.game.position.occupied) & points & ~sensing.unknown
    if odd and state.stage is Stage.PLAY:
        yield from timekeeping.stop(state, "set-position", command.role)
        yield AskBack(event=Event.SET, why=WHY)
    return None


ROWS: Rows = {
    "trust": Row(
        obey=_trust,
        roles=frozenset({ARBITER, OPERATOR}),
        stages=frozenset({Stage.SETUP, Stage.PLAY, Stage.RESTORE, Stage.ENDED}),
    ),
}
