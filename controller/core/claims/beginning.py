"""The beginning of a game: that it has begun, or why it has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.core.refereeing import judging
from rules.deed import Named
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.session import Session


def say_start(session: Session) -> None:
    """Publishes that the game has begun, or that it is decided before anybody has moved a man."""
    session.say(started_of(session))


def started_of(session: Session) -> GameStarted:
    """How the game begins, as the board stands now."""
    settings = session.settings
    return GameStarted(
        game=session.game.name,
        rulebook=session.rulebook.name,
        players={side: settings.players.get(side) for side in session.game.sides},
        position=session.line.position.value,
        time_control=settings.time_control,
        game_options=settings.game_options,
        mode=settings.mode,
        headers=settings.headers,
    )


def wrong_array(session: Session) -> None:
    """The men do not stand as at the start: a board turned by a quarter is named.

    Its columns are the rows in which the players have set up their men.
    """
    game, target = session.game, session.line.position.occupied
    if game.columns != game.rows:
        return
    rows = {game.place(point)[1] for point in points_of(target)}
    quarter = point_set(p for p in range(len(game.points)) if game.place(p)[0] in rows)
    if session.standing == quarter and quarter != target:
        law = session.rulebook.completion
        finding = Named(
            law=law.corner or law.wrong_turned,
            kind="board-turned",
            side=game.sides[0],
            points=(),
        )
        session.irregularity = judging.say_irregularity(session, finding, "turn-board", None)
