"""The command `touchmove rules`: what the laws answer about a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from controller.shell.asked import game_for
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point, PointSet


def asked_position(
    name: str, fen: str | None, options: str | None = None, size: int | None = None
) -> tuple[Game, Position]:
    """The game and the position that the arguments of a question name.

    Args:
        fen: the position as `Game.start` reads it; None for the array.
        options: the game's options, a JSON object.
        size: the option "size".

    Raises:
        RulesError: an argument is wrong; names it.
    """
    given = options_in(options)
    if size is not None:
        if given.get("size", size) != size:
            raise RulesError(f"--size {size} and --options say different sizes; give one of them")
        given["size"] = size
    game = game_for(name, given, fen)
    return game, game.start(fen)


def options_in(text: str | None) -> dict[str, Any]:
    """A game's options as an argument gives them; none where it was left out.

    Raises:
        RulesError: it is no JSON object.
    """
    if text is None:
        return {}
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(
            f'--options is not JSON ({error}); give an object such as {{"size":9}}'
        ) from None
    if not isinstance(options, dict):
        raise RulesError('--options must be an object in braces, such as {"size":9}')
    return options


def line_of(game: Game, position: Position, move: Move, *, notation: bool) -> str:
    """A move on a line: as messages write it, and with `notation` in every other way, after tabs."""
    if not notation:
        return move.text
    return "\t".join([move.text, *game.notation(position, move).values()])


def details(game: Game, position: Position, move: Move, *, notation: bool) -> dict[str, Any]:
    """A move as JSON: what it captures, and for a long capture every way in which it may be made."""
    found: dict[str, Any] = {"move": move.text, "captured": _names(game, move.captured)}
    if move.ways:
        found["ways"] = [
            {
                "captured": _names(game, way.captured),
                "landings": [_names(game, _members(landing)) for landing in way.landings],
            }
            for way in move.ways
        ]
    if notation:
        found["notation"] = dict(game.notation(position, move))
    return found


def _names(game: Game, points: Iterable[Point]) -> list[str]:
    return [game.points[point] for point in points]


def _members(points: PointSet) -> list[Point]:
    return [n for n in range(points.bit_length()) if points >> n & 1]
