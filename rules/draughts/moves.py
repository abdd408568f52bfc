"""Moves of draughts as the rest of the program knows them: with footprints, ways and texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from rules.draughts.captures import Capture, captures, plain_moves, stopped_captures
from rules.draughts.variants import MEN, Placement, Variant
from rules.footprint import Act, Footprint, Step
from rules.position import Move, Way
from rules.terms import Piece, Point, PointSet, points_of


def legal_moves(variant: Variant, placement: Placement) -> tuple[Move, ...]:
    """Every legal move, sorted by origin and target.

    Captures that have origin, target and victims in common are one move with several ways.
    """
    taking = captures(variant, placement)
    if not taking:
        return tuple(
            plain_move(variant, _man(placement, origin), origin, target)
            for origin, target in sorted(plain_moves(variant, placement))
        )
    grouped: dict[tuple[Point, Point, PointSet], list[Capture]] = {}
    for capture in sorted(taking):
        key = (capture.origin, capture.target, capture.victims)
        grouped.setdefault(key, []).append(capture)
    rivals: dict[tuple[Point, Point], list[list[Capture]]] = {}
    for (origin, target, _), ways in grouped.items():
        rivals.setdefault((origin, target), []).append(ways)
    found = []
    for (origin, target, _), ways in grouped.items():
        others = [other for other in rivals[origin, target] if other is not ways]
        squares = (origin, *singling_out(variant, ways, others), target)
        text = variant.separator.join(variant.names[square] for square in squares)
        found.append(_capturing_move(variant, placement, ways, text))
    return tuple(found)


def forbidden_moves(variant: Variant, placement: Placement) -> tuple[Move, ...]:
    """Moves as the men go that are not legal because of a capture: it is due, stopped half-way, or another takes more."""
    taking = captures(variant, placement)
    if not taking:
        return ()
    legal = {(capture.origin, capture.target, capture.victims) for capture in taking}
    found = [
        plain_move(variant, _man(placement, origin), origin, target)
        for origin, target in sorted(plain_moves(variant, placement))
    ]
    for capture in sorted(stopped_captures(variant, placement)):
        if (capture.origin, capture.target, capture.victims) not in legal:
            names = (
                variant.names[point] for point in (capture.origin, *capture.order, capture.target)
            )
            found.append(
                _capturing_move(variant, placement, [capture], variant.separator.join(names))
            )
    return tuple(found)


def piece_at(placement: Placement, point: Point) -> Piece | None:
    """The man on a point, or None."""
    if placement.white >> point & 1:
        return MEN["W" if placement.kings >> point & 1 else "w"]
    if placement.black >> point & 1:
        return MEN["B" if placement.kings >> point & 1 else "b"]
    return None


@lru_cache(maxsize=8192)  # more than the plain moves that three games have
def plain_move(variant: Variant, man: Piece, origin: Point, target: Point) -> Move:
    """The move of a man that takes nothing. Moves are shared between positions."""
    after = _on_row(variant, man, target)
    names = variant.names
    return Move(
        text=f"{names[origin]}-{names[target]}",
        side=man.side,
        mover=man,
        origin=origin,
        target=target,
        footprint=Footprint(
            (Step(Act.LIFT, origin, man), Step(Act.PLACE, target, after)),
            physical=((0, 1),),
            resting=0 if after is man else 1 << target,
        ),
        path=(origin, target),
    )


def stops(variant: Variant, way: Way | Capture, origin: Point) -> tuple[Point, ...]:
    """Where the capturer is set down after each jump, the target last, if the hand does no more.

    That is the square where it turns, or else the one right behind the man it has jumped.
    """
    victims = way.captured if isinstance(way, Way) else way.order
    found = []
    square = origin
    for victim, landing in zip(victims, way.landings, strict=True):
        if landing & landing - 1:
            # Several squares in one line: the one next to the victim, seen from before the jump.
            square = variant.board.nearest(0 if victim < square else 3, landing)
        else:
            square = landing.bit_length() - 1
        found.append(square)
    return tuple(found)


def passes(landings: Sequence[PointSet], squares: Sequence[Point]) -> bool:
    """Whether a capturer that lands so may be set down on the squares, in their order."""
    jumps = iter(landings)
    return all(any(landing >> square & 1 for landing in jumps) for square in squares)


def singling_out(
    variant: Variant, ways: Sequence[Capture], others: Sequence[Sequence[Capture]]
) -> tuple[Point, ...]:
    """The fewest squares between origin and target that tell a capture from its rivals.

    Where no choice of squares does, because a rival passes all of them and makes a round trip
    besides, all of them are needed: every jump is then known.

    Args:
        ways: of this capture.
        others: the ways of each other legal capture with the same origin and target.
    """
    if not others:
        return ()
    lines = [capture.landings[:-1] for rival in others for capture in rival]
    usual = [stops(variant, way, way.origin)[:-1] for way in ways]
    # The usual squares of every way go before others that are as few.
    choices: list[list[tuple[Point, ...]]] = [[(square,) for square in way] for way in usual]
    choices += [[tuple(points_of(landing)) for landing in way.landings[:-1]] for way in ways]

    def single(squares: tuple[Point, ...]) -> bool:
        return not any(passes(line, squares) for line in lines)

    # What a part of a line singles out, the whole line does.
    if not any(single(line) for choice in choices for line in product(*choice)):
        return usual[0]
    return next(
        squares
        for length in range(1, len(usual[0]) + 1)
        for choice in choices
        for part in combinations(choice, length)
        for squares in product(*part)
        if single(squares)
    )


def _capturing_move(
    variant: Variant, placement: Placement, ways: Sequence[Capture], text: str
) -> Move:
    usual = ways[0]
    man = _man(placement, usual.origin)
    after = MEN[man.letter.upper()] if usual.crowned else man
    steps = (
        Step(Act.LIFT, usual.origin, man),
        Step(Act.PLACE, usual.target, after),
        *(Step(Act.LIFT, victim, _man(placement, victim)) for victim in usual.order),
    )
    # The victims come off when the capturer stands (DR-6.4, DR-6.11); a single one may come off first.
    late = range(2, len(steps)) if len(usual.order) > 1 else ()
    resting = 0 if after is man else 1 << usual.target
    for way in ways:
        for landing in way.landings[:-1]:
            resting |= landing
    return Move(
        text=text,
        side=man.side,
        mover=man,
        origin=usual.origin,
        target=usual.target,
        footprint=Footprint(
            steps, physical=((0, 1),), lawful=tuple((1, n) for n in late), resting=resting
        ),
        captured=usual.order,
        path=(usual.origin, *stops(variant, usual, usual.origin)),
        ways=tuple(Way(way.order, way.landings) for way in ways),
    )


def _on_row(variant: Variant, man: Piece, target: Point) -> Piece:
    """What a man is after a move to a point that ends there (DR-5.3 to DR-5.5)."""
    board = variant.board
    row = board.white_crown if man.letter == "w" else board.black_crown
    return MEN[man.letter.upper()] if row >> target & 1 else man


def _man(placement: Placement, point: Point) -> Piece:
    man = piece_at(placement, point)
    assert man is not None
    return man
