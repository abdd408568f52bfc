"""What other hands do beside moving: men knocked over and rolled away, the board lifted or tilted, men adjusted and held.

Like `tests.simulation.other_hands`, and for its evenings: drawn wider than the simulator draws it, and by other means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.claim_law import claim_law
from rules.terms import points_of
from tests.simulation.other_hands import MS, Evening, contact

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rules.position import Move, Position
    from rules.terms import Point

CHANCE = 0.35
"""Of something before a move."""


def messes(made: Evening, position: Position, move: Move, dice: Random) -> None:
    """Now and then something happens before a move."""
    if dice.random() < CHANCE and position.occupied:
        made.ready_us += dice.randrange(300, 2500) * MS
        dice.choice(_MESSES)(made, position, move, dice)
        made.ready_us += dice.randrange(1500, 4000) * MS


def _off(made: Evening, points: Sequence[Point], span_ms: int, dice: Random) -> None:
    """Men leave within a time; then it is later."""
    for point in points:
        contact(made, point, made.ready_us + dice.randrange(span_ms * MS), dice, placed=False)
    made.ready_us += span_ms * MS


def _back(made: Evening, points: Sequence[Point], gap_ms: tuple[int, int], dice: Random) -> None:
    """Men are set right, one after the other."""
    for point in dice.sample(points, len(points)):
        made.ready_us += dice.randrange(*gap_ms) * MS
        contact(made, point, made.ready_us, dice, placed=True)


def _group(made: Evening, position: Position, dice: Random) -> list[Point]:
    """Some men who stand beside one another; at least three, or none."""
    found = [dice.choice(points_of(position.occupied))]
    for point in found:
        near = points_of(made.game.neighbours(point) & position.occupied)
        found += [each for each in near if each not in found]
    number = dice.randint(3, 6)
    return found[:number] if len(found) >= number else []


def _knocked(made: Evening, position: Position, _: Move, dice: Random) -> None:
    group = _group(made, position, dice)
    _off(made, group, 80, dice)
    made.ready_us += dice.randrange(700, 5000) * MS
    _back(made, group, (50, 900), dice)


def _rolled(made: Evening, position: Position, _: Move, dice: Random) -> None:
    """Men fall, and lie on other points until they are taken up."""
    group = _group(made, position, dice)
    fell_us = made.ready_us
    _off(made, group, 80, dice)
    made.ready_us = up_us = fell_us + dice.randrange(1500, 5000) * MS
    free = {q for p in group for q in points_of(made.game.neighbours(p) & ~position.occupied)}
    for point in sorted(free)[: len(group) - 1]:
        came_us = fell_us + dice.randrange(110, 280) * MS
        contact(made, point, came_us, dice, placed=True)
        contact(made, point, dice.randrange(came_us + 20 * MS, up_us), dice, placed=False)
    _back(made, group, (100, 900), dice)


def _sleeve(made: Evening, position: Position, _: Move, dice: Random) -> None:
    """Men beside one another are shaken in turn."""
    for point in _group(made, position, dice):
        made.ready_us += dice.randrange(10, 80) * MS
        made.changes.append((made.ready_us, point, -1))
        made.changes.append((made.ready_us + dice.randrange(10, 95) * MS, point, 1))


def _lifted(made: Evening, position: Position, _: Move, dice: Random) -> None:
    """The whole board leaves its magnets, and is put down again."""
    men = points_of(position.occupied)
    _off(made, men, dice.randint(30, 800), dice)
    made.ready_us += dice.randrange(500, 6000) * MS
    for point in men:
        contact(made, point, made.ready_us + dice.randrange(800 * MS), dice, placed=True)
    made.ready_us += 800 * MS


def _adjusted(made: Evening, position: Position, move: Move, dice: Random) -> None:
    """The player on move says so, and takes up several men at once."""
    made.extra.append((made.ready_us, {"command": "adjust", "role": move.side}))
    if claim_law(made.game.rulebook).adjust_consent:
        other = made.game.other(move.side)
        made.extra.append((made.ready_us + 60 * MS, {"command": "consent-adjust", "role": other}))
    made.ready_us += 500 * MS
    men = points_of(position.occupied)
    chosen = dice.sample(men, min(len(men), dice.randint(1, 4)))
    _off(made, chosen, 900, dice)
    _back(made, chosen, (150, 700), dice)


def _held(made: Evening, _: Position, move: Move, dice: Random) -> None:
    """The man who is to move is taken up, for long, and put back first."""
    if move.origin is not None:
        contact(made, move.origin, made.ready_us, dice, placed=False)
        made.ready_us += dice.choice((300, 2000, 25_000)) * MS
        contact(made, move.origin, made.ready_us, dice, placed=True)


_MESSES = (_knocked, _rolled, _sleeve, _lifted, _adjusted, _held)
