"""Applies the laws, which are data of the game's rulebook, to what the hands did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from controller.core.inference.decisions import Irregular, Touch
from controller.core.inference.evidence import by_point
from controller.core.inference.sweeping import in_favour
from controller.core.messages import Duty, Observed
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import tone_of
from controller.core.settings import MS, Timings
from rules.deed import Deed, HandStep, Named
from rules.game import Game, Move, Position
from rules.naming import ILLEGAL_CAPTURE, ILLEGAL_MOVE
from rules.rulebook import Rulebook
from rules.terms import Point, PointSet, Side, point_set, points_of
from rules.touch import Obligation, Touches, obligation

OFTEN = 6
"""Changes of a point beside a move that are its sensor's doing."""


def observed(named: Named, game: Game) -> Observed:
    """What was done, for the message."""

    def name(point: Point | None) -> str | None:
        return None if point is None else game.points[point]

    return Observed(
        origin=name(named.origin),
        to=name(named.target),
        removed=[game.points[p] for p in named.removed],
    )


def touches(position: Position, touched: Iterable[Touch], together_ms: int) -> Touches:
    """The touches of the side on move, sorted as the law of touched men wants them."""
    own: list[Touch] = []
    enemy: list[Touch] = []
    seen: set[Point] = set()
    ordered = sorted(touched, key=lambda t: t.at_ns)
    castles = _castling(position, ordered)
    for touch in ordered:
        man = position.man_at(touch.point)
        if man is None or touch.point in seen:
            continue
        his_own = man.side == position.side_to_move
        if his_own and touch.doubtful and touch.point not in castles:
            continue  # it binds once he does something with this man, and then it is met
        seen.add(touch.point)
        (own if his_own else enemy).append(touch)
    order = sorted(own + enemy, key=lambda t: t.at_ns)
    window_ns = together_ms * MS
    return Touches(
        own=tuple(t.point for t in own),
        enemy=tuple(t.point for t in enemy),
        order=tuple(t.point for t in order),
        at_once=bool(own and enemy and abs(own[0].at_ns - enemy[0].at_ns) <= window_ns),
        together=tuple(t.point for t in own if t.at_ns - own[0].at_ns <= window_ns),
        enemies_together=tuple(t.point for t in enemy if t.at_ns - enemy[0].at_ns <= window_ns),
    )


def _castling(position: Position, touched: Sequence[Touch]) -> set[Point]:
    """Where kings stand whose rook has been touched beyond doubt: whose hand it was at the king makes castling no breach."""
    sure = {touch.point for touch in touched if not touch.doubtful}
    if len(sure) == len(touched):
        return set()
    moves = (move for move in position.moves() if move.partner in sure)
    return {move.origin for move in moves if move.origin is not None}


def duty(game: Game, found: Obligation) -> Duty:
    """An obligation as messages write it."""
    return Duty(
        law=found.law,
        must_move=[game.points[p] for p in found.must_move],
        must_capture=[game.points[p] for p in found.must_capture],
        alternatives=[move.text for move in found.moves],
    )


def breach(
    position: Position, move: Move, touched: Touches, before: Touches, rulebook: Rulebook
) -> Named | None:
    """Whether a legal move goes against the law of touched men.

    Args:
        touched: everything the player touched, the men of the move included.
        before: what the player had touched before beginning with the move; if that alone bound, the
            law that bound then is the one that is broken.
    """
    found = obligation(position, touched, rulebook.touch)
    if found is None or any(move.text == allowed.text for allowed in found.moves):
        return None
    bound = obligation(position, before, rulebook.touch)
    if bound is not None and all(move.text != allowed.text for allowed in bound.moves):
        found = bound
    law = found.law
    if move.partner is not None and move.partner in touched.own[:1]:
        law = rulebook.completion.rook_first or law
    named = Named(
        law=law,
        kind="touch-move",
        side=position.side_to_move,
        points=touched.order,
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )
    row = rulebook.irregularities.get(rulebook.touch.breach) if rulebook.touch.breach else None
    if row is None:
        return named
    return replace(named, law=row.law, kind=row.kind, remedy=row.remedy, penalty=row.penalty)


def taken_against_the_law(found: Irregular, named: Named) -> tuple[Touch, ...]:
    """The touches of men whom an illegal capture has taken: however soon its man stood there, it was the same hand."""
    if named.kind != ILLEGAL_CAPTURE:
        return ()
    lifts = {e.point: e.at_ns for e in found.edges if not e.placed and e.point in named.removed}
    return tuple(Touch(point=point, at_ns=at_ns) for point, at_ns in lifts.items())


def lifted_in_reply(touched: Iterable[Touch], found: Irregular, named: Named) -> PointSet:
    """Men who left after an illegal move had been made, and are no part of it: the opponent has answered it."""
    landed = [e.at_ns for e in found.edges if e.placed and e.point == named.target]
    if not landed or named.kind != ILLEGAL_MOVE or named.removed:
        return 0
    late = (touch.point for touch in touched if touch.at_ns > landed[-1])
    return point_set(point for point in late if point not in named.points)


def by_hands(edges: Sequence[Edge], move: Move) -> list[Edge]:
    """What was seen without points that the move does not change and that have changed more often than hands make them."""
    often = {point for point, found in by_point(edges).items() if len(found) >= OFTEN}
    often |= {edge.point for edge in edges if edge.shaky}
    return [e for e in edges if e.point not in often or move.footprint.changes >> e.point & 1]


def hand_steps(edges: Sequence[Edge], timings: Timings) -> tuple[HandStep, ...]:
    """Edges as the laws look at them: milliseconds since the first."""
    edges = in_favour(edges, timings)
    first_ns = edges[0].at_ns if edges else 0
    return tuple(HandStep(e.point, e.placed, (e.at_ns - first_ns) // MS) for e in edges)


def _sides(came: Sequence[Point], edges: Sequence[Edge], game: Game) -> tuple[Side | None, ...]:
    """Whose the men at some points are, as the sensors tell; empty where they tell of none."""
    tones = {e.point: e.mark.tone for e in edges if e.placed and e.mark is not None}
    by_tone = {tone_of(side): side for side in game.sides}
    sides = tuple(by_tone[tones[p]] if p in tones else None for p in came)
    return sides if any(sides) else ()


def deed_of(
    line: Sequence[tuple[Position, Move | None]],
    found: Irregular,
    game: Game,
    timings: Timings,
    *,
    at_work: bool,
    amid: bool,
    timed: bool,
) -> Deed:
    """What no legal move explains, as the laws look at it.

    Args:
        line: the game so far: each position and the move made in it, the last one without a move.
        at_work, amid: see `Deed`.
        timed: see `Deed`.
    """
    position, reading = line[-1][0], found.reading
    before = line[-2] if len(line) > 1 else (None, None)
    own = line[-3] if len(line) > 2 else (None, None)
    unexplained = points_of(reading.unexplained)
    men = tuple(p for p in unexplained if position.man_at(p) is not None)
    return Deed(
        position=position,
        before=before[0],
        last=before[1],
        own_before=own[0],
        own_last=own[1],
        gone=tuple(p for p in men if p in reading.in_air),
        came=reading.came,
        came_sides=_sides(reading.came, found.edges, game),
        exchanged=tuple(p for p in men if p not in reading.in_air),
        steps=hand_steps(found.edges, timings),
        under_way=found.bound or (None if unexplained else reading.under_way),
        in_air=tuple(reading.in_air),
        waiting=points_of(reading.pending),
        pressed=found.pressed,
        at_work=at_work,
        amid=amid,
        timed=timed,
        together_ms=timings.together_ms,
        bump_ms=timings.bump_ms,
    )
