"""One move held against the evidence: do the edges contain its footprint, and how ordinary is it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from controller.core.inference.dips import Dips
from controller.core.inference.evidence import Judge, Pair
from controller.core.inference.knocked import in_his_hand, left, rolled, with_others
from controller.core.inference.match import (
    Cursors,
    Match,
    Option,
    likeliest,
    placed_before_lifted,
    set_down_at,
)
from controller.core.inference.prices import (
    BUMP,
    DRAGGED,
    DRAGGED_SLOWLY,
    FELT_TWICE,
    FLIGHT,
    GLITCH_MS,
    JOLT_MS,
    KNOCKED,
    KNOCKED_MIN,
    LAW_BROKEN,
    OVERLAP_MS,
    PLY,
    SOON_GONE,
    TAKEN_SOON,
    TOO_QUICK,
    UNSEEN,
    UNSEEN_BLIND,
)
from controller.core.inference.stones import fumbled, just_taken
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import (
    chosen_before,
    differ,
    may_stand,
    new_man_first,
    sensed_choice,
)
from controller.core.settings import MS
from rules.footprint import Act, Footprint
from rules.game import Move, Position
from rules.terms import Man, Point, PointSet, points_of


class Matcher:
    """Matches moves with one window of edges.

    Attributes:
        around, dips: all edges, those of sensors that are not believed too; and what each dip among them costs.
        strict: whether the law's order of steps is enforced (referee mode).
        blinded: points that could not be read at some time within the window.
        spare: exchanges that have been counted with the ply before, and may have been this one's.
        swap: where the man of the ply before is exchanged or crowned.
    """

    def __init__(
        self,
        around: Sequence[Edge],
        at: Mapping[Point, Sequence[Edge]],
        judge: Judge,
        *,
        strict: bool,
        blinded: PointSet,
        spare: Mapping[Point, Pair],
        swap: Point | None = None,
    ) -> None:
        self.around, self.swap, self.spare = around, swap, spare
        self.at, self.dips = at, Dips(judge, around)
        self.judge = judge
        self.strict = strict
        self.blinded = blinded
        self._left = left(at, judge.timings)

    def matches(
        self, position: Position, move: Move, cursors: Cursors, *, partial: bool = False
    ) -> Iterator[Match]:
        """Every way in which the unused edges contain the move.

        Args:
            partial: accept steps that are still to come (see `_may_wait`).
        """
        footprint = move.footprint
        points = points_of(footprint.changes)
        options = [list(self._options(position, move, p, cursors, partial=partial)) for p in points]
        combined = (
            product(*options)
            if self.judge.game.men_move
            else likeliest(options, lambda n, option: self._with_rest(points[n], option))
        )
        for chosen in combined:
            match = self._assemble(position, move, dict(zip(points, chosen, strict=True)), cursors)
            if match is not None:
                yield match

    def _with_rest(self, point: Point, option: Option) -> float:
        """The price of an option and of what it leaves at its point: stones that came and went, or one that stands."""
        rest = self.at.get(point, ())[option.used :]
        came = sum(self.judge.crossing(Pair(*pair)) for pair in zip(rest[::2], rest[1::2], strict=False))  # fmt: skip
        if len(rest) % 2:
            came += PLY + (TOO_QUICK if self._jolted(point, option.used) else 0.0)
        return option.cost + came

    def begun(self, position: Position, standing: PointSet, cursors: Cursors) -> list[Move]:
        """Moves that may be under way: of several men, or of a pawn whose new man stands already and is told of (FIDE-4.6)."""
        lookup = self.judge.lookups.of(position)
        moves = [move for move in lookup.joint if move.footprint.places & standing]
        moves += [move for move in lookup.round_trips if self._gone_round(move, cursors)]
        for move in lookup.promotions if self.judge.tells else ():
            edges = self.at.get(move.target or 0, ())[cursors.get(move.target or 0, 0) :]
            if move.choice == sensed_choice(move, edges):
                moves.append(move)
        return moves

    def _gone_round(self, move: Move, cursors: Cursors) -> bool:
        """Whether its man stands where he began, and some of those whom he captures on the way are off."""
        odd = {point: len(e) - cursors.get(point, 0) for point, e in self.at.items()}
        back = odd.get(move.origin or 0, 0)
        return back > 1 and not back % 2 and any(odd.get(point, 0) % 2 for point in move.captured)

    def choices(self, move: Move, cursors: Cursors) -> set[str]:
        """What a pawn may have become by what its new point has told of since."""
        since = self.at.get(move.target or 0, ())[cursors.get(move.target or 0, 0) :]
        return {sensed_choice(move, [edge]) for edge in since} - {""}

    def became(self, move: Move, match: Match) -> str:
        """What the pawn became by its new point, as this match has it."""
        target = move.target or 0
        return sensed_choice(move, self.at.get(target, ())[: match.cursors.get(target, 0)])

    def seen_elsewhere(self, position: Position, match: Match) -> bool:
        """Whether a man of the opponent was seen to leave and come back, which this does not use.

        A capture that was not seen is not believed when another one nearly was; unless the opponent has replied, or is about
        to: then it may be he who had touched him, or a later capture.
        """
        men = [
            edges[match.cursors.get(point, 0) :]
            for point, edges in self.at.items()
            if (man := position.man_at(point)) is not None and man.side != position.side_to_move
        ]
        return not any(len(rest) % 2 for rest in men) and any(
            len(rest) > 1 and Pair(rest[0], rest[1]).ms >= GLITCH_MS for rest in men
        )

    def _options(
        self, position: Position, move: Move, point: Point, cursors: Cursors, *, partial: bool
    ) -> Iterator[Option]:
        footprint = move.footprint
        used = cursors.get(point, 0)
        rest = self.at.get(point, ())[used:]
        man = position.man_at(point)
        rests_here = bool(footprint.resting >> point & 1)
        lifted = bool(footprint.lifts >> point & 1)
        placed = bool(footprint.places >> point & 1)
        if partial and len(rest) % 2 == 0 and self._may_wait(move, point):
            cost = self._pairs(rest, move, man if lifted else None)
            yield Option(cost, used + len(rest), None, None, pending=True)
        if lifted and placed:
            yield from self._exchanges(move, man, point, rest, used)
            return
        if self.judge.blind >> point & 1 and len(rest) % 2 == 0:
            yield Option(UNSEEN_BLIND, used, None, None)
        for n in range(0, len(rest), 2):
            edge = rest[n]
            if edge.soft or (placed and not self._may_stand(rest, n, move)):
                continue
            stay = 0.0 if lifted or rests_here else self._stay(rest, n)
            if stay is None:
                continue
            earlier = () if rests_here else rest[:n]
            cost = stay + self._pairs(earlier, move, man if lifted else None)
            if placed and self._jolted(point, used + n):
                replayed = not n and just_taken(self.at, point, cursors, self.judge)
                cost += BUMP if replayed else TOO_QUICK
            yield Option(
                cost, used + n + 1, edge if lifted else None, edge if placed else None,
                last_ns=edge.at_ns,
            )  # fmt: skip

    @staticmethod
    def _may_wait(move: Move, point: Point) -> bool:
        """Whether a move may be under way although nothing has happened at this point yet.

        The mover has been set down, or (in castling, the rook first) is still in the air. The new man of a promotion may
        be set down first.
        """
        if move.choice:
            return point == move.origin
        return point != move.origin and (point != move.target or move.partner is not None)

    def _exchanges(
        self, move: Move, man: Man | None, point: Point, rest: Sequence[Edge], used: int
    ) -> Iterator[Option]:
        """A man leaves and another (or the same) is set down."""
        resting = bool(move.footprint.resting >> point & 1)
        blind = (self.blinded | self.judge.blind) >> point & 1
        own = man is not None and man.side == move.side
        if not own and (blind or not self.judge.tells):
            yield Option(UNSEEN_BLIND if blind else UNSEEN, used, None, None)
        pair = None if used or own else self.spare.get(point)
        if pair is not None and may_stand(pair.second, move):
            yield Option(TAKEN_SOON, used, pair.first, pair.second, pair.second.at_ns)
        for n in range(0, len(rest) - 1, 2):
            before = self._pairs(rest[:n], move, man)
            for m in range(n + 1, len(rest), 2):
                pair = Pair(rest[n], rest[m])
                if pair.first.soft or pair.second.soft or not self._may_stand(rest, m, move):
                    continue
                between = 0.0 if resting else self._pairs(rest[n + 1 : m], move, None)
                stay = 0.0 if resting else self._stay(rest, m)
                if stay is None:
                    continue
                cost = before + between + stay
                seen = pair.first.blind or differ(pair.first.mark, pair.second.mark)
                if m == n + 1 and not seen and pair.ms < self.judge.timings.bump_ms:
                    # As well the man may have been jolted, the capturer being in the hand, or lifted beside him just then.
                    lifts = () if move.origin is None else self.at.get(move.origin, ())[:1]
                    beside = any(abs(e.at_ns - rest[n].at_ns) <= JOLT_MS * MS for e in lifts)
                    cost += TOO_QUICK if beside or pair.ms < GLITCH_MS else BUMP
                yield Option(cost, used + m + 1, rest[n], rest[m], rest[m].at_ns)

    def _may_stand(self, rest: Sequence[Edge], n: int, move: Move) -> bool:
        """Whether the n-th edge may be of the man that this move sets down there, and nothing had made it another move."""
        passing_ms = self.judge.timings.slide_point_ms
        chosen = move.choice and chosen_before(move, rest[: n + 1], passing_ms)
        return not chosen and may_stand(rest[n], move)

    def _jolted(self, point: Point, n: int) -> bool:
        """Whether the n-th edge is more likely the man back that had left just before it.

        No hand takes one off while another sets one down there; but one that only touched the point, or a stone that the hand
        has hardly let go, may come back.
        """
        edges, timings = self.at[point], self.judge.timings
        men = self.judge.game.men_move
        still_ms = timings.slide_point_ms if men else timings.release_ms
        same = n > 1 and (men or edges[0].placed)  # no captured stone has stood there
        if not n or (same and Pair(edges[n - 2], edges[n - 1]).ms < still_ms):
            return False
        pair = Pair(edges[n - 1], edges[n])
        known = pair.first.blind or differ(pair.first.mark, pair.second.mark)
        return pair.ms < timings.bump_ms and not known

    def _stay(self, rest: Sequence[Edge], n: int) -> float | None:
        """The price of a man set down by the n-th edge and soon gone; None for mere crossing."""
        if n + 1 == len(rest) or rest[n + 1].soft:
            return 0.0
        ms = Pair(rest[n], rest[n + 1]).ms
        if ms < GLITCH_MS:
            return None
        return SOON_GONE if ms < self.judge.timings.slide_point_ms else 0.0

    def _pairs(self, edges: Sequence[Edge], move: Move, man: Man | None) -> float:
        """The price of edges that cancel out at a point of the footprint, where this man stands."""
        cost = 0.0
        for n in range(0, len(edges) - 1, 2):
            pair = Pair(edges[n], edges[n + 1])
            if man is None:
                cost += self.judge.crossing(pair)
                cost += FELT_TWICE if self.judge.felt_twice(pair, self.around) else 0.0
            elif pair.first.point != self.swap:
                dip = self.dips.price(pair, own=man.side == move.side, man=man)
                cost += dip if move.mover else fumbled(self.at, move, pair, self.judge, dip)
        return cost

    def _assemble(
        self,
        position: Position,
        move: Move,
        chosen: Mapping[Point, Option],
        cursors: Cursors,
    ) -> Match | None:
        footprint = move.footprint
        taken = [(chosen[step.point], step.act) for step in footprint.steps]
        times = [option.lift if act is Act.LIFT else option.place for option, act in taken]
        cost = sum(option.cost for option in chosen.values())
        if not move.choice and placed_before_lifted(footprint, times, chosen):
            return None
        order = self._order(position, move, times, cursors)
        if order is None:
            return None
        seen = [edge.at_ns for edge in times if edge is not None]
        if not seen:
            return None
        landed = chosen[move.target].place if move.target is not None else None
        last = max([option.last_ns for option in chosen.values() if not option.pending] + seen)
        done_ns = landed.at_ns if landed is not None else max(seen)
        late = [landed] if landed is not None else times
        mover = chosen[move.origin].lift if move.origin is not None else None
        if len(self._left) >= KNOCKED_MIN:
            if landed and rolled(landed, mover, footprint, position, self._left):
                return None
            if mover and self._knocked(position, footprint, mover, done_ns):
                order += KNOCKED
        return Match(
            cost=cost + order,
            cursors={
                **cursors,
                **self._rested(footprint, cursors, done_ns),
                **{p: option.used for p, option in chosen.items()},
            },
            first_ns=min(seen),
            landed_ns=done_ns,
            done_ns=last,
            pending=sum(1 << p for p, option in chosen.items() if option.pending),
            after_ns=min((e.unread_ns for e in late if e is not None and e.blind), default=done_ns),
            unseen=move.target is not None and landed is None,
        )

    def _knocked(
        self, position: Position, footprint: Footprint, mover: Edge, landed_ns: int
    ) -> bool:
        """Whether the mover left together with men that the move does not lift: all were knocked. Later lifts may be a reply."""
        until_ns = landed_ns + JOLT_MS * MS
        lifts = [lift for lift in self._left if lift.at_ns <= until_ns]
        with_him = with_others(mover, position, lifts)
        besides = [point for point in with_him if not footprint.lifts >> point & 1]
        soon = 0 < landed_ns - mover.at_ns < self.judge.timings.settle_ms * MS
        if soon and in_his_hand(position, with_him, besides):
            return False
        return len(with_him) >= KNOCKED_MIN - 1 and bool(besides)

    def _rested(self, footprint: Footprint, cursors: Cursors, landed_ns: int) -> dict[Point, int]:
        """Edges of points where the mover was set down on its way, each with the lift after it."""
        used = {}
        for point in points_of(footprint.resting & ~footprint.changes):
            edges = self.at.get(point, ())
            n = cursors.get(point, 0)
            while n + 1 < len(edges) and edges[n + 1].at_ns <= landed_ns:
                n += 2
            if n != cursors.get(point, 0):
                used[point] = n
        return used

    def _flown(self, lift: Edge | None, place: Edge | None) -> bool:
        """Whether a man was felt far from his point sooner than any hand carries him there."""
        if lift is None or place is None or lift.blind or place.blind:
            return False
        (x, y), (to_x, to_y) = (self.judge.game.place(edge.point) for edge in (lift, place))
        distance = max(abs(x - to_x), abs(y - to_y))
        flown_ns = place.at_ns - lift.at_ns + self.judge.timings.sweep_ms * MS
        return distance >= FLIGHT and flown_ns < GLITCH_MS * MS

    def _another_in_air(self, ours: PointSet, at_ns: int, cursors: Cursors) -> bool:
        """Whether a man from another point than these was in the air at a time."""
        for point, edges in self.at.items():
            rest = edges[cursors.get(point, 0) :]
            before = [edge for edge in rest if edge.at_ns <= at_ns]
            # At a point that was empty the edges begin with a placing, and come in pairs.
            if not ours >> point & 1 and len(before) % 2 and not before[0].placed:
                return True
        return False

    def _order(
        self, position: Position, move: Move, times: Sequence[Edge | None], cursors: Cursors
    ) -> float | None:
        """The price of the order of the steps; None when hands (or the law) do not allow it."""
        footprint, timings = move.footprint, self.judge.timings
        together_ns = timings.together_ms * MS
        cost = sum(FELT_TWICE for n, m in footprint.physical if self._flown(times[n], times[m]))
        for before, after in footprint.physical:
            a, b = times[before], times[after]
            if a is None or b is None or a.at_ns <= b.at_ns + timings.sweep_ms * MS:
                continue
            if a.blind and a.unread_ns - b.at_ns <= OVERLAP_MS * MS:
                continue  # what was seen late happened earlier than it was seen
            if new_man_first(position, move, a, b, timings.irregular_ms):
                cost += DRAGGED
                continue
            if a.point == b.point or b.blind or a.at_ns - b.at_ns > OVERLAP_MS * MS:
                return None
            quickly = a.at_ns - b.at_ns <= together_ns
            ours = footprint.changes
            if not quickly and footprint.steps[before].act is Act.LIFT:
                ours = 1 << a.point | 1 << b.point  # a victim in the hand may be set down as well
            if a.at_ns - b.at_ns > GLITCH_MS * MS and self._another_in_air(ours, b.at_ns, cursors):
                return None  # that one was set down, not this
            far = not self.judge.game.neighbours(a.point) >> b.point & 1
            if far and a.at_ns - b.at_ns > GLITCH_MS * MS:
                cost += FELT_TWICE
            else:
                cost += DRAGGED if quickly else DRAGGED_SLOWLY
        for before, after in footprint.lawful:
            a, b = times[before], times[after]
            if a is None or b is None or a.at_ns <= b.at_ns + together_ns:
                continue
            set_down = set_down_at(footprint, times, footprint.steps[after].man)
            if self.strict and set_down is not None and set_down.at_ns < a.at_ns:
                return None
            cost += LAW_BROKEN if self.strict else 0.0
        return cost
