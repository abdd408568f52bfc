"""Who may be about to play at a board: the next of the pairing file, and those who have played there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.journal.faults import DiskFault, JournalError
from controller.shell.desk import Acquaintances
from controller.shell.pairings import resolved, started_pairings
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.core.messages import GameStarted
    from controller.shell.config_types import PairingsConfig
    from rules.game import Game

NAMES_MAX = 60
"""More than a list on a small screen is looked through for."""


def known(
    read: Callable[[], Sequence[GameStarted]], game: Game, where: PairingsConfig | None
) -> Acquaintances:
    """Nobody where journal or file cannot be read: the form does without, and `start` says what is wrong.

    Args:
        read: how each game of the journal began, oldest first.
        where: the pairing file; None where there is none.
    """
    try:
        beginnings = read()
    except (DiskFault, JournalError):
        return Acquaintances()
    names = [name for each in reversed(beginnings) for name in each.players.values() if name]
    found = tuple(dict.fromkeys(names))[:NAMES_MAX]
    if where is None:
        return Acquaintances(names=found)
    try:
        args = resolved({}, game, where, lambda: started_pairings(beginnings))
    except (RulesError, ValueError, OSError):
        return Acquaintances(names=found)
    return Acquaintances(names=found, paired=dict(args["players"]))
