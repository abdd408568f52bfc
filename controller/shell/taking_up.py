"""Which game is on the board when the program starts: the journal's newest goes on from where it stands."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.shell.cores import new_board, recovered_board
from controller.shell.starting import resumed
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.board import Board
    from controller.core.settings import Settings
    from controller.journal.entry import GameSpan
    from controller.journal.store import Journal
    from controller.shell.receipts import Start

_log = logging.getLogger("touchmove")


def taken_up(
    journal: Journal, settings: Settings, ordered: Start | None, *, anew: bool
) -> tuple[str, Board]:
    """The newest game of a journal, ended or not, or that of a `start` after it; else a new one.

    Args:
        ordered: the game that was ordered last.
        anew: a new game begins where the newest one has ended.

    Returns:
        Its id, and its session.

    Raises:
        RulesError: the game under way is for another board. One that has ended is left then.
    """
    games = journal.games()
    if ordered is not None and all(game.game_id != ordered[0] for game in games):
        return ordered[0], new_board(resumed(ordered[1], settings, ordered[0]))
    if games and not (anew and games[-1].finished):
        try:
            return games[-1].game_id, _session(journal, settings, games[-1], ordered)
        except RulesError:
            if not games[-1].finished:
                raise
            _log.warning(
                "%s has ended, and is for another board: a new game begins", games[-1].game_id
            )
    return journal.new_game_id(), new_board(settings)


def _session(journal: Journal, settings: Settings, game: GameSpan, ordered: Start | None) -> Board:
    messages = journal.messages_of(game.game_id)
    started = next((each for each in messages if isinstance(each, GameStarted)), None)
    if started is None:  # the board has asked for men that are missing, and no more
        mine = ordered is not None and ordered[0] == game.game_id
        return new_board(
            resumed(ordered[1], settings, ordered[0]) if ordered and mine else settings
        )
    own = resumed(started, settings, game.game_id)
    times_us = [entry.body["at_us"] for entry in journal.game_entries(game.game_id)]
    return recovered_board(own, messages + journal.health_since(game.first_seq), times_us)
