"""A ply against the law: hands leave what is no legal move, and the opponent may play on.

What was done then counts as a ply, with the position that it leaves. The referee says whether it
stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from controller.core.belief.book import between
from controller.core.belief.costs import Cost
from controller.core.belief.deeds import hands
from controller.core.belief.deeds.completing import left_standing
from controller.core.belief.line import Kind, Node
from controller.core.belief.setting import Setting
from controller.core.belief.world import Hypothesis, Mess, Stand
from controller.core.sensing.debounce import Edge
from rules.terms import Point, RulesError


def left(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """The same board with what hands did as a ply: one deed that begins no legal move."""
    if not setting.under_way(hyp):
        yield from _as_it_stands(hyp, setting.costs.left_illegal, setting)


def played_upon(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The opponent takes up a piece, though a legal move is half made."""
    if hyp.busy and setting.under_way(hyp):
        for half in _as_it_stands(hyp, setting.costs.abandoned, setting):
            yield from hands.lift(half, edge, setting)


def _went(hyp: Hypothesis, setting: Setting) -> tuple[Point, Stand] | None:
    """The one piece that went elsewhere, and where; None where that is no single illegal deed."""
    book = hyp.node.book
    went = [(point, stand) for point, stand in hyp.diff.items() if stand.token]
    if hyp.lying or len(went) != 1 or book.made(hyp.key) is not None:
        return None
    if setting.stones and left_standing(hyp):
        return None
    if _as_before(hyp) and not book.forced(hyp.key):
        return None  # that takes back the last ply: see `aims.take_back`; or it retakes a ko
    return went[0]


def _as_it_stands(hyp: Hypothesis, cost: Cost, setting: Setting) -> Iterator[Hypothesis]:
    went = _went(hyp, setting)
    if went is None or _anothers(hyp, went[1], setting):
        return
    target, stand = went
    tokens, side = hyp.node.book.tokens, setting.owner[stand.token]
    removed = tuple(p for p in sorted(hyp.diff) if tokens[p] and p not in (stand.origin, target))
    origin = stand.origin if stand.origin >= 0 else None
    if setting.stones and not _as_before(hyp):
        cost = setting.costs.left_shifted
    try:
        node = hyp.node.against_law(side, origin, target, removed)
    except RulesError:  # it would be no position of the game
        if setting.stones and origin is None and len(hyp.diff) == 1 and not tokens[target]:
            yield _turn_lost(hyp, target, cost)
        return
    new = _upon(hyp, node)
    yield _over(hyp, new, cost + _beside(hyp, stand.origin, target, removed, setting))


def _anothers(hyp: Hypothesis, stand: Stand, setting: Setting) -> bool:
    """Whether the piece that went is no ply of its side.

    The side holds another one still. Or a stone before it was not felt, or was taken back, or it
    was swept along (Go).
    """
    side = setting.owner[stand.token]
    held = [each for each in hyp.air if not hyp.taken(each.origin)]
    if any(setting.owner[each.token] == side for each in held):
        return True
    turned = setting.stones and side != hyp.node.book.side
    return turned and (stand.origin < 0 or hyp.mess is not None)


def _upon(hyp: Hypothesis, node: Node) -> Hypothesis:
    """The same board after one ply more: what stands otherwise than its position has it."""
    new = hyp.copy()
    new.node, new.air, new.diff = node, (), {}
    new.altered()
    for point, token in enumerate(node.book.tokens):
        if token != hyp.at(point):
            new.stand(point, hyp.diff.get(point, Stand(hyp.at(point), hyp.last_ns, point)))
    return new


def _turn_lost(hyp: Hypothesis, target: Point, cost: Cost) -> Hypothesis:
    """A stone was set down where none may stand: it lies there, and the turn has passed (Go)."""
    new = hyp.copy()
    passed = hyp.node.position.play_irregular(None, None, ())
    new.node, new.diff = hyp.node.beyond(passed, Kind.AGAINST), {}
    new.stray |= 1 << target
    new.mess = Mess(0, hyp.last_ns)
    new.altered()
    return _over(hyp, new, cost)


def _over(hyp: Hypothesis, new: Hypothesis, cost: Cost) -> Hypothesis:
    new.logs, new.log, new.touched = (*hyp.logs, (hyp.node.depth, hyp.log)), (), 0
    new.landed_ns = hyp.last_ns
    new.cost += cost
    return new


def _beside(
    hyp: Hypothesis, origin: Point, target: Point, removed: tuple[Point, ...], setting: Setting
) -> Cost:
    """The cost that pieces were taken off which the moved piece has neither met nor jumped."""
    if origin < 0 or setting.stones:
        return 0
    stops = [origin, *(d.point for d in hyp.log if d.placed and d.origin == origin), target]
    jumped = 0
    for left, came in pairwise(stops):
        jumped |= between(setting.game, left, came)
    met = [point for point in removed if point == target or jumped >> point & 1]
    if any(jumped >> point & 1 for point in met):
        return 0  # of several that were jumped one may be taken for another
    return setting.costs.taken_beside * (len(removed) - len(met))


def _as_before(hyp: Hypothesis) -> bool:
    """Whether all stands as before the last ply."""
    before = hyp.node.parent
    return before is not None and all(
        hyp.at(point) == token for point, token in enumerate(before.book.tokens)
    )
