"""Events of many points in one moment: a sleeve, pieces knocked over, a board that is lifted or turned, a flash of light."""

from __future__ import annotations

from collections.abc import Iterator

from controller.core.belief.costs import ln
from controller.core.belief.setting import Setting, deed
from controller.core.belief.world import Hypothesis
from controller.core.sensing.debounce import Edge


def mess(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """From here on nobody knows what stands where."""
    new = hyp.copy()
    new.mess_ns, new.diff, new.air, new.felt = edge.at_ns, {}, (), {}
    new.touched = 0
    new.altered()
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.pay(
        deed(
            "mess",
            edge,
            setting.costs.mess + setting.costs.mess_edge + ln(setting.points),
            hand=False,
        )
    )
    yield new


def in_mess(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """One more change while nobody knows what stands where."""
    new = hyp.copy()
    new.last_ns = max(hyp.last_ns, edge.at_ns)
    new.pay(deed("mess", edge, setting.costs.mess_edge + ln(setting.points), hand=False))
    yield new


def over(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """All stand again as they did before."""
    if hyp.mess_ns is None:
        return
    off = (hyp.node.position.occupied ^ setting.stable) & ~setting.blind
    for point in hyp.faults:
        off &= ~(1 << point)
    if not off:
        new = hyp.copy()
        new.mess_ns = None
        new.cost += setting.costs.mess_over
        yield new
