"""What is played on behind a question, where it shows what became of the men who are asked about, quick as it may be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete, oddness
from controller.core.inference.evidence import Pair, before, by_point, swapped
from controller.core.inference.prices import HELD_MS, HOLD_MS, TOUCHED_MS
from controller.core.inference.stones import seen_late
from controller.core.inference.supposing import STRANGE
from controller.core.inference.turns import ASTRAY_MIN, asked_about
from controller.core.settings import MS
from controller.core.tracking.alike import replied_alike
from controller.core.tracking.answers import AnswerLine, shown
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.answers import Seen
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point, PointSet

SURE_PLIES = 3
"""A move of which all was seen, and as many plies with it as show that nothing else was made."""


def as_it_looks(line: AnswerLine, asked: Branch) -> bool:
    """Whether this answer is the one move that needs no sensor to be wrong, and play has gone on behind it for some plies.

    Not where its man rested on the way: he may have stayed there, and the other point have closed by itself.

    Args:
        asked: the branch in which the question was asked.
    """
    made = line.waiting[0] if line.answer is not None else None
    if made is None or len(line.waiting) < SURE_PLIES or line.strange or line.crossed():
        return False
    if made.wrong or made.unseen or made.ply.unseen or made.odd or made.unexplained:
        return False
    footprint, rested_ms = made.ply.move.footprint, asked.judge.timings.slide_point_ms
    return not any(
        on.placed and on.at_ns < made.ply.landed_ns and Pair(on, off).ms >= rested_ms
        for point, edges in by_point(asked.edges).items()
        if not footprint.changes >> point & 1
        for on, off in pairwise(edges)
    )


@dataclass(frozen=True, slots=True)
class Stones:
    """A question about plays of Go, and what has been seen since.

    Attributes:
        branch: as it was when it was asked.
        lines: see `OpenQuestion`.
        asked_ns: the last that had been seen then.
        doubt: a sensor may be silent.
    """

    branch: Branch
    lines: Sequence[AnswerLine]
    since: Sequence[Seen]
    asked_ns: int
    doubt: bool

    def taken_off(self, now_ns: int) -> bool:
        """Whether all that was done since was to take off the captured stone that may have been a reply."""
        rest_ns = self.branch.judge.timings.settle_ms * MS
        point, _ = self.branch.uncleared.slipped or (None, 0)
        return all(
            edge.point == point and not edge.placed and now_ns - edge.at_ns >= rest_ns
            for seen in self.since
            for edge in seen.edges
        )

    def cleared(self, now_ns: int) -> AnswerLine | None:
        """The line of the one play all of whose captured stones stood when it was asked about, and have been taken off since.

        Not of one whose own stone came since, too: that has taken them only now, and another play was asked about. Nor where
        another stone has come beside its own, or its own is off: then it may be that one which has taken them. Nor of one
        that needs a sensor to be wrong: then it may have been another, and they were taken off against the law. Nor where both
        sides have played on, and its own would be on move had it not been made: then it may have been made only now.
        """
        off, since = self._off(now_ns), self._told
        plays = [(line, line.answer) for line in self.lines if line.answer is not None]
        taken = [
            (line, point_set(play.captured))
            for line, play in plays
            if not line.waiting[0].wrong and play.target not in since
            if not self._beside(play.target or 0) and not self._in_its_turn(play)
        ]
        found = [line for line, points in taken if points and not points & ~off]
        return found[0] if len(found) == 1 else None

    def let_go(self, now_ns: int) -> AnswerLine | None:
        """The line of the one play that needs no sensor to be wrong, where any other was made where a captured stone stood.

        Its sensor might have gone on feeling that stone; but now it has been taken off. Not where another has come beside it: that
        may have captured what was played there.
        """
        off, since = self._off(now_ns) & self.branch.uncleared.points, self._told
        plays = [(line, line.answer) for line in self.lines if line.answer is not None]
        sound = [line for line, _ in plays if not line.waiting[0].wrong]
        others = [play for line, play in plays if line.waiting[0].wrong]
        if len(sound) != 1 or not others or sound[0].waiting[0].ply.move.target in since:
            return None
        if any(play.footprint.places & ~off or self._beside(play.target or 0) for play in others):
            return None
        return sound[0]

    @property
    def _told(self) -> dict[Point, list[Edge]]:
        """What each point has told since."""
        return by_point(edge for seen in self.since for edge in seen.edges)

    def _off(self, now_ns: int) -> PointSet:
        """Where stones have been taken off since, and not come back."""
        rest_ns = self.branch.judge.timings.settle_ms * MS
        return point_set(
            point
            for point, edges in self._told.items()
            if len(edges) == 1 and not edges[0].placed and now_ns - edges[0].at_ns >= rest_ns
        )

    def _in_its_turn(self, play: Move) -> bool:
        """Whether so many stones had come without this one, as those that it takes were taken off, that its side had played again, and was on move."""
        edges = [*self.branch.edges, *(edge for seen in self.since for edge in seen.edges)]
        off_ns = max((e.at_ns for e in edges if e.point in play.captured), default=0)
        felt = by_point(before(edges, off_ns))
        others = sum(
            len(at) % 2 for point, at in felt.items() if at[0].placed and point != play.target
        )
        return others > 0 and others % 2 == 0

    def _beside(self, point: Point) -> PointSet:
        """Where stones have come since beside this point."""
        came = (p for p, edges in self._told.items() if any(edge.placed for edge in edges))
        return point_set(came) & self.branch.judge.game.neighbours(point)

    def stands(self, now_ns: int) -> bool:
        """Whether all stands again as before the play in question, and what was done since is nothing that the law allows after it."""
        told = any(seen.edges for seen in self.since)
        return told and all(
            not line.branch.edges if line.answer is None else line.ends_badly(now_ns)
            for line in self.lines
        )

    def taken_back(self, now_ns: int) -> Branch | None:
        """The branch without the stone upon which the wrong side had pressed, once that is off and all stand as before it."""
        if self.branch.astray < ASTRAY_MIN or not any(seen.edges for seen in self.since):
            return None
        bare, t = shown(self.branch, self.since), self.branch.judge.timings
        before, since = _apart(bare, self.asked_ns)
        if not before or before[-1].at_ns <= self.asked_ns:
            return None
        # Else its sensor may have lost it for a moment.
        over_ns, rest_ms = (since[0].at_ns, t.settle_ms) if since else (now_ns, t.irregular_ms)
        if over_ns - before[-1].at_ns < rest_ms * MS:
            return None
        if any(swapped(e, bare.position.man_at(p)) for p, e in by_point(before).items()):
            return None
        bare.set_aside(before)
        bare.edges, bare.astray = since, asked_about(bare)
        return bare


def put_right(asked: Stones, now_ns: int) -> AnswerLine | None:
    """The line in which the stone that had gone stands again, or the one that may have been a reply, or out of turn, is off.

    Or all stands as it did, as it may not after any play in question; or the stones that one of those took are off, or that stood
    where another was made.
    """
    nothing = next((line for line in asked.lines if line.answer is None), None)
    if nothing is None:
        return asked.let_go(now_ns) if asked.doubt else None
    if (bare := asked.taken_back(now_ns)) is not None:
        return AnswerLine.nothing(bare, 0)
    if asked.doubt and (line := asked.cleared(now_ns) or asked.let_go(now_ns)) is not None:
        return line
    again = [ln for ln in asked.lines if ln.answer and stands_again(ln, asked.asked_ns, now_ns)]
    if asked.doubt and len(asked.lines) == 2 and again:  # else it may be another
        return again[0]
    return nothing if asked.taken_off(now_ns) or asked.stands(now_ns) else None


def lid_off(asked: Stones) -> AnswerLine | None:
    """The line of no play once nothing is felt any more of what had come at several points in one moment.

    Unless it may have been a stone that the reply has captured since.
    """
    came = point_set(edge.point for seen in asked.since for edge in seen.edges if edge.placed)
    moves = [line.answer for line in asked.lines if line.answer is not None]
    for move in moves:
        replies = asked.branch.play(asked.branch.position, move).moves()
        if any(r.footprint.places & came and move.target in r.captured for r in replies):
            return None
    bare = shown(asked.branch, asked.since)
    changes = by_point(bare.edges)
    if any(len(changes.get(move.target or 0, ())) % 2 for move in moves):
        return None
    bare.forget(point_set(move.target for move in moves if move.target is not None))
    return AnswerLine.nothing(bare, 0)


def stands_again(line: AnswerLine, asked_ns: int, now_ns: int) -> bool:
    """Whether a stone (Go) that was gone when its play was asked about stands as before, and a hand had it: that was made.

    Args:
        asked_ns: the last that had been seen when it was asked about.
    """
    branch = line.branch
    before, since = _apart(branch, asked_ns)
    for edges in by_point(before).values():
        off = Pair(*edges[:2])
        if edges[0].placed or len(edges) > 2 or off.ms < TOUCHED_MS:
            return False
        if edges[0].at_ns > asked_ns or any(edge.blind or edge.shaky for edge in edges):
            return False
    if not before:
        return False
    if since:
        return _is_made(branch, since, now_ns) is not None
    return now_ns - before[-1].at_ns >= branch.judge.timings.settle_ms * MS


def outplayed(
    asked: Branch, lines: Sequence[AnswerLine], spoilt: Sequence[AnswerLine], now_ns: int
) -> AnswerLine | None:
    """The answer that is as it looks, where no other can be followed but strangely, and itself to no end that no law allows.

    One that needs a sensor to be wrong becomes no likelier by one sensor more.
    """
    sure = [line for line in lines if as_it_looks(line, asked)]
    if len(sure) != 1 or sure[0].held or sure[0].ends_badly(now_ns):
        return None
    for line in lines:
        if line is sure[0]:
            continue
        needs = 0 if line.answer is None else line.waiting[0].wrong
        best = line.branch.readings(now_ns)[0] if line.branch.edges else None
        strange = best is not None and (best.irregular or oddness(best) >= STRANGE)
        strange = (strange or line.strange) and not seen_late(asked, sure[0].answer, line.answer)
        if line.held or not (line in spoilt or strange):
            return None
        if line.answer is not None and replied_alike(asked, line.answer, sure[0]):
            return None
        if not needs and line.with_one_wrong(now_ns):
            return None
    return sure[0]


def may_be_taken(lines: Sequence[AnswerLine], since: Sequence[Seen], now_ns: int) -> bool:
    """Whether the man who is asked about may be in the hand of his opponent, who takes him before he lifts his own.

    Or he was taken back: what is done next tells, or that nobody holds a man for so long. So it is where an exchange that fits
    an answer leaves all as it stood, however long that is.
    """
    last_ns = max((edge.at_ns for seen in since for edge in seen.edges), default=0)
    held = now_ns - last_ns < HELD_MS * MS
    for line in lines:
        if line.answer is None:
            continue
        target, branch = line.answer.target, line.branch
        if len(line.waiting) > 1:
            if line.fits(now_ns):
                return True
            continue
        off = [point for point, edges in by_point(branch.edges).items() if len(edges) % 2]
        taken = held and off == [target]
        if taken and any(target in move.captured for move in branch.position.moves()):
            return True
    return False


def replied_between(line: AnswerLine | None, asked: Collection[Move]) -> bool:
    """Whether the opponent has replied to one of these moves, and his man has rested where he was set down: both have played then.

    That all stand again as before is no sign then that nobody has moved: men go to and fro.

    Args:
        line: in which no move has been made, nor was one since.
    """
    if line is None or line.waiting or not line.branch.judge.game.men_move:
        return False
    nothing = line.branch
    at, rest_ms = by_point(nothing.edges), nothing.judge.timings.settle_ms
    left_ns: dict[Point | None, int] = {
        point: left.at_ns
        for point, edges in at.items()
        for came, left in pairwise(edges)
        if came.placed and Pair(came, left).ms >= rest_ms
    }
    lifted = {point for point, edges in at.items() if not edges[0].placed}
    back_ns: dict[Point | None, int] = {
        point: edges[-1].at_ns for point, edges in at.items() if edges[-1].placed
    }
    return any(
        back_ns[move.origin] < left_ns[reply.target] and _goes_back(after, move, reply)
        for move in asked
        if move.origin in back_ns
        for after in (nothing.play(nothing.position, move),)
        for reply in after.moves()
        if reply.target in left_ns and reply.origin in lifted
    )


def _goes_back(after: Position, move: Move, reply: Move) -> bool:
    """Whether the man of this move may go back to where he came from once it has been replied to so."""
    way = (move.target, move.origin)
    return any((back.origin, back.target) == way for back in after.play(reply).moves())


def put_back(nothing: Branch, asked: Collection[Move], asked_ns: int, now_ns: int) -> bool:
    """Whether all stood as before the move in question, if only for a moment, and then another was made: the first was not.

    Only that other one counts then.

    Args:
        nothing: the branch in which no move has been made.
        asked: the moves in question.
        asked_ns: the last that had been seen when they were asked about.
    """
    put, since = _apart(nothing, asked_ns)
    if not put:
        put, since = _apart_from_a_hand(nothing, asked_ns)
    told = point_set(edge.point for edge in put if edge.at_ns > asked_ns)
    if not since or not any(told & move.footprint.changes for move in asked):
        return False
    made = _is_made(nothing, since, now_ns)
    stood_ms = (since[0].at_ns - put[-1].at_ns) / MS
    again = stood_ms < HOLD_MS or not told & (told - 1)
    if made is None or (again and any(m.origin == made.ply.move.origin for m in asked)):
        return False  # he was perhaps only taken up again
    hand = point_set(e.point for e in since if e.at_ns < put[-1].at_ns)
    if hand & ~made.ply.move.footprint.changes:
        return False  # who is in the hand has captured him, and stands there
    nothing.set_aside(put)
    nothing.edges = since
    return True


def _apart(branch: Branch, asked_ns: int) -> tuple[list[Edge], list[Edge]]:
    """What was seen until all stood as it should for the last time since a question was asked, and what has been seen since."""
    off, n = 0, 0
    for count, edge in enumerate(branch.edges, 1):
        off ^= 1 << edge.point
        n = count if not off and edge.at_ns > asked_ns else n
    return branch.edges[:n], branch.edges[n:]


def _apart_from_a_hand(branch: Branch, asked_ns: int) -> tuple[list[Edge], list[Edge]]:
    """As `_apart`, where the next man was in the hand before all had been put back, and set down after that."""
    early, at = before(branch.edges, asked_ns + 1), by_point(branch.edges)
    changed = point_set(point for point, edges in by_point(early).items() if len(edges) % 2)
    if not changed or any(len(at[point]) % 2 for point in points_of(changed)):
        return [], branch.edges
    put: list[Edge] = []
    since: list[Edge] = []
    for edge in branch.edges:
        (put if changed >> edge.point & 1 or edge.at_ns <= asked_ns else since).append(edge)
    right_ns = put[-1].at_ns
    hand = [edge for edge in since if edge.at_ns < right_ns]
    if len(hand) != 1 or hand[0].placed or not asked_ns < right_ns < since[-1].at_ns:
        return [], branch.edges
    return put, since


def _is_made(branch: Branch, edges: list[Edge], now_ns: int) -> Complete | None:
    """The move of which these edges tell beyond doubt, if there is one."""
    other = branch.copied()
    other.edges = edges
    found = other.decide(now_ns)
    made = second_thoughts(other, found, now_ns) if isinstance(found, Complete) else None
    if not isinstance(made, Complete) or made.odd or made.unexplained or made.unseen or made.wrong:
        return None
    return made


def taken_by_another(branch: Branch, line: AnswerLine, since: Sequence[Seen]) -> bool:
    """Whether a man came off whom this answer captures only once another man of his captor's side had moved: he may have taken him."""
    move = line.answer
    if move is None or not branch.judge.game.captured_last:
        return False
    gone, up = point_set(move.captured), False
    for edge in (edge for seen in since for edge in seen.edges):
        man = branch.position.man_at(edge.point)
        if not edge.placed and gone >> edge.point & 1:
            return up
        own = man is not None and man.side == move.side and edge.point != move.origin
        up = up or (own and not edge.placed)
    return False
