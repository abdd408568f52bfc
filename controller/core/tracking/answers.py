"""A line behind a question: what the game is if one of the answers is right."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import (
    Ask,
    AtRest,
    Complete,
    Faulty,
    Irregular,
    jumbled,
    odd,
    oddness,
)
from controller.core.inference.distrust import DECLARED_MAX
from controller.core.inference.evidence import by_point
from controller.core.inference.felt_late import left_its_point
from controller.core.inference.knocked import fallen
from controller.core.inference.prices import ODD, UNSEEN
from controller.core.inference.stones import played_one_by_one
from controller.core.inference.supposing import MESS_EDGES_MAX, STRANGE, moves_if_wrong
from controller.core.inference.uncleared import takes_nothing
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import may_stand
from controller.core.settings import MS
from rules.terms import PointSet, Side, point_set

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from controller.core.tracking.branch import Branch
    from rules.game import Move

NEVER_NS = 1 << 62
"""Later than any evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What has come at a time while a question was open.

    Attributes:
        edges: see `Branch.take`, as `blinded`.
        pressed: whose clock was.
    """

    at_ns: int
    edges: list[Edge] = field(default_factory=list)
    blinded: PointSet = 0
    pressed: Side | None = None

    def show(self, branch: Branch) -> None:
        """A branch learns of it."""
        if self.pressed is None:
            branch.take(self.edges, self.blinded, self.at_ns)
        else:
            branch.press(self.pressed, self.at_ns)


@dataclass(slots=True)
class AnswerLine:
    """A branch behind a question, with what it has found since.

    Attributes:
        answer: None where no move was made.
        waiting: the answer and what followed, to be given out once it is known to be right.
        spent: the price of captures that nobody saw, in the moves that wait.
        begun: what was left to explain when the question was asked, as a price: it speaks against no answer until it is explained.
        wrong: points whose sensors are wrong, if no move is the answer.
        doubtful: the move last found that leaves a question, the edges it was found in, and when. Costly to weigh.
        explained: whether one wrong sensor explains all, by the number of edges. The same.
        held: where no move was made, the man who is asked about has moved since, and that was not followed.
        strange: what was played behind the answer was not only that.
        unsure: people have given this answer, and what was played behind it is in doubt: each move of that is asked about.
    """

    answer: Move | None
    branch: Branch
    waiting: deque[Complete] = field(default_factory=deque)
    spent: float = 0.0
    begun: float = 0.0
    wrong: PointSet = 0
    doubtful: tuple[Move, int, int] | None = None
    explained: tuple[int, bool] = (0, False)
    held: bool = False
    strange: bool = False
    unsure: bool = False

    @classmethod
    def of(cls, branch: Branch, made: Complete) -> AnswerLine:
        """The line in which this move has been made."""
        return cls(made.ply.move, after(branch, made), deque([made, *made.behind]))

    @classmethod
    def nothing(cls, branch: Branch, wrong: PointSet) -> AnswerLine:
        """The line in which no move has been made; the sensors of some points are wrong then."""
        return cls(None, branch.supposing(wrong) if wrong else branch, wrong=wrong)

    def anew(self, branch: Branch, made: Complete, since: Iterable[Seen]) -> None:
        """As `relive`, but weighs nothing yet."""
        self._back_to(branch, made)
        self.branch.calm = True  # so much was played, and nobody has upset the board
        for seen in since:
            seen.show(self.branch)

    def relive(self, branch: Branch, made: Complete, since: Iterable[Seen]) -> None:
        """Goes back to the answer, and follows what has been played since."""
        self._back_to(branch, made)
        self.follow(since)

    def follow(self, since: Iterable[Seen]) -> None:
        """Follows what has been seen as it came; what leaves a doubt stays for later."""
        edges, self.branch.edges = self.branch.edges, []
        came = [*(Seen(at_ns=edge.seen_ns, edges=[edge]) for edge in edges), *since]
        late = [(edge.unread_ns, seen.at_ns) for seen in came for edge in seen.edges if edge.blind]
        at_ns, sure = 0, True
        with self.branch.judge.silence.over():
            for seen in came:
                while (
                    sure and (due_ns := self.branch.next_deadline(at_ns) or NEVER_NS) < seen.at_ns
                ):
                    at_ns, sure = due_ns, self._follow(due_ns, late)
                seen.show(self.branch)
                if sure:
                    at_ns, sure = seen.at_ns, self._follow(seen.at_ns, late)
        self.branch.calm = self.branch.calm or played_one_by_one(self.branch)

    def _back_to(self, branch: Branch, made: Complete) -> None:
        said, self.branch = self.branch.wanted, after(branch, made)
        self.waiting, self.branch.wanted = deque([made, *made.behind]), self.branch.wanted | said

    def take(self, made: Complete) -> None:
        """A ply has been made in this line."""
        self.waiting.append(made)
        self.spent += UNSEEN if made.ply.unseen else 0.0
        self.branch = self.branch.fork(made.ply)
        if not (self.branch.edges or self.branch.judge.blind):
            self.begun = 0.0  # explained: another sensor may be wrong only beside a bad one

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

    def begin(self, now_ns: int) -> None:
        """Notes what is left to explain as the question is asked."""
        best = self.branch.readings(now_ns)[0] if self.branch.edges else None
        self.begun = 0.0 if best is None or best.irregular else min(best.cost, ODD)

    def price(self, now_ns: int) -> float:
        """What has come since the question costs in this line."""
        return self.spent + max(0.0, self.branch.readings(now_ns)[0].cost - self.begun)

    def may_be_none(self, last: Move | None) -> bool:
        """Whether what seems to be the reply to the answer may have been done though no move was made.

        It undoes the move before, which was perhaps taken back. Or it goes to where the man stood who would have moved on,
        felt by nobody: he was perhaps captured there, out of turn.
        """
        if len(self.waiting) < 2:
            return False
        made, reply = self.waiting[0], self.waiting[1].ply.move
        if made.wrong and reply.target == made.ply.move.origin is not None:
            return True
        return last is not None and (reply.origin, reply.target) == (last.target, last.origin)

    def excused(self, now_ns: int) -> bool:
        """Whether what does not fit the answer may be a sensor that has failed since."""
        if self.answer is None:
            return False
        found = self.branch.decide(now_ns)
        excuse = second_thoughts(self.branch, found, now_ns)
        return isinstance(found, Irregular) and isinstance(excuse, Ask | Complete | Faulty)

    def with_one_wrong(self, now_ns: int) -> bool:
        """Whether moves explain all that was seen since if one sensor is wrong."""
        edges = len(self.branch.edges)
        if self.explained[0] != edges:
            found = bool(edges) and bool(moves_if_wrong(self.branch, now_ns))
            self.explained = (edges, found)
        return self.explained[1]

    def fits(self, now_ns: int) -> bool:
        """Whether all that was seen since is explained."""
        return not self.branch.edges or not self.branch.readings(now_ns)[0].irregular

    def vain(self, now_ns: int) -> bool:
        """Whether what seems to have been played behind the answer tells nothing: it was not only that, or its stone (Go) is off again."""
        branch = self.branch
        stones = bool(branch.edges) and not branch.judge.game.men_move
        return self.strange or (stones and bool(branch.readings(now_ns)[0].in_air))

    def crossed(self) -> bool:
        """Whether what was played behind the answer has its man go on from where he stood no longer than one who crosses a point."""
        if self.answer is None:
            return False
        landed_ns, target = self.waiting[0].ply.landed_ns, self.answer.target
        behind = (made.ply for made in islice(self.waiting, 1, None))
        gone_on = next((ply.first_ns for ply in behind if ply.move.origin == target), None)
        cross_ns = self.branch.judge.timings.slide_point_ms * MS
        return gone_on is not None and 0 <= gone_on - landed_ns < cross_ns

    def tells_little(self, asked: Branch, now_ns: int) -> bool:
        """Whether behind the answer its man has gone on from where nobody felt him: what is felt then may as well be made up.

        Or from where he only crossed; or more has been felt than the answer explains; or a stone (Go) of the other colour where its own would stand.
        """
        best = self.branch.readings(now_ns)[0] if self.branch.edges else None
        if self.crossed() or (best is not None and best.irregular):
            return True
        if self.answer is not None and not self.branch.judge.game.men_move:
            felt = told_by(asked, (), self.answer.footprint.places)
            if any(edge.placed and not may_stand(edge, self.answer) for edge in felt):
                return True
        plies = [made.ply for made in islice(self.waiting, 1, None)]
        plies += best.plies if best is not None else ()
        wrong = self.waiting[0].wrong if self.answer is not None else 0
        men = (ply.move.origin for ply in plies if not ply.cursors.get(ply.move.origin or 0))
        return any(point is not None and wrong >> point & 1 for point in men)

    def put_right(self, asked: Branch) -> None:
        """The line becomes the game: what people have put right upon the question in `asked` (Go) tells of no play that nobody felt."""
        if self.answer is None and not self.branch.judge.game.men_move:
            self.branch.rested = list(asked.rested)

    def in_a_mess(self, now_ns: int) -> bool:
        """Whether men lie who have been knocked over: whose they are makes one line dearer, and tells of no move."""
        lying = self._fallen()
        return bool(lying) and bool(lying & point_set(self.branch.readings(now_ns)[0].in_air))

    def gone_far(self) -> bool:
        """Whether more men stand otherwise by now than in this line, and were not knocked over, than sensors may be wrong."""
        changed = sum(len(edges) % 2 for edges in by_point(self.branch.edges).values())
        return changed > DECLARED_MAX and not self._fallen()

    def _fallen(self) -> PointSet:
        branch = self.branch
        return fallen(branch.position, branch.edges, branch.judge.timings)

    def behind_in_doubt(self, now_ns: int) -> bool:
        """Whether some of what was played behind the answer was not seen, or leaves what is strange, or a question.

        Or all that was played behind it leaves a question beside a bad sensor, needs one more, or is nothing that the law allows;
        or is, without any, a move only at first sight.
        """
        behind, branch = list(islice(self.waiting, 1, None)), self.branch.copied()
        if any(made.ply.unseen for made in behind):
            return True
        if not branch.edges:
            return False
        decided = branch.decide(now_ns)
        found = second_thoughts(branch, decided, now_ns)
        if not behind:
            if not branch.judge.game.men_move:
                return False
            if isinstance(decided, Complete) and isinstance(found, Ask):
                return True
            bad = bool(branch.judge.blind | self.waiting[0].wrong)
            more = isinstance(found, Complete) and found.wrong != 0
            few = len(branch.edges) <= MESS_EDGES_MAX
            return bad and few and (more or isinstance(found, Ask | Irregular))
        # Of stones only those are in question, unless no law allows that, or all they take stand.
        if isinstance(found, Ask):
            stand = isinstance(decided, Complete) and takes_nothing(decided.ply)
            return branch.judge.game.men_move or isinstance(decided, Irregular) or stand
        best = branch.readings(now_ns)[0]
        strange = oddness(best) >= STRANGE or any(ply.unseen for ply in best.plies)
        return strange or best.irregular or isinstance(found, Irregular)

    def past_lost(
        self, branch: Branch, made: Complete, since: Sequence[Seen], now_ns: int
    ) -> Complete:
        """The answer with a sensor that has lost a man, where it is only he who keeps from being told what was played behind it.

        He is off since before the answer was made: nobody holds a man while both sides play on. So he was not touched either.
        """
        if not branch.judge.game.men_move or len(self.waiting) > 1:
            return made
        if left_its_point(self.branch, made, now_ns):  # and stands there, as people have said
            made = replace(made, wrong=made.wrong | 1 << self.branch.edges[0].point)
            self.relive(branch, made, since)
        bad = self.ends_badly(now_ns)
        for point, edges in by_point(branch.edges).items() if self.branch.edges else ():
            early = edges[-1].at_ns < made.ply.first_ns and not edges[-1].placed
            if not early or made.ply.move.footprint.changes >> point & 1:
                continue
            without = replace(made, wrong=made.wrong | 1 << point)
            self.relive(branch, without, since)
            told = len(self.waiting) > 1 and (bad or self._replied_to(now_ns))
            if told and not self.ends_badly(now_ns):
                return without
            self.relive(branch, made, since)
        return made

    def _replied_to(self, now_ns: int) -> bool:
        """Whether the reply to the answer has been answered in its turn."""
        more = self.branch.edges and self.branch.readings(now_ns)[0].plies
        return bool(more) or len(self.waiting) > 2

    def ends_badly(self, now_ns: int) -> bool:
        """Whether what is left, at rest by now, is nothing that the law allows, or that hands do in this order."""
        if not self.branch.edges:
            return False
        best = self.branch.readings(now_ns)[0]
        rest_ns = self.branch.judge.timings.irregular_ms * MS
        bad = best.irregular or (odd(best) and jumbled(best))
        return bad and now_ns - best.stood_ns >= rest_ns

    def become_the_game(self, branch: Branch, since: Sequence[Seen], now_ns: int) -> None:
        """The line is the game from now on.

        What has piled up behind the answer is followed as it came. Where the line ends in what no law allows, what was
        found there is to be weighed once more, with all that is known by now.

        Args:
            branch, since: as it was when the question was asked; what has been seen since.
        """
        if self.answer is None or not self.branch.edges:
            self.put_right(branch)
            return
        made = self.waiting[0]
        if len(self.waiting) == 1:
            self.relive(branch, made, since)
        if len(self.waiting) > 1 and self.ends_badly(now_ns):
            self.anew(branch, made, since)
            if self.ends_badly(now_ns) and not self.excused(now_ns):
                self.relive(branch, made, since)

    def _follow(self, now_ns: int, late: Sequence[tuple[int, int]]) -> bool:
        """Takes the plies that are complete by now, but while more may have been done; whether nothing else has been decided."""
        if any(begun <= now_ns < over for begun, over in late):
            return True
        while isinstance(made := self.branch.decide(now_ns), Complete):
            if made.odd or made.unexplained or self.leaves_a_question(made, now_ns):
                return False
            self.take(made)
        return made is None or isinstance(made, AtRest)


def after(branch: Branch, made: Complete) -> Branch:
    """The branch in which this move has been made, with what followed while nobody looked."""
    before = branch
    if made.wrong or made.rested:
        before = branch.supposing(made.wrong, rested=made.rested)
        before.calm = branch.upset
    made_so_far = before.fork(made.ply)
    for each in made.behind:
        made_so_far = made_so_far.fork(each.ply)
    return made_so_far


def shown(branch: Branch, since: Iterable[Seen]) -> Branch:
    """All that was seen before a question and since, had no move been made."""
    nothing = branch.copied()
    for seen in since:
        seen.show(nothing)
    return nothing


def told_by(branch: Branch, since: Iterable[Seen], points: PointSet) -> tuple[Edge, ...]:
    """What these points have told before a question and since."""
    edges = chain(branch.edges, *(seen.edges for seen in since))
    return tuple(edge for edge in edges if points >> edge.point & 1)


def jolted_until_ns(branch: Branch, since: Sequence[Seen]) -> int:
    """So long the last man who has left since a question may still be back as after an accidental bump; 0 where none has left last."""
    last = next((seen.edges[-1] for seen in reversed(since) if seen.edges), None)
    if last is None or last.placed:
        return 0
    return last.at_ns + branch.judge.timings.bump_ms * MS


def at_rest(lines: Iterable[AnswerLine], now_ns: int) -> bool:
    """Whether in some line everything stands as it should: where all was strange, only this tells between the answers."""
    bests = [line.branch.readings(now_ns)[0] for line in lines]
    return any(not (r.in_air or r.irregular or r.under_way) for r in bests)


def calmed(lines: Collection[AnswerLine]) -> bool:
    """Whether so much has changed for some answers that it would be a mess, and is play for others: then it is none."""
    messes = [line.branch for line in lines if line.branch.upset]
    if len(messes) == len(lines):
        return False
    for branch in messes:
        branch.upset, branch.calm = False, True
    return bool(messes)
