"""The newest cycle of a game of xiangqi: which position came back, and by which plies (XQ-4.1).

A man keeps its name through a cycle (the point where it stood at the cycle's begin), so that a man
that is chased can be followed while it flees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.terms import Point
from rules.xiangqi.moves import NAMES, in_check, targets
from rules.xiangqi.position import XiangqiPosition

PLIES_MAX = 240
"""How far back a repetition is looked for: twice the natural limit of 120 plies, after which a game
without a capture ought to be over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One move of a cycle.

    Attributes:
        number: in the game, from 1.
        red: whether Red made it.
        before, after: the boards.
        evading: the mover stood in check.
        checks: it gives check.
        named_before, named_after: the names of the men by the points where they stand.
    """

    number: int
    red: bool
    origin: Point
    target: Point
    before: str
    after: str
    evading: bool
    checks: bool
    named_before: Mapping[Point, Point]
    named_after: Mapping[Point, Point]

    @property
    def text(self) -> str:
        """The move in UCCI ("c2c4")."""
        return NAMES[self.origin] + NAMES[self.target]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """The plies from an earlier occurrence of the newest position to its newest.

    Attributes:
        occurrences: how often the position has occurred, at most three of them counted.
        plies: from the third last occurrence, or from the second last where there are only two.
    """

    occurrences: int
    plies: tuple[Ply, ...]

    def side(self, *, red: bool) -> tuple[Ply, ...]:
        """The plies of one side."""
        return tuple(ply for ply in self.plies if ply.red == red)

    def reply(self, ply: Ply) -> Ply:
        """The opponent's answer to a ply; the cycle's first ply answers its last."""
        return self.plies[(ply.number - self.plies[0].number + 1) % len(self.plies)]


def newest_cycle(positions: Sequence[XiangqiPosition]) -> Cycle | None:
    """The cycle that the newest position closes, or None where it stands for the first time.

    Captures, illegal moves that stand and positions that were set up end the search: what lies
    before them cannot come back, or was not reached by moves.
    """
    last = len(positions) - 1
    newest = positions[last]
    found = []
    for index in range(last - 4, max(last - PLIES_MAX, 0) - 1, -2):
        if positions[index].board == newest.board and positions[index] == newest:
            found.append(index)
            if len(found) == 2:
                break
    while found:
        plies = _plies(positions, found[-1])
        if plies:
            return Cycle(occurrences=len(found) + 1, plies=plies)
        found.pop()
    return None


def _plies(positions: Sequence[XiangqiPosition], begin: int) -> tuple[Ply, ...]:
    """The plies from one position to the newest; nothing where one of them is no plain move."""
    names = {point: point for point, man in enumerate(positions[begin].board) if man != "."}
    plies = []
    for index in range(begin, len(positions) - 1):
        before, after = positions[index], positions[index + 1]
        move = _plain_move(before, after)
        if move is None:
            return ()
        origin, target = move
        named = {**names, target: names[origin]}
        del named[origin]
        plies.append(
            Ply(
                number=index + 1,
                red=before.red_to_move,
                origin=origin,
                target=target,
                before=before.board,
                after=after.board,
                evading=before.in_check,
                checks=after.in_check,
                named_before=names,
                named_after=named,
            )
        )
        names = named
    return tuple(plies)


def _plain_move(before: XiangqiPosition, after: XiangqiPosition) -> tuple[Point, Point] | None:
    """Origin and target of the legal move without a capture that leads from one to the other."""
    if before.red_to_move == after.red_to_move:
        return None
    pairs = enumerate(zip(before.board, after.board, strict=True))
    changed = [point for point, (old, new) in pairs if old != new]
    if len(changed) != 2:
        return None
    origin, target = changed if before.board[changed[1]] == "." else reversed(changed)
    man = before.board[origin]
    if before.board[target] != "." or after.board[origin] != "." or after.board[target] != man:
        return None
    if man.isupper() != before.red_to_move or target not in targets(before.board, origin):
        return None
    return None if in_check(after.board, before.red_to_move) else (origin, target)
