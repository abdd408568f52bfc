"""What viewers get of a message of the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.observing import uncounted

if TYPE_CHECKING:
    from controller.core.messages import Json
    from controller.shell.desk import Entry


def shown(entry: Entry, *, counts: bool) -> Json:
    """A message as viewers get it: without what only the board itself goes on from.

    Args:
        counts: whether they are told how many moves were made.
    """
    if entry.type != "clock":
        return entry.body
    clock = {name: value for name, value in entry.body.items() if name != "state"}
    return clock if counts else uncounted(clock)
