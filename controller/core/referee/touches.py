"""Which pieces the player on move has touched, from the log of a ply, and what that obliges to.

A piece that is back within `bump_ms` was jolted and not touched (FIDE-4.2.2, XQ-5.6, DR-7.5).
A touch is doubtful where the other player may have made it, whose hand was still at the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from controller.core.belief.costs import costs
from controller.core.belief.world import HandDeed
from controller.core.settings import MS
from rules.deed import Doubt, Named
from rules.position import Move, Position
from rules.rulebook import Rulebook
from rules.terms import LawId, Point, PointSet
from rules.touch import Touches, obligation

LONG_AGO_NS = -1_000_000 * MS
"""When a piece was touched of which only the order is known any more."""


class Touch(NamedTuple):
    """A piece that was touched first at this time.

    Attributes:
        doubtful: the other player may have touched it.
    """

    point: Point
    at_ns: int
    doubtful: bool = False


class Reach(NamedTuple):
    """What tells whose hand it may have been.

    Attributes:
        from_ns: until then the last mover had a hand at the board. That is the press of its
            clock, or never while that is owed; 0 where nothing is known of it.
        presses: clocks tell when a turn is over.
        standing: points where something stands now.
        taken: pieces that the player on move has captured, so that its hand touched them.
    """

    from_ns: int = 0
    presses: bool = False
    standing: PointSet = 0
    taken: tuple[Point, ...] = ()


def touched(
    log: Sequence[HandDeed], position: Position, *, bump_ms: int, now_ns: int
) -> tuple[Touch, ...]:
    """The pieces that hands took up, or laid a finger on, in the order of time, each once."""
    found: dict[Point, int] = {}
    off: dict[Point, int] = {}
    away = _moved_by_its_own(log, position)
    for deed in log:
        point = deed.point
        if deed.placed is None or point in found or point in away or not position.piece_at(point):
            continue
        if not deed.placed:
            off.setdefault(point, deed.at_ns)
        elif point in off:  # it is back, or another piece stands there now
            since_ns = off.pop(point)
            if deed.origin != point or deed.at_ns - since_ns >= bump_ms * MS:
                found[point] = since_ns
    placed = {deed.origin for deed in log if deed.placed}
    found |= {
        point: since_ns
        for point, since_ns in off.items()
        if point in placed or now_ns - since_ns >= bump_ms * MS
    }
    return tuple(Touch(point, at_ns) for point, at_ns in sorted(found.items(), key=_by_time))


def by_hand(
    touches: Sequence[Touch], log: Sequence[HandDeed], together_ms: int
) -> tuple[Touch, ...]:
    """The touches but those of pieces that left three or more in one moment: they were knocked.

    A hand takes up one piece at a time, or two (XQ-5.6, FIDE-4.2.2, DR-7.5).
    """
    window_ns = together_ms * MS
    lifts = (deed for deed in log if deed.placed is False and not deed.touch)
    left = [(deed.origin, deed.at_ns) for deed in lifts]

    def company(touch: Touch) -> int:
        return len({piece for piece, at_ns in left if abs(at_ns - touch.at_ns) <= window_ns})

    return tuple(touch for touch in touches if company(touch) <= costs().in_hand)


def _moved_by_its_own(log: Sequence[HandDeed], position: Position) -> set[Point]:
    """Pieces of the side not on move that went elsewhere and came back, and what they took.

    That was played out of turn and is no touch.
    """
    side, away, back = position.side_to_move, dict[Point, set[Point]](), set[Point]()
    for deed in log:
        man = position.piece_at(deed.origin) if deed.placed and deed.origin >= 0 else None
        if man is None or man.side == side:
            continue
        if deed.point == deed.origin:
            back.add(deed.origin)
        else:
            away.setdefault(deed.origin, set()).add(deed.point)
    return {point for origin in away.keys() & back for point in (origin, *away[origin])}


def _by_time(item: tuple[Point, int]) -> tuple[int, Point]:
    return item[1], item[0]


def merged(
    before: Sequence[Point], doubtful: Iterable[Point], fresh: Iterable[Touch]
) -> tuple[Touch, ...]:
    """What was published before, and what is known now, with its time.

    They were published in the order in which they were touched. So what was published before a
    touch that belongs to no evidence any more was touched before it, even if it is touched again.
    """
    new = {touch.point: touch for touch in fresh}
    last = max((n for n, point in enumerate(before) if point not in new), default=-1)
    known = [
        Touch(
            point,
            new[point].at_ns if n > last else LONG_AGO_NS + n * 1000 * MS,
            point in doubtful,
        )
        for n, point in enumerate(before)
    ]
    rest = [touch for point, touch in new.items() if point not in before]
    return (*known, *rest)


def weighed(
    touches: Sequence[Touch], position: Position, reach: Reach, together_ms: int
) -> tuple[Touch, ...]:
    """The touches, each with whether the other player may have made it.

    While the other player's hand was at the board, it may have touched any piece. Later it may have
    touched one of its own pieces that stands, until the player on move touches one. Where clocks
    tell whose turn it is, the latter is no doubt.
    """
    side = position.side_to_move
    own = {t.point for t in touches if (man := position.piece_at(t.point)) and man.side == side}
    own_ns = min((t.at_ns for t in touches if t.point in own), default=None)

    def doubtful(touch: Touch) -> bool:
        early = LONG_AGO_NS // 2 < touch.at_ns < reach.from_ns
        if touch.point in own:
            return early
        stands = bool(reach.standing >> touch.point & 1)
        if touch.point in reach.taken or not (early or (stands and not reach.presses)):
            return False
        return own_ns is None or touch.at_ns < own_ns - together_ms * MS

    return tuple(t if t.doubtful else t._replace(doubtful=doubtful(t)) for t in touches)


def by_law(position: Position, touches: Iterable[Touch], together_ms: int) -> Touches:
    """The touches of the player on move, sorted as the law of touched pieces wants them."""
    ordered = sorted(touches, key=lambda t: t.at_ns)
    castles = _castling(position, ordered)
    own: list[Touch] = []
    enemy: list[Touch] = []
    for touch in ordered:
        man = position.piece_at(touch.point)
        if man is None:
            continue
        mine = man.side == position.side_to_move
        if mine and touch.doubtful and touch.point not in castles:
            continue  # it binds once its player moves it, and then it is met
        (own if mine else enemy).append(touch)
    window_ns = together_ms * MS
    return Touches(
        own=tuple(t.point for t in own),
        enemy=tuple(t.point for t in enemy),
        order=tuple(t.point for t in sorted(own + enemy, key=lambda t: t.at_ns)),
        at_once=bool(own and enemy and abs(own[0].at_ns - enemy[0].at_ns) <= window_ns),
        together=tuple(t.point for t in own if t.at_ns - own[0].at_ns <= window_ns),
        enemies_together=tuple(t.point for t in enemy if t.at_ns - enemy[0].at_ns <= window_ns),
    )


def _castling(position: Position, touches: Sequence[Touch]) -> set[Point]:
    """Where kings stand whose rook was touched beyond doubt: castling with them is no breach."""
    sure = {touch.point for touch in touches if not touch.doubtful}
    if len(sure) == len(touches):
        return set()
    return {m.origin for m in position.moves() if m.partner in sure and m.origin is not None}


def breach(
    position: Position,
    move: Move,
    touches: Sequence[Touch],
    *,
    begun_ns: int,
    rulebook: Rulebook,
    together_ms: int,
) -> Named | None:
    """Whether a legal move breaks the law of touched pieces; in doubt where another hand may have.

    Args:
        begun_ns: when the player began with the move; the law that bound before is broken.
    """

    def broken(by: Sequence[Touch]) -> tuple[Touches, LawId] | None:
        every = by_law(position, by, together_ms)
        found = obligation(position, every, rulebook.touch)
        if found is None or move in found.moves:
            return None
        earlier = by_law(position, [t for t in by if t.at_ns < begun_ns], together_ms)
        bound = obligation(position, earlier, rulebook.touch)
        return every, found.law if bound is None or move in bound.moves else bound.law

    found = broken(touches)
    if found is None:
        return None
    every, law = found
    named = Named(
        law=law,
        kind="touch-move",
        side=position.side_to_move,
        points=every.order,
        origin=move.origin,
        target=move.target,
        removed=move.captured,
    )
    if move.partner is not None and move.partner in every.own[:1]:
        named = replace(named, law=rulebook.completion.rook_first or law)
    row = rulebook.irregularities.get(rulebook.touch.breach) if rulebook.touch.breach else None
    if row is not None:
        named = replace(named, law=row.law, kind=row.kind, remedy=row.remedy, penalty=row.penalty)
    sure = [touch for touch in touches if not touch.doubtful]
    return named if broken(sure) else replace(named, doubt=Doubt.WHOSE_HAND)


def begun_ns(log: Iterable[HandDeed], move: Move) -> int:
    """When the player took up for good what this move takes; 0 where that was not felt."""
    lifts = {d.point: d.at_ns for d in log if d.placed is False}
    return min((lifts[p] for p in (move.origin, *move.captured) if p in lifts), default=0)
