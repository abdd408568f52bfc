"""What the sensors have shown since the last move that was published rightly: was it just what a move shows?

A sensor that breaks may show, change for change, what lawful hands show. No observer of the sensors could
know better, so such moves are counted by themselves. This is judged from the raw levels and the laws alone.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.footprint import Act
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.inputs import Frame
    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point, PointSet

_MS = 1_000_000
BOUNCE_NS = 40 * _MS
"""A change that is taken back sooner is none of hands."""
FRESH_NS = 10 * _MS
"""What has changed more lately may be a bounce still: it has not passed the debounce, and nobody knows of it."""
PASSING_NS = 100 * _MS
"""An empty point is occupied for less while a man passes over it, and who is jolted is off for less."""
IDLE_NS = 250 * _MS
"""Two whole moves after which all seems to stand as before take longer."""
JOLTED_NS = 1000 * _MS
"""Who is jolted beside the man in the hand is so no longer before that one is set down (decision 14)."""
HELD_NS = 500 * _MS
"""A stone that stood for less was not let go, and may be set down elsewhere (GO-17.release)."""
CARRIED_NS = 1000 * _MS
"""A hand that goes on with it needs less."""
DIPS = 5
"""A stone that stands is lost for an instant so often in `DIPS_NS` only by a contact that chatters."""
DIPS_NS = 5000 * _MS


@dataclass(frozen=True, slots=True)
class _Change:
    at_ns: int
    point: Point
    on: bool
    after_ns: int
    """When the point was read last, if that was not just before."""
    flickers: bool
    """Whether the point came and went then as no hand lets it: also the last such change tells of none."""

    @property
    def late(self) -> bool:
        return self.after_ns < self.at_ns


class Appearance:
    """The changes of the levels that no published move has used up.

    Args:
        position: that stands at first.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._positions = [position]
        self._changes: list[_Change] = []
        self._levels: PointSet | None = None
        self._unknown: PointSet = 0
        self._unknown_ns: dict[Point, int] = {}
        """Since when each point cannot be read."""
        self._unread: PointSet = 0
        self._either: PointSet = 0
        """Points that could not be read when all was set right, and had told otherwise before: they may still do so."""
        self._owed: set[tuple[Point, bool]] = set()
        """Steps of moves rightly published that the sensors have not shown: something is wrong there."""
        self._dips: dict[Point, deque[int]] = {}
        """When each point was last felt again after an instant."""
        self._changed_ns: dict[Point, int] = {}
        self._adjusting = self._over = False
        self._now_ns = self._reached_ns = 0

    def take(self, frame: Frame) -> None:
        """Takes a scan; what is done after the end is no part of the game."""
        if self._over:
            return
        at_ns, levels, unknown = frame.at_ns, frame.levels, frame.unknown
        self._now_ns = at_ns
        self._unknown = unknown
        unread_ns = self._unknown_ns
        self._unknown_ns = {p: unread_ns.get(p, at_ns) for p in points_of(unknown)}
        if self._levels is None:
            self._levels = levels
        changed = (levels ^ self._levels) & ~unknown
        idle = not (changed or self._changes)  # and nobody was at work
        for point, since_ns in unread_ns.items():
            if at_ns - since_ns >= (IDLE_NS if idle else BOUNCE_NS):  # in less hands do nothing
                self._unread |= 1 << point
        self._levels ^= changed
        told, self._either = changed & ~self._either, self._either & unknown
        for point in points_of(told):
            on = bool(levels >> point & 1)
            self._owed.discard((point, on))
            self._note_dip(point, at_ns, on=on)
            after_ns, flickers = unread_ns.get(point, at_ns), point in self._flickers()
            self._changes.append(_Change(at_ns, point, on, after_ns, flickers))

    def reach(self, at_ns: int) -> None:
        """It is this time by now; scans that show nothing new are not taken."""
        self._reached_ns = at_ns

    def adjusting(self) -> None:
        """Somebody has said that he adjusts men."""
        self._adjusting = True

    def over(self) -> None:
        """The game has ended."""
        self._over = True

    def put_right(self) -> None:
        """The men have been set as the record has them."""
        self._changes.clear()
        self._owed.clear()
        self._unread = self._unknown
        if self._levels is not None:  # also where that cannot be read just now
            stands = self._positions[-1].occupied & self._unknown
            self._either = (self._levels ^ stands) & self._unknown
            self._levels = self._levels & ~self._unknown | stands

    def published(self, text: str) -> None:
        """A move was published that was made."""
        move = self._positions[-1].by_text(text)
        if move is None:  # let stand although it is illegal; judged from the next position on
            self._positions.append(self._positions[-1])
            self.put_right()
            return
        steps = [(step.point, step.act is Act.PLACE) for step in move.footprint.steps]
        changes = self._of_hands(self._positions[-1])
        used = [change for change in changes if (change.point, change.on) in steps]
        last_ns = max((change.at_ns for change in used[: len(steps)]), default=0)
        if not self._game.pieces_move:  # the next may be played before all the captured are off
            last_ns = next((change.at_ns for change in used if change.on), last_ns)
        shown = {(change.point, change.on) for change in used}
        owed = {step for step in steps if step not in shown}
        self._owed = self._owed | owed if owed else set()  # else play has gone on around it
        done_ns = {change.point: change.at_ns for change in used}
        if self._game.pieces_move:
            done_ns.clear()
        left = [change for change in changes if change.at_ns > done_ns.get(change.point, 0)]
        if self._game.pieces_move or not any(change.late for change in used):
            moment_ns = 0 if self._game.pieces_move else BOUNCE_NS  # two plays are never so near
            left = [change for change in left if change.at_ns > last_ns + moment_ns]
        self._changes = [change for change in left if not _ends_a_jolt(change, changes, left)]
        self._adjusting = False
        self._unread = self._unknown
        self._positions.append(self._positions[-1].play(move))

    def retracted(self, from_ply: int) -> None:
        """Moves from this one on were taken out of the record."""
        del self._positions[from_ply:]
        self.put_right()

    def is_just(self, text: str) -> bool:
        """Whether the levels have shown this move, perhaps the beginning of a reply, and nothing else.

        Before it one man may have been taken up and set down again, or any who were to be adjusted; and beside its points one may
        have been jolted. Of stones it does not matter that others were not shown to come or go; nor that a man left whom his point
        had not felt.
        """
        position = self._positions[-1]
        move = position.by_text(text)
        if move is None or (self._owed and self._game.pieces_move):
            return False
        own = {step.point for step in move.footprint.steps}
        known_ns = max(self._now_ns, self._reached_ns) - FRESH_NS
        shown = self._shown(position, own)
        changes = [c for c in shown if c.point in own or c.at_ns <= known_ns]
        if self._hidden(changes):
            return False
        left = _without_touch(position, changes)
        while self._adjusting and len(left) < len(changes):
            changes, left = left, _without_touch(position, left)
        changes = self._from_unfelt(move) + self._without_jolt(position, move, left)
        steps = len(move.footprint.steps)
        if not steps or not _is_whole(move, changes[:steps]):
            return False
        return self._is_play(position.play(move), changes[steps:])

    def _from_unfelt(self, move: Move) -> list[_Change]:
        """That its man left, where his point had not felt him: nothing can show it."""
        point = move.origin
        if point is None or move.footprint.fills >> point & 1 or self._levels is None:
            return []
        if self._levels >> point & 1 or any(c.point == point for c in self._changes):
            return []
        return [_Change(0, point, on=False, after_ns=0, flickers=False)]

    def _without_jolt(
        self, position: Position, move: Move, changes: list[_Change]
    ) -> list[_Change]:
        """The changes without those of one man beside its points who was jolted while its own was in the hand."""
        if move.origin is None or move.target is None or not self._game.pieces_move:
            return changes
        lifted = [c.at_ns for c in changes if c.point == move.origin and not c.on][:1]
        landed = [c.at_ns for c in changes if c.point == move.target and c.on][:1]
        near = self._game.neighbours(move.origin) | self._game.neighbours(move.target)
        near &= position.occupied & ~move.footprint.changes
        for off in (c for c in changes if near >> c.point & 1 and not c.on and lifted and landed):
            same = [c for c in changes if c.point == off.point]
            in_hand = max(lifted[0], landed[0] - JOLTED_NS) < off.at_ns <= landed[0]
            if in_hand and len(same) == 2 and same[1].at_ns - off.at_ns < PASSING_NS:
                return [c for c in changes if c not in same]
        return changes

    def is_nothing(self) -> bool:
        """Whether the levels have shown nothing that hands do, or only a man who may still be in the hand.

        Men that stand as they stood may have been set better on their points.
        """
        position = self._positions[-1]
        changes = self._shown(position)
        times = Counter(change.point for change in changes)
        changes = [c for c in changes if times[c.point] % 2 or position.piece_at(c.point) is None]
        if len(changes) > 1 or not self._game.pieces_move:
            return not changes
        men = [None if change.on else position.piece_at(change.point) for change in changes]
        return all(man is not None and man.side is position.side_to_move for man in men)

    def _note_dip(self, point: Point, at_ns: int, *, on: bool) -> None:
        """Counts what was lost for an instant; bounces of the same instant count once."""
        before_ns, self._changed_ns[point] = self._changed_ns.get(point), at_ns
        if not on or before_ns is None or at_ns - before_ns >= PASSING_NS:
            return
        dips = self._dips.setdefault(point, deque(maxlen=DIPS))
        if not dips or at_ns - dips[-1] >= BOUNCE_NS:
            dips.append(at_ns)

    def _flickers(self) -> set[Point]:
        """Points of men that come and go as no hand lets them: nothing that is felt there tells of hands."""
        return {
            point
            for point, dips in self._dips.items()
            if len(dips) == DIPS and self._now_ns - dips[0] <= DIPS_NS
        }

    def _shown(self, position: Position, own: Collection[Point] = ()) -> list[_Change]:
        """What hands may have done; elsewhere than at `own` points what is lost once more, as just before, may be an instant."""
        flickers = self._flickers()
        return [
            change
            for change in self._of_hands(position)
            if change.point in own
            or not (change.point in flickers or change.flickers or self._is_dip(change))
        ]

    def _is_dip(self, change: _Change) -> bool:
        dips = self._dips.get(change.point, ())
        again = any(self._now_ns - dip_ns <= DIPS_NS for dip_ns in dips)
        return again and not change.on and self._now_ns - change.at_ns < BOUNCE_NS

    def _hidden(self, changes: Sequence[_Change]) -> bool:
        """Whether something may have been done that was not seen, or nobody knows in which order.

        A stone shows at any later time that it has come or gone: seen late, it has come before all that was seen since.
        """
        if self._game.pieces_move:
            return any(self._unread >> change.point & 1 for change in changes)
        came = [change.at_ns for change in changes if change.on]
        together = any(b - a < BOUNCE_NS for a, b in pairwise(came))
        return together or any(b.late and b.after_ns < a.at_ns for a, b in pairwise(changes))

    def _is_play(self, position: Position, changes: Sequence[_Change]) -> bool:
        """Whether these changes may be the beginning of a reply, or stones that are played and taken in turn."""
        if not changes:
            return True
        replies = [move for move in position.moves() if move.footprint.steps]
        if any(_begins(reply, changes) for reply in replies):
            return True
        return not self._game.pieces_move and any(
            self._is_play(position.play(reply), changes[len(reply.footprint.steps) :])
            for reply in replies
            if _is_whole(reply, changes[: len(reply.footprint.steps)])
        )

    def _of_hands(self, position: Position) -> list[_Change]:
        """The changes without bounces, and without points that a man only passed over."""
        left: list[_Change] = []
        for change in self._changes:
            before = next((c for c in reversed(left) if c.point == change.point), None)
            if before is not None:
                empty = before.on and not position.occupied >> change.point & 1
                short_ns = PASSING_NS if empty or not self._game.pieces_move else BOUNCE_NS
                if change.at_ns - before.at_ns < short_ns:
                    left.remove(before)
                    continue
            left.append(change)
        if self._game.pieces_move:
            return left
        return _without_held(position, _without_taken(position, left))


def _ends_a_jolt(change: _Change, changes: Sequence[_Change], left: Sequence[_Change]) -> bool:
    """Whether a man is back who was jolted by the move before: that was no part of what follows."""
    return change.on and any(
        off.point == change.point
        and not off.on
        and off not in left
        and 0 <= change.at_ns - off.at_ns < PASSING_NS
        for off in changes
    )


def _without_taken(position: Position, changes: Sequence[_Change]) -> list[_Change]:
    """The changes without captured stones that were taken off after the play that took them had been published."""
    came = {change.point for change in changes if change.on}
    return [c for c in changes if c.on or c.point in came or position.occupied >> c.point & 1]


def _without_held(position: Position, changes: Sequence[_Change]) -> list[_Change]:
    """The changes without the points where a stone was held for a moment before it was set down elsewhere."""
    left = list(changes)
    for came, gone, next_ in zip(changes, changes[1:], changes[2:], strict=False):
        held = came.on and came.point == gone.point and gone.at_ns - came.at_ns < HELD_NS
        carried = next_.on and next_.at_ns - gone.at_ns < CARRIED_NS
        if held and carried and not position.occupied >> came.point & 1:
            left = [change for change in left if change not in (came, gone)]
    return left


def _without_touch(position: Position, changes: list[_Change]) -> list[_Change]:
    """The changes without a man that was taken up and set down again before all else."""
    up, down = (*changes[:2], None, None)[:2]
    if up is None or down is None or up.point != down.point:
        return changes
    return changes[2:] if position.occupied >> up.point & 1 else changes


def _is_whole(move: Move, changes: Sequence[_Change]) -> bool:
    """Whether these changes are the steps of a move, each once, in an order that hands can keep."""
    return len(changes) == len(move.footprint.steps) and _begins(move, changes)


def _begins(move: Move, changes: Sequence[_Change]) -> bool:
    """Whether a move can begin so."""
    steps = move.footprint.steps
    when = {(change.point, change.on): n for n, change in enumerate(changes)}
    times = [when.pop((step.point, step.act is Act.PLACE), None) for step in steps]
    if when or len(changes) > len(steps):
        return False
    for before, after in move.footprint.physical:
        first, second = times[before], times[after]
        if second is not None and (first is None or first > second):
            return False
    return True
