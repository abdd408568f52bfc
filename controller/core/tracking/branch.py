"""One line that the game may have taken: its position, the evidence since, and what to make of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace

from controller.core.doubts import at_once, pressing, put_off
from controller.core.doubts.taken_in_vain import captured_in_vain, named_without_move
from controller.core.inference import ages, chattering, looking, replies, resting, uncleared, upset
from controller.core.inference.chosen import Words, still_wanted
from controller.core.inference.completing import at_a_loss, complete, fault, unmade
from controller.core.inference.decisions import (
    Ask,
    AtRest,
    Complete,
    CompletedBy,
    Decision,
    Irregular,
    Touch,
    jumbled,
    likely,
    men_lifted,
    odd,
    touched,
    undone,
)
from controller.core.inference.evidence import Judge, Pair, by_point, left_over, stands, swapped
from controller.core.inference.hasty import felt_again
from controller.core.inference.plies import Ply
from controller.core.inference.prices import BUMP, HELD_MS, MARGIN, UNREAD_MAX_MS
from controller.core.inference.reading import Reading
from controller.core.inference.stones import odd_play, slipped
from controller.core.inference.turns import in_turn, in_vain, kept, upon_last
from controller.core.inference.unread import gone_again
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from rules.game import Move, Position
from rules.terms import Point, PointSet, Side, point_set, points_of

RESTED_MAX = 24
"""Edges kept of what came to rest as it was: enough for the captures of which a sensor told nothing."""


class Branch:
    """Evidence behind one position. `decide` says what follows from it, one thing at a time.

    Attributes:
        position: before the evidence.
        edges: since then, in order of time.
        wait_for_press: an illegal move is made only at the press of the clock.
        blinded_ns, played_ns: until when points could not be read; and until when nothing but play has been seen.
        moved, since_ns, done_ns: where and when the man of the move before was set down, and when the last that it took was off.
        handed_ns: when the clock was pressed upon that; 0 before it was.
        late, taken: that it was set down was seen only when the point could be read again; see `played_behind.may_be_taken`.
        astray: presses in a row that have not come in turn, see `turns`.
        wanted: what a pawn is to become, by those who have said it, and when they did.
        asked: moves that a question has been about and that later evidence has ruled out.
        bound: a move of several men that is under way, its mover released: nothing else may follow.
        upset: the board has been in a mess, and not at rest since.
        calm: that much has been played is to be thought of, however much it is.
        rested: edges that were set aside when the board was at rest.
        doubted: points whose sensors are taken to be wrong: nothing that they say counts.
        spare: see `Matcher`.
        put_off, uncleared: presses that have come while a play waits, see `put_off`; captured stones that still stand.
        margin, known: see `explain`, wider where all that may have been is sought; and what its readings were, shared with `supposing`.
        set_down: when men were set down at which points while they were put right, just before.
        gone_along: see `upset.gone_along`, before the last move was made.
        beside: edges of the doubted points, which no move explains but a jolt may.
    """

    def __init__(self, position: Position, judge: Judge, *, strict: bool) -> None:
        self.position = position
        self.judge = judge
        self.strict = strict
        self.edges: list[Edge] = []
        self.blinded = self.blinded_ns = self.doubted = self.played_ns = self.gone_along = 0
        self.pressed_ns: int | None = None
        self.wanted: dict[Side, Words] = {}
        self.swap: Point | None = None
        self.moved: Point | None = None
        self.bound: Move | None = None
        self.since_ns = self.done_ns = self.handed_ns = self.astray = self.astray_ns = 0
        self.asked: set[str] = set()
        self.wait_for_press = self.upset = self.calm = self.late = self.taken = False
        self.rested, self.beside = list[Edge](), list[Edge]()
        self.uncleared = uncleared.Uncleared()
        self.spare: dict[Point, Pair] = {}
        self.set_down: dict[Point, int] = {}
        self.put_off: list[tuple[Side, int]] = []
        self.margin = MARGIN
        self.known: list[ages.Known[list[Reading]]] = []
        self._cache: dict[tuple[int, Move], tuple[Position, Position]] = {}

    def take(self, edges: Iterable[Edge], blinded: PointSet, now_ns: int) -> None:
        """Takes new evidence, and the points that could not be read for a time until now."""
        if blinded:
            self.blinded, self.blinded_ns = self.blinded | blinded, now_ns
        for edge in edges:
            rest_ms = self.judge.timings.settle_ms if edge.placed or edge.blind else 0
            if not self.edges and edge.at_ns > self.blinded_ns + rest_ms * MS:
                self.blinded = 0  # when they could be read again, all stood as before
            if self.doubted >> edge.point & 1 or self.uncleared.take(edge, self.edges, self.judge):
                continue
            if edge.placed is stands(self.position, self.edges, edge.point):
                continue  # it was gone, or there, already: seen only now
            self.edges.append(edge)
            self.known = []
        self.edges = chattering.thinned(self.edges)

    def press(self, side: Side, at_ns: int) -> None:
        """A clock was pressed. Evidence only of the move of the side on move."""
        put_off.press(self, side, at_ns)

    def forget(self, points: PointSet, from_ns: int = 0) -> None:
        """What was seen at these points, from this time on, means nothing; nor is it a mess for that."""
        self.edges = [e for e in self.edges if e.at_ns < from_ns or not points >> e.point & 1]
        self.upset = self.upset and not from_ns

    def steady(self, points: PointSet, now_ns: int) -> None:
        """See `Tracker.steady`."""
        for point in points_of(points):
            self.edges = chattering.steadied(self.position, self.edges, point, now_ns)

    def set_aside(self, edges: Iterable[Edge]) -> None:
        """These came to rest as it was."""
        self.rested = [*self.rested, *edges][-RESTED_MAX:]

    def fork(self, ply: Ply) -> Branch:
        """The branch in which this ply has been made."""
        after = Branch(self.play(self.position, ply.move), self.judge, strict=self.strict)
        since = [e for e in self.uncleared.since if ply.move.footprint.places >> e.point & 1]
        felt = [*self.edges, *since, *gone_again(self, ply)]
        after.edges = left_over(felt, ply.cursors, ply.done_ns)
        after.blinded, after.wait_for_press = self.blinded, self.wait_for_press
        after.since_ns, after.done_ns, after.late = ply.landed_ns, ply.done_ns, ply.late
        after.doubted, after.gone_along = self.doubted, upset.gone_along(self)
        after.astray = kept(self)
        after.wanted = still_wanted(self, ply)
        after.calm = self.calm and bool(after.edges)
        after.moved = target = ply.move.target
        changes = target is not None and ply.move.footprint.resting >> target & 1
        # A new man who was felt is final (FIDE-4.4.4).
        after.swap = target if changes and not ply.sensed else None
        after.spare = replies.may_be_replies(self.edges, ply)
        after.uncleared = self.uncleared.after(ply, slipped(self.edges, ply, self.judge))
        put_off.hand_on(self, after)
        return after

    def copied(self) -> Branch:
        """The same branch, which goes its own way from now on."""
        other = copy(self)
        other.edges, other.uncleared = list(self.edges), self.uncleared.copy()
        other.put_off = list(self.put_off)
        return other

    def supposing(self, wrong: PointSet, *, rested: bool = False) -> Branch:
        """The same branch if the sensors of these points were wrong.

        Args:
            rested: what was set aside when the board was at rest counts again.
        """
        other = Branch(self.position, self.judge, strict=self.strict)
        edges = [*self.rested, *self.edges] if rested else self.edges
        other.edges = [edge for edge in edges if not wrong >> edge.point & 1]
        other.beside = [*self.beside, *(edge for edge in edges if wrong >> edge.point & 1)]
        other.doubted = self.doubted | wrong
        other.blinded, other.margin, other.handed_ns = self.blinded, self.margin, self.handed_ns
        other.wanted, other.swap, other.wait_for_press = self.wanted, self.swap, self.wait_for_press
        other.since_ns, other.done_ns, other.late = self.since_ns, self.done_ns, self.late
        other.asked, other._cache, other.known = self.asked, self._cache, self.known
        other.pressed_ns, other.astray, other.moved = self.pressed_ns, self.astray, self.moved
        other.uncleared, other.astray_ns = self.uncleared.copy(), self.astray_ns
        other.spare = self.spare
        return other

    def readings(self, now_ns: int, *, made: bool = False) -> list[Reading]:
        """All explanations of the evidence, the cheapest first; `made`: a move has been made for certain."""
        return looking.readings(self, now_ns, made=made)

    def decide(self, now_ns: int) -> Decision | None:
        """What follows now; None while more evidence or more time is needed."""
        return upset.over(self) or self._decided(now_ns)

    def _decided(self, now_ns: int) -> Decision | None:
        if self.pressed_ns is not None:
            if not at_once.due(self, now_ns):
                return None
            return self._at_press(now_ns)
        if not self.edges:
            return None
        if (rest := self._at_rest(now_ns)) is not None:
            return rest
        alive = likely(self.readings(now_ns))
        best = alive[0]
        if best.irregular:
            return self._irregular(alive, now_ns)
        self._bind(alive, now_ns)
        if best.first is not None and all(r.first == best.first for r in alive):
            by = self._completed_by(alive, now_ns)
            if by is None:  # of what nobody saw, time tells nothing
                asks = replies.untold(self, best, now_ns)
                return self._undecided(alive, now_ns) if asks else None
            other = self.bound not in (None, best.first)
            made = in_turn(self, self._complete(uncleared.cut_off(self.judge, alive), by))
            return fault(self, undone(best), now_ns) if other else made
        doubted = self._odd(best) and any(len(r.plies) != 1 for r in alive)
        undecided = None if doubted else self._undecided(alive, now_ns)
        return undecided or self._strange(alive, now_ns)

    def _strange(self, alive: Sequence[Reading], now_ns: int) -> Irregular | None:
        """What no law calls irregular while it is being done, and what hands give no cause for."""
        best, quiet_ms = alive[0], self._quiet_ms(now_ns)
        if self._odd(best) and jumbled(best) and quiet_ms >= self.judge.timings.ask_ms:
            return self.strange(now_ns)  # whole plies, in an order in which no hands make them
        rested = quiet_ms >= self.judge.timings.irregular_ms
        waits = self.wait_for_press or any(r.plies for r in alive)
        gone = captured_in_vain(self, best, quiet_ms) if rested and not waits else None
        if (gone := gone or upset.scattered(self, best, now_ns)) is not None:
            return fault(self, gone, now_ns)
        strange = self._odd(best) and (self.bound is None or best.under_way != self.bound)
        return fault(self, best, now_ns, mild=True) if rested and strange else None

    def next_deadline(self, now_ns: int) -> int | None:
        """The next moment at which time alone may change what is decided; None for never."""
        found = [] if self.pressed_ns is None else pressing.deadlines(self, self.pressed_ns)
        found += [edge.at_ns + HELD_MS * MS for edge in (self.edges or self.rested)[-1:]]
        found += self.uncleared.deadlines(self.done_ns, self.judge)
        if self.edges:
            found += [self.judge.silence.since_ns + UNREAD_MAX_MS * MS]
            found += [self.done_ns + self.judge.timings.irregular_ms * MS] if self.done_ns else []
            found += [self.blinded_ns + self.judge.grace_ns] if self.blinded else []
        due_ns = ages.next_ns(self.edges, self.judge.decided_at, now_ns)
        return min((at for at in (*found, due_ns) if at is not None and at > now_ns), default=None)

    def touches(self, now_ns: int) -> tuple[Touch, ...]:
        """The men touched since the last completed move, jolts and knocks left out."""
        if self.upset:
            return ()
        unfelt = self.position.occupied & self.judge.blind
        landed = [(edge.point, edge.at_ns) for edge in self.edges if edge.placed]
        landed += [] if self.moved is None else [(self.moved, self.since_ns)]
        men, side = men_lifted(self), self.position.side_to_move
        owners = {point: man.side for point in men if (man := self.position.man_at(point))}
        theirs = point_set(point for point, owner in owners.items() if owner != side)
        since = (men, self.done_ns, now_ns, self.judge, unfelt)
        return touched(*since, landed=landed, theirs=theirs)

    def _complete(self, reading: Reading, by: CompletedBy) -> Complete:
        made = complete(self, reading.plies[0], by)
        strange = not reading.irregular and self._odd(reading)
        return replace(made, odd=strange, unexplained=reading.irregular)

    def _completed_by(self, alive: Sequence[Reading], now_ns: int) -> CompletedBy | None:
        best, ply = alive[0], alive[0].plies[0]
        going_on = replies.may_have_gone_on(self, best, now_ns) or replies.may_capture(self, best)
        if going_on or felt_again(self, best, now_ns):
            return None
        if self._odd(best):  # hands may go on to do what explains it
            over = replies.gone_on(self, best, now_ns)
            over = over or self._quiet_ms(now_ns) >= self.judge.timings.irregular_ms
            return "settled" if over else None
        near = [r for r in alive if r.cost <= best.cost + BUMP]  # one jolt tells them apart
        if all(replies.replied(self, r, now_ns) for r in near):
            waits = uncleared.seems_a_reply(self, best.plies[0])
            over = not waits or self._quiet_ms(now_ns) >= uncleared.rest_ms(self, best)
            return "reply" if over else None
        done_ns = max(reading.plies[0].done_ns for reading in alive)
        done_ns = max(done_ns, chattering.shaken_ns(self, ply.move))
        settled = now_ns - done_ns >= self.judge.timings.settle_ms * MS
        settled = settled and not replies.landing_elsewhere(self, ply, now_ns)
        if replies.may_not_stay(self, best) or ply.left:  # more of them may come off at once
            settled = self._quiet_ms(now_ns) >= uncleared.rest_ms(self, best)
        if replies.taken_up_again(self, best) or (best.in_air and not self.judge.game.men_move):
            settled = self._quiet_ms(now_ns) >= self.judge.timings.ask_ms
        return "settled" if settled and not unmade(self, ply) else None

    def _at_press(self, now_ns: int) -> Decision | None:
        pressed_ns, calm = self.pressed_ns or 0, self.calm
        # What is seen late is seen at once; a press ends all hovering: what stands has been set down.
        self.calm = calm or pressing.nothing_told(self, pressed_ns)
        readings = self.readings(now_ns + self.judge.timings.settle_ms * MS, made=True)
        self.calm = calm
        made = pressing.made_by(self, readings, pressed_ns)
        if pressing.waits(self, made, pressed_ns, now_ns):
            return None
        self.pressed_ns = None
        if not (made and upon_last(self, made[0].plies[0])):
            self.astray = 0 if made else in_vain(self, pressed_ns, on_move=True)
        if not made and pressing.untold(self, pressed_ns):
            found, self.pressed_ns = self.decide(now_ns), pressing.open_still(self, pressed_ns)
            return found
        if not made:
            return pressing.in_vain(self, pressed_ns, now_ns)
        moves, best = self._distinct(likely(made), "pressed"), made[0]
        hidden = pressing.gone_on_unread(self, best, pressed_ns)
        hidden = hidden or pressing.gone_on_unfelt(self, best, pressed_ns)
        found = pressing.one_of(moves, hidden)
        return in_turn(self, found) if isinstance(found, Complete) else found

    def _irregular(self, alive: Sequence[Reading], now_ns: int) -> Decision | None:
        best, named_ms = alive[0], self.judge.timings.irregular_ms
        if now_ns - best.stood_ns < named_ms * MS or replies.on_his_way(self, best, now_ns):
            return None
        firsts = {
            r.first
            for r in alive
            if r.unexplained in (0, best.unexplained) or best.unexplained & ~r.unexplained
        }
        # A capture that nobody saw is not made by what no legal move explains, nor a move of a man who went on at once.
        ply = best.plies[0] if best.plies and not jumbled(best) else None
        seen = ply is not None and not (ply.unseen or replies.hardly_stood(self, ply))
        if ply is not None and seen and len(firsts) == 1:
            done = now_ns - ply.done_ns >= self.judge.timings.settle_ms * MS
            return self._complete(best, "settled") if done else None
        if self.wait_for_press and replies.still_his_own(self.position, best):
            return None
        readings = alive if seen else self.readings(now_ns)
        return named_without_move(self, readings, now_ns)

    def _odd(self, reading: Reading) -> bool:
        if self.judge.game.men_move:
            return odd(reading) or replies.seems_to_stand(self, reading)
        return odd_play(self, reading)

    def _quiet_ms(self, now_ns: int) -> float:
        return (now_ns - max(edge.at_ns for edge in self.edges)) / MS

    def strange(self, now_ns: int) -> Irregular:
        """What hands give no cause for is no move, though one could be made of it; of stones not the first alone."""
        readings, moved = self.readings(now_ns), self.judge.game.men_move
        plain = (r for r in readings if r.irregular and not (r.plies or moved))
        return fault(self, next(plain, undone(readings[0])), now_ns)

    def _bind(self, alive: Sequence[Reading], now_ns: int) -> None:
        """A man that has been released on its way binds to the rest of its move."""
        move = alive[0].under_way
        if move is None or alive[0].plies or any(r.under_way != move for r in alive):
            return
        landed = [e for e in self.edges if e.point == move.target and e.placed]
        if landed and now_ns - landed[-1].at_ns >= self.judge.timings.settle_ms * MS:
            self.bound = move

    def _undecided(self, alive: Sequence[Reading], now_ns: int) -> Decision | None:
        """A question, once evidence that fits several moves, none oddly, has come to rest, or play has gone on over it."""
        quiet_ms, t, more = self._quiet_ms(now_ns), self.judge.timings, alive[0].under_way
        texts = list(dict.fromkeys(r.first.text for r in alive if r.first is not None))
        if len(texts) > 1 and all(r.plies for r in alive):
            new = any(text not in self.asked for text in texts)
            over = quiet_ms >= t.settle_ms or all(len(r.plies) > 2 for r in alive)
            if new and over and not self._odd(alive[0]):
                return Ask(moves=self._distinct(alive, "settled"), reason="two-moves-fit")
        elif texts and quiet_ms >= self._loss_ms(alive) and at_a_loss(self, alive):
            moves, new = self._distinct(alive, "settled"), texts[0] not in self.asked
            reason = "two-moves-fit" if more else "capture-or-bump"
            return Ask(moves=moves, reason=reason) if new else None
        return None

    def _loss_ms(self, alive: Sequence[Reading]) -> int:
        """How long nothing more is done before it is asked; where play has gone on over a stone that trembled, no longer than it settles."""
        t = self.judge.timings
        over = all(len(r.plies) > 1 and chattering.trembles(self, r.plies[0].move) for r in alive)
        return t.settle_ms if over else t.ask_ms

    def _at_rest(self, now_ns: int) -> AtRest | None:
        """Everything stands where it stood: only touches remain."""
        for point, edges in by_point(self.edges).items():
            man, makes_way = self.position.man_at(point), point == self.swap
            if len(edges) % 2 or swapped(edges, man, makes_way=makes_way):
                return None
        t = self.judge.timings
        rest_ms = t.ask_ms if resting.may_have_gone_round(self) else t.settle_ms
        if now_ns - max(edge.at_ns for edge in self.edges) < rest_ms * MS:
            return None
        if self.taken or resting.went_unseen(self, now_ns):
            return None
        if not self.upset and (resting.undone(self) or resting.played_back(self)):
            return None
        men = self.position.occupied if self.upset else 0
        touches, mess = self.touches(now_ns), [e for e in self.edges if men >> e.point & 1]
        self.set_aside([] if mess else self.edges)  # who was set right after a mess played nothing
        self.edges = []
        self.upset, self.blinded, self.bound = False, 0, None
        return AtRest(touches=touches, mess=tuple(mess))

    def _distinct(self, readings: Sequence[Reading], by: CompletedBy) -> tuple[Complete, ...]:
        """The different first moves of some readings."""
        found: dict[str, Complete] = {}
        for reading in readings:
            if reading.first is not None and reading.first.text not in found:
                found[reading.first.text] = self._complete(reading, by)
        return tuple(found.values())

    def play(self, position: Position, move: Move) -> Position:
        """The position after a move, remembered."""
        key = (id(position), move)
        if key not in self._cache:  # the position is kept with its child, so its id stays its own
            self._cache[key] = (position, position.play(move))
        return self._cache[key][1]
