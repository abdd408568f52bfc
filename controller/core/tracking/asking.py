"""A question to the players that is open, and the lines of the game behind its answers.

What is played on tells which answer is right where it fits one alone; else only people do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from controller.core.doubts.plays import lid_on
from controller.core.inference.between import felt_by_both, felt_here, set_right
from controller.core.inference.chattering import steadied
from controller.core.inference.decisions import (
    DOUBT,
    Ask,
    AtRest,
    Complete,
    Decision,
    Irregular,
    odd,
    oddness,
)
from controller.core.inference.distrust import DECLARED_MAX
from controller.core.inference.evidence import before, by_point
from controller.core.inference.felt_late import believed, felt_late, gone_on, lifted_after_all
from controller.core.inference.hasty import may_be_none
from controller.core.inference.prices import ODD
from controller.core.inference.stones import piled_up
from controller.core.inference.supposing import STRANGE, alone, moves_if_wrong, sparing
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from controller.core.tracking import played_behind as behind
from controller.core.tracking.all_told import AllTold
from controller.core.tracking.answers import (
    AnswerLine,
    Seen,
    at_rest,
    calmed,
    jolted_until_ns,
    shown,
    told_by,
)
from controller.core.tracking.branch import Branch
from controller.core.tracking.left_men import may_stand
from controller.core.tracking.new_man import promoted
from rules.game import Move
from rules.terms import PointSet, Side, point_set, points_of

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

Decide = Callable[[Branch, int], Decision | None]


class OpenQuestion:
    """One line for each answer, and one for "nothing yet" where that is possible.

    Attributes:
        branch: as it was when the question was asked.
        lines: the answers that may still be right.
        people: nothing but people answers it: what is played on tells nothing.
        patient: a sensor may be silent: somebody has to say so, or to play on as one answer alone allows.
    """

    def __init__(
        self, branch: Branch, ask: Ask, now_ns: int, decide: Decide, last: Move | None
    ) -> None:
        self.branch = branch.copied()  # the branch itself goes on where no move has been made
        self.decide, self._last = decide, last
        self._blind = blind = branch.judge.blind
        self._hidden = any(made.unseen & blind for made in ask.moves)
        self._unseen = all(made.ply.unseen for made in ask.moves) and not self._hidden
        self._unfelt = any(not made.ply.cursors for made in ask.moves)
        self._strange = any(made.odd for made in ask.moves)
        self._rivals: bool | None = None
        self._asked_ns = max((edge.at_ns for edge in branch.edges), default=0)
        self._since: list[Seen] = []
        self._told = AllTold(self.branch, now_ns)
        self._doubt, self._excuses_sought = ask.reason == DOUBT, False
        self.patient = self._hidden or self._unseen or self._doubt
        many = self.patient and len(ask.moves) >= BRANCHES_MAX
        one_more = bool(blind) and any(made.wrong & ~blind for made in ask.moves)
        both = felt_by_both(branch, [made.ply.move for made in ask.moves])
        # Beside a bad sensor the likelier of two moves is not the one that was made.
        two_fit = both or (blind and not self.patient and len(ask.moves) > 1)
        unsure = many or one_more or two_fit or blind.bit_count() > DECLARED_MAX
        self.people = ask.people or bool(unsure)
        self._held, self._sound = (ask.held or self._unseen) and not blind, not blind
        made = (sparing(branch, alone(branch, each), now_ns) for each in ask.moves)
        self.lines = [AnswerLine.of(branch, felt_here(each, both)) for each in made]
        self._lid = lid_on(branch, ask)
        if self.patient or len(ask.moves) == 1 or may_be_none(branch, ask):
            branch.asked.update(made.ply.move.text for made in ask.moves)
            self.lines.append(AnswerLine.nothing(branch, ask.wrong))
        for line in self.lines:
            line.begin(now_ns)

    @property
    def answers(self) -> set[str]:
        """The moves that are asked about."""
        return {move.text for move in self._moves}

    @property
    def _moves(self) -> list[Move]:
        return [line.answer for line in self.lines if line.answer is not None]

    @property
    def nothing(self) -> Branch:
        """All that was seen, had no move been made."""
        return shown(self.branch, self._since)

    @property
    def people_only(self) -> bool:
        """No reply answers it: of one to a capture whose men are not all off, they may as well have been forgotten."""
        return self.people or (self.patient and any(line.branch.bound for line in self.lines))

    @property
    def deadlines(self) -> list[int]:
        """When patience is over, and when what has been played since is weighed."""
        over_ns = self._asked_ns + PATIENCE_MS * MS
        told = [*self._told.deadlines(self._since), jolted_until_ns(self.branch, self._since)]
        return [*told, *([over_ns] if self.patient else [])]

    def branches(self) -> Iterator[Branch]:
        """Every line's branch."""
        return (line.branch for line in self.lines)

    def take(self, edges: Sequence[Edge], blinded: PointSet, now_ns: int) -> None:
        """Takes new evidence, see `Branch.take`."""
        self._since.append(Seen(at_ns=now_ns, edges=list(edges), blinded=blinded))
        for branch in self.branches():
            branch.take(edges, blinded, now_ns)

    def press(self, side: Side, at_ns: int) -> None:
        """A clock was pressed, see `Branch.press`."""
        self._since.append(Seen(at_ns=at_ns, pressed=side))
        for branch in self.branches():
            branch.press(side, at_ns)

    def forget(self, points: PointSet, from_ns: int = 0) -> None:
        """See `Tracker.forget`."""
        for seen in self._since:
            told = (e for e in seen.edges if e.at_ns < from_ns or not points >> e.point & 1)
            seen.edges[:] = list(told)
        for branch in (self.branch, *self.branches()):
            branch.forget(points, from_ns)

    def cut(self, from_ns: int) -> None:
        """See `Tracker.cut`."""
        for seen in self._since:
            seen.edges[:] = before(seen.edges, from_ns)
        for branch in self.branches():
            branch.edges = before(branch.edges, from_ns)

    def steady(self, points: PointSet, now_ns: int) -> None:
        """See `Tracker.steady`."""
        for branch in self.branches():
            branch.steady(points, now_ns)
        for point in points_of(points):
            lists = [self.branch.edges, *(seen.edges for seen in self._since)]
            kept = steadied(self.branch.position, list(chain(*lists)), point, now_ns)
            for edges in lists:
                edges[:] = [edge for edge in edges if edge in kept]

    def answer(self, move: Move, now_ns: int) -> AnswerLine | None:
        """The line of an answer that people have given, with all that follows from it; None for an answer given up."""
        line = next((line for line in self.lines if line.answer == move), None)
        if line is None:
            return None
        made = felt_late(self.branch, self._since, replace(line.waiting[0], by="confirmed"))
        if self.people or made.wrong != line.waiting[0].wrong:
            line.relive(self.branch, made, self._since)
        if (plain := believed(self.branch, made)).wrong != made.wrong:
            explained = len(line.waiting) > 1 and not line.ends_badly(now_ns)
            line.relive(self.branch, plain, self._since)
            if explained and line.ends_badly(now_ns) and not line.excused(now_ns):
                line.relive(self.branch, made, self._since)
            else:
                made = plain
        made = line.past_lost(self.branch, made, self._since, now_ns)
        line.waiting[0] = made = replace(made, beside=told_by(self.branch, self._since, made.wrong))
        line.become_the_game(self.branch, self._since, now_ns)
        # That several other sensors make something up is more than an answer tells, or one where its man may stand by now.
        besides = made.wrong & ~(self._blind | made.ply.move.footprint.changes)
        more = besides.bit_count() > 1 or gone_on(self.branch, made, besides & ~plain.wrong)
        if made.more or more or line.behind_in_doubt(now_ns):
            line.anew(self.branch, plain if more else made, self._since)
            line.unsure = True
        return line

    def step(self, now_ns: int) -> AnswerLine | None:
        """The line of the answer that evidence has given; None while there is none."""
        if self._sound and (line := self._put_down(now_ns) or self._promoted(now_ns)) is not None:
            line.become_the_game(self.branch, self._since, now_ns)
            return line
        if (line := self._told.answer(self.lines, self._since, now_ns)) is not None:
            return line
        if self.people:
            return None  # only they know; what has been played since is followed in their answer's line
        spoilt = self._follow(now_ns)
        if not self.patient and calmed(self.lines):
            spoilt = self._follow(now_ns)
        if len(spoilt) == len(self.lines):  # none of the answers: the men are to be set right
            if not (self.patient or self._excuses_sought):
                self._excuses_sought = True
                self.patient = any(line.excused(now_ns) for line in spoilt)
            if self.patient and now_ns < self._asked_ns + PATIENCE_MS * MS:
                return None  # more sensors than one may be silent: people know what was played
            left = [ln for ln in spoilt if ln.answer is None and not ln.waiting] or spoilt
            if self.patient and all(line.gone_far() for line in left):
                self.people = True  # to put so much back is no way out, nor to say that so many sensors are wrong
                return None
            self.lines = left
        elif self.patient:
            self._give_up_not_played_on(spoilt, now_ns)
        elif self._since and (not self._strange or at_rest(self.lines, now_ns)):
            # something has come since: time alone answers nothing
            self._keep_what_fits(spoilt, now_ns)
        if len(self.lines) != 1:
            return None
        self.people = behind.taken_by_another(self.branch, self.lines[0], self._since)
        if self.people:
            return None
        self.lines[0].become_the_game(self.branch, self._since, now_ns)
        return self.lines[0]

    def _keep_what_fits(self, spoilt: Sequence[AnswerLine], now_ns: int) -> None:
        """Gives up the lines that what has come since does not fit; none, where it fits none of the answers."""
        fitting = [line for line in self.lines if line.fits(now_ns)]
        if not fitting:
            return
        self.lines = [line for line in self.lines if line not in spoilt or line in fitting]
        # Of stones nobody lifts his own: one that goes tells nothing of which came first.
        moved = self.branch.judge.game.men_move
        if moved and not any(line.doubtful or line.in_a_mess(now_ns) for line in fitting):
            self._give_up_dear(now_ns)

    def _put_down(self, now_ns: int) -> AnswerLine | None:
        """The line of what has become of the men who are asked about, where no sensor is known to be bad: put back, or set down from the hand."""
        nothing = next((line for line in self.lines if line.answer is None), None)
        moved = self.branch.judge.game.men_move
        told = any(seen.edges for seen in self._since)
        if not told or behind.replied_between(nothing, self._moves):
            return None
        line = None if moved else self._put_right(now_ns, lid=self._lid and nothing is None)
        if line is not None or nothing is None or not (moved or self._held):
            return line
        nothing.branch.taken = behind.may_be_taken(self.lines, self._since, now_ns)
        made = self.decide(nothing.branch, now_ns)
        since = [edge for seen in self._since for edge in seen.edges]
        if isinstance(made, AtRest):
            own = chain.from_iterable(points_of(m.footprint.changes) for m in self._moves)
            return nothing if {edge.point for edge in since} & {*own} else None
        if isinstance(made, Complete) and set_right(self.branch, self._moves, since, made):
            return AnswerLine.of(nothing.branch, made)
        if behind.put_back(nothing.branch, self._moves, self._asked_ns, now_ns):
            return nothing
        if not (self._held and isinstance(made, Complete)) or self._lifted_since(made):
            return None
        if made.ply.landed_ns <= self._asked_ns or made.unseen or made.unexplained or made.odd:
            return None
        return AnswerLine.of(nothing.branch, made) if self._is_asked(made) else nothing

    def _put_right(self, now_ns: int, *, lid: bool) -> AnswerLine | None:
        since = self._since, self._asked_ns
        stones = behind.Stones(self.branch, self.lines, *since, doubt=self._doubt)
        return behind.lid_off(stones) if lid else behind.put_right(stones, now_ns)

    def _promoted(self, now_ns: int) -> AnswerLine | None:
        said = {side: choice for b in self.branches() for side, choice in b.wanted.items()}
        return promoted(self.branch, self._moves, self._since, now_ns, wanted=said)

    def _lifted_since(self, made: Complete) -> bool:
        """Whether men that it does not lift were off before it landed: it may be the reply to the move in question."""
        edges = chain(*(seen.edges for seen in self._since))
        off = point_set(e.point for e in edges if not e.placed and e.at_ns < made.ply.landed_ns)
        off |= point_set(p for p, e in by_point(self.branch.edges).items() if not e[-1].placed)
        return bool(off & self.branch.position.occupied & ~made.ply.move.footprint.lifts)

    def _follow(self, now_ns: int) -> list[AnswerLine]:
        """Lets each line find what has been played since; those that it does not fit."""
        spoilt: list[AnswerLine] = []
        for line in list(self.lines):
            while len(line.waiting) < LATER_PLIES_MAX:
                decision = self.decide(line.branch, now_ns)
                if isinstance(decision, Complete):
                    besides = oddness(line.branch.readings(now_ns)[0])
                    if self.patient and (besides >= ODD or decision.odd or decision.unexplained):
                        break
                    if line.answer is None and not line.waiting and self._is_asked(decision):
                        line.held = True
                        named = [ln for ln in self.lines if ln.answer == decision.ply.move]
                        same = bool(named) and not lifted_after_all(
                            self.branch, self._since, named[0]
                        )
                        # That a sensor of it is known to be bad by now makes no move of a question.
                        told = not decision.unseen & line.branch.judge.blind & ~self._blind
                        if same and self._set_down(decision):
                            self.lines = [AnswerLine.of(line.branch, decision)]
                            return []
                        told = told and not may_stand(line.branch, decision, self._asked_ns, now_ns)
                        if same and told and not self._too_soon(decision.ply.move, now_ns):
                            self._become(line, decision)
                        break
                    if line.leaves_a_question(decision, now_ns):
                        break
                    line.strange = line.strange or (bool(line.waiting) and besides >= STRANGE)
                    line.take(decision)
                    continue
                if isinstance(decision, Irregular) and self._refuted(line, decision):
                    spoilt.append(line)
                break
        return spoilt

    def _is_asked(self, made: Complete) -> bool:
        """Whether this is one of the answers, or a move of the same man past a silent sensor: he may have made the answer."""
        move = made.ply.move
        answers = self._moves
        same_man = move.origin is not None and move.origin in [m.origin for m in answers]
        return move in answers or (self._doubt and same_man)

    def _set_down(self, made: Complete) -> bool:
        """Whether the man who was asked about, held for so long, has been set down by now, and was felt."""
        held = all(answer.waiting[0].ply.unseen for answer in self.lines if answer.answer)
        return (
            held and made.ply.landed_ns > self._asked_ns and not (made.unseen or made.unexplained)
        )

    def _become(self, nothing: AnswerLine, made: Complete) -> None:
        """No move yet has become one of the answers; a sensor that has told of it by now did not keep silent."""
        self.lines.remove(nothing)
        n = next(n for n, line in enumerate(self.lines) if line.answer == made.ply.move)
        asked = self.lines[n].waiting[0]
        if not (made.unseen or made.ply.unseen):
            made = replace(made, wrong=made.wrong | nothing.wrong)
            self.lines[n] = AnswerLine.of(nothing.branch, made)
        elif (late := felt_late(self.branch, self._since, asked)).wrong != asked.wrong:
            self.lines[n].relive(self.branch, late, self._since)

    def _give_up_not_played_on(self, spoilt: Sequence[AnswerLine], now_ns: int) -> None:
        """A silent sensor is believed only when somebody has said so, or has played on in that line alone (not in the `spoilt`)."""
        sure = behind.outplayed(self.branch, self.lines, spoilt, now_ns) if self._sound else None
        if sure is not None and not self.people_only:
            self.lines = [sure]
            return
        answers = [line for line in self.lines if line.answer is not None]
        looks = (behind.as_it_looks(line, self.branch) for line in answers)
        told = all(line in spoilt for line in answers) or any(looks)
        if self.people_only or (len(answers) > 1 and not (self._sound and told)):
            return  # which of them was made, only somebody at the board knows
        on = [ln for ln in self.lines if len(ln.waiting) + (ln.answer is None) >= PLAYED_ON]
        others = [line for line in self.lines if line not in on]
        bests = [line.branch.readings(now_ns)[0] for line in others]
        fit = len(on) == 1 and all(best.irregular or odd(best) for best in bests)
        fit = fit and not (lifted_after_all(self.branch, self._since, on[0]) or on[0].vain(now_ns))
        fit = fit and not on[0].tells_little(self.branch, now_ns)
        if fit and not (self._too_soon(on[0].answer, now_ns) or on[0].may_be_none(self._last)):
            seen = self._unseen and on[0].answer is None  # and nothing was made that nobody saw
            excused = any(line.held or line.with_one_wrong(now_ns) for line in others)
            if excused and not seen:
                return  # more sensors than one may be wrong: people know what was played
            self.lines = on

    def _too_soon(self, move: Move | None, now_ns: int) -> bool:
        """Whether people still have time to say that another move was hidden, by another sensor than is known to be bad.

        For a capture of which nobody saw more than its man being lifted, they have all the time.
        """
        over = now_ns >= self._asked_ns + PATIENCE_MS * MS
        if not (self._hidden and not over) and not (self._unseen and move is not None):
            return False
        if self._rivals is None:
            strange = ODD if self._unseen else STRANGE
            rivals = moves_if_wrong(self.nothing, now_ns, strange).keys() - {move and move.text}
            self._rivals = bool(rivals) or self._unfelt
        return self._rivals

    def _refuted(self, line: AnswerLine, found: Irregular) -> bool:
        """Whether something done since the question does not fit a line; time alone answers nothing."""
        since = any(edge.at_ns > self._asked_ns for edge in line.branch.edges)
        return found.pressed or (since and not piled_up(line.branch))

    def _give_up_dear(self, now_ns: int) -> None:
        """Lines in which what has happened since is much odder than in another; who has only just left may be jolted."""
        if now_ns < jolted_until_ns(self.branch, self._since):
            return
        priced = [(line.price(now_ns), line) for line in self.lines]
        limit = min(price for price, _ in priced) + DEAR
        self.lines = [line for price, line in priced if price <= limit]
