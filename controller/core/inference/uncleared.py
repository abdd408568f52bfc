"""Captured stones (Go) that still stand: the play that took them is made once its stone has been released.

The law has them taken off (GO-18.dead), before the clock is pressed (GO-17.clock), and voids nothing because they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point
from controller.core.inference.prices import GLITCH_MS, IDLE_MS, PLIES_MAX, REPLIED_MAX, STONES_MS
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.evidence import Judge
    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import Point, PointSet


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOn:
    """Captured stones still stand, and play has gone on, or the clock has been pressed.

    Attributes:
        pressed: by who took them, and nobody has replied yet.
        told: it was said of all of them already at the press.
    """

    points: PointSet
    pressed: bool
    told: bool = False


@dataclass(slots=True)
class Uncleared:
    """The captured stones that stand behind the position of a branch.

    Attributes:
        points: where they stand.
        forgotten: those among them that stood when the reply was made.
        pressed_ns: when the clock was pressed upon the play that took them; None before that.
        handed_ns: when its player pressed his clock last since, whatever stood by then; 0 before that.
        told: that this was done has been said.
        at_press: those of which it was said, at the press.
        lifted: the stones that have been taken off since, each with its last edge: it may only have been jolted.
        taken: where the last play took stones.
        off_ns: when each of them was taken off last, though it may have been jolted, or another stone have come there since.
        slipped: the last of them where it was off for a moment only, and since when one stands there again: it may also
            have been taken, and the reply been played there, see `stones.slipped`.
        since: what its point has told once play had gone on.
        some_off: stones that the last play took have been taken off.
        unread: where stones that it took could not be felt: that one is off nobody has seen.
    """

    points: PointSet = 0
    forgotten: PointSet = 0
    pressed_ns: int | None = None
    handed_ns: int = 0
    told: bool = False
    at_press: PointSet = 0
    lifted: dict[Point, Edge] = field(default_factory=dict)
    taken: PointSet = 0
    off_ns: dict[Point, int] = field(default_factory=dict)
    slipped: tuple[Point, int] | None = None
    since: list[Edge] = field(default_factory=list)
    some_off: bool = False
    unread: PointSet = 0

    def after(self, ply: Ply, slipped: tuple[Point, int] | None) -> Uncleared:
        """What stands on once this ply has been made."""
        before = self.forgotten_now(ply.move.footprint.places)
        taken = point_set(ply.move.captured)
        felt = ply.left | point_set(point for point, used in ply.cursors.items() if used)
        return replace(
            before,
            points=before.points | ply.left,
            slipped=slipped,
            some_off=ply.left != taken,
            taken=taken,
            unread=taken & ~felt,
        )

    def forgotten_now(self, played: PointSet = 0) -> Uncleared:
        """The same once the opponent has replied, where it was played that stones are no captured ones."""
        gone = point_set(edge.point for edge in self.since if not edge.placed)
        points = self.points & ~(played | gone)
        told = self.at_press & points
        return Uncleared(points=points, forgotten=points, at_press=told, lifted=dict(self.lifted))

    def copy(self) -> Uncleared:
        """The same, to be followed by itself."""
        lifted, off_ns = dict(self.lifted), dict(self.off_ns)
        return replace(self, lifted=lifted, off_ns=off_ns, since=list(self.since))

    def take(self, edge: Edge, since: Sequence[Edge], judge: Judge) -> bool:
        """Takes an edge; whether it is only about one of these stones: that it is taken off, or was jolted.

        Args:
            since: what has been seen since the position.
        """
        bit, timings = 1 << edge.point, judge.timings
        if self.slipped is not None and self.slipped[0] == edge.point and self._gone_on(since):
            self.since.append(edge)  # it may be the reply that is taken off now
            return True
        if self.points & bit:
            if not edge.placed:
                self.points &= ~bit
                self.some_off = True
                self.lifted[edge.point], self.off_ns[edge.point] = edge, edge.at_ns
                self.slipped = None
            return True
        if self.unread & bit and self.points and edge.placed and edge.blind:
            self.points |= bit  # it has stood all the while, as others still do
            return True
        lift = self.lifted.pop(edge.point, None)
        if lift is None or not edge.placed or edge.at_ns - lift.at_ns >= timings.bump_ms * MS:
            return False
        if differ(lift.mark, edge.mark):
            return False  # no stone that was jolted comes back in another colour
        if not self.points and edge.at_ns - lift.at_ns >= GLITCH_MS * MS:
            self.slipped = edge.point, edge.at_ns
        self.points |= bit
        return True

    def _gone_on(self, since: Sequence[Edge]) -> bool:
        """Whether play has gone on: a stone has come, and no other was only jolted; nor is it felt at the last captured one's point, too."""
        _, at_ns = self.slipped or (None, 0)
        return any(
            len(edges) % 2 and edges[-1].placed and abs(edges[-1].at_ns - at_ns) >= STONES_MS * MS
            for edges in by_point(since).values()
        )

    def press(self, at_ns: int) -> None:
        """Who has taken them has pressed his clock."""
        self.handed_ns = at_ns
        if self.points & ~self.forgotten and self.pressed_ns is None:
            self.pressed_ns = at_ns

    @property
    def only_one(self) -> PointSet:
        """The point of the only stone of the last capture that still stands, all others having been taken off; else 0."""
        left = self.points & ~self.forgotten
        return left if self.some_off and not left & (left - 1) else 0

    def due(self, edges: Sequence[Edge], done_ns: int, now_ns: int, judge: Judge) -> LeftOn | None:
        """What there is to be said of them by now: once what was taken off before the press has been seen, or play rests.

        As long as hands are taking them off, without a longer pause than the law grants, nothing is; nor while some of them may
        be off, at points that cannot be read.
        """
        if self.points & judge.silence.unread & ~judge.blind:
            return None
        if self.forgotten & self.points:
            last_ns = max([done_ns, *(edge.at_ns for edge in edges)])
            if now_ns < max(last_ns + judge.timings.irregular_ms * MS, self._at_work_ns(judge)):
                return None
            points, self.forgotten = self.forgotten & self.points, 0
            return LeftOn(points=points, pressed=False, told=not points & ~self.at_press)
        pressed_ns = self.pressed_ns
        if self.told or pressed_ns is None or now_ns < pressed_ns + judge.grace_ns:
            return None
        self.told, self.at_press = True, self.at_press | self.points
        return LeftOn(points=self.points, pressed=True) if self.points else None

    def deadlines(self, done_ns: int, judge: Judge) -> list[int]:
        """When time alone may tell something of them, beside the times at which edges are weighed again."""
        found: list[int] = []
        if self.forgotten & self.points:
            found += [done_ns + judge.timings.irregular_ms * MS, self._at_work_ns(judge)]
        if self.pressed_ns is not None and not self.told:
            found.append(self.pressed_ns + judge.grace_ns)
        if self.slipped is not None:
            found.append(self.slipped[1] + judge.timings.ask_ms * MS)
        if self.off_ns:
            t, last_ns = judge.timings, max(self.off_ns.values())
            found += [last_ns + ms * MS for ms in (t.irregular_ms, t.ask_ms)]
        return found

    def _at_work_ns(self, judge: Judge) -> int:
        """Until when a hand that takes them off one by one may still be at it."""
        last_ns = max((edge.at_ns for edge in self.lifted.values()), default=0)
        return last_ns + judge.timings.removal_pause_ms * MS


def takes_nothing(ply: Ply) -> bool:
    """Whether all stones that a play captures still stand."""
    return bool(ply.left) and ply.left == point_set(ply.move.captured)


def seems_a_reply(branch: Branch, ply: Ply) -> bool:
    """Whether no captured stone is off, nor a colour felt: the stone may be the reply to a play not felt, and take nothing.

    Or its sensor may have made it up. Where there are more such plays than anybody could be asked about, it is taken for what it
    seems, as any stone is, but for one that takes a single stone.
    """
    if not takes_nothing(ply) or branch.judge.tells:
        return False
    return len(ply.move.captured) == 1 or len(branch.position.moves()) <= REPLIED_MAX


def taken_early(edges: Sequence[Edge], plies: Sequence[Ply]) -> bool:
    """Whether stones that a reply takes had been off for long when it was played: another play has taken them, perhaps."""
    taken = {point: ply.landed_ns for ply in plies[1:] for point in ply.move.captured}
    lifts = (edge for edge in edges if not edge.placed)
    return any(taken.get(edge.point, 0) - edge.at_ns >= IDLE_MS * MS for edge in lifts)


def rest_ms(branch: Branch, reading: Reading) -> int:
    """For how long nothing must be done after a play whose captured stones stand: they may come off at once.

    Once two stones have come since, nobody is about to.
    """
    timings = branch.judge.timings
    if not seems_a_reply(branch, reading.plies[0]):
        return timings.settle_ms
    waits = (timings.ask_ms, timings.irregular_ms, 0)
    return waits[min(len(reading.plies), len(waits)) - 1]


def cut_off(judge: Judge, alive: Sequence[Reading]) -> Reading:
    """The first of these readings; where more may have been played (Go) than one has plies, its play uses up only what it does in all.

    A captured stone that seems to have been put back may be a later play there, for which no ply was left.
    """
    best = alive[0]
    if judge.game.men_move or len(best.plies) != PLIES_MAX:
        return best
    plies = [r.plies[0] for r in alive if len(r.plies) == PLIES_MAX]
    cursors = {
        p: min(ply.cursors.get(p, n) for ply in plies) for p, n in best.plies[0].cursors.items()
    }
    return replace(best, plies=(replace(best.plies[0], cursors=cursors), *best.plies[1:]))
