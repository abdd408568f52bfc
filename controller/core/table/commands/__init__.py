"""Commands: who may give them, when, and what they do. A refused command changes nothing.

`start` concerns the whole board: here the game before is left, and the shell begins the new one.
"""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table.commands import (
    amending,
    claims,
    disputes,
    play,
    results,
    ruling,
    sealing,
    sensors,
    timing,
)
from controller.core.table.commands.common import PLAYER, Obeying, Row
from rules.game import Game

COMMANDS: dict[str, Row] = {
    **play.ROWS,
    **claims.ROWS,
    **disputes.ROWS,
    **results.ROWS,
    **ruling.ROWS,
    **amending.ROWS,
    **sealing.ROWS,
    **sensors.ROWS,
    **timing.ROWS,
}
"""Commands that a running game obeys."""
START = "start"


def role_of(game: Game, role: str) -> str:
    """The role as the table has it: both sides are players."""
    return PLAYER if role in game.sides else role


def barred(game: Game, stage: Stage, role: str, name: str) -> str | None:
    """Why the table refuses a command, whatever its arguments; None where it may be given."""
    row = COMMANDS.get(name)
    if row is None:
        return f"there is no command {name!r} in this version"
    if role_of(game, role) not in row.roles:
        return f"{role} may not give the command {name}"
    if stage not in row.stages_of(role_of(game, role)):
        return f"the board is in stage {stage.value}"
    return None


def obey(state: State, command: Command) -> Obeying:
    """Obeys a command, or says why not; then nothing has changed."""
    reason = barred(state.game.game, state.stage, command.role, command.name)
    if reason is not None:
        return Refusal(reason=reason)
    return (yield from COMMANDS[command.name].obey(state, command))
