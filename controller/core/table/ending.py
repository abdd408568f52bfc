"""The end of a game: its result is published once.

A question about what was played stays open until people answer it: the record has those moves then,
behind the result.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.core.messages import GameStarted, Result
from controller.core.stages import Stage
from controller.core.state import State, Steps
from rules.rulebook import Ending, Outcome, Termination
from rules.terms import Side


def started(state: State) -> GameStarted:
    """How the game begins, as the board stands now."""
    settings, line = state.settings, state.game
    return GameStarted(
        game=line.game.name,
        rulebook=line.rulebook.name,
        players={side: settings.players.get(side) for side in line.game.sides},
        position=line.position.value,
        time_control=settings.time_control,
        game_options=settings.game_options,
        mode=settings.mode,
        headers=settings.headers,
    )


def amended(
    state: State, players: Mapping[str, str | None], headers: Mapping[str, str], by: str
) -> GameStarted:
    """The same beginning with other names or headers: somebody has mended them."""
    settings, line = state.settings, state.game
    return GameStarted(
        game=line.game.name,
        rulebook=line.rulebook.name,
        players={side: players.get(side) for side in line.game.sides},
        position=line.game.start(settings.start).value,
        time_control=settings.time_control,
        game_options=settings.game_options,
        mode=settings.mode,
        headers=dict(headers),
        amended_by=by,
    )


def won_by(state: State, side: Side) -> Outcome:
    """The outcome in which a side wins."""
    return Outcome.FIRST_WINS if side == state.game.game.sides[0] else Outcome.SECOND_WINS


def lose(
    state: State,
    side: Side,
    termination: Termination,
    law: str | None,
    *,
    by: str | None = None,
    why: str | None = None,
) -> Steps[None]:
    """Ends the game: this side has lost it."""
    outcome = won_by(state, state.game.game.other(side))
    yield from decide(state, outcome, termination.value, law, by=by, why=why)


def by_law(state: State, ending: Ending) -> Steps[None]:
    """Ends the game as its laws have it."""
    yield from _end(
        state,
        Result(
            result=ending.result,
            termination=ending.termination.value,
            law=ending.law,
            winner=ending.winner,
        ),
    )


def if_over(state: State) -> Steps[bool]:
    """Ends the game when its laws say so; whether they do."""
    line = state.game
    found = line.game.ending(line.positions, line.rulebook)
    if found is not None:
        yield from by_law(state, found)
    return found is not None


def decide(
    state: State,
    outcome: Outcome,
    termination: str,
    law: str | None = None,
    *,
    text: str | None = None,
    by: str | None = None,
    why: str | None = None,
) -> Steps[None]:
    """Ends the game with an outcome, once what the hands have done by then is told.

    Args:
        text: how the record writes it where that says more than the outcome (Go: "B+3.5").
        by: who decides it, and why; None where the laws do.
    """
    ply = state.game.ply
    if state.claims.adjusting is None:  # else they have made no move
        yield from state.referee.as_it_stands(state)
    if state.game.ply > ply and state.stage is not Stage.ENDED:
        yield from if_over(state)
    if state.stage is Stage.ENDED and by is None and state.game.result is not None:
        return  # the last move has ended the game before
    game = state.game.game
    first, second = game.sides
    winner = {Outcome.FIRST_WINS: first, Outcome.SECOND_WINS: second}.get(outcome)
    yield from _end(
        state,
        Result(
            result=text or game.result_text(outcome, termination),
            termination=termination,
            law=law,
            winner=winner,
            by=by,
            why=why,
        ),
    )


def _end(state: State, result: Result) -> Steps[None]:
    if state.stage is Stage.SETUP:
        yield started(state)
    yield result
