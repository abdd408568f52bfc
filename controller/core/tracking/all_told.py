"""A question that all the play since then answers, weighed as a whole with what was seen before it was asked.

What was doubtful at first may be ordinary once it is seen how play went on. That answers it where hands have done
all of it, and no one wrong sensor tells of another move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from controller.core.inference.between import felt_by_both
from controller.core.inference.completing import complete
from controller.core.inference.decisions import firsts, likely, oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import ODD, PLIES_MAX
from controller.core.inference.supposing import STRANGE, moves_if_wrong, nothing_if_wrong
from controller.core.inference.turns import ASTRAY_MIN, upon_last
from controller.core.settings import MS
from controller.core.tracking.alike import replied_alike
from controller.core.tracking.answers import AnswerLine, Seen
from controller.core.tracking.played_behind import SURE_PLIES
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.plies import Ply
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import PointSet

ANEW_EDGES = 6
"""Changes in which a ply or two may have been made: where nothing rests, all is weighed anew after so many."""


@dataclass(slots=True)
class AllTold:
    """What has been made of the play since a question was asked; it is costly to weigh.

    Attributes:
        branch: as it was when the question was asked.
        asked_ns: when that was.
        weighed: how much had been seen when it was weighed last, and for how long it had rested.
    """

    branch: Branch
    asked_ns: int
    weighed: tuple[int, int] = (0, 0)

    def deadlines(self, since: Sequence[Seen]) -> list[int]:
        """When what has been seen since will have rested for so long that it is weighed."""
        t, last_ns = self.branch.judge.timings, _last_ns(since)
        return [last_ns + ms * MS for ms in (t.settle_ms, t.ask_ms)] if last_ns else []

    def answer(
        self, lines: Sequence[AnswerLine], since: Sequence[Seen], now_ns: int
    ) -> AnswerLine | None:
        """The line of the answer that all the play since shows to be right, with all that was played in it."""
        branch, t = self.branch, self.branch.judge.timings
        unread = branch.judge.blind | branch.doubted | branch.judge.silence.points
        own = self._pressed_for(lines, since)
        if own is not None or not branch.judge.game.men_move or unread:
            return own
        # Where more was played that nobody felt, nobody can tell it from what was felt since.
        more = any(made.more for line in lines for made in islice(line.waiting, 1))
        if more or felt_by_both(branch, [line.answer for line in lines if line.answer is not None]):
            return None
        if (answered := self._taken_off(lines, since)) is not None:
            return answered
        seen = sum(len(each.edges) for each in since)
        quiet_ms = (now_ns - _last_ns(since)) / MS
        rested = (quiet_ms >= t.settle_ms) + (quiet_ms >= t.ask_ms)
        soon = not rested and seen < self.weighed[0] + ANEW_EDGES
        if not seen or (seen, rested) == self.weighed or soon:
            return None
        self.weighed = seen, rested
        if branch.blinded or any(each.blinded for each in since):
            return None
        whole = self._whole(branch.edges)
        regular = (r for r in whole.readings(self.asked_ns) if not r.irregular)
        answers = {line.answer for line in lines}
        shown = [*since, Seen(at_ns=now_ns)]
        if (answered := self._taken_off_and_played(lines, since, shown)) is not None:
            return answered
        for move, ply in firsts(regular).items():
            if move not in answers or ply.unseen:
                continue
            made = complete(whole, ply, "reply")
            line = AnswerLine.of(branch, made)
            line.relive(branch, made, shown)
            if self._is_sure(line, since, now_ns, rested=rested > 1) and not any(
                self._stands(other, line, shown) for other in lines
            ):
                return line
        return None

    def _pressed_for(self, lines: Sequence[AnswerLine], since: Sequence[Seen]) -> AnswerLine | None:
        """The line of a stone (Go) in doubt only because its player had pressed upon nothing before it: first of all he presses upon it."""
        branch, answers = self.branch, [line for line in lines if line.answer is not None]
        first = since[0].pressed if since else None
        if branch.judge.game.men_move or first != branch.position.side_to_move:
            return None
        if branch.astray < ASTRAY_MIN or len(answers) != 1:
            return None
        (line,) = answers
        if upon_last(branch, line.waiting[0].ply):
            return None
        line.waiting[0] = replace(line.waiting[0], by="pressed")
        return line

    def _taken_off(self, lines: Sequence[AnswerLine], since: Sequence[Seen]) -> AnswerLine | None:
        """The line of the only answer, where all that was odd about it is a man set aside, and he has been taken off since."""
        done = [edge for each in since for edge in each.edges]
        if sum(line.answer is not None for line in lines) != 1 or len(done) != 1:
            return None
        return self._set_aside(lines, done[0])

    def _taken_off_and_played(
        self, lines: Sequence[AnswerLine], since: Sequence[Seen], shown: Sequence[Seen]
    ) -> AnswerLine | None:
        """The same of several answers, where two more plies have been made since that fit this alone, and he has stayed off."""
        done = [edge for each in since for edge in each.edges]
        line = self._set_aside(lines, done[0])
        if line is None or any(edge.point == done[0].point for edge in done[1:]):
            return None
        line.follow(replace(each, edges=[e for e in each.edges if e != done[0]]) for each in shown)
        behind = list(islice(line.waiting, 1, None))
        odd = any(made.odd or made.unexplained or made.unseen for made in behind)
        if odd or len(line.waiting) < SURE_PLIES or line.branch.edges:
            return None
        return None if any(self._stands(other, line, shown) for other in lines) else line

    def _set_aside(self, lines: Sequence[AnswerLine], off: Edge) -> AnswerLine | None:
        """The line of the one answer about which all that was odd is a man set aside on the point where one has left."""
        fitting = (line for line in lines if self._is_set_aside(line, off))
        line = next(fitting, None)
        if line is None or next(fitting, None) is not None:
            return None
        found = AnswerLine.of(self.branch, replace(line.waiting[0], wrong=0))
        found.branch.edges = []
        return found

    def _is_set_aside(self, line: AnswerLine, off: Edge) -> bool:
        """Whether this answer's victim was set down there before his captor landed, and no sensor need be wrong else."""
        if line.answer is None or off.placed:
            return False
        made, aside = line.waiting[0], off.point
        move = made.ply.move
        odd = {p: felt[-1] for p, felt in by_point(self.branch.edges).items() if len(felt) % 2}
        taken = [e.at_ns for e in self.branch.edges if e.point in move.captured and not e.placed]
        came = odd.get(aside)
        if came is None or not came.placed or move.footprint.changes >> aside & 1:
            return False
        if made.wrong & ~(1 << aside) or not taken:
            return False
        if not taken[0] < came.at_ns <= made.ply.landed_ns:
            return False  # nobody has set his victim aside
        changes = move.footprint.changes & ~move.footprint.exchanges
        return point_set(odd) & ~(1 << aside) == changes

    def _is_sure(
        self, line: AnswerLine, since: Sequence[Seen], now_ns: int, *, rested: bool
    ) -> bool:
        """Whether what was played in this line is ordinary, and no other move explains it but for two wrong sensors."""
        enough = len(line.waiting) >= SURE_PLIES
        enough = enough or (rested and len(line.waiting) > 1 and not line.branch.edges)
        behind = islice(line.waiting, 1, None)
        if not enough or any(m.odd or m.unexplained or m.unseen or m.ply.unseen for m in behind):
            return False
        plies = [made.ply for made in islice(line.waiting, PLIES_MAX)]
        until_ns = max(ply.done_ns for ply in plies)
        edges = [*self.branch.edges, *(edge for seen in since for edge in seen.edges)]
        whole = self._whole([edge for edge in edges if edge.at_ns <= until_ns])
        near = likely(whole.readings(now_ns))
        best = near[0]
        if any(edge.blind for edge in whole.edges) or any(r.first != line.answer for r in near):
            return False
        if best.irregular or best.under_way or any(ply.unseen for ply in best.plies):
            return False
        if len(best.plies) < min(len(plies), SURE_PLIES) or oddness(best) >= ODD + STRANGE:
            return False
        if plies[0].slow and _taken_before_landing(whole.edges, plies[0], best.plies[1]):
            return False  # nobody could see where he was going: it may be another move that was answered
        found = moves_if_wrong(whole, now_ns, calm=True)
        others = found.keys() - {line.answer and line.answer.text}
        return not others and not nothing_if_wrong(whole, now_ns)

    def _stands(self, other: AnswerLine, sure: AnswerLine, shown: Sequence[Seen]) -> bool:
        """Whether all that has changed stands as another answer leaves it, too; one wrong sensor has been thought of."""
        if other.answer is None or other.answer == sure.answer:
            return False
        if replied_alike(self.branch, other.answer, sure):
            return True
        made = other.waiting[0]
        if made.wrong.bit_count() == 1:
            return False
        line = AnswerLine.of(self.branch, made)
        line.relive(self.branch, made, shown)
        return not _left(line.branch) & ~_left(sure.branch)

    def _whole(self, edges: Sequence[Edge]) -> Branch:
        """The branch with these edges, of whose moves none has been asked about yet."""
        whole = self.branch.copied()
        whole.edges, whole.asked = list(edges), set()
        whole.upset, whole.calm, whole.bound, whole.pressed_ns = False, True, None, None
        return whole


def _taken_before_landing(edges: Sequence[Edge], ply: Ply, reply: Ply) -> bool:
    """Whether a man whom the reply captures was off before the ply landed. Who has only his own man in the hand may wait."""
    captured = point_set(reply.move.captured)
    off = (e for e in edges if captured >> e.point & 1 and not e.placed)
    return any(ply.first_ns < e.at_ns < ply.landed_ns for e in off)


def _left(branch: Branch) -> PointSet:
    """The points that stand otherwise than in the position of a branch."""
    return point_set(point for point, edges in by_point(branch.edges).items() if len(edges) % 2)


def _last_ns(since: Sequence[Seen]) -> int:
    return max((edge.at_ns for seen in since for edge in seen.edges), default=0)
