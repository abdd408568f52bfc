"""Names and headers of a game under way that are to be mended: whether its record can hold them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.table.commands.amending import amended
from controller.shell.record_names import unwritable

if TYPE_CHECKING:
    from controller.core.inputs import Command
    from controller.core.settings import Settings

AMEND = "amend"


def check(settings: Settings, command: Command) -> None:
    """Refuses what no record can hold; whatever else is wrong, the board says itself.

    Raises:
        ValueError: says which name or header it is.
    """
    if command.name != AMEND:
        return
    players = amended(settings.players, command.args.get("players", {}))
    headers = amended(settings.headers, command.args.get("headers", {}))
    if players is None or headers is None:
        return
    texts = {name: text for name, text in headers.items() if text is not None}
    reason = unwritable(replace(settings, players=players, headers=texts))
    if reason is not None:
        raise ValueError(reason)
