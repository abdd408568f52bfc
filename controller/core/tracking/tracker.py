"""Follows the game: feeds the evidence to the branches and says what is beyond doubt.

There is one branch until a question is open. Then there is one for each answer; all go on being
tracked, and what happens later may leave only one of them standing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.core.doubts.last_resort import (
    asked_each,
    off_for_long,
    once_more,
    undone_perhaps,
    widened,
)
from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference import turns
from controller.core.inference.chosen import said, still_said
from controller.core.inference.decisions import Ask, AtRest, Complete, Decision, Faulty, Irregular
from controller.core.inference.evidence import Judge, before, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.reading import Reading
from controller.core.inference.stones import played_one_by_one
from controller.core.inference.uncleared import LeftOn
from controller.core.sensing.debounce import Edge
from controller.core.tracking.answers import AnswerLine, Seen, after
from controller.core.tracking.asking import OpenQuestion
from controller.core.tracking.branch import Branch
from controller.core.tracking.left_men import as_felt, as_played, replied_by_one, stood_until
from controller.core.tracking.moved_again import may_have
from rules.game import Move, Position
from rules.terms import PointSet, Side, point_set


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """Later evidence has answered the open question; None when no move was made after all.

    Attributes:
        wrong: points whose sensors are wrong, as this answer takes it.
    """

    move: Move | None
    wrong: PointSet = 0


Outcome = Complete | Ask | Irregular | AtRest | Faulty | Resolved | LeftOn
_Key = tuple[str, PointSet, PointSet]
"""What was irregular: the position, and the points that were unexplained or pending."""


class Tracker:
    """From edges to completed moves, questions and irregularities.

    Attributes:
        witness: is told of every decision of a branch, for explanations.
        made: the last move of the record, and where it was made.
        to_come: points of what is known to have been done, and is still to be taken.
        otherwise: what no law allows and was done if no answer to the last question is right; None where that may be nothing.
    """

    def __init__(self, position: Position, judge: Judge, *, strict: bool) -> None:
        self.judge = judge
        self.strict = strict
        self.branch = Branch(position, judge, strict=strict)
        self.witness: Callable[[Branch, Decision, int], None] | None = None
        self.made: Callable[[], tuple[Position, Move] | None] = lambda: None
        self.to_come: PointSet = 0
        self.otherwise: Irregular | None = None
        self._question: OpenQuestion | None = None
        self._given: tuple[Position, Move, Position] | None = None
        self._last: Complete | None = None
        self._waiting: deque[Complete] = deque()
        self._irregular: _Key | None = None
        self._found: set[_Key] = set()
        self._set_right: dict[_Key, int] = {}
        self._denied: set[str] = set()
        self._pressed_ns = 0
        self._unsure_ns = 0
        self._left_on: Irregular | None = None

    @property
    def asking(self) -> bool:
        """A question is open."""
        return self._question is not None

    @property
    def people_only(self) -> bool:
        """Nothing but people answers the question: what is played on tells nothing."""
        return self._question is not None and self._question.people_only

    @property
    def once_more(self) -> bool:
        """What was irregular or asked last was so before in this ply, and the men have been set right since."""
        return self._irregular in self._set_right

    @property
    def later(self) -> PointSet:
        """Points of what has been done since the move that was given out last."""
        found = self.to_come | point_set(edge.point for edge in self.branch.edges)
        for made in self._waiting:
            footprint = made.ply.move.footprint
            found |= footprint.changes | point_set(e.point for e in made.edges)
        return found

    def reply(self, now_ns: int) -> Ply | None:
        """What has been found to follow the move that was given out last, as far as it has been made."""
        if self._waiting:
            return self._waiting[0].ply
        if self._question is not None or not self.branch.edges:
            return None
        best = self.branch.readings(now_ns)[0]
        return best.plies[0] if best.plies and not best.irregular else None

    @property
    def position(self) -> Position:
        """The position before the evidence."""
        return self.branch.position

    def reset(self, position: Position) -> None:
        """Forgets all evidence and any question: the board stands as `position`."""
        wait, astray = self.branch.wait_for_press, turns.asked_about(self.branch)
        if position.text != self.branch.position.text:
            self._denied.clear()
            astray = 0
        for key in self._found:
            self._set_right[key] = self._set_right.get(key, 0) + 1
        self._found.clear()
        self._question = None
        self._waiting.clear()
        self._unsure_ns = 0
        self._left_on = None
        same, wanted = position.text == self.branch.position.text, self.branch.wanted
        self.branch = Branch(position, self.judge, strict=self.strict)
        self.branch.wait_for_press, self.branch.astray = wait, astray
        self.branch.wanted = still_said(wanted) if same else {}

    def passed(self, position: Position, now_ns: int) -> None:
        """A side has passed (Go): as `reset`, but captured stones that still stand have been forgotten by now."""
        left = self.branch.uncleared
        self.reset(position)
        if left.points:
            self.branch.done_ns, self.branch.uncleared = now_ns, left.forgotten_now()

    def rebase(self, position: Position) -> None:
        """The position is another than was thought; the evidence stays."""
        old = self.branch
        self.reset(position)
        self.branch.edges = old.edges
        self.branch.blinded = old.blinded
        self.branch.swap = old.swap

    def take(self, edges: Sequence[Edge], blinded: PointSet, now_ns: int) -> None:
        """Takes new evidence, and the points that could not be read for a time until now."""
        (self._question or self.branch).take(edges, blinded, now_ns)
        if self._denied and (lifted := {edge.point for edge in edges if not edge.placed}):
            # Who is taken up once it is known why he seemed to have moved, and had not, may move now.
            bad = (m for m in self.position.moves() if m.footprint.changes & self.judge.blind)
            self._denied -= {move.text for move in bad if move.origin in lifted}

    def follow(self, edges: Sequence[Edge], blinded: PointSet, now_ns: int) -> None:
        """As `take`, of what was seen some time ago; the moves that were complete by and by follow from `step`."""
        line = AnswerLine.nothing(self.branch, 0)
        line.follow(Seen(at_ns=edge.seen_ns, edges=[edge]) for edge in edges)
        self._adopt(line, now_ns)
        self.take([], blinded, now_ns)

    def press(self, side: Side, at_ns: int) -> None:
        """A clock was pressed. Evidence only of the move of the side on move."""
        self._pressed_ns = at_ns
        (self._question or self.branch).press(side, at_ns)

    def want(self, side: Side, choice: str, said_ns: int) -> None:
        """The choice of a side for its promotion under way or to come, and when it was said."""
        for branch in self._branches():
            branch.wanted = {
                **branch.wanted,
                side: said(branch.wanted.get(side, ()), choice, said_ns),
            }

    def forget(self, points: PointSet, from_ns: int = 0) -> None:
        """What was seen at these points, from this time on, means nothing."""
        if points:
            (self._question or self.branch).forget(points, from_ns)

    def cut(self, from_ns: int) -> None:
        """What has been seen since this time is no part of the game."""
        if self._question is not None:
            self._question.cut(from_ns)
        self.branch.edges = before(self.branch.edges, from_ns)

    def steady(self, points: PointSet, now_ns: int) -> None:
        """The sensors of these points flicker: all that counts there is that stones have come."""
        (self._question or self.branch).steady(points, now_ns)

    def doubt(self, now_ns: int) -> None:
        """Of a move that was begun by now only people know whether it was made."""
        self._unsure_ns = now_ns

    def deny(self) -> None:
        """The open question is answered: none of its moves has been made."""
        if self._question is not None:
            self._denied |= self._question.answers

    def asked_about(self) -> tuple[PointSet, list[Edge]]:
        """Where something had been seen when the open question was asked, and what has been seen elsewhere since.

        Nothing where more stood otherwise by then than one sensor makes up, or loses.
        """
        if self._question is None:
            return 0, []
        at = by_point(self._question.branch.edges)
        points = point_set(at)
        if sum(len(edges) % 2 for edges in at.values()) != 1:
            return 0, []
        since = self._question.nothing.edges
        return points, [edge for edge in since if not points >> edge.point & 1]

    def left_on_before(self, now_ns: int) -> Irregular | None:
        """The capture given out last as it was left, where no clock was pressed upon it and all that was felt since is lawful only so."""
        move, last = self._last_given(), self._last
        if self._given is None or last is None or last.ply.move != move or last.by == "pressed":
            return None
        branch = Branch(self._given[0], self.judge, strict=self.strict)
        branch.edges, branch.calm = [*last.edges, *self.branch.edges], True
        return as_played(branch, move, (), now_ns, plies=1)

    def left_on(self, now_ns: int) -> Irregular | None:
        """What was done if no answer is right, where captured men were left on as they are felt and play has gone on."""
        for answer, branch in self.followed():
            if answer is None and (found := as_felt(branch, now_ns)) is not None:
                self._question, self.branch = None, branch
                return found
        return None

    def answer(self, move: Move, now_ns: int) -> bool:
        """The open question is answered; what waited behind it follows from `step`."""
        line = None if self._question is None else self._question.answer(move, now_ns)
        if line is not None:
            self._adopt(line, now_ns)
        return line is not None

    def step(self, now_ns: int) -> Outcome | None:
        """The next thing beyond doubt, or None. Call again after dealing with it."""
        if self._waiting:
            return self._waiting.popleft()
        if (left := self._left_on) is not None:
            self._left_on = None
            return left
        if self._question is not None:
            line = self._told(self._question, now_ns)
            if line is None:
                return self._left_after_all(now_ns)
            self._adopt(line, now_ns)
            return Resolved(move=line.answer, wrong=line.wrong)
        branch = self.branch
        if stand := branch.uncleared.due(branch.edges, branch.done_ns, now_ns, self.judge):
            return stand
        found = self._decide(branch, now_ns)
        decision = self._weighed(found, now_ns)
        decision = undone_perhaps(self.branch, decision, self._last_given())
        decision = asked_each(self.branch, decision, self._unsure_ns, now_ns)
        decision = off_for_long(self.branch, decision, now_ns)
        decision = widened(self.branch, decision, self._denied, now_ns)
        decision = replied_by_one(self.branch, decision, now_ns)
        decision = stood_until(self.branch, decision, now_ns)
        if decision is not found:
            self._tell(self.branch, decision, now_ns)
        if isinstance(decision, Complete):
            old, self.branch = self.position, after(self.branch, decision)
            if self.branch.edges and not self.judge.game.men_move:
                self.branch.calm = played_one_by_one(self.branch)  # behind what was no mess
            self._given, self._last = (old, decision.ply.move, self.position), decision
            if decision.by == "pressed":
                self.branch.handed_ns = max(self._pressed_ns, now_ns - self.judge.grace_ns)
                self.branch.uncleared.press(self.branch.handed_ns)
            self._found.clear()
            self._denied.clear()
            self._set_right.clear()
        elif isinstance(decision, Ask):
            self._irregular = (self.position.text, 0, 0)
            self._found.add(self._irregular)
            sound = not (self.branch.judge.blind or decision.wrong)
            self.otherwise = found if sound and isinstance(found, Irregular) else None
            self._question = OpenQuestion(
                self.branch, decision, now_ns, self._decide, self._last_given()
            )
        elif isinstance(decision, Faulty):
            rested = self.branch.rested
            self.branch = self.branch.supposing(decision.wrong)
            self.branch.rested = rested
            self.branch.doubted = 0  # the session will not heed them any more
        return decision

    def position_after(self, position: Position, move: Move) -> Position:
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
        if self._question is not None:
            due += [at for at in self._question.deadlines if at > now_ns]
        return min((at for at in due if at is not None), default=None)

    def followed(self) -> list[tuple[Move | None, Branch]]:
        """Every branch, with the answer to the open question that it stands for."""
        if self._question is None:
            return [(None, self.branch)]
        return [(line.answer, line.branch) for line in self._question.lines]

    def _decide(self, branch: Branch, now_ns: int) -> Decision | None:
        decision = branch.decide(now_ns)
        self._tell(branch, decision, now_ns)
        return decision

    def _tell(self, branch: Branch, decision: Decision | None, now_ns: int) -> None:
        if decision is not None and self.witness is not None:
            self.witness(branch, decision, now_ns)

    def _branches(self) -> list[Branch]:
        return [branch for _, branch in self.followed()]

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
            return once_more(self.branch, named, now_ns, times=times, denied=self._denied)
        return decision

    def _left_after_all(self, now_ns: int) -> Resolved | None:
        """No move was made: a man whom it should have captured was left on, and has replied. `step` names it."""
        for answer, branch in self.followed():
            if answer is None and branch.bound is not None:
                other = branch.copied()  # so far nothing is decided
                found = replied_by_one(other, other.decide(now_ns), now_ns)
                if not isinstance(found, Irregular):
                    taken = [each for move, each in self.followed() if move is not None]
                    found = as_played(branch, branch.bound, taken, now_ns)
                if isinstance(found, Irregular) and found.since:
                    self._question, self.branch, self._left_on = None, branch, found
                    return Resolved(move=None)
        return None

    def _last_given(self) -> Move | None:
        """The move given out last, if evidence and nobody else has told of it."""
        if self._given is None or self._given[2].text != self.position.text:
            return None
        return self._given[1]

    def _told(self, question: OpenQuestion, now_ns: int) -> AnswerLine | None:
        """The answer that evidence has given; none where the last move may as well have been taken back, and another made."""
        lines = list(question.lines)
        line = question.step(now_ns)
        if (
            line is None
            or line.answer is None
            or not may_have(question.nothing, self.made(), now_ns)
        ):
            return line
        question.lines = lines
        return None

    def _adopt(self, line: AnswerLine, now_ns: int) -> None:
        """This line is the game; what it has found is given out by `step`."""
        self._unsure_ns = now_ns if line.unsure else 0
        self._question = None
        self.branch = line.branch
        self.branch.doubted = 0  # the session will not heed them any more
        self._waiting.extend(line.waiting)
