"""Events of many points in one moment: a sleeve, pieces knocked over, a lifted board.

The game goes on as if nothing had happened: the pieces belong where they stood. Points where pieces
lie wrong are kept beside the position. The cost of an event depends on the set of points it has
reached, not on their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from controller.core.belief.book import EMPTY, Token
from controller.core.belief.costs import Cost, ln
from controller.core.belief.setting import Intent, Setting, deed
from controller.core.belief.world import Aim, Hypothesis, Mess
from controller.core.sensing.debounce import Edge
from controller.core.settings import MS
from rules.game import Game
from rules.terms import Point, PointSet, point_set, points_of

TAKEN_UP = (Intent.ADJUSTING, Intent.RIGHTING, Intent.WAITING)
"""Intents under which pieces are taken up that belong where they stood."""
SET_DOWN = (Intent.RIGHTING,)
"""Intents under which pieces are set down elsewhere."""


def flashed(hyp: Hypothesis, points: PointSet, at_ns: int, setting: Setting) -> Hypothesis:
    """The hypothesis with an event that reaches these points in one moment; it passes by itself."""
    costs, new, before = setting.costs, hyp.copy(), hyp.mess
    if before is None or at_ns - before.last_ns >= costs.mess_over_ms * MS:
        before = Mess(0, at_ns)
        new.cost += costs.mess + costs.at_once(at_ns - hyp.last_ns)
    else:
        new.cost += costs.mess_edge + costs.mess_next(at_ns - before.last_ns)
    new.mess = before._replace(points=before.points | points, last_ns=at_ns, wide=True)
    return new


def displaced(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece leaves its point by no deed of a player; it still belongs there."""
    token = hyp.at(edge.point)
    if not token or edge.point in hyp.felt or (hyp.off | _captured(hyp)) >> edge.point & 1:
        return
    new, cost = _reached(
        hyp, edge, setting.stable | 1 << edge.point, setting.opened(hyp, TAKEN_UP), setting
    )
    new.off |= 1 << edge.point
    cost = _at_most_upset(hyp, new, edge, cost, setting)
    new.pay(deed("displaced", edge, cost, token=token, origin=edge.point, hand=False))
    yield new


def _captured(hyp: Hypothesis) -> PointSet:
    """Points of captured pieces that are still to be taken off, once the capturing one stands."""
    change = hyp.node.book.made(hyp.key)
    return hyp.left if change is None else hyp.left | change.lifts & ~hyp.gone


def put_right(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece is back where it belongs."""
    if hyp.off >> edge.point & 1:
        new = hyp.copy()
        new.off &= ~(1 << edge.point)
        new.air = tuple(held for held in hyp.air if held.origin != edge.point)
        new = _settled(hyp, new, edge, hyp.at(edge.point), setting)
        together = hyp.mess is not None and hyp.mess.points.bit_count() > setting.costs.in_hand
        before = hyp.mess.again if hyp.mess is not None and together else 0
        again = _set_up_again(hyp, edge, setting)
        if new.mess is not None and again > before:  # pieces that fell together are set up together
            new.cost += again - before
            new.mess = new.mess._replace(again=again)
        new.cost -= _brushed(hyp, edge, setting)
        yield new


def _set_up_again(hyp: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """The cost that a piece stands again so soon: hands that set one up take their time."""
    if hyp.aim is Aim.KINGS and not hyp.stray:
        return setting.costs.abandoned  # no king was set in the centre
    if hyp.aim in (Aim.ARRAY, Aim.BACK) or not setting.intents.isdisjoint(TAKEN_UP):
        return 0
    if hyp.mess is not None and hyp.mess.wide:
        return 0  # what reaches all of the board in one scan passes as fast
    since_ns = _since(hyp, edge)
    return setting.costs.set_up_again(since_ns) if since_ns else 0


def _since(hyp: Hypothesis, edge: Edge) -> int:
    """How long ago the point changed by no deed of a player; 0 where it has not."""
    before = [deed.at_ns for deed in hyp.log if deed.point == edge.point and deed.placed is None]
    return edge.at_ns - before[-1] if before else 0


def _brushed(hyp: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """What was paid too much for a stone that stands again at once (Go).

    The hand that worked beside it has brushed it.
    """
    costs, near = setting.costs, setting.game.neighbours(edge.point)
    log = (*next((log for depth, log in hyp.logs if depth + 1 == hyp.node.depth), ()), *hyp.log)
    left = next((d for d in log[::-1] if d.name == "displaced" and d.point == edge.point), None)
    at_once_ns = costs.brushed_ms * MS
    if not setting.stones or left is None or edge.at_ns - left.at_ns > at_once_ns:
        return 0
    hands = (d for d in log if d.placed is not None and d.point >= 0 and near >> d.point & 1)
    hand = next((d for d in hands if abs(d.at_ns - left.at_ns) <= at_once_ns), None)
    if hand is None:
        return 0
    paid = left.cost
    if hand.at_ns > left.at_ns:  # it came amid what it had moved itself
        paid += costs.amid + costs.at_once(hand.at_ns - left.at_ns)
    beside = setting.game.neighbours(hand.point) & setting.stable | 1 << edge.point
    return max(0, paid - costs.brushed - ln(beside.bit_count()))


def strayed(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A piece comes to lie where it does not belong."""
    if hyp.at(edge.point) or edge.point in hyp.felt or hyp.stray >> edge.point & 1:
        return
    fallen = hyp.off.bit_count() > hyp.stray.bit_count() and edge.point not in hyp.diff
    free = ((1 << setting.points) - 1) & ~setting.stable | 1 << edge.point
    new, cost = _reached(hyp, edge, free, setting.opened(hyp, SET_DOWN if fallen else ()), setting)
    new.stray |= 1 << edge.point
    if fallen:
        cost += setting.costs.fallen + _fall(hyp, edge, setting)
    else:
        cost += setting.costs.stray
    cost = _at_most_upset(hyp, new, edge, cost, setting)
    new.pay(deed("stray", edge, cost, hand=False))
    yield new


def _fall(hyp: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """The cost that a fallen piece comes to lie so late: what is knocked over lies at once."""
    if hyp.mess is None or hyp.aim is Aim.ARRAY or Intent.RIGHTING in setting.intents:
        return 0
    return setting.costs.falls(edge.at_ns - hyp.mess.last_ns)


def cleared(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """What lay on a point where it does not belong is taken away."""
    if hyp.stray >> edge.point & 1:
        new = hyp.copy()
        new.stray &= ~(1 << edge.point)
        yield _settled(hyp, new, edge, _lain(hyp, edge.point), setting)


def _lain(hyp: Hypothesis, point: Point) -> Token:
    """The piece that lies where it does not belong; it is known only where plies are taken back."""
    wanted, node = hyp.node.book.tokens[point], hyp.node.parent
    while hyp.aim is Aim.BACK and node is not None:
        token = node.book.tokens[point]
        if token not in (EMPTY, wanted):
            return token
        node = node.parent
    return EMPTY


def _settled(
    hyp: Hypothesis, new: Hypothesis, edge: Edge, token: Token, setting: Setting
) -> Hypothesis:
    """The hypothesis with one more point as hands want it: this piece came or left."""
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.mess = (hyp.mess or Mess(0, edge.at_ns))._replace(last_ns=edge.at_ns)
    cost = setting.costs.put_right
    if hyp.aim is Aim.ARRAY:
        cost = 0  # nothing else is being done
    elif hyp.aim is Aim.KINGS and not edge.placed:  # a king is taken on
        cost = setting.costs.relift(_since(hyp, edge))
    if hyp.aim in (Aim.ARRAY, Aim.BACK):  # any piece may come next, and hands take their time
        among = hyp.off if edge.placed else hyp.stray
        cost += ln(among.bit_count()) + _paused(hyp, edge, setting)
    if hyp.node.turn_lost and not edge.placed:
        cost += setting.costs.let_go(edge.at_ns - hyp.landed_ns)
    name = "put_right" if edge.placed else "cleared"
    new.pay(deed(name, edge, cost, token=token, origin=edge.point, hand=False))
    if hyp.aim is Aim.BACK and not new.lying:
        new.aim, new.landed_ns = Aim.PLAY, new.last_ns
    return new


def _paused(hyp: Hypothesis, edge: Edge, setting: Setting) -> Cost:
    """What it costs that one more piece comes or leaves so soon after the one before."""
    costs = setting.costs
    fetched = setting.stones and edge.placed and hyp.aim is Aim.BACK
    return (costs.fetched if fetched else costs.at_once)(edge.at_ns - hyp.last_ns)


def _reached(
    hyp: Hypothesis, edge: Edge, where: PointSet, opened: Cost, setting: Setting
) -> tuple[Hypothesis, Cost]:
    """The likelier of two: an event has reached one more point, or begins there; with its cost.

    Args:
        where: points where the same could have happened; the choice of one of them is paid for.
        opened: the cost that an event begins.
    """
    costs, bit, choice = setting.costs, 1 << edge.point, ln(where.bit_count())
    new = hyp.copy()
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    opened += choice + (costs.at_once(edge.at_ns - hyp.last_ns) if hyp.mess else 0)
    fell = 0 if hyp.mess is None else hyp.mess.points
    if hyp.mess is not None and fell & bit and fell & (fell - 1) and not edge.placed:
        since_ns = 0 if edge.blind else edge.at_ns - hyp.mess.last_ns
        standing = fell & where & ~hyp.off
        straight = costs.mess_edge + costs.mess_next(since_ns) + ln(standing.bit_count())
        if straight <= opened:
            new.mess = hyp.mess._replace(last_ns=edge.at_ns)
            return new, straight
    if hyp.mess is not None and hyp.mess.points and _lasts(hyp, edge, setting):
        further = _further(hyp.mess, bit, where, setting)
        further += costs.mess_edge + costs.mess_next(edge.at_ns - hyp.mess.last_ns)
        if further <= opened:
            new.mess = Mess(fell | bit, edge.at_ns, wide=hyp.mess.wide)
            return new, further
    new.mess = Mess(bit, edge.at_ns)
    return new, opened


def _further(mess: Mess, bit: PointSet, where: PointSet, setting: Setting) -> Cost:
    """What the choice costs of one more point that an event reaches."""
    if mess.wide:
        return ln(where.bit_count())
    game, costs = setting.game, setting.costs
    near = where & around(game, mess.points, costs.mess_reach)
    apart = groups(game, mess.points | bit, costs.mess_reach)
    apart -= groups(game, mess.points, costs.mess_reach)
    return ln((near if near & bit else where).bit_count()) + apart * costs.mess_far


def _lasts(hyp: Hypothesis, edge: Edge, setting: Setting) -> bool:
    """Whether an event may reach further: pieces still lie wrong, or did so a moment ago."""
    assert hyp.mess is not None
    return bool(hyp.lying) or edge.at_ns - hyp.mess.last_ns < setting.costs.mess_over_ms * MS


def _at_most_upset(
    hyp: Hypothesis, new: Hypothesis, edge: Edge, cost: Cost, setting: Setting
) -> Cost:
    """The cost of one more point, so that all cost no more than an upset of the whole board."""
    costs, before = setting.costs, hyp.mess or Mess(0, edge.at_ns)
    upset = (before.upset or costs.upset) + costs.upset_edge
    upset += costs.upset_next(edge.at_ns - before.last_ns)
    upset += costs.put_right if edge.placed else 0  # no likelier than where it belongs
    cost = min(cost, upset - before.paid)
    assert new.mess is not None
    new.mess = new.mess._replace(paid=before.paid + cost, upset=upset)
    return cost + (0 if hyp.mess else costs.at_once(edge.at_ns - hyp.last_ns))


@lru_cache
def groups(game: Game, points: PointSet, reach: int) -> int:
    """How many groups these points form, where those within reach of each other belong together."""
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
    """The points within reach of one of these, and these themselves."""
    near = _near(game, reach)
    found = 0
    for point in points_of(points):
        found |= near[point]
    return found


@lru_cache
def _near(game: Game, reach: int) -> tuple[PointSet, ...]:
    """For each point, the points at most so many rows and columns away."""
    places = [game.place(point) for point in range(len(game.points))]
    return tuple(
        point_set(n for n, (x, y) in enumerate(places) if max(abs(x - a), abs(y - b)) <= reach)
        for a, b in places
    )
