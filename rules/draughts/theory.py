"""Draws by theory: forces that cannot win, and what may be claimed in fixed-time play."""

from __future__ import annotations

from rules.draughts.position import DraughtsPosition
from rules.game import Game
from rules.position import Position
from rules.rulebook import Standing, Termination, Verdict
from rules.terms import LawId, Side

Strength = tuple[int, int]
"""How many men that are no kings, and how many kings, a side has (`DraughtsPosition.count`)."""
Force = tuple[Strength, Strength]
"""The stronger side and the weaker one."""
LONE_KING: Strength = (0, 1)

FEW_PIECES = 8
SHORT_OF_TIME_MS = 60_000


def against_king(*stronger: Strength) -> frozenset[Force]:
    """Each of these against a lone king."""
    return frozenset((each, LONE_KING) for each in stronger)


THREE_V_KING = against_king((0, 3), (1, 2), (2, 1))
"""Three kings, two and a man, or one and two men against one king (DR-12.3.3, DR-8.1.3.1A)."""
TWO_V_KING = against_king((0, 2), (1, 1), LONE_KING)
"""Two kings, king and man, or one king against one king (DR-12.3.4)."""
DRAWN_IN_FIXED_TIME = THREE_V_KING | against_king((0, 2), (1, 1))
"""What DR-8.1.3.1A lists; one king against one is not among it."""


def drawn_by_theory(position: DraughtsPosition, game: Game, *, fixed_time: bool) -> Verdict | None:
    """Whether a draw by theory may be claimed in fixed-time play (DR-8.1.3.1A).

    It is claimable and never decided by itself, because the opponent may still show progress.

    Args:
        fixed_time: the game is in a period without increment that ends it.
    """
    first, second = (position.count(side) for side in game.sides)
    if not fixed_time or not {(first, second), (second, first)} & DRAWN_IN_FIXED_TIME:
        return None
    return Verdict(
        law=LawId("DR-8.1.3.1A"),
        termination=Termination.NO_PROGRESS,
        standing=Standing.CLAIMABLE,
        evidence=(
            _balance(position, game),
            "drawn by theory unless the stronger side shows progress",
        ),
    )


def drawn_by_advantage(
    position: DraughtsPosition, game: Game, claimant: Side, *, fixed_time: bool, remaining_ms: int
) -> Verdict | None:
    """Whether a player short of time may ask for a draw in fixed-time play (DR-8.1.3.1B).

    With eight pieces or fewer on the board, both sides together, and less than a minute on the
    claimant's clock. Whether the claimant's advantage is sufficient only a person can say.

    Args:
        claimant: who would ask.
        fixed_time: the game is in a period without increment that ends it.
        remaining_ms: on the claimant's clock.
    """
    pieces = position.occupied.bit_count()
    if not fixed_time or pieces > FEW_PIECES or not 0 < remaining_ms < SHORT_OF_TIME_MS:
        return None
    return Verdict(
        law=LawId("DR-8.1.3.1B"),
        termination=Termination.NO_PROGRESS,
        standing=Standing.NEEDS_ARBITER,
        evidence=(
            _balance(position, game),
            f"{claimant} has {remaining_ms // 1000} s left and {pieces} pieces are on the board",
            f"a draw if the arbiter finds the advantage of {claimant} sufficient",
        ),
    )


def _balance(position: DraughtsPosition, game: Game) -> str:
    """What each side has, in words."""

    def has(side: Side) -> str:
        men, kings = position.count(side)
        return f"{side} has kings: {kings}, men: {men}"

    return "; ".join(map(has, game.sides))


def win_at_hand(position: Position, game: Game) -> bool:
    """Whether the last man of a side is captured now or next, whatever the other side does."""
    if _takes_last(position, game):
        return True
    replies = position.moves()
    return bool(replies) and all(_takes_last(position.play(move), game) for move in replies)


def _takes_last(position: Position, game: Game) -> bool:
    """Whether the side to move can capture every man of the opponent."""
    assert isinstance(position, DraughtsPosition)
    theirs = position.men_of(game.other(position.side_to_move)).bit_count()
    return any(len(move.captured) == theirs for move in position.moves())
