"""What stood on a board at each message of its log, so that the moment of a dispute can be looked at again. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from controller.core.messages import Json, Text
    from controller.shell.hub.logged import Told

UNKNOWN = "?"
"""A man of whom nobody knows what he is."""


def pictures(
    events: Sequence[Told], men_in: Callable[[Text], Mapping[str, str] | None]
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
        if board is None and (men := _men(told.before, men_in)) is not None:
            board = dict(men)
        board = _after(told, board, moving, men_in)
        if board is None:
            found.append(None)
            continue
        found.append(
            {p: board.get(p, "") for p in {*board, *shown} if board.get(p, "") != shown.get(p, "")}
        )
        shown = dict(board)
    return found


def _men(
    position: Text | None, men_in: Callable[[Text], Mapping[str, str] | None]
) -> Mapping[str, str] | None:
    return None if position is None else men_in(position)


def _after(
    told: Told,
    board: dict[str, str] | None,
    moving: set[str],
    men_in: Callable[[Text], Mapping[str, str] | None],
) -> dict[str, str] | None:
    """The board after a message; `moving` are points where men have come and gone since the last move."""
    kind = told.kind
    if kind in {"lifted", "placed"}:
        if board is not None:
            body = told.body
            moving.add(point := body["point"])
            if kind == "lifted":
                board.pop(point, None)
            else:
                board[point] = body["man"] or UNKNOWN
        return board
    men = _men(told.after, men_in)
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
