"""Events of many points in one moment: a sleeve, pieces knocked over, a board that is lifted, a flash of light.

The game goes on as if nothing had happened: the pieces belong where they stood. What lies otherwise is kept beside it,
point by point, and an event costs by the set of points it has reached, whatever their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from controller.core.belief.costs import Cost, ln
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Felt, Hypothesis, Mess, Symptom
from controller.core.sensing.debounce import Edge
from rules.game import Game
from rules.terms import Point, PointSet, point_set, points_of


def displaced(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece leaves its point by no deed of a player; it belongs there still."""
    token = hyp.at(edge.point)
    if not token or edge.point in hyp.felt:
        return
    new, cost = _reached(hyp, edge, setting.stable | 1 << edge.point, setting)
    new.feel(edge.point, Felt(Symptom.DISPLACED, edge.at_ns))
    new.pay(deed("displaced", edge, cost, token=token, origin=edge.point, hand=False))
    yield new


def put_right(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece is back where it belongs."""
    if not _is(hyp, edge.point, Symptom.DISPLACED):
        return
    yield _settled(hyp, edge, "put_right", setting.costs.put_right)


def strayed(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece comes to lie where it does not belong."""
    if hyp.at(edge.point) or edge.point in hyp.felt:
        return
    board = (1 << setting.points) - 1
    new, cost = _reached(hyp, edge, board & ~setting.stable | 1 << edge.point, setting)
    new.feel(edge.point, Felt(Symptom.STRAY, edge.at_ns))
    new.pay(deed("stray", edge, cost + setting.costs.stray, hand=False))
    yield new


def cleared(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """What lay on a point where it does not belong is taken away."""
    if _is(hyp, edge.point, Symptom.STRAY):
        yield _settled(hyp, edge, "cleared", setting.costs.put_right)


def _is(hyp: Hypothesis, point: Point, symptom: Symptom) -> bool:
    felt = hyp.felt.get(point)
    return felt is not None and felt.symptom is symptom


def _settled(hyp: Hypothesis, edge: Edge, name: str, cost: Cost) -> Hypothesis:
    """The point is again as the game has it."""
    new = hyp.copy()
    new.feel(edge.point, None)
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.mess = Mess(hyp.mess.points if hyp.mess else 0, edge.at_ns)
    new.pay(deed(name, edge, cost, token=hyp.at(edge.point), origin=edge.point, hand=False))
    return new


def _reached(
    hyp: Hypothesis, edge: Edge, where: PointSet, setting: Setting
) -> tuple[Hypothesis, Cost]:
    """The event that has reached one more point, or begins there, whichever is likelier; with its cost.

    Args:
        where: points where the same could have happened: the choice of this one among them is paid for.
    """
    costs, bit, choice = setting.costs, 1 << edge.point, ln(where.bit_count())
    new = hyp.copy()
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    opened = costs.mess + choice + costs.at_once(edge.at_ns - hyp.last_ns)
    if hyp.mess is not None and hyp.mess.points:
        points = hyp.mess.points | bit
        apart = groups(setting.game, points, costs.mess_reach)
        apart -= groups(setting.game, hyp.mess.points, costs.mess_reach)
        near = where & around(setting.game, hyp.mess.points, costs.mess_reach)
        further = costs.mess_edge + costs.mess_next(edge.at_ns - hyp.mess.last_ns)
        further += ln(near.bit_count()) if near & bit else choice
        further += apart * costs.mess_far
        if further <= opened:
            new.mess = Mess(points, edge.at_ns)
            return new, further
    new.mess = Mess(bit, edge.at_ns)
    return new, opened


@lru_cache
def groups(game: Game, points: PointSet, reach: int) -> int:
    """In how many groups these points lie, of which each is within reach of another."""
    count = 0
    while points:
        count += 1
        group = points & -points
        while group:
            points &= ~group
            group = around(game, group, reach) & points
    return count


@lru_cache
def around(game: Game, points: PointSet, reach: int) -> PointSet:
    """The points within reach of one of these, they themselves among them."""
    near = _near(game, reach)
    found = 0
    for point in points_of(points):
        found |= near[point]
    return found


@lru_cache
def _near(game: Game, reach: int) -> tuple[PointSet, ...]:
    """Of each point, those at most so many rows and columns away."""
    places = [game.place(point) for point in range(len(game.points))]
    return tuple(
        point_set(n for n, (x, y) in enumerate(places) if max(abs(x - a), abs(y - b)) <= reach)
        for a, b in places
    )
