"""The law of touched men: what a touch obliges to, as data read by one function.

Games differ in the order of the obligations, not in their kinds. A `TouchLaw` lists, for each
pattern of touches, the alternatives in the order in which the law tries them; `obligation` takes the
first that can be met.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.position import Move, Position
from rules.terms import LawId, Point


class Pattern(StrEnum):
    """Which men a player has touched, and in which order."""

    OWN = "own"
    ENEMY = "enemy"
    OWN_THEN_ENEMY = "own-then-enemy"
    ENEMY_THEN_OWN = "enemy-then-own"
    AT_ONCE = "at-once"


@dataclass(frozen=True, slots=True, kw_only=True)
class Touches:
    """The men that the player on move has touched, in order, each once.

    Attributes:
        own, enemy: points of the player's men and of the opponent's.
        order: all of them in order of touching.
        at_once: the first own and the first enemy man were touched together.
        together: own men touched together with the first own man (king and rook), he among them.
        enemies_together: the same of the opponent's men.
    """

    own: tuple[Point, ...] = ()
    enemy: tuple[Point, ...] = ()
    order: tuple[Point, ...] = ()
    at_once: bool = False
    together: tuple[Point, ...] = ()
    enemies_together: tuple[Point, ...] = ()

    @property
    def knocked(self) -> frozenset[Point]:
        """Men of one side who left together, as men do whom a sleeve takes along; no hand takes up two."""
        groups = (group for group in (self.together, self.enemies_together) if len(group) > 1)
        return frozenset(point for group in groups for point in group)

    def without(self, points: Collection[Point]) -> Touches:
        """The touches of all other men."""

        def rest(of: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple(point for point in of if point not in points)

        first = {*self.own[:1], *self.enemy[:1]}
        return Touches(
            own=rest(self.own),
            enemy=rest(self.enemy),
            order=rest(self.order),
            at_once=self.at_once and first.isdisjoint(points),
        )

    def ways(self) -> Iterator[Touches]:
        """The same touches, each man who may have been the first of his side as the first: this order comes first."""
        for own in self.together or self.own[:1] or (None,):
            for enemy in self.enemies_together or self.enemy[:1] or (None,):
                order = _exchanged(self.order, self.own, own)
                yield replace(
                    self,
                    own=_exchanged(self.own, self.own, own),
                    enemy=_exchanged(self.enemy, self.enemy, enemy),
                    order=_exchanged(order, self.enemy, enemy),
                )

    @property
    def pattern(self) -> Pattern | None:
        """The pattern, or None when nothing was touched."""
        if not self.order:
            return None
        if not self.enemy:
            return Pattern.OWN
        if not self.own:
            return Pattern.ENEMY
        if self.at_once:
            return Pattern.AT_ONCE
        own_first = self.order.index(self.own[0]) < self.order.index(self.enemy[0])
        return Pattern.OWN_THEN_ENEMY if own_first else Pattern.ENEMY_THEN_OWN


Select = Callable[[Sequence[Move], Touches], Sequence[Move]]
"""Of the legal moves, those that meet one alternative of the law; empty when none can."""


Applies = Callable[[Position, Touches], bool]
"""Whether an alternative of the law is about these touches at all."""


def always(_position: Position, _touches: Touches) -> bool:
    """The alternative is about any touches of its pattern."""
    return True


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing the law may ask for, and the law that asks.

    Attributes:
        when: whether the law asks for it in this case; it is passed over where not.
    """

    law: LawId
    select: Select
    when: Applies = always


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchLaw:
    """What touches oblige to.

    Attributes:
        alternatives: for each pattern, what the law asks for, in the order in which it is tried.
        free: the law that frees a player whose touched men can do nothing.
        bump: the law that excuses accidental contact.
        claim_ends: the law by which whoever touches a man can no longer claim a breach of this one.
        breach: the law that names a breach, where it is another than the one that obliges.
    """

    alternatives: Mapping[Pattern, tuple[Alternative, ...]]
    free: LawId
    bump: LawId
    claim_ends: LawId | None = None
    breach: LawId | None = None

    def names(self, position: Position, touches: Touches) -> bool:
        """Whether the law has something of its own to say of just these men."""
        pattern = touches.pattern
        found = self.alternatives.get(pattern, ()) if pattern else ()
        return any(each.when is not always and each.when(position, touches) for each in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation:
    """What the player on move is bound to.

    Attributes:
        law: the law that binds, or that frees.
        moves: the legal moves that meet it.
        must_move, must_capture: points of men to be moved and to be captured, common to all `moves`.
        bound: False when the player is free to choose.
    """

    law: LawId
    moves: tuple[Move, ...]
    must_move: tuple[Point, ...]
    must_capture: tuple[Point, ...]
    bound: bool


def obligation(position: Position, touches: Touches, law: TouchLaw) -> Obligation | None:
    """What the touches oblige the player on move to; where several men were the first at once, he may choose among them.

    They may also have been knocked (DR-7.5, FIDE-4.2.2), unless the law knows such two as touched to be moved (king and rook):
    then he need not do more than all other touches ask for.

    None when nothing was touched, or when the game's law obliges nobody who touches (Go).
    """
    if touches.pattern is None or not any(law.alternatives.values()):
        return None
    ways = [*touches.ways()]
    if touches.knocked and not law.names(position, touches):
        ways.append(touches.without(touches.knocked))
        if ways[-1].pattern is None:
            return None
    first, *others = (_obligation(position, each, law) for each in ways)
    return _any_of(position, first, others) if others else first


def _any_of(position: Position, first: Obligation, others: Sequence[Obligation]) -> Obligation:
    """What binds where the player may meet any of several obligations."""
    moves = dict.fromkeys(move for each in (first, *others) for move in each.moves)
    return replace(
        first,
        moves=tuple(moves),
        must_move=tuple(sorted({p for each in (first, *others) for p in each.must_move})),
        must_capture=tuple(sorted({p for each in (first, *others) for p in each.must_capture})),
        bound=len(moves) < len(position.moves()),
    )


def _obligation(position: Position, touches: Touches, law: TouchLaw) -> Obligation:
    legal, pattern = position.moves(), touches.pattern
    assert pattern is not None
    for alternative in law.alternatives.get(pattern, ()):
        if not alternative.when(position, touches):
            continue
        chosen = tuple(alternative.select(legal, touches))
        if chosen:
            return Obligation(
                law=alternative.law,
                moves=chosen,
                must_move=_common(m.movers for m in chosen),
                must_capture=_common(m.captured for m in chosen),
                bound=len(chosen) < len(legal),
            )
    return Obligation(law=law.free, moves=tuple(legal), must_move=(), must_capture=(), bound=False)


def _exchanged(
    points: tuple[Point, ...], side: tuple[Point, ...], first: Point | None
) -> tuple[Point, ...]:
    """The points with the first of a side and another one in each other's places."""
    if first is None or first == side[0]:
        return points
    places = {first: side[0], side[0]: first}
    return tuple(places.get(point, point) for point in points)


def _common(groups: Iterable[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The points that are in every one of the groups, in ascending order."""
    return tuple(sorted(set.intersection(*map(set, groups))))


def first_own_moves(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Moves of the first touched own man that can move."""
    return _first(touches.own, lambda p: [m for m in moves if p in m.movers])


def first_enemy_captured(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Captures of the first touched enemy man that can be captured."""
    return _first(touches.enemy, lambda p: [m for m in moves if p in m.captured])


def any_takes_first(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Captures of the first touched enemy man by any man."""
    return [m for m in moves if touches.enemy[0] in m.captured]


def only_first_moves(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Moves of the first touched own man, and of no other."""
    return [m for m in moves if touches.own[0] in m.movers]


def any_move(moves: Sequence[Move], _touches: Touches) -> Sequence[Move]:
    """Every legal move: the law sets the player free."""
    return moves


def first_takes_first(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Captures of the first touched enemy man by the first touched own man."""
    own, enemy = touches.own[0], touches.enemy[0]
    return [m for m in moves if m.origin == own and enemy in m.captured]


def first_touched(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Moves of, or captures of, the first touched man of either side that can move or be captured."""
    return _first(touches.order, lambda p: [m for m in moves if p in m.movers or p in m.captured])


def own_first(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """As `first_touched`, an own man counting as touched first because the order cannot be told."""
    order = touches.own[:1] + tuple(p for p in touches.order if p not in touches.own[:1])
    return _first(order, lambda p: [m for m in moves if p in m.movers or p in m.captured])


def castle_with_touched(moves: Sequence[Move], touches: Touches) -> Sequence[Move]:
    """Castling with the touched king and the rook touched with it or after it; in Chess960 before it too."""
    if len(touches.own) < 2:
        return ()
    pair = set(touches.own[:2])
    chosen = [m for m in moves if m.partner is not None and {m.origin, m.partner} == pair]
    in_order = not chosen or not chosen[0].footprint.lawful or chosen[0].origin in touches.together
    return chosen if in_order or touches.own[0] == chosen[0].origin else ()


def _first(points: Sequence[Point], select: Callable[[Point], Sequence[Move]]) -> Sequence[Move]:
    return next((chosen for p in points if (chosen := select(p))), ())
