"""Stones that have been played while others are asked back (Go): they are none of what was irregular, and count once the board is right.

The opponent has played on, or both have, one after the other, for as long as nobody looks at the board. What they have captured
meanwhile is off, and another stone may stand there by now.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.hasty import swept_along
from controller.core.inference.prices import OVERLAP_MS, STONES_MS
from controller.core.restoring import interrupted
from controller.core.restoring.plies_ago import PLIES_MAX
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import contradictions, differ, may_stand
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from rules.deed import Doubt
from rules.rulebook import Remedy
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.core.restoring.guide import Guide
    from controller.core.session import Session
    from controller.core.settings import Timings
    from rules.game import Position
    from rules.terms import Point, PointSet


@dataclass(frozen=True, slots=True)
class _Stone:
    """A stone that has been set down.

    Attributes:
        left: that it was taken off again; None while it stands.
    """

    came: Edge
    left: Edge | None = None


@dataclass(slots=True)
class _Line:
    """Stones that were played in turn.

    Attributes:
        position: after them.
        stones: in order.
        takers: which of them has captured what stood at these points, the last there.
        captured: which of them have been captured.
    """

    position: Position
    stones: list[_Stone] = field(default_factory=list)
    takers: dict[Point, int] = field(default_factory=dict)
    captured: set[int] = field(default_factory=set)

    def play(self, stone: _Stone, name: str, told: PointSet) -> bool:
        """Plays a stone; whether it may have been played here.

        Args:
            told: points of stones that are asked back: they have no part in it.
        """
        move = self.position.by_text(name)
        if move is None or point_set(move.captured) & told or not may_stand(stone.came, move):
            return False
        standing = {each.came.point: n for n, each in enumerate(self.stones)}
        for point in move.captured:
            self.takers[point] = len(self.stones)
            n = standing.get(point)
            left = None if n is None else self.stones[n].left
            if n is not None and (left is None or left.at_ns >= stone.came.at_ns):
                self.captured.add(n)
        self.position = self.position.play(move)
        self.stones.append(stone)
        return True

    def put_back(self, stone: _Stone, timings: Timings) -> None:
        """A stone stands where one does already: the same, which had been released or was jolted, has been put straight."""
        for n, each in enumerate(self.stones):
            if each.came.point != stone.came.point or each.left is None or n in self.captured:
                continue
            released = Pair(each.came, each.left).ms >= timings.settle_ms
            if released or Pair(each.left, stone.came).ms < timings.bump_ms:
                self.stones[n] = replace(each, left=stone.left)

    @property
    def withdrawn(self) -> list[Edge]:
        """Where stones had been set down that were taken off again, though nobody has captured them."""
        left = enumerate(self.stones)
        return [each.came for n, each in left if each.left and n not in self.captured]


def look(session: Session, guide: Guide) -> None:
    """Looks what has been played: where (`Guide.reply`), what it took and is off (`Guide.taken`), and what shows it (`Guide.shown_by`).

    A stone of another colour than the one that was named is none of it either: it has been set down in its place. Where a play
    before it may not have been felt, nobody knows in reply to what it came; beside a bad sensor, whether it did. Nor is what a
    sleeve has dragged along with them.
    """
    guide.reply, guide.taken, guide.shown_by = 0, 0, []
    found, game = session.irregularity, session.game
    if game.men_move or found is None or guide.why != "irregularity" or session.judge.blind:
        return
    if found.law == session.rulebook.completion.scattered:
        return
    marks, told = session.marks, point_set(game.index[name] for name in found.points)
    exchanged = point_set(p for p, mark in guide.told.items() if differ(mark, marks.get(p)))
    position = guide.target
    if found.doubt is not None and found.remedy == Remedy.TURN_LOST:  # once that is certain
        position = position.play_irregular(None, None, ())
    line = _played(session, position, list(_set_down(session, guide, told, exchanged)), told)
    if line is None or _dragged_along(session, guide, position, line.stones[0].came):
        return
    came = point_set(stone.came.point for stone in line.stones)
    unfelt = found.doubt == Doubt.UNFELT_PLAY and found.remedy != Remedy.TURN_LOST
    if (unfelt and came & ~exchanged) or contradictions(line.position, marks) & came:
        return
    if found.law == session.rulebook.completion.released and came & _captured_last(session):
        return  # they are set back there
    off = ~(session.standing | session.unknown)
    guide.reply, guide.taken = came, point_set(line.takers) & guide.target.occupied & off
    guide.shown_by = _shown_by(guide, line)


def _dragged_along(session: Session, guide: Guide, position: Position, came: Edge) -> bool:
    """Whether a sleeve may have dragged the first stone here, and along what it would take, with one that is asked back."""
    move = position.by_text(session.game.points[came.point])
    branch = Branch(position, session.judge, strict=session.tracker.strict)
    branch.edges = guide.led_to
    return move is not None and swept_along(branch, move, came.at_ns)


def _captured_last(session: Session) -> PointSet:
    """Where stones stood that the last plies have captured, which may be taken back."""
    last = [move for move in session.line.moves[-PLIES_MAX:] if move is not None]
    return point_set(point for move in last for point in move.captured)


def _set_down(
    session: Session, guide: Guide, told: PointSet, exchanged: PointSet
) -> Iterator[_Stone]:
    """The stones that were set down besides those of the irregularity; one that was not seen to come has come just now."""
    hard = (edge for edge in guide.since if not edge.soft)
    at, standing = by_point(hard), session.standing
    for point in {*at, *guide.came, *points_of(standing & ~guide.target.occupied)}:
        seen, bit = list(at.get(point, ())), 1 << point
        if (session.unknown | told & ~exchanged) & bit:
            continue
        stood = bool(standing & bit) is (len(seen) % 2 == 0)
        if stood and not guide.target.occupied & bit:
            at_ns = guide.came.get(point, session.now_ns)
            seen.insert(0, Edge(at_ns=at_ns, seen_ns=at_ns, point=point, placed=True))
        stones = [
            _Stone(edge, next(iter(seen[n + 1 :]), None))
            for n, edge in enumerate(seen)
            if edge.placed
        ]
        yield from stones[-1:] if told & bit else stones


def _played(
    session: Session, position: Position, stones: list[_Stone], told: PointSet
) -> _Line | None:
    """What has been played; None where that is in doubt.

    Who was set down and taken off again, and captured by nobody meanwhile, was no play.
    """
    stones.sort(key=lambda stone: stone.came.at_ns)
    names, timings = session.game.points, session.settings.timings
    off = [stone for stone in stones if position.man_at(stone.came.point) is None]
    while True:
        line = _Line(position)
        for stone in stones:
            if line.position.man_at(stone.came.point) is not None:
                line.put_back(stone, timings)
            elif not line.play(stone, names[stone.came.point], told) and stone.left is None:
                return None
        withdrawn = line.withdrawn
        if not withdrawn:
            break
        stones = [stone for stone in stones if stone.came not in withdrawn]
    times = [stone.came.at_ns for stone in line.stones]
    if any(b - a < STONES_MS * MS for a, b in pairwise(times)):
        return None  # nobody plays so soon after another
    played = {stone.came.point for stone in line.stones}
    off = [stone for stone in off if stone.came.point not in played]
    if any(_came_over(stone, other) for stone in line.stones for other in off):
        return None
    return line if line.stones else None


def _came_over(stone: _Stone, off: _Stone) -> bool:
    """Whether a stone came while one stood that is off since, and no colour tells: it was in reply to that, or made up."""
    if off.left is None or stone.came.mark is not None or stone.came.at_ns <= off.came.at_ns:
        return False
    return Pair(stone.came, off.left).ms >= OVERLAP_MS


def _shown_by(guide: Guide, line: _Line) -> list[list[Edge]]:
    """What has shown each play, in order: that its stone came, and that stones were taken off by then that it took, or one before."""
    came = [stone.came.at_ns for stone in line.stones]
    plays = [[stone.came] for stone in line.stones]
    used = {id(stone.came) for stone in line.stones}
    at = by_point(edge for edge in guide.since if not edge.soft and id(edge) not in used)
    for point, taker in line.takers.items():
        gone = at.get(point, ())
        for edge in gone:
            plays[max(taker, bisect(came, edge.at_ns) - 1)].append(edge)
        if not gone and guide.taken >> point & 1:
            at_ns = came[taker]
            plays[taker].append(Edge(at_ns=at_ns, seen_ns=at_ns, point=point, placed=False))
    return [sorted(edges, key=lambda edge: edge.at_ns) for edges in plays]


def go_on(session: Session, guide: Guide) -> None:
    """All stands right: what was played meanwhile counts, one play after the other, with the presses upon each."""
    tracker, times = session.tracker, [*came(guide), session.now_ns]
    for n, edges in enumerate(guide.shown_by):
        later = chain.from_iterable(guide.shown_by[n + 1 :])
        tracker.to_come = point_set(edge.point for edge in later)
        tracker.take(edges, 0, session.now_ns)
        pressed = [each for each in guide.pressed if times[n] <= each[1] < times[n + 1]]
        if session.guide is not None:  # others are asked back now
            session.guide.since += edges
            session.guide.pressed += pressed
        for side, at_ns in pressed:
            tracker.press(side, at_ns)
            interrupted.go_on(session)
        interrupted.go_on(session)


def came(guide: Guide) -> list[int]:
    """When the stones came that have been played meanwhile, in order."""
    return [next(edge.at_ns for edge in edges if edge.placed) for edges in guide.shown_by]
