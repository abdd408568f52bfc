"""Follows the game: feeds the evidence to the branches and says what is beyond doubt.

There is one branch until a question is open. Then there is one for each answer; all go on being
tracked, and what happens later may leave only one of them standing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from controller.core.branch import Branch
from controller.core.debounce import Edge
from controller.core.decisions import Ask, AtRest, Complete, Decision, Irregular
from controller.core.evidence import Judge
from controller.core.prices import UNSEEN
from controller.core.readings import Reading
from controller.core.suspicion import DOUBT, instead
from rules.game import Move, Position
from rules.terms import PointSet, Side

BRANCHES_MAX = 8
"""Answers offered to one question. More candidates than this are no question but a mess."""
DEAR = 4.5
"""A line behind a question is given up when its evidence has become dearer than another's by this."""
PLAYED_ON = 2
"""Plies of a line in which the opponent has replied to the move in doubt."""
LATER_PLIES_MAX = 200
"""Plies that may wait behind one question before the branch is held to be the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Later evidence has answered the open question; None when no move was made after all."""

    move: Move | None


Outcome = Complete | Ask | Irregular | AtRest | Resolved


@dataclass(slots=True)
class _Line:
    """A branch behind a question, with what it has found since.

    Attributes:
        spent: the price of captures that nobody saw, in the moves that wait.
    """

    answer: Move | None
    branch: Branch
    waiting: deque[Complete] = field(default_factory=deque)
    spent: float = 0.0


class Tracker:
    """From edges to completed moves, questions and irregularities.

    Attributes:
        witness: is told of every decision of a branch, for explanations.
    """

    def __init__(self, position: Position, judge: Judge, *, strict: bool) -> None:
        self.judge = judge
        self.strict = strict
        self.branch = Branch(position, judge, strict=strict)
        self.witness: Callable[[Branch, Decision, int], None] | None = None
        self._lines: list[_Line] = []
        self._patient = False
        self._asked_ns = 0
        self._waiting: deque[Complete] = deque()

    @property
    def asking(self) -> bool:
        """A question is open."""
        return bool(self._lines)

    @property
    def position(self) -> Position:
        """The position before the evidence."""
        return self.branch.position

    def reset(self, position: Position) -> None:
        """Forgets all evidence and any question: the board stands as `position`."""
        wait = self.branch.wait_for_press
        self._lines.clear()
        self._waiting.clear()
        self.branch = Branch(position, self.judge, strict=self.strict)
        self.branch.wait_for_press = wait

    def rebase(self, position: Position) -> None:
        """The position is another than was thought; the evidence stays."""
        old = self.branch
        self.reset(position)
        self.branch.edges = old.edges
        self.branch.blinded = old.blinded
        self.branch.swap = old.swap

    def take(self, edges: Sequence[Edge], blinded: PointSet, now_ns: int) -> None:
        """Takes new evidence, and the points that could not be read for a time until now."""
        for branch in self._branches():
            branch.take(edges, blinded, now_ns)

    def press(self, side: Side, at_ns: int) -> None:
        """A clock was pressed. Evidence only of the move of the side on move."""
        for branch in self._branches():
            if branch.position.side_to_move == side:
                branch.pressed_ns = at_ns
            else:
                branch.wait_for_press = False  # the opponent takes the turn for over

    def want(self, choice: str) -> None:
        """The choice for a promotion under way or to come."""
        for branch in self._branches():
            branch.wanted = choice

    def forget(self, points: PointSet) -> None:
        """What was seen at these points means nothing."""
        if points:
            for branch in self._branches():
                branch.edges = [edge for edge in branch.edges if not points >> edge.point & 1]

    def answer(self, move: Move) -> bool:
        """The open question is answered; what waited behind it follows from `step`."""
        for line in self._lines:
            if line.answer == move:
                line.waiting[0] = replace(line.waiting[0], by="confirmed")
                self._adopt(line)
                return True
        return False

    def step(self, now_ns: int) -> Outcome | None:
        """The next thing beyond doubt, or None. Call again after dealing with it."""
        if self._waiting:
            return self._waiting.popleft()
        if self._lines:
            return self._step_lines(now_ns)
        decision = self._decide(self.branch, now_ns)
        beyond = self.branch.upset  # no question that anybody could answer
        if isinstance(decision, Irregular) and not (decision.pressed or decision.bound or beyond):
            decision = instead(self.branch, now_ns) or decision
        if isinstance(decision, Complete):
            self.branch = self.branch.fork(decision.ply)
        elif isinstance(decision, Ask):
            self._open(decision)
        return decision

    def readings(self, now_ns: int) -> list[Reading]:
        """All explanations of the evidence since the last completed move, the cheapest first."""
        return self.branch.readings(now_ns)

    def next_deadline(self, now_ns: int) -> int | None:
        """When time alone may change something."""
        due = [at for branch in self._branches() for at in branch.deadlines() if at > now_ns]
        return min(due, default=None)

    def followed(self) -> list[tuple[Move | None, Branch]]:
        """Every branch, with the answer to the open question that it stands for."""
        if not self._lines:
            return [(None, self.branch)]
        return [(line.answer, line.branch) for line in self._lines]

    def _decide(self, branch: Branch, now_ns: int) -> Decision | None:
        decision = branch.decide(now_ns)
        if decision is not None and self.witness is not None:
            self.witness(branch, decision, now_ns)
        return decision

    def _branches(self) -> list[Branch]:
        return [line.branch for line in self._lines] if self._lines else [self.branch]

    def _open(self, ask: Ask) -> None:
        """One line for each answer, and one for "nothing yet" where that is possible."""
        self._patient = ask.reason == DOUBT
        self._asked_ns = max((edge.at_ns for edge in self.branch.edges), default=0)
        for made in ask.moves[:BRANCHES_MAX]:
            line = _Line(made.ply.move, self.branch.fork(made.ply))
            line.waiting.append(made)
            self._lines.append(line)
        if len(ask.moves) == 1 or self._patient:
            self.branch.asked.update(made.ply.move.text for made in ask.moves)
            self._lines.append(_Line(None, self.branch))

    def _step_lines(self, now_ns: int) -> Outcome | None:
        spoilt: list[_Line] = []
        for line in list(self._lines):
            while len(line.waiting) < LATER_PLIES_MAX:
                decision = self._decide(line.branch, now_ns)
                if isinstance(decision, Complete):
                    answers = {other.answer for other in self._lines}
                    if line.answer is None and not line.waiting and decision.ply.move in answers:
                        self._lines.remove(line)  # "nothing yet" has become the answer itself
                        break
                    line.waiting.append(decision)
                    line.spent += UNSEEN if decision.ply.unseen else 0.0
                    line.branch = line.branch.fork(decision.ply)
                    continue
                if isinstance(decision, Irregular) and self._refuted(line, decision):
                    spoilt.append(line)
                break
        if not self._patient and len(spoilt) < len(self._lines):
            self._lines = [line for line in self._lines if line not in spoilt]
        # A silent sensor is believed only when somebody has said so, or has played on.
        plies = max(len(line.waiting) + (line.answer is None) for line in self._lines)
        self._patient = self._patient and plies < PLAYED_ON
        if self._patient:
            return None
        self._give_up_dear_lines(now_ns)
        if len(self._lines) > 1:
            return None
        line = self._lines[0]
        self._adopt(line)
        return Resolved(move=line.answer)

    def _refuted(self, line: _Line, found: Irregular) -> bool:
        """Whether something done since the question does not fit a line; time alone answers nothing."""
        since = any(edge.at_ns > self._asked_ns for edge in line.branch.edges)
        return found.pressed or since

    def _give_up_dear_lines(self, now_ns: int) -> None:
        """Lines in which what has happened since is much odder than in another."""
        prices = [line.spent + line.branch.readings(now_ns)[0].cost for line in self._lines]
        limit = min(prices) + DEAR
        self._lines = [
            line for line, price in zip(self._lines, prices, strict=True) if price <= limit
        ]

    def _adopt(self, line: _Line) -> None:
        """This line is the game; what it has found is given out by `step`."""
        self._lines.clear()
        self.branch = line.branch
        self._waiting.extend(line.waiting)
