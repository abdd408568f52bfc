"""The simplest tracker there is, on the scans of a watched evening.

When the board has not changed for a while and exactly one legal move would leave just these points
occupied, that was the move; where several would, it asks. It is treated kindly: it is told what a pawn
becomes and when somebody passes, each question is answered at once and with the truth, and as soon as
it has published a wrong move or fallen two moves behind, it is set right again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inputs import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.watching import Watched
    from rules.position import Move, Position

MS = 1_000_000


@dataclass(slots=True)
class Score:
    """What a tracker made of an evening.

    Attributes:
        moves: that the hands made.
        right: published as they were made, without a question.
        questions: asked.
        wrong: published, but not made.
        lost: never found.
        unaided: moves of a game up to the first that was wrong or lost.
        spent_ns: of computing.
    """

    moves: int = 0
    right: int = 0
    questions: int = 0
    wrong: int = 0
    lost: int = 0
    unaided: int = 0
    spent_ns: int = 0

    def add(self, other: Score) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Plain:
    """Follows one evening.

    Args:
        truth: the moves that the hands made.
        done_ns: when they had finished each ply.
    """

    def __init__(self, start: Position, truth: Sequence[str], done_ns: dict[int, int]) -> None:
        self.score = Score(moves=len(truth))
        self._truth = truth
        self._done_ns = done_ns
        self._position = start
        self._ply = 0
        self._aided = False

    def settled(self, levels: int, at_ns: int) -> None:
        """The board has shown these levels for long enough, at this time."""
        while self._ply + 1 < len(self._truth) and self._done_ns[self._ply + 2] <= at_ns:
            self._lose(1)
            self._goes_on()
        start_ns = time.thread_time_ns()
        fits = self._fits(levels) if levels != self._position.occupied else []
        self.score.spent_ns += time.thread_time_ns() - start_ns
        if not fits:
            return
        made = self._truth[self._ply] if self._ply < len(self._truth) else ""
        if len(fits) > 1:
            self.score.questions += 1
            if made in fits:
                self._goes_on()
        elif fits == [made]:
            self.score.right += 1
            self._goes_on()
        else:
            self.score.wrong += 1
            self._aided = True

    def close(self) -> Score:
        """The evening is over."""
        self._lose(len(self._truth) - self._ply)
        return self.score

    def _lose(self, plies: int) -> None:
        self.score.lost += plies
        self._aided = self._aided or plies > 0

    def _fits(self, levels: int) -> list[str]:
        """Moves after which just these points are occupied."""
        occupied = self._position.occupied
        return [
            move.text
            for move in self._position.moves()
            if occupied & ~move.footprint.empties | move.footprint.fills == levels
            and self._may_choose(move)
        ]

    def _may_choose(self, move: Move) -> bool:
        if not move.choice or self._ply == len(self._truth):
            return move.choice in ("", "q")
        return move.choice == self._truth[self._ply][-1]

    def _goes_on(self) -> None:
        """The next ply is the truth, whoever found it. A pass that follows is announced."""
        self._play()
        while self._ply < len(self._truth):
            move = self._position.by_text(self._truth[self._ply])
            assert move is not None
            if move.target is not None:
                return
            self.score.right += 1
            self._play()

    def _play(self) -> None:
        move = self._position.by_text(self._truth[self._ply])
        assert move is not None
        self._position = self._position.play(move)
        self._ply += 1
        self.score.unaided += not self._aided


def followed(evening: Watched, quiet_ms: int) -> Score:
    """What the plain tracker makes of an evening.

    Args:
        quiet_ms: a board that has not changed for so long has settled.
    """
    truth = evening.plan.line[: max(evening.done_ns, default=0)]
    plain = Plain(evening.game.start(evening.plan.start), truth, evening.done_ns)
    frames = [item for item in evening.inputs if isinstance(item, Frame)]
    quiet_ns = quiet_ms * MS
    for frame, after in pairwise([*frames, Frame(at_ns=evening.at_ns, levels=0)]):
        if after.at_ns - frame.at_ns >= quiet_ns:
            plain.settled(frame.levels, frame.at_ns + quiet_ns)
    return plain.close()
