"""What an overlay of a stream shows of a game: made of the public's record and of nothing else. Pure."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from controller.core.showing import men_of
from controller.shell.feeds.reading import records_in
from rules.records.writer import steps
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json
    from controller.shell.feeds.relay import Relayed
    from rules.game import Game
    from rules.position import Move, Position
    from rules.record import GameRecord

_BEHIND: Final = re.compile(r"(?:Played on: (?P<moves>[a-z0-9 ]+) )?\[%fen (?P<fen>[^\[\]]+)\]")
"""What the comment says behind a record that had to end."""
_ENDS: Final = re.compile(r"[a-i][0-9]")
"""The points of a move of chess or xiangqi."""
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
    last = _points(game, played[-2][1] if record.moves else None)
    lines = _lines(game, record, played)
    if (after := _after(game, record)) is not None:
        position, rest = after
        lines = [*lines, *_rest(game, len(record.moves), position, rest)][-MOVES_MAX:]
        last = _ENDS.findall(rest[-1]) if rest else []
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
        "ply": lines[-1]["ply"] if lines else 0,
        "moves": lines,
        "men": men_of(game, position),
        "last": last,
    }


def _after(game: Game, record: GameRecord) -> tuple[Position, Sequence[str]] | None:
    """The position where the game stands, and the moves that led there, of a record that had to end before them.

    A position that was set up, and a move that was not legal and was let stand, end the moves of a PGN; the comment
    behind them has the rest (`told` in controller.shell.export).
    """
    found = _BEHIND.search(record.notes.get(len(record.moves), ""))
    if found is None:
        return None
    try:
        return game.start(found["fen"].strip()), (found["moves"] or "").split()
    except RulesError:
        return None


def _rest(game: Game, made: int, position: Position, moves: Sequence[str]) -> list[Json]:
    """The lines of moves behind a record, as they are written there."""
    found: list[Json] = []
    side = position.side_to_move
    for ply, move in reversed([*enumerate(moves, made + 1)]):
        side = game.other(side)
        found.insert(0, {"ply": ply, "side": side, "notation": {"move": move}})
    return found


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
