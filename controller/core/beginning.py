"""The beginning of a game, as it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import GameStarted

if TYPE_CHECKING:
    from controller.core.session import Session


def say_start(session: Session) -> None:
    """Publishes that the game has begun, or that it is decided before anybody has moved a man."""
    settings = session.settings
    session.say(
        GameStarted(
            game=session.game.name,
            rulebook=session.rulebook.name,
            players={side: settings.players.get(side) for side in session.game.sides},
            position=session.line.position.value,
            time_control=settings.time_control,
            game_options=settings.game_options,
            mode=settings.mode,
            headers=settings.headers,
        )
    )
