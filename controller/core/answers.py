"""A line behind a question: what the game is if one of the answers is right."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.core.decisions import Ask, AtRest, Complete, Faulty, Irregular
from controller.core.evidence import MS
from controller.core.prices import UNSEEN
from controller.core.suspicion import second_thoughts

if TYPE_CHECKING:
    from controller.core.branch import Branch
    from rules.game import Move
    from rules.terms import PointSet

NEVER_NS = 1 << 62
"""Later than any evening."""


@dataclass(slots=True)
class AnswerLine:
    """A branch behind a question, with what it has found since.

    Attributes:
        answer: None where no move was made.
        waiting: the answer and what followed, to be given out once it is known to be right.
        spent: the price of captures that nobody saw, in the moves that wait.
        wrong: points whose sensors are wrong, if no move is the answer.
        doubtful: the move last found that leaves a question, the edges it was found in, and when. Costly to weigh.
    """

    answer: Move | None
    branch: Branch
    waiting: deque[Complete] = field(default_factory=deque)
    spent: float = 0.0
    wrong: PointSet = 0
    doubtful: tuple[Move, int, int] | None = None

    def catch_up(self) -> None:
        """Follows what was played while only people could answer, as it came; what leaves a doubt stays for later."""
        edges, self.branch.edges = self.branch.edges, []
        at_ns, sure = 0, True
        for edge in edges:
            while sure and (due_ns := self._next_deadline(at_ns)) < edge.seen_ns:
                at_ns, sure = due_ns, self._follow(due_ns)
            self.branch.edges.append(edge)
            if sure:
                at_ns, sure = edge.seen_ns, self._follow(edge.seen_ns)

    def take(self, made: Complete) -> None:
        """A ply has been made in this line."""
        self.waiting.append(made)
        self.spent += UNSEEN if made.ply.unseen else 0.0
        self.branch = self.branch.fork(made.ply)

    def leaves_a_question(self, made: Complete, now_ns: int) -> bool:
        """Whether a ply found in this line is itself in doubt: there is no second question behind a question."""
        branch, edges = self.branch, len(self.branch.edges)
        if self.doubtful is not None:
            move, then, at_ns = self.doubtful
            soon = now_ns - at_ns < branch.judge.timings.settle_ms * MS
            if (move, then) == (made.ply.move, edges) and soon:
                return True
        doubtful = second_thoughts(branch, made, now_ns) is not made
        self.doubtful = (made.ply.move, edges, now_ns) if doubtful else None
        return doubtful

    def excused(self, now_ns: int) -> bool:
        """Whether what does not fit the answer may be a sensor that has failed since."""
        if self.answer is None:
            return False
        found = self.branch.decide(now_ns)
        excuse = second_thoughts(self.branch, found, now_ns)
        return isinstance(found, Irregular) and isinstance(excuse, Ask | Complete | Faulty)

    def fits(self, now_ns: int) -> bool:
        """Whether all that was seen since is explained."""
        return not self.branch.edges or not self.branch.readings(now_ns)[0].irregular

    def _next_deadline(self, now_ns: int) -> int:
        due_ns = self.branch.next_deadline(now_ns)
        return NEVER_NS if due_ns is None else due_ns

    def _follow(self, now_ns: int) -> bool:
        """Takes the plies that are complete by now; whether nothing else has been decided."""
        while isinstance(made := self.branch.decide(now_ns), Complete):
            if made.odd or made.unexplained or self.leaves_a_question(made, now_ns):
                return False
            self.take(made)
        return made is None or isinstance(made, AtRest)
