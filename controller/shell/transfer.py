"""A game that was begun on one board goes on at another (CH-8.7, FIDE-7.2.2).

Its messages are copied from the one journal into the other under a new id. The other board then takes it up as
it takes its own up after a power cut: with its ply numbers, times and penalties, and guides the men to the
position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import GameStarted, Ruling
from controller.shell.cores import recovered_board
from controller.shell.export import NoSuchGame
from controller.shell.starting import settings_of
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.settings import Settings
    from controller.journal.store import Journal


def transfer(
    source: Journal, game_id: str, target: Journal, settings: Settings, *, at_us: int
) -> tuple[str, int]:
    """Copies a game that is under way.

    Args:
        settings: of the board that is to go on with it.
        at_us: monotonic microseconds now.

    Returns:
        The game's id in the target, and the number of plies made so far.

    Raises:
        NoSuchGame: it has not begun, or is over.
        RulesError: the other board cannot show it.
        DiskFault: nothing was copied.
    """
    span = next(game for game in source.games() if game.game_id == game_id)
    messages = source.messages_of(game_id)
    started = next((each for each in messages if isinstance(each, GameStarted)), None)
    if started is None:
        raise NoSuchGame(f"{game_id} has not begun: start it on the other board")
    if span.finished:
        raise NoSuchGame(f"{game_id} is over; only a game that is under way goes to another board")
    own = settings_of(started, settings)
    if own.game.name != settings.game.name or own.game.points != settings.game.points:
        raise RulesError(
            f"{game_id} is a game of {own.game.name} on {len(own.game.points)} points; "
            f"the other board is set up for {settings.game.name} on {len(settings.game.points)}"
        )
    session = recovered_board(own, messages)
    if session.line.envelope is not None:
        raise RulesError(f"{game_id} rests with a sealed move: open it where it was sealed")
    copied = target.new_game_id()
    note = Ruling(
        kind="transferred",
        side=session.line.position.side_to_move,
        law=session.line.rulebook.completion.wrong_turned,
        by="operator",
        why=f"from board {source.board}, {game_id}",
    )
    target.append([*messages, note], game_id=copied, at_us=at_us)
    return copied, session.line.ply
