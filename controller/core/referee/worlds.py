"""How the board stood at some moment, from the log of what hands did."""

from __future__ import annotations

from collections.abc import Iterable

from controller.core.belief.line import Node
from controller.core.belief.world import NOWHERE, HandDeed, Held, Hypothesis, Log, Stand


def replayed(before: Node, log: Iterable[HandDeed]) -> Hypothesis:
    """How the board stood after these deeds of hands."""
    new = Hypothesis(before)
    for deed in log:
        if deed.placed is None or deed.touch:
            continue
        new.last_ns = deed.at_ns
        if deed.placed:
            held = next((h for h in new.air if h.origin == deed.origin), None)
            new.air = tuple(h for h in new.air if h is not held)
            new.stand(deed.point, Stand(deed.token, deed.at_ns, deed.origin))
        else:
            new.stand(deed.point, Stand("", deed.at_ns, NOWHERE))
            new.air = (*new.air, Held(deed.token, deed.origin, deed.at_ns))
    return new


def since(hyp: Hypothesis, node: Node, log: Log, from_ns: int) -> Hypothesis:
    """The same world beside the position of another node, with what was done from a moment on."""
    new = Hypothesis(node, at_ns=from_ns)
    for point in range(len(node.book.tokens)):
        token = hyp.at(point)
        if token != node.book.tokens[point]:
            there = hyp.diff.get(point)
            new.stand(point, Stand(token, hyp.last_ns if there is None else there.since_ns, -1))
    new.air, new.last_ns = hyp.air, hyp.last_ns
    new.log = tuple(deed for deed in log if deed.at_ns >= from_ns)
    return new


def world_of(node: Node, log: Log, at_ns: int) -> Hypothesis:
    """How things stood after a ply against the law, before anything was played upon it."""
    assert node.parent is not None
    new = Hypothesis(node.parent, at_ns=at_ns)
    for point, token in enumerate(node.book.tokens):
        if token != node.parent.book.tokens[point]:
            placed = [deed for deed in log if deed.point == point and deed.placed]
            origin = placed[-1].origin if placed else -1
            new.stand(point, Stand(token, placed[-1].at_ns if placed else at_ns, origin))
    if not new.diff:  # the turn was lost with a stone that could not stand (Go)
        for deed in log:
            if deed.placed and not node.book.tokens[deed.point]:
                new.stand(deed.point, Stand(deed.token, deed.at_ns, -1))
    new.log = log
    return new
