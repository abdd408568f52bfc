"""Positions of Go as text: the JSON object of messages, read."""

from __future__ import annotations

import json

from rules.go.board import BLACK, WHITE, Board, board_of
from rules.go.position import GoPosition, Superko
from rules.terms import PointSet, RulesError, Side, quoted

TEXT_MAX = 20_000
"""Characters of a position: the 625 points of the largest board take about 4,000."""
_EXPECTED = 'expected {"size":19,"black":[...],"white":[...],"to_move":"black"}'


def read_position(
    text: str, size: int | None = None, superko: Superko = Superko.SIMPLE
) -> GoPosition:
    """Reads a position from its JSON.

    Args:
        text: as `GoPosition.text` writes it.
        size: of the board that it must be on; None for any.
        superko: what play may not repeat, this position included.

    Raises:
        RulesError: it is not such JSON, or no position of Go; names every reason.
    """
    found = _object(text)
    board = _board(found["size"], size)
    flaws: list[str] = []
    black, white = (_stones(board, found[side], side, flaws) for side in (BLACK, WHITE))
    if both := black & white:
        flaws.append(f"two stones on one point: {', '.join(board.named(both))}")
    elif dead := board.without_liberties(black, white):
        flaws.append(f"stones without liberties: {', '.join(board.named(dead))}")
    side = found["to_move"]
    if side not in (BLACK, WHITE):
        flaws.append(f'"to_move" must be "black" or "white", not {quoted(side)}')
    if flaws:
        raise RulesError(f"this is not a position of Go: {'; '.join(flaws)}")
    return GoPosition(board, black, white, Side(str(side)), superko=superko)


def _object(text: str) -> dict[str, object]:
    """The JSON object of a position, with exactly its four keys."""
    if len(text) > TEXT_MAX:
        raise RulesError(
            f"a position of Go has at most {TEXT_MAX} characters, this text {len(text)}"
        )
    try:
        # As pairs, because a dict would hide a key that occurs twice.
        pairs = json.loads(text, object_pairs_hook=tuple)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"a position of Go is a JSON object; {_EXPECTED}: {error}") from error
    if not isinstance(pairs, tuple):
        raise RulesError(f"a position of Go is a JSON object; {_EXPECTED}")
    if sorted(key for key, _ in pairs) != ["black", "size", "to_move", "white"]:
        raise RulesError(f"a position of Go has each of its four keys once; {_EXPECTED}")
    return dict(pairs)


def _board(stated: object, size: int | None) -> Board:
    if type(stated) is not int:
        raise RulesError(f'"size" must be a whole number, not {quoted(stated)}')
    if size is not None and stated != size:
        raise RulesError(
            f"this position is on {stated} by {stated} points, but the game on {size} by {size};"
            f" make the game with the option size {stated}"
        )
    return board_of(stated)


def _stones(board: Board, names: object, side: Side, flaws: list[str]) -> PointSet:
    """The stones of one side; what is wrong with them is added to `flaws`."""
    if not isinstance(names, list):
        flaws.append(f'"{side}" must be a list of points, not {quoted(names)}')
        return 0
    stones = 0
    for name in names:
        point = board.index.get(name) if isinstance(name, str) else None
        if point is None:
            flaws.append(f"{quoted(name)} is not a point from a1 to {board.names[-1]}")
        elif stones >> point & 1:
            flaws.append(f"{name} is twice among the {side} stones")
        else:
            stones |= 1 << point
    return stones
