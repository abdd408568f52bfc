"""Repetitions of the whole board in a game of Go, and what they look like (GO-20.super)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.go.board import Board
from rules.go.position import GoPosition
from rules.terms import PointSet


class Cycle(StrEnum):
    """What a cycle of plays that brings the whole board back looks like."""

    TRIPLE_KO = "triple-ko"
    QUADRUPLE_KO = "quadruple-ko"
    MANY_KO = "many-ko"
    """Two kos, or five and more, taken in turn."""
    ETERNAL_LIFE = "eternal-life"
    """Each side takes two stones once in four plays."""
    DOUBLE_TWO = "double-two-stone-capture"
    """Each side takes two stones and has one retaken, in six plays."""
    FALSE_LIFE = "false-life"
    """One side alone takes more than one stone, or somebody passes: dead stones may live on."""
    OTHER = "other"


WORDS: Mapping[Cycle, str] = {
    Cycle.TRIPLE_KO: "three kos are taken in turn (triple ko)",
    Cycle.QUADRUPLE_KO: "four kos are taken in turn (quadruple ko)",
    Cycle.MANY_KO: "kos are taken in turn",
    Cycle.ETERNAL_LIFE: "each side takes two stones once in four plays (eternal life)",
    Cycle.DOUBLE_TWO: "each side takes two stones and has one retaken (double two-stone capture)",
    Cycle.FALSE_LIFE: "one side keeps up stones that may be dead (false life does not live)",
    Cycle.OTHER: "it fits none of the cycles that the laws name",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """The whole board stands as it stood before.

    Attributes:
        kind: what the cycle looks like.
        first, last: the plies (from 1) that make the cycle.
        captures: how many stones each of them took.
        passes: how many of them were passes.
        turn_too: the same side is to move as well.
    """

    kind: Cycle
    first: int
    last: int
    captures: tuple[int, ...]
    passes: int
    turn_too: bool


@dataclass(frozen=True, slots=True)
class _Ply:
    """What one ply did to the board."""

    placed: PointSet
    taken: PointSet


def find_repetition(positions: Sequence[GoPosition], *, turn_too: bool = True) -> Repetition | None:
    """The shortest cycle of plays that ends with the last position; None where nothing came back.

    A position that stands again only because everybody passed is no repetition.

    Args:
        positions: the game from its start, one position a ply.
        turn_too: whether the same side must be to move as well.
    """
    last = positions[-1]
    changed = False
    for n in range(len(positions) - 2, -1, -1):
        before = positions[n]
        same = before.black == last.black and before.white == last.white
        if same and changed and not (turn_too and before.side_to_move != last.side_to_move):
            return _describe(positions, n)
        changed |= not same
    return None


def _describe(positions: Sequence[GoPosition], start: int) -> Repetition:
    cycle = positions[start:]
    plies = [_ply(cycle[n], cycle[n + 1]) for n in range(len(cycle) - 1)]
    board = cycle[0].board
    return Repetition(
        kind=_kind(board, plies),
        first=start + 1,
        last=len(positions) - 1,
        captures=tuple(len(board.points(ply.taken)) for ply in plies),
        passes=sum(not ply.placed and not ply.taken for ply in plies),
        turn_too=cycle[0].side_to_move == cycle[-1].side_to_move,
    )


def _ply(before: GoPosition, after: GoPosition) -> _Ply:
    return _Ply(after.occupied & ~before.occupied, before.occupied & ~after.occupied)


def _kind(board: Board, plies: Sequence[_Ply]) -> Cycle:
    taken = [len(board.points(ply.taken)) for ply in plies]
    if all(number == 1 for number in taken):
        kos = len({ply.placed | ply.taken for ply in plies})
        return {3: Cycle.TRIPLE_KO, 4: Cycle.QUADRUPLE_KO}.get(kos, Cycle.MANY_KO)
    sides = sorted(taken[0::2]), sorted(taken[1::2])
    if sides == ([0, 2], [0, 2]):
        return Cycle.ETERNAL_LIFE
    if sides == ([0, 1, 2], [0, 1, 2]):
        return Cycle.DOUBLE_TWO
    passed = any(not ply.placed and not ply.taken for ply in plies)
    if passed or (max(sides[0]) > 1) != (max(sides[1]) > 1):
        return Cycle.FALSE_LIFE
    return Cycle.OTHER
