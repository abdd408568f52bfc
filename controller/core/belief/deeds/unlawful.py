"""A ply against the law: hands leave what is no legal move, and the opponent plays on.

What was done counts as a ply then, with the position that it leaves. Whether it stands is for the referee.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.deeds import hands, stones
from controller.core.belief.deeds.completing import left_standing, undone
from controller.core.belief.setting import Setting
from controller.core.belief.world import Hypothesis, Stand
from controller.core.sensing.debounce import Edge
from rules.terms import Point, RulesError


def played_upon(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The opponent takes up a piece of its own, or captures, upon what stands."""
    if not hyp.busy or hyp.lying or setting.stones:
        return
    for left in as_it_stands(hyp, setting):
        theirs = bool(left.node.book.mine >> edge.point & 1)
        for new in hands.lift(left, edge, setting):
            if theirs or new.node.book.live(new.play).count:
                yield new


def stone_upon(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The opponent sets down a stone upon what stands (Go)."""
    if not setting.stones or not hyp.busy or hyp.lying:
        return
    for left in as_it_stands(hyp, setting):
        yield from stones.stone(left, edge, setting)


def as_it_stands(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """The same board with what hands did as a ply; nothing where it is a legal move, or more than one deed.

    A piece of the side not on move was moved by its own player, out of turn, or by the other.
    """
    book = hyp.node.book
    if undone(hyp) or any(setting.mine(hyp, held.token) for held in hyp.air):
        return
    if book.made(hyp.key) is not None or (setting.stones and left_standing(hyp)):
        return
    went = [(stand.origin, point) for point, stand in hyp.diff.items() if stand.token]
    if len(went) != 1:
        return
    origin, target = went[0]
    mine = setting.mine(hyp, hyp.at(target))
    if setting.stones and not mine:
        return
    removed = tuple(p for p in sorted(hyp.diff) if book.tokens[p] and p not in (origin, target))
    for kept in (False,) if mine else (False, True):
        new = _left(hyp, (None if origin < 0 else origin, target, removed), kept=kept)
        if new is not None:
            new.cost += setting.costs.abandoned if book.live(hyp.play).count else 0
            yield new


def _left(
    hyp: Hypothesis, deed: tuple[Point | None, Point, tuple[Point, ...]], *, kept: bool
) -> Hypothesis | None:
    try:
        node = hyp.node.against_law(*deed, kept=kept)
    except RulesError:
        return None  # it would be no position of the game
    new = hyp.copy()
    new.node, new.air, new.diff = node, (), {}
    new.altered()
    for point in range(len(node.book.tokens)):
        new.stand(point, hyp.diff.get(point, Stand(hyp.at(point), hyp.last_ns, point)))
    new.logs, new.log, new.touched = (*hyp.logs, (hyp.node.depth, hyp.log)), (), 0
    new.landed_ns = hyp.last_ns
    return new
