"""What may be claimed in chess: a draw by repetition or by the number of moves without progress.

Nothing here is told to players unasked: the laws leave it to them to see it (FIDE-11.12).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import chess

from rules.rulebook import Standing, Termination, Verdict
from rules.terms import LawId, RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.chess.position import ChessPosition
    from rules.rulebook import Rulebook

REPETITIONS = 3
MOVES = 50
"""Moves of each side without a capture and without a pawn's move."""
LIMIT_MAX = 500
"""More than any limit that was ever announced for an ending."""
CLASSIC = "chess-classic"
"""The name of the rulebook that lets an event announce other limits (CH-10.12)."""

_ORDER = "KQRBNP"


def signature(position: ChessPosition) -> tuple[str, str]:
    """The men of each side, White's first: ("KRB", "KR")."""
    board = position.board
    white, black = (
        "".join(
            letter * len(board.pieces(kind, side))
            for letter, kind in zip(_ORDER, reversed(chess.PIECE_TYPES), strict=True)
        )
        for side in (chess.WHITE, chess.BLACK)
    )
    return white, black


def read_limits(value: object) -> Mapping[str, int]:
    """The limits that an event has announced for some endings, such as {"KRB-KR": 100}.

    Args:
        value: an object of endings, each side's men in the order KQRBNP with a hyphen between, and the
            moves of each side that draw there; the men may be on either side.

    Raises:
        RulesError: it is no such object; names every reason.
    """
    if not isinstance(value, dict):
        raise RulesError(
            f'extended_limits is an object such as {{"KRB-KR": 100}}, not {quoted(value)}'
        )
    flaws = []
    for ending, moves in value.items():
        sides = ending.split("-") if isinstance(ending, str) else []
        if len(sides) != 2 or not all(map(_is_army, sides)):
            flaws.append(f"{quoted(ending)} is no ending; write both sides' men, such as KRB-KR")
        if type(moves) is not int or not MOVES <= moves <= LIMIT_MAX:
            flaws.append(f"the limit is {MOVES} to {LIMIT_MAX} moves, not {quoted(moves)}")
    if flaws:
        raise RulesError(f"extended_limits: {'; '.join(flaws)}")
    return dict(value)


def _is_army(letters: str) -> bool:
    known = Counter(letters)
    return (
        known["K"] == 1
        and letters == "".join(sorted(letters, key=f"{_ORDER}?".find))
        and not (set(letters) - set(_ORDER))
    )


def limit_at(position: ChessPosition, rulebook: Rulebook, limits: Mapping[str, int]) -> int:
    """How many quiet moves of each side draw in this position (CH-10.12, FIDE-9.3)."""
    if rulebook.name != CLASSIC or not limits:
        return MOVES
    white, black = signature(position)
    return limits.get(f"{white}-{black}", limits.get(f"{black}-{white}", MOVES))


def claimable(
    positions: Sequence[ChessPosition], rulebook: Rulebook, limits: Mapping[str, int]
) -> tuple[Verdict, ...]:
    """The draws that may be claimed in the newest position (CH-10.10, CH-10.12, FIDE-9.2, FIDE-9.3).

    Args:
        positions: the game from its start, one position a ply.
        limits: as `read_limits` gives them.
    """
    now, last = positions[-1], len(positions) - 1
    classic = rulebook.name == CLASSIC
    found = []
    plies = [ply for ply, position in enumerate(positions) if position == now]
    if len(plies) >= REPETITIONS:
        where = ", ".join("at the start" if ply == 0 else f"after ply {ply}" for ply in plies)
        found.append(
            Verdict(
                law=LawId("CH-10.10" if classic else "FIDE-9.2"),
                termination=Termination.THREEFOLD_REPETITION,
                standing=Standing.CLAIMABLE,
                plies=(plies[0] + 1, last),
                evidence=(f"the same position with {now.side_to_move} to move: {where}",),
            )
        )
    limit = limit_at(now, rulebook, limits)
    if now.quiet_plies >= 2 * limit:
        found.append(
            Verdict(
                law=LawId("CH-10.12" if classic else "FIDE-9.3"),
                termination=Termination.FIFTY_MOVES,
                standing=Standing.CLAIMABLE,
                plies=(max(last - now.quiet_plies, 0) + 1, last),
                evidence=(_quiet(now.quiet_plies, 2 * limit),),
            )
        )
    return tuple(found)


def _quiet(plies: int, limit: int) -> str:
    return f"{plies} plies without a capture or a pawn's move; the limit is {limit}"
