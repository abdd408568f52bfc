"""What stood on a board at each message of its log, so that the moment of a dispute can be looked at again. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.messages import Json
    from controller.shell.hub.tables import Told

UNKNOWN = "?"
"""A man of whom nobody knows what he is."""


def pictures(
    events: Sequence[Told], men_in: Callable[[object], Mapping[str, str] | None]
) -> list[Json | None]:
    """What each message changed on the board.

    Args:
        events: in their order.
        men_in: man by point of a position.

    Returns:
        For each message the points whose man has changed since the one before, with the man who then stands
        there, "" for none; the first has every man. None as long as nothing is known of the board.
    """
    found: list[Json | None] = []
    shown: dict[str, str] = {}
    board: dict[str, str] | None = None
    moving: set[str] = set()
    for told in events:
        if board is None and (men := _men(told.record, men_in)) is not None:
            board = dict(men)
        board = _after(told.body, board, moving, men_in)
        if board is None:
            found.append(None)
            continue
        found.append(
            {p: board.get(p, "") for p in {*board, *shown} if board.get(p, "") != shown.get(p, "")}
        )
        shown = dict(board)
    return found


def _men(
    position: object, men_in: Callable[[object], Mapping[str, str] | None]
) -> Mapping[str, str] | None:
    return None if position is None else men_in(position)


def _after(
    body: Json,
    board: dict[str, str] | None,
    moving: set[str],
    men_in: Callable[[object], Mapping[str, str] | None],
) -> dict[str, str] | None:
    """The board after a message; `moving` are points where men have come and gone since the last move."""
    kind, point = body.get("type"), body.get("point")
    if kind in {"lifted", "placed"} and isinstance(point, str) and board is not None:
        moving.add(point)
        if kind == "lifted":
            board.pop(point, None)
        else:
            board[point] = body.get("man") or UNKNOWN
        return board
    men = _men(body.get("position"), men_in)
    if men is None:
        return board
    if kind != "move" or board is None:
        moving.clear()
        return dict(men)
    # A quick opponent has his man in his hand already when the move before is published.
    ahead = {each for each in moving if (each in board) != (each in men)}
    moving.intersection_update(ahead)
    rest = {each: man for each, man in men.items() if each not in ahead}
    return rest | {each: board[each] for each in ahead if each in board}
