"""Commands: who may give them, when, and what they do. A refused command changes nothing.

`start` concerns the whole board: the shell obeys it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.commands import claims, disputes, play, ruling, sealing, timing
from controller.core.commands.common import PLAYER, Row
from controller.core.inputs import Command, Refusal

if TYPE_CHECKING:
    from controller.core.session import Session

COMMANDS: dict[str, Row] = {
    **play.ROWS,
    **claims.ROWS,
    **disputes.ROWS,
    **ruling.ROWS,
    **sealing.ROWS,
    **timing.ROWS,
}
"""Commands that a running game obeys."""


def obey(session: Session, command: Command) -> Refusal | None:
    """Obeys a command, or says why not; then nothing has changed."""
    row = COMMANDS.get(command.name)
    if row is None:
        return Refusal(reason=f"there is no command {command.name!r} in this version")
    role = PLAYER if command.role in session.game.sides else command.role
    if role not in row.roles:
        return Refusal(reason=f"{command.role} may not give the command {command.name}")
    if session.stage not in row.stages:
        return Refusal(reason=f"the board is in stage {session.stage.value}")
    return row.obey(session, command)
