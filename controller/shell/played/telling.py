"""What is told of a game that was played, from its messages. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.core.messages import position_text
from controller.core.showing import men_of
from controller.shell.clock_times import times_of
from controller.shell.export import beginning_of, moves_of, result_of, set_ups_of
from controller.shell.recordfiles import target_of_game
from rules.registry import game_by_name
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json, Message, Move, Text
    from controller.shell.clock_times import PlyTime
    from rules.game import Game

NAMED = ("Event", "Site", "Date", "Round", "Board")
"""Headers that a list of games shows, and that are searched."""


def summary_of(game_id: str, messages: Sequence[Message]) -> Json | None:
    """What a list of games says of one; None where it has not begun."""
    started = beginning_of(messages)
    if started is None:
        return None
    ended = result_of(messages)
    return {
        "id": game_id,
        "game": started.game,
        "sides": list(game_by_name(started.game).sides),
        "players": dict(started.players),
        "headers": {
            name: text for name in NAMED if (text := started.headers.get(name, "")).strip("?. ")
        },
        "plies": len(moves_of(messages)),
        "result": None if ended is None else ended.result,
        "termination": None if ended is None else ended.termination,
        "law": None if ended is None else ended.law,
    }


def fits(summary: Mapping[str, Any], wanted: str) -> bool:
    """Whether a game has every word that somebody looks for, in names, event, date, result or number."""
    named = [*summary["players"].values(), *summary["headers"].values()]
    named += [summary["id"], summary["game"], summary["result"] or ""]
    text = " ".join(filter(None, named)).casefold()
    return all(word in text for word in wanted.casefold().split())


def replay_of(game_id: str, messages: Sequence[Message]) -> Json | None:
    """A game to step through: `steps` has the start and then one for each ply, and for each position set up.

    A step has the points whose piece has changed since the one before, with the piece that stands there then, "" for none.
    None where the game has not begun.

    Raises:
        RulesError: the messages are not those of a game that can be.
    """
    summary, started = summary_of(game_id, messages), beginning_of(messages)
    if summary is None or started is None:
        return None
    game = game_by_name(started.game, started.game_options)
    arranged = set_ups_of(messages)
    moves = moves_of(messages)
    start = arranged[0].position if 0 in arranged else started.position
    stood = _men(game, start)
    steps: list[Json] = [{"ply": 0, "men": stood}]
    for move, time in zip(moves, times_of(messages, moves), strict=True):
        men = _men(game, move.position)
        steps.append({**_ply(move, time), "men": _changed(stood, men)})
        stood = men
        if move.ply in arranged:
            men = _men(game, arranged[move.ply].position)
            steps.append({"ply": move.ply, "set_up": True, "men": _changed(stood, men)})
            stood = men
    record = target_of_game(started.game).format
    return {
        **summary,
        "options": dict(started.game_options),
        "rulebook": started.rulebook,
        "time_control": started.time_control,
        "suffix": "txt" if record is None else record.suffix.removeprefix("."),
        "steps": steps,
    }


def _ply(move: Move, time: PlyTime) -> Json:
    path = move.path or []
    return {
        "ply": move.ply,
        "side": move.side,
        "move": move.move,
        "notation": move.notation,
        "marks": list(dict.fromkeys([*path[:1], *path[-1:]])),
        "clock_ms": time.clock_ms,
        "elapsed_ms": time.elapsed_ms,
        "legal": move.legal,
        "breach": move.breach,
    }


def _men(game: Game, position: Text) -> dict[str, str]:
    try:
        return men_of(game, game.start(position_text(position)))
    except (ValueError, TypeError) as error:
        raise RulesError(f"a position of this game cannot be read: {error}") from error


def _changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    points = sorted({*before, *after})
    return {p: after.get(p, "") for p in points if before.get(p, "") != after.get(p, "")}
