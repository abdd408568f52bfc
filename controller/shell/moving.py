"""Moves as motions: what hands do on the simulated bench to make a legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivers.sim.hands import Act, HandAct
from rules.footprint import Act as StepAct

if TYPE_CHECKING:
    from random import Random

    from rules.game import Game
    from rules.position import Move, Position
    from rules.terms import Point

SLIDE_CHANCE = 0.3
"""Men that can be pushed along free points are pushed this often rather than lifted."""
EXCHANGE_CHANCE = 0.2
"""Captures made in one grip."""
SET_DOWN_CHANCE = 0.7
"""Squares between two jumps on which the capturing man is set down rather than carried over."""
REVERSE_CHANCE = 0.3
"""Long captures whose men are taken off in reverse order."""
SWAP_CHANCE = 0.5
"""Promotions in which the pawn is first set down on the last rank."""


def motions(game: Game, position: Position, move: Move, dice: Random) -> list[HandAct]:
    """One of the ways in which people make this move with one hand.

    Args:
        position: the position before the move.
        dice: chooses the way.
    """
    if move.origin is None:
        return _stone(move, dice)
    if move.ways:
        return [*_long_capture(move, dice), *_crowning(move)]
    if move.choice:
        return _promotion(position, move, dice)
    if move.partner is not None:
        return _castling(move)
    orders = list(move.footprint.orders())
    acts: list[HandAct] = []
    for step in dice.choice(orders):
        if step.act is StepAct.PLACE:
            acts.append(HandAct(act=Act.PLACE, point=step.point))
        elif step.point in move.captured:
            acts.append(HandAct(act=Act.REMOVE, point=step.point))
        else:
            acts.append(HandAct(act=Act.LIFT, point=step.point))
    path = way(game, position, move)
    if path and dice.random() < SLIDE_CHANCE:
        return [*_pushed(acts, path), *_crowning(move)]
    kinds = [act.act for act in acts]
    if kinds == [Act.LIFT, Act.REMOVE, Act.PLACE] and dice.random() < EXCHANGE_CHANCE:
        return [*acts[:-1], HandAct(act=Act.PLACE, point=acts[-1].point, quick=True)]
    return [*acts, *_crowning(move)]


def way(game: Game, position: Position, move: Move) -> tuple[Point, ...]:
    """The points over which a man can be pushed to its target, both ends included; () if not."""
    if move.origin is None or move.target is None:
        return ()
    (column, row), (to_column, to_row) = game.place(move.origin), game.place(move.target)
    across, up = to_column - column, to_row - row
    legs = max(abs(across), abs(up))
    if legs == 0 or (across and up and abs(across) != abs(up)):
        return ()
    places = {game.place(p): p for p in range(len(game.points))}
    path = tuple(places[column + across * n // legs, row + up * n // legs] for n in range(legs + 1))
    if any(position.piece_at(point) is not None for point in path[1:-1]):
        return ()
    return path


def _pushed(acts: list[HandAct], path: tuple[Point, ...]) -> list[HandAct]:
    """The same, with the man pushed instead of lifted; captured men go first."""
    removed = [act for act in acts if act.act is Act.REMOVE and act.point == path[-1]]
    late = [act for act in acts if act.act is Act.REMOVE and act.point != path[-1]]
    return [*removed, HandAct(act=Act.SLIDE, path=path), *late]


def _stone(move: Move, dice: Random) -> list[HandAct]:
    """A stone from the bowl, then the captured ones in any order; nothing for a pass."""
    if move.target is None:
        return []
    taken = dice.sample(move.captured, len(move.captured))
    label = "b" if move.side == "black" else "w"
    stone = HandAct(act=Act.ADD, point=move.target, label=label)
    return [stone, *(HandAct(act=Act.REMOVE, point=p) for p in taken)]


def _long_capture(move: Move, dice: Random) -> list[HandAct]:
    """A draughtsman jumps, is set down between jumps or carried over; then the men go."""
    assert move.origin is not None
    way = dice.choice(move.ways)
    acts = [HandAct(act=Act.LIFT, point=move.origin)]
    for landing in way.landings[:-1]:
        if dice.random() < SET_DOWN_CHANCE:
            point = dice.choice([p for p in range(landing.bit_length()) if landing >> p & 1])
            acts.append(HandAct(act=Act.PLACE, point=point))
            acts.append(HandAct(act=Act.LIFT, point=point, quick=True))
    assert move.target is not None
    acts.append(HandAct(act=Act.PLACE, point=move.target))
    taken = way.captured[::-1] if dice.random() < REVERSE_CHANCE else way.captured
    return acts + [HandAct(act=Act.REMOVE, point=point) for point in taken]


def _crowning(move: Move) -> list[HandAct]:
    """The crowned man makes way for a king; nothing in moves that crown nobody."""
    if move.target is None or move.choice:
        return []
    placed = next(
        s.man for s in move.footprint.steps if s.act is StepAct.PLACE and s.point == move.target
    )
    if move.mover is None or placed == move.mover:
        return []
    return [
        HandAct(act=Act.REMOVE, point=move.target),
        HandAct(act=Act.ADD, point=move.target, label=placed.letter),
    ]


def _castling(move: Move) -> list[HandAct]:
    kinds = {StepAct.LIFT: Act.LIFT, StepAct.PLACE: Act.PLACE}
    steps = next(move.footprint.orders())
    return [HandAct(act=kinds[step.act], point=step.point) for step in steps]


def _promotion(position: Position, move: Move, dice: Random) -> list[HandAct]:
    assert move.origin is not None
    assert move.target is not None
    side_first = move.side == "white"
    label = move.choice.upper() if side_first else move.choice
    taken = [HandAct(act=Act.REMOVE, point=move.target)] if position.piece_at(move.target) else []
    new = HandAct(act=Act.ADD, point=move.target, label=label)
    if dice.random() < SWAP_CHANCE:
        return [
            *taken,
            HandAct(act=Act.LIFT, point=move.origin),
            HandAct(act=Act.PLACE, point=move.target),
            HandAct(act=Act.REMOVE, point=move.target),
            new,
        ]
    return [*taken, HandAct(act=Act.REMOVE, point=move.origin), new]
