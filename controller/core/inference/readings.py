"""Readings: the ways in which legal moves and small oddities explain all the evidence.

A reading is a line of completed moves, perhaps a move that is under way, and what remains: men in
the air, men in passing, jolts. Each has a price; the cheapest are the likeliest. What no reading
explains is an irregularity, and such readings are priced far above all others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from controller.core.inference.chosen import Heard
from controller.core.inference.dips import times_off
from controller.core.inference.evidence import Judge, Pair, by_point, without_blinks
from controller.core.inference.knocked import lay_beside
from controller.core.inference.matching import Matcher
from controller.core.inference.plies import Ply, in_haste, made_way, set_better, trembled
from controller.core.inference.prices import (
    BUMP,
    CROWDED,
    ENEMY_IDLE,
    FORGOTTEN,
    FREE,
    FROM_NOWHERE,
    GLITCH_MS,
    HELD,
    HESITATION,
    IRREGULAR,
    IRREGULAR_POINT,
    MARGIN,
    NODES_MAX,
    NOT_HIS_TURN,
    OUT_OF_ORDER,
    OVERLAP_MS,
    PLIES_MAX,
    PLY,
    SET_BETTER,
    STONES_MAX,
    STONES_MS,
    UNDER_WAY,
)
from controller.core.inference.reading import Leaf, Reading
from controller.core.inference.retaking import retaken
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from rules.game import Move, Position
from rules.terms import Point, PointSet, point_set, points_of

Play = Callable[[Position, Move], Position]


def explain(
    position: Position,
    edges: Sequence[Edge],
    now_ns: int,
    judge: Judge,
    *,
    strict: bool,
    heard: Heard,
    blinded: PointSet = 0,
    swap: Point | None = None,
    moved: tuple[Point | None, int] = (None, 0),
    made: bool = False,
    spare: Mapping[Point, Pair] | None = None,
    beside: Sequence[Edge] = (),
    margin: float = MARGIN,
    play: Play = lambda position, move: position.play(move),
    search: Callable[[Matcher, Sequence[Edge], int, Play], Search] | None = None,
) -> list[Reading]:
    """The readings of the evidence, the cheapest first; the empty line of moves is among them.

    Args:
        edges: all edges since the position, in the order of their times.
        strict: whether the law's order of steps binds (referee mode).
        blinded: points that could not be read at some time.
        heard: what has been said of promotions.
        swap: where a promoted pawn makes way for the new man.
        moved: where and when the man of the move before was set down; he may soon be set down better.
        made: a move has been made for certain (the clock was pressed), so that readings without one do not compete.
        spare: see `Matcher`.
        beside: edges that explain nothing, of sensors that are not believed: a jolt may have caused them too.
        margin: how much dearer than the best a line of moves may be.
        play, search: plays a move; a place for a cache. And how lines of moves are gone through.
    """
    matcher = Matcher(
        [*edges, *beside], by_point(edges), judge, strict=strict, blinded=blinded, spare=spare or {},
        swap=swap,
    )  # fmt: skip
    lines = (search or Search)(matcher, edges, now_ns, play)
    lines.heard, lines.swap, lines.made = heard, swap, made
    lines.moved, lines.margin, lines.start = moved, margin, position
    lines.extend(position, {}, (), 0.0)
    return sorted(lines.found, key=lambda reading: reading.cost)


class Search:
    """Depth-first over lines of moves, the likeliest of men first, cut off at the price of the best line plus the margin."""

    start: Position
    heard: Heard
    swap: Point | None
    moved: tuple[Point | None, int]
    made: bool
    margin: float

    def __init__(self, matcher: Matcher, edges: Sequence[Edge], now_ns: int, play: Play) -> None:
        self.edges = edges
        self.around = matcher.around
        self.at = matcher.at
        self.now_ns = now_ns
        self.judge = matcher.judge
        self.play = play
        self.matcher = matcher
        self.found: list[Reading] = []
        self.best = IRREGULAR * 2
        self.nodes = 0
        only_played = not self.judge.game.men_move and len(self.at) == len(edges)
        self.plies_max = STONES_MAX if only_played else PLIES_MAX
        came = edges if only_played and all(edge.placed for edge in edges) else ()
        self.came_ns = {edge.point: edge.at_ns for edge in came}

    def extend(
        self,
        position: Position,
        cursors: Mapping[Point, int],
        plies: tuple[Ply, ...],
        cost: float,
    ) -> None:
        """Adds the readings that have exactly these plies, then tries one ply more."""
        self.nodes += 1
        live = point_set(p for p, e in self.at.items() if len(e) > cursors.get(p, 0))
        unread = self.judge.blind | self.matcher.blinded
        self._close(position, cursors, plies, cost, live)
        stones = not self.judge.game.men_move  # those that a play takes may still stand
        if not live or len(plies) == self.plies_max:
            return
        found = []
        for move in self._candidates(position, live, cursors, plies):
            for match in self.matcher.matches(position, move, cursors, partial=stones):
                if match.pending and (match.unseen or match.pending & self.judge.blind):
                    continue
                left = UNDER_WAY if match.pending else 0.0
                early = match.too_early(plies, self.judge.timings.sweep_ms)
                early += retaken(self.at, plies, move, match, self.judge, unread=unread)
                price = cost + PLY + left + match.cost + early
                if not self.too_dear(price, plies, move):
                    found.append((price, move, match))
        if self.judge.game.men_move:
            found.sort(key=lambda each: each[0])
        for price, move, match in found:
            if self.nodes >= NODES_MAX or self.too_dear(price, plies, move):
                continue
            said = self.heard.letter(move, plies, cursors) == move.choice
            ply = Ply.of(move, match, sensed=self.matcher.became(move, match), said=said)
            felt = move.target is None or not self.judge.blind >> move.target & 1
            unseen = ply.unseen and move.captured and felt
            if unseen and self.matcher.seen_elsewhere(position, match):
                continue
            self.extend(self.play(position, move), match.cursors, (*plies, ply), price)

    def too_dear(self, price: float, _plies: Sequence[Ply], _move: Move) -> bool:
        """Whether this move after others, which together cost so much, is given up."""
        return price > self.best + self.margin

    def _candidates(
        self, position: Position, live: PointSet, cursors: Mapping[Point, int], plies: Sequence[Ply]
    ) -> list[Move]:
        """Legal moves whose emptied and filled points have evidence; of promotions those that may have been chosen."""
        found: dict[tuple[Point | None, Point | None, tuple[Point, ...], str], Move] = {}
        blind = self.judge.blind
        lookup = self.judge.lookups.of(position)
        moves = lookup.within(live | blind)
        if not self.judge.game.men_move:
            moves += [move for move in lookup.captures if move.footprint.fills & live]
        for move in moves:
            if blind and not move.footprint.changes & live:
                continue
            told = self.matcher.choices(move, cursors) or self.heard.choices(move, plies, cursors)
            if not move.choice or move.choice in told:
                key = (move.origin, move.target, move.captured, move.choice)
                found.setdefault(key, move)
        if self.came_ns:  # the line that is likeliest comes first, and makes an end of most others
            return sorted(found.values(), key=lambda move: self.came_ns.get(move.target or 0, 0))
        return list(found.values())

    def _close(
        self,
        position: Position,
        cursors: Mapping[Point, int],
        plies: tuple[Ply, ...],
        cost: float,
        live: PointSet,
    ) -> None:
        leaf = self._leaf(position, cursors, plies, live)
        landed_ns = plies[-1].landed_ns if plies else 0
        before_ns = 0 if self.judge.game.men_move else landed_ns - STONES_MS * MS
        passing = [  # no more is a stone that stood before another one was set down
            e
            for e in leaf.standing
            if e.at_ns >= before_ns and self.judge.hovering(e, self.now_ns) is not None
        ]
        standing = [edge for edge in leaf.standing if edge not in passing]
        places = self.judge.from_nowhere(leaf.standing, leaf.in_air, self.now_ns)
        lost = self.judge.lost(position, leaf.in_air, self.now_ns, landed_ns)
        if not standing and not lost:
            hovers = sum(self._hover(position, plies, leaf, e) for e in passing)
            total = cost + leaf.cost + leaf.crowd + hovers + places
            self._add(Reading(plies=plies, cost=total, in_air=leaf.in_air))
        else:
            gone = leaf.in_air if standing else points_of(lost)
            points = point_set([*gone, *(e.point for e in leaf.standing)])
            came = sorted(leaf.standing, key=lambda e: e.at_ns)
            price = cost + leaf.cost + places + IRREGULAR + IRREGULAR_POINT * points.bit_count()
            if came and came[0].at_ns < before_ns:
                price += OUT_OF_ORDER  # the stone that came first is the play
            self._add(
                Reading(
                    plies=plies,
                    cost=price,
                    in_air=leaf.in_air,
                    unexplained=points,
                    came=tuple(e.point for e in came if position.man_at(e.point) is None),
                    stood_ns=max([*leaf.in_air.values(), *(e.at_ns for e in leaf.standing)]),
                )
            )
        if self.judge.game.men_move:
            self._under_way(position, cursors, plies, cost, leaf)

    def _under_way(
        self,
        position: Position,
        cursors: Mapping[Point, int],
        plies: tuple[Ply, ...],
        cost: float,
        leaf: Leaf,
    ) -> None:
        """Readings in which a move has been begun whose other men are still to be seen to."""
        standing = point_set(e.point for e in leaf.standing)
        for move in self.matcher.begun(position, standing, cursors):
            for match in self.matcher.matches(position, move, cursors, partial=True):
                if not match.pending & ~self.judge.blind:
                    continue  # what is left cannot be seen: the move is complete
                rest = point_set(p for p, e in self.at.items() if len(e) > match.cursors.get(p, 0))
                after = self._leaf(position, match.cursors, plies, rest)
                elsewhere = move.choice and after.in_air  # the new man has come from there, perhaps
                if elsewhere or (
                    after.standing
                    and not match.lacks_only_captured(move, after.in_air, after.standing)
                ):
                    continue
                price = cost + match.cost + after.cost + after.crowd
                price += self._not_of_this_move(position, after) + UNDER_WAY
                price += match.too_early(plies, self.judge.timings.sweep_ms)
                reading = Reading(
                    plies=plies,
                    cost=price,
                    under_way=move,
                    pending=match.pending,
                    in_air=after.in_air,
                )
                if after.standing:
                    stood = sorted(leaf.standing, key=lambda e: e.at_ns)
                    points = point_set([*leaf.in_air, *(e.point for e in stood)])
                    reading = replace(
                        reading, cost=price + FORGOTTEN, in_air=leaf.in_air, unexplained=points,
                        came=tuple(e.point for e in stood), stood_ns=max(match.done_ns, *(e.at_ns for e in after.standing)),
                    )  # fmt: skip
                self._add(reading)

    def _not_of_this_move(self, position: Position, after: Leaf) -> float:
        """The price of men in the air that a move under way does not take."""
        cost = 0.0
        for point, at_ns in after.in_air.items():
            man = position.man_at(point)
            if man is not None and man.side != position.side_to_move:
                jolt = self.judge.jolt(point, at_ns, self.now_ns, self.around)
                cost += ENEMY_IDLE if jolt is None else jolt
        return cost

    def _leaf(
        self,
        position: Position,
        cursors: Mapping[Point, int],
        plies: tuple[Ply, ...],
        live: PointSet,
    ) -> Leaf:
        """Prices what no completed move has used up."""
        leaf = Leaf()
        side, enemies = position.side_to_move, 0
        for point in points_of(live):
            man = position.man_at(point)
            own = man is not None and man.side == side
            felt = self.at[point][cursors.get(point, 0) :]
            rest = felt if man is None else without_blinks(felt)
            leaf.cost += self.judge.blinks(felt, rest)
            for pair in times_off(rest, man, makes_way=point == self.swap):
                if not man and any(lay_beside(self.at, p.move, pair, self.judge) for p in plies):
                    leaf.cost += HESITATION
                elif man is None:
                    leaf.cost += self.matcher.dips.passing(pair, self.edges)
                    leaf.cost += self._by_nobody(position, plies, pair)
                elif pair.swapped(man, makes_way=point == self.swap):
                    leaf.standing.append(pair.second)
                elif better := self._set_better(position, plies, pair):
                    leaf.cost += better
                elif point != self.swap or self._capturer_up(position, cursors, pair):
                    early = bool(plies) and pair.first.at_ns < plies[-1].landed_ns
                    leaf.cost += self.matcher.dips.price(pair, own=own is not early, man=man)
            if len(rest) % 2 == 0:
                continue
            if rest[-1].placed:
                leaf.standing.append(rest[-1])
            else:
                leaf.in_air[point] = self.judge.gone_ns(rest)
                if not own and point != self.swap:
                    enemies |= 1 << point
                leaf.cost += self._too_soon(plies, point, leaf.in_air[point], own=own)
        leaf.cost += self.judge.enemies_lifted(
            position, enemies, leaf.in_air, self.now_ns, self.around, played=bool(plies)
        )
        men = [position.man_at(point) for point in leaf.in_air]
        mine = sum(man is not None and man.side == side for man in men)
        leaf.crowd = CROWDED * (max(mine - 1, 0) + max(len(men) - mine - 1, 0))
        return leaf

    def _too_soon(self, plies: tuple[Ply, ...], point: Point, at_ns: int, *, own: bool) -> float:
        """The price of a man lifted before the last ply landed, or before all men that it captured were off."""
        ply = plies[-1] if plies else None
        if ply is None or not self.judge.held(at_ns, ply.after_ns):
            amid = own and ply is not None and ply.amid_removal(at_ns, self.judge.timings)
            return OUT_OF_ORDER if amid else 0.0
        before = self.start
        for earlier in plies[:-1]:
            before = self.play(before, earlier.move)
        came = self.at.get(ply.move.target or 0, ())[-1:]
        if not (own and self.judge.game.men_move):
            return HELD
        near = bool(self.judge.game.neighbours(point) >> (ply.move.target or 0) & 1)
        return OUT_OF_ORDER if in_haste(before, ply, point, at_ns, came, near=near) else HELD

    def _set_better(self, position: Position, plies: tuple[Ply, ...], pair: Pair) -> float:
        """The price of the man of the move before only set down better, at once, when no hand was there to take him; or 0.

        The man of a ply of this very line may have been jolted by the hand that lets him go.
        """
        if plies and made_way(pair, plies[-1]):
            return FREE
        if plies:
            return BUMP if trembled(pair, plies[-1], self.judge.timings) else 0.0
        soon = set_better(pair, *self.moved, self.judge.timings)
        return SET_BETTER if soon and not self._capturer_up(position, {}, pair) else 0.0

    def _by_nobody(self, position: Position, plies: tuple[Ply, ...], pair: Pair) -> float:
        """The price of a man held over a point while no man is in any hand: the move was over, nothing captured.

        Where the mover came from, it is rather he who was put back than a captured man held just there.
        """
        if not (plies and self.judge.game.men_move) or pair.ms < GLITCH_MS:
            return 0.0
        if pair.first.point == plies[-1].move.origin and pair.ms >= self.judge.timings.together_ms:
            return FROM_NOWHERE
        over_ns, at_ns = plies[-1].done_ns, pair.first.at_ns - OVERLAP_MS * MS
        taken = any(ply.move.captured or ply.move.choice for ply in plies)
        if taken or pair.first.blind or at_ns < over_ns:
            return 0.0
        held = any(
            not edge.placed and edge.at_ns <= pair.first.at_ns
            for point, edges in self.at.items()
            if position.man_at(point) is not None
            for edge in edges
            if edge.at_ns > over_ns or len(edges) % 2
        )
        return 0.0 if held else FROM_NOWHERE

    def _capturer_up(self, position: Position, cursors: Mapping[Point, int], pair: Pair) -> bool:
        """Whether a man of the side on move was in the air when the pair was closed."""
        for point, edges in self.at.items():
            man, rest = position.man_at(point), edges[cursors.get(point, 0) :]
            up = len(rest) % 2 and rest[-1].at_ns <= pair.second.at_ns
            if up and man is not None and man.side == position.side_to_move:
                return True
        return False

    def _hover(self, position: Position, plies: tuple[Ply, ...], leaf: Leaf, edge: Edge) -> float:
        cost, side = self.judge.hovering(edge, self.now_ns) or 0.0, position.side_to_move
        here = position.man_at(edge.point)
        off_ns = [e.at_ns for e in self.at[edge.point] if not e.placed and e.at_ns <= edge.at_ns]
        if here is not None and off_ns:  # he has left, and another one passes
            cost += self._too_soon(plies, edge.point, off_ns[-1], own=here.side == side)
        men = [position.man_at(point) for point in leaf.in_air]
        if men and plies and all(man is not None and man.side != side for man in men):
            return cost + NOT_HIS_TURN
        return cost

    def _add(self, reading: Reading) -> None:
        if reading.plies or not self.made:
            self.best = min(self.best, reading.cost)
        self.found.append(reading)
