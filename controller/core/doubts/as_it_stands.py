"""Moves as after which everything stands, though no hand makes them in the order that was felt: they are asked about besides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.doubts.in_a_gap import asked_with, unlooked
from controller.core.inference.decisions import DOUBT, Ask, Complete, Irregular, firsts
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import GLITCH_MS
from controller.core.inference.supposing import STRANGE, moves_if_wrong
from controller.core.sensing.marks import may_stand, sensed_choice
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move


def with_what_stands(branch: Branch, made: Decision | None, now_ns: int) -> Decision | None:
    """A decision, with what is to be asked about besides: moves as after which everything stands."""
    match made:
        case Complete():
            unseen = unlooked(branch, made, now_ns)
            others = unseen or as_it_stands(branch, [made.ply.move], now_ns)
            people = bool(unseen)
            return Ask(moves=(made, *others), reason=DOUBT, people=people) if others else made
        case Ask():
            made = asked_with(branch, made, now_ns)
            others = as_it_stands(branch, [each.ply.move for each in made.moves], now_ns)
            return replace(made, moves=(*made.moves, *others)) if others else made
        case Irregular():
            unseen = unlooked(branch, made, now_ns)
            others = unseen or as_it_stands(branch, (), now_ns)
            people = bool(unseen)
            return Ask(moves=tuple(others), reason=DOUBT, people=people) if others else made
        case _:
            return made


def as_it_stands(branch: Branch, known: Collection[Move], now_ns: int) -> list[Complete]:
    """Moves as after which everything stands, though no hand does them in the order in which they were felt.

    One sensor has told of it too soon or too late. What hands do in an order against the law is no fault of sensors.

    Args:
        known: moves that are thought of anyhow; none is sought where all stands as after one of them.
    """
    at = by_point(branch.edges)
    changed = point_set(point for point, edges in at.items() if len(edges) % 2)
    if not changed or branch.upset or not branch.judge.game.men_move:
        return []
    if any(move.footprint.empties | move.footprint.fills == changed for move in known):
        return []
    moves = [
        move
        for move in branch.position.moves()
        if move.footprint.empties | move.footprint.fills == changed
        if move.text not in branch.asked
        if all(_exchanged(branch, at.get(p, ())) for p in points_of(move.footprint.exchanges))
        if all(may_stand(at[point][-1], move) for point in points_of(move.footprint.places))
    ]
    if not moves:
        return []
    lax = branch.supposing(0)
    lax.strict = False
    by_hands = firsts(lax.readings(now_ns))
    ways = {(move.origin, move.target, move.captured) for move in by_hands}
    last_ns, cursors = branch.edges[-1].at_ns, {point: len(edges) for point, edges in at.items()}
    ply = replace(Ply.at(moves[0], last_ns), first_ns=branch.edges[0].at_ns, cursors=cursors)
    told = [m for m in moves if sensed_choice(m, at.get(m.target or 0, ()))]  # else it is a queen
    return [
        Complete(ply=replace(ply, move=move))
        for move in moves
        if move not in by_hands
        if move in told or (move.origin, move.target, move.captured) not in ways
    ]


def _exchanged(branch: Branch, edges: Sequence[Edge]) -> bool:
    """Whether a man was off this point for longer than one who is jolted, and one stands there again."""
    bump_ms = branch.judge.timings.bump_ms
    return any(not e.placed and Pair(e, f).ms >= bump_ms for e, f in pairwise(edges))


def beside_a_jolt(branch: Branch, now_ns: int) -> dict[str, Complete]:
    """Moves past one silent sensor that are only too strange for what men did who were jolted besides; for people, then."""
    jolts = _jolted(branch)
    return moves_if_wrong(branch, now_ns, STRANGE + jolts) if jolts else {}


def _jolted(branch: Branch) -> float:
    """The price, in any reading, of men beside what is in doubt who were off for less than `bump_ms` once and have stood since."""
    judge, cost = branch.judge, 0.0
    for point, edges in by_point(branch.edges).items():
        man = branch.position.man_at(point)
        if man is None or len(edges) != 2 or edges[0].placed:
            continue
        pair = Pair(*edges)
        if GLITCH_MS <= pair.ms < judge.timings.bump_ms and not pair.swapped(man):
            own = man.side == branch.position.side_to_move
            cost += judge.dip(pair, branch.edges, own=own, man=man)
    return cost
