"""What sensors do that no hand does: silent, made up, stuck, late."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Felt, Hypothesis, Symptom
from controller.core.sensing.debounce import Edge


def fell_silent(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """The piece stands, and its sensor feels it no more."""
    if not hyp.at(edge.point):
        return
    new = hyp.copy()
    new.feel(edge.point, Felt(Symptom.SILENT, edge.at_ns))
    cost = setting.fault(hyp, setting.costs.silent, edge.point)
    new.blame(edge.point)
    new.pay(deed("silent", edge, cost, hand=False))
    yield new


def let_go(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor that felt what was not there does so no more."""
    if hyp.at(edge.point):
        return
    costs, felt = setting.costs, hyp.felt.get(edge.point)
    new = hyp.copy()
    new.feel(edge.point, None)
    if felt is None:
        name, cost = "unexplained", costs.unexplained
    elif felt.symptom is Symptom.LATE:
        name, cost = "overlap", costs.overlap(edge.at_ns - felt.since_ns)
        new.last_ns = max(hyp.last_ns, edge.at_ns)
    else:
        name, cost = "ghost_gone", costs.ghost_gone
    new.pay(deed(name, edge, cost, hand=False))
    yield new


def felt_again(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor feels again the piece that has stood there all the time."""
    if not hyp.at(edge.point):
        return
    costs, felt = setting.costs, hyp.felt.get(edge.point)
    new = hyp.copy()
    new.feel(edge.point, None)
    silent = felt is not None and felt.symptom is Symptom.SILENT
    name = "silent_back" if silent else "unexplained"
    cost = setting.fault(hyp, costs.silent_back, edge.point) if silent else costs.unexplained
    new.pay(deed(name, edge, cost, hand=False))
    yield new


def made_up(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """A sensor feels a piece where none is."""
    if hyp.at(edge.point):
        return
    new = hyp.copy()
    new.feel(edge.point, Felt(Symptom.GHOST, edge.at_ns))
    cost = setting.fault(hyp, setting.costs.ghost, edge.point)
    new.blame(edge.point)
    new.pay(deed("ghost", edge, cost, hand=False))
    yield new


def outworn(hyp: Hypothesis, now_ns: int, setting: Setting, limit_ns: int) -> Hypothesis:
    """The same with sensors that go on feeling a piece that left long ago taken to be stuck."""
    old = [
        point for point, felt in hyp.felt.items()
        if felt.symptom is Symptom.LATE and now_ns - felt.since_ns >= limit_ns
    ]  # fmt: skip
    if not old:
        return hyp
    new = hyp.copy()
    for point in old:
        new.cost += setting.fault(hyp, setting.costs.stuck_on, point)
        new.feel(point, Felt(Symptom.GHOST, hyp.felt[point].since_ns))
        new.blame(point)
    return new
