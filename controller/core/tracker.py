"""Follows the game: feeds the evidence to the branches and says what is beyond doubt.

There is one branch until a question is open. Then there is one for each answer; all go on being
tracked, and what happens later may leave only one of them standing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from controller.core.answers import AnswerLine
from controller.core.branch import Branch
from controller.core.debounce import Edge
from controller.core.decisions import (
    DOUBT,
    Ask,
    AtRest,
    Complete,
    Decision,
    Faulty,
    Irregular,
    odd,
)
from controller.core.distrust import DECLARED_MAX
from controller.core.evidence import MS, Judge, point_set, points_of, steadied
from controller.core.readings import Reading
from controller.core.supposing import alone, moves_if_wrong, sparing
from controller.core.suspicion import once_more, second_thoughts, widened
from rules.game import Move, Position
from rules.terms import PointSet, Side

BRANCHES_MAX = 8
"""Answers of a question about a silent sensor that are followed while it is open; each costs time."""
DEAR = 4.5
"""A line behind a question is given up when its evidence has become dearer than another's by this."""
PLAYED_ON = 2
"""Plies of a line in which the opponent has replied to the move in doubt."""
PATIENCE_MS = 20_000
"""How long a question about a silent sensor waits for its answer though play has gone on as no answer allows."""
LATER_PLIES_MAX = 200
"""Plies that may wait behind one question before the branch is held to be the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Later evidence has answered the open question; None when no move was made after all.

    Attributes:
        wrong: points whose sensors are wrong, as this answer takes it.
    """

    move: Move | None
    wrong: PointSet = 0


Outcome = Complete | Ask | Irregular | AtRest | Faulty | Resolved
_Key = tuple[str, PointSet, PointSet]
"""What was irregular: the position, and the points that were unexplained or pending."""


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
        self._lines: list[AnswerLine] = []
        self._patient = self._people = self._hidden = self._unfelt = False
        self._strange = self._excuses_sought = False
        self._rivals: bool | None = None
        self._asked_ns = 0
        self._given: tuple[Position, Move, Position] | None = None
        self._waiting: deque[Complete] = deque()
        self._irregular: _Key | None = None
        self._found: set[_Key] = set()
        self._set_right: dict[_Key, int] = {}
        self._denied: set[str] = set()

    @property
    def asking(self) -> bool:
        """A question is open."""
        return bool(self._lines)

    @property
    def people_only(self) -> bool:
        """Nothing but people answers the question: what is played on tells nothing."""
        return self._people

    @property
    def once_more(self) -> bool:
        """What was irregular or asked last was so before in this ply, and the men have been set right since."""
        return self._irregular in self._set_right

    @property
    def later(self) -> PointSet:
        """Points of what has been done since the move that was given out last."""
        found = point_set(edge.point for edge in self.branch.edges)
        for made in self._waiting:
            footprint = made.ply.move.footprint
            found |= footprint.lifts | footprint.places | point_set(e.point for e in made.edges)
        return found

    @property
    def position(self) -> Position:
        """The position before the evidence."""
        return self.branch.position

    def reset(self, position: Position) -> None:
        """Forgets all evidence and any question: the board stands as `position`."""
        wait = self.branch.wait_for_press
        if position.text != self.branch.position.text:
            self._denied.clear()
        for key in self._found:
            self._set_right[key] = self._set_right.get(key, 0) + 1
        self._found.clear()
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

    def want(self, side: Side, choice: str) -> None:
        """The choice of a side for its promotion under way or to come."""
        for branch in self._branches():
            branch.wanted[side] = choice

    def forget(self, points: PointSet) -> None:
        """What was seen at these points means nothing."""
        if points:
            for branch in self._branches():
                branch.edges = [edge for edge in branch.edges if not points >> edge.point & 1]

    def steady(self, points: PointSet, now_ns: int) -> None:
        """The sensors of these points flicker: all that counts there is that stones have come."""
        for branch in self._branches():
            for point in points_of(points):
                branch.edges = steadied(branch.position, branch.edges, point, now_ns)

    def deny(self) -> None:
        """The open question is answered: none of its moves has been made."""
        self._denied |= {line.answer.text for line in self._lines if line.answer is not None}

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
        found = self._decide(self.branch, now_ns)
        decision = self._weighed(found, now_ns)
        decision = widened(self.branch, decision, self._denied, now_ns)
        if isinstance(decision, Complete):
            before, self.branch = self.position, self._after(decision)
            self._given = before, decision.ply.move, self.position
            self._found.clear()
            self._denied.clear()
            self._set_right.clear()
        elif isinstance(decision, Ask):
            self._irregular = (self.position.text, 0, 0)
            self._found.add(self._irregular)
            self._open(decision, now_ns)
        elif isinstance(decision, Faulty):
            self.branch = self.branch.supposing(decision.wrong)
            self.branch.doubted = 0  # the session will not heed them any more
        return decision

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move; if that was given out last, the one that evidence is held against already."""
        if self._given is not None and self._given[0] is position and self._given[1] == move:
            return self._given[2]
        return position.play(move)

    def readings(self, now_ns: int) -> list[Reading]:
        """All explanations of the evidence since the last completed move, the cheapest first."""
        return self.branch.readings(now_ns)

    def next_deadline(self, now_ns: int) -> int | None:
        """When time alone may change something."""
        due = [branch.next_deadline(now_ns) for branch in self._branches()]
        over_ns = self._asked_ns + PATIENCE_MS * MS
        due += [over_ns] if self._lines and self._patient and over_ns > now_ns else []
        return min((at for at in due if at is not None), default=None)

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

    def _weighed(self, found: Decision | None, now_ns: int) -> Decision | None:
        """The decision after second thoughts.

        Where men have been set right and just the same is irregular once more, sensors are doubted sooner.
        """
        decision = second_thoughts(self.branch, found, now_ns)
        named = found if isinstance(found, Irregular) else decision
        if not isinstance(named, Irregular):
            return decision
        reading = named.reading
        self._irregular = (self.position.text, reading.unexplained, reading.pending)
        self._found.add(self._irregular)
        if self.once_more:
            times = self._set_right[self._irregular]
            return once_more(self.branch, named, now_ns, times=times)
        return decision

    def _after(self, made: Complete) -> Branch:
        """The branch in which this move has been made."""
        branch = self.branch
        if made.wrong or made.rested:
            branch = branch.supposing(made.wrong, rested=made.rested)
            branch.calm = self.branch.upset
        return branch.fork(made.ply)

    def _open(self, ask: Ask, now_ns: int) -> None:
        """One line for each answer, and one for "nothing yet" where that is possible."""
        self._hidden = any(made.unseen & self.judge.blind for made in ask.moves)
        self._unfelt = any(not made.ply.cursors for made in ask.moves)
        self._rivals = None
        self._patient = self._hidden or ask.reason == DOUBT
        broken = self.judge.blind.bit_count() > DECLARED_MAX
        self._people = ask.people or broken or (self._patient and len(ask.moves) >= BRANCHES_MAX)
        self._strange = any(made.odd for made in ask.moves)
        self._excuses_sought = False
        self._asked_ns = max((edge.at_ns for edge in self.branch.edges), default=0)
        for each in ask.moves:
            made = sparing(self.branch, alone(self.branch, each), now_ns)
            line = AnswerLine(made.ply.move, self._after(made))
            line.waiting.append(made)
            self._lines.append(line)
        if self._patient or len(ask.moves) == 1 or all(made.ply.unseen for made in ask.moves):
            self.branch.asked.update(made.ply.move.text for made in ask.moves)
            nothing = self.branch.supposing(ask.wrong) if ask.wrong else self.branch
            self._lines.append(AnswerLine(None, nothing, wrong=ask.wrong))

    def _step_lines(self, now_ns: int) -> Outcome | None:
        if self._people:
            return None  # only they know; what has been played since is followed in their answer's line
        spoilt = self._follow_lines(now_ns)
        if len(spoilt) == len(self._lines):  # none of the answers: the men are to be set right
            if not (self._patient or self._excuses_sought):
                self._excuses_sought = True
                self._patient = any(line.excused(now_ns) for line in spoilt)
            if self._patient and now_ns < self._asked_ns + PATIENCE_MS * MS:
                return None  # more sensors than one may be silent: people know what was played
            self._lines = [ln for ln in spoilt if ln.answer is None and not ln.waiting] or spoilt
        elif self._patient:
            self._give_up_lines_not_played_on(now_ns)
        elif not self._strange or self._rested(now_ns):
            fitting = [line for line in self._lines if line.fits(now_ns)]
            if fitting:  # else what happens now fits none of the answers
                self._lines = [
                    line for line in self._lines if line not in spoilt or line in fitting
                ]
                self._give_up_dear_lines(now_ns)
        if len(self._lines) > 1:
            return None
        line = self._lines[0]
        self._adopt(line)
        return Resolved(move=line.answer, wrong=line.wrong)

    def _follow_lines(self, now_ns: int) -> list[AnswerLine]:
        """Lets each line find what has been played since; those that it does not fit."""
        spoilt: list[AnswerLine] = []
        for line in list(self._lines):
            while len(line.waiting) < LATER_PLIES_MAX:
                decision = self._decide(line.branch, now_ns)
                if isinstance(decision, Complete):
                    if self._patient and (decision.odd or decision.unexplained):
                        break
                    answers = {other.answer for other in self._lines}
                    if line.answer is None and not line.waiting and decision.ply.move in answers:
                        if not self._too_soon(decision.ply.move, now_ns):
                            self._lines.remove(line)  # "nothing yet" has become the answer itself
                        break
                    if line.leaves_a_question(decision, now_ns):
                        break
                    line.take(decision)
                    continue
                if isinstance(decision, Irregular) and self._refuted(line, decision):
                    spoilt.append(line)
                break
        return spoilt

    def _give_up_lines_not_played_on(self, now_ns: int) -> None:
        """A silent sensor is believed only when somebody has said so, or has played on in that line alone."""
        if sum(ln.answer is not None for ln in self._lines) > 1:
            return  # which of them was made, only somebody at the board knows
        if any(ln.branch.bound for ln in self._lines):
            return  # men of it may as well have been forgotten on the board
        on = [ln for ln in self._lines if len(ln.waiting) + (ln.answer is None) >= PLAYED_ON]
        others = [ln.branch.readings(now_ns)[0] for ln in self._lines if ln not in on]
        fit = len(on) == 1 and all(best.irregular or odd(best) for best in others)
        if fit and not self._too_soon(on[0].answer, now_ns):
            self._lines = on

    def _too_soon(self, move: Move | None, now_ns: int) -> bool:
        """Whether people still have time to say that another move was hidden, by another sensor than is known to be bad."""
        if not self._hidden or now_ns >= self._asked_ns + PATIENCE_MS * MS:
            return False
        if self._rivals is None:
            rivals = moves_if_wrong(self.branch, now_ns).keys() - {move and move.text}
            self._rivals = bool(rivals) or self._unfelt
        return self._rivals

    def _refuted(self, line: AnswerLine, found: Irregular) -> bool:
        """Whether something done since the question does not fit a line; time alone answers nothing."""
        since = any(edge.at_ns > self._asked_ns for edge in line.branch.edges)
        return found.pressed or since

    def _rested(self, now_ns: int) -> bool:
        """Whether in some line everything stands as it should.

        Where all that was seen was strange, only this tells between the answers.
        """
        bests = [line.branch.readings(now_ns)[0] for line in self._lines]
        return any(not (r.in_air or r.irregular or r.under_way) for r in bests)

    def _give_up_dear_lines(self, now_ns: int) -> None:
        """Lines in which what has happened since is much odder than in another."""
        prices = [line.spent + line.branch.readings(now_ns)[0].cost for line in self._lines]
        limit = min(prices) + DEAR
        self._lines = [
            line for line, price in zip(self._lines, prices, strict=True) if price <= limit
        ]

    def _adopt(self, line: AnswerLine) -> None:
        """This line is the game; what it has found is given out by `step`."""
        self._lines.clear()
        if self._people:  # nobody has followed what was played meanwhile
            line.catch_up()
        self.branch = line.branch
        self.branch.doubted = 0  # the session will not heed them any more
        self._waiting.extend(line.waiting)
