"""What an overlay of a stream shows of a game: made of the public's record and of nothing else. Pure."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from controller.core.showing import men_of
from controller.shell.feeds.reading import records_in
from rules.records.writer import steps
from rules.registry import game_by_name
from rules.rulebook import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json
    from controller.shell.feeds.relay import Relayed
    from rules.game import Game
    from rules.position import Move, Position
    from rules.record import GameRecord

MOVES_MAX: Final = 12
"""Of the last moves; more fit into no overlay."""


def overlay(relayed: Relayed) -> Json | None:
    """`/overlay/N.json`; None while nothing may be seen.

    Clocks are those of each side's last move, as the record has them: they stand still between moves, for
    where they run now the public must not know.
    """
    records = records_in(relayed.text)
    if not records:
        return None
    record = records[0]
    game = game_by_name(record.game, record.options)
    played = list(steps(record, game))
    position = played[-1][0]
    last = played[-2][1] if record.moves else None
    return {
        "board": relayed.board,
        "game": record.game,
        "options": dict(game.options),
        "event": _header(record, "Event"),
        "round": _header(record, "Round"),
        "live": relayed.live,
        "result": None if record.result == game.result_text(Outcome.OPEN) else record.result,
        "players": [_player(record, side, n) for n, side in enumerate(game.sides)],
        "to_move": position.side_to_move,
        "ply": len(record.moves),
        "moves": _lines(game, record, played),
        "men": men_of(game, position),
        "last": _points(game, last),
    }


def _player(record: GameRecord, side: str, number: int) -> Json:
    name = side.capitalize()
    clocks = [clock for clock in record.clocks_ms[number::2] if clock is not None]
    return {
        "side": side,
        "name": _header(record, name),
        "title": _header(record, f"{name}Title"),
        "federation": _header(record, f"{name}Fed"),
        "rating": _header(record, f"{name}Elo"),
        "clock_ms": clocks[-1] if clocks else None,
    }


def _header(record: GameRecord, name: str) -> str | None:
    value = record.headers.get(name, "")
    return None if value in {"", "?", "-"} else value


def _lines(
    game: Game, record: GameRecord, played: Sequence[tuple[Position, Move | None]]
) -> list[Json]:
    first = max(0, len(record.moves) - MOVES_MAX)
    found = []
    for ply, (position, move) in enumerate(islice(played, first, len(record.moves)), first + 1):
        assert move is not None
        notation: Mapping[str, str] = game.notation(position, move)
        found.append({"ply": ply, "side": move.side, "notation": dict(notation)})
    return found


def _points(game: Game, move: Move | None) -> list[str]:
    """Where the last move came from and went to."""
    if move is None:
        return []
    return [game.points[point] for point in (move.origin, move.target) if point is not None]
