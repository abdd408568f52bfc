"""The beam: hypotheses are spread by evidence, merged where equal, and pruned where far behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.core.belief.costs import Cost, either, share
from controller.core.belief.deeds import (
    aims,
    completing,
    hands,
    many,
    pushing,
    sensors,
    stones,
    unlawful,
)
from controller.core.belief.line import Node
from controller.core.belief.setting import Setting
from controller.core.belief.waiting import waiting
from controller.core.belief.world import Hypothesis
from controller.core.sensing.debounce import Edge

LIFTED = (
    hands.lift,
    sensors.fell_silent,
    sensors.let_go,
    many.displaced,
    many.cleared,
    aims.set_up,
    aims.take_back,
    aims.king_taken,
    unlawful.played_upon,
)
"""What an edge to empty may be."""
TOUCHED = (hands.touch, sensors.trembled)
"""What a soft edge may be: the piece stands as before."""
PLACED = (
    hands.set_down, hands.take_unfelt, pushing.push, pushing.pushed_out, pushing.dragged_off,
    stones.stone, stones.before_others, stones.pushed, stones.after_unfelt,
    sensors.felt_again, sensors.beats, sensors.made_up, many.put_right, many.strayed,
    aims.set_up, aims.take_back, aims.king_set, aims.turned,
)  # fmt: skip
"""What an edge to occupied may be."""


class Beam:
    """The hypotheses that are believed, the likeliest first.

    Attributes:
        unknown: cost of the null hypothesis: something happened that the model does not know.
        paid: what the likeliest hypothesis has paid so far; costs are relative to that.
    """

    def __init__(self, setting: Setting, node: Node, at_ns: int) -> None:
        self.setting = setting
        self.hypotheses = [Hypothesis(node, at_ns=at_ns)]
        self.unknown: Cost = setting.costs.unknown_most
        self.paid: Cost = 0
        self._found: tuple[int, list[Hypothesis], list[tuple[float, Hypothesis]]] | None = None

    def explain(self, edge: Edge) -> Iterator[Hypothesis]:
        """What each hypothesis becomes by an edge."""
        for hyp in self.hypotheses:
            yield from explained(hyp, edge, self.setting)

    def spread(
        self, found: Iterable[Hypothesis], now_ns: int, told: Node, unknown: Cost = 0
    ) -> None:
        """Takes these hypotheses in place of the old ones: completes plies, merges and prunes.

        Args:
            told: the last ply that was told; lines that deny it are pruned sooner.
            unknown: what the null hypothesis pays for the evidence that led here.
        """
        merged: dict[object, Hypothesis] = {}
        for hyp in map(aims.reached, gated(found, self.setting.costs.margin)):
            merge(merged, hyp, told)
            for ended in ended_by(hyp, self.setting):
                merge(merged, ended, told)
        beam = list(merged.values())
        self._weigh(beam, now_ns)
        beam = self._kept(beam, told)
        low = beam[0].pending
        self.paid += low
        self.unknown = min(self.unknown + unknown - low, self.setting.costs.unknown_most)
        for hyp in beam:
            hyp.cost -= low
            hyp.pending -= low
        self.hypotheses = beam

    def weighed(self, now_ns: int) -> list[tuple[float, Hypothesis]]:
        """The hypotheses with their probabilities, the likeliest first.

        The rest of the probability is that of the unknown. Silence is evidence too, so each moment
        is weighed anew, and only once.
        """
        found = self._found
        if found is None or found[0] != now_ns or found[1] is not self.hypotheses:
            self._weigh(self.hypotheses, now_ns)
            found = self._found = now_ns, self.hypotheses, self.shares()
        return found[2]

    def shares(self) -> list[tuple[float, Hypothesis]]:
        """The hypotheses with their probabilities as they were weighed last."""
        low = self.hypotheses[0].pending
        masses = [share(hyp.pending, low) for hyp in self.hypotheses]
        total = sum(masses) + share(max(self.unknown, low), low)
        return [(mass / total, hyp) for mass, hyp in zip(masses, self.hypotheses, strict=True)]

    def _weigh(self, beam: list[Hypothesis], now_ns: int) -> None:
        for hyp in beam:
            hyp.pending = hyp.cost + waiting(hyp, now_ns, self.setting)
        beam.sort(key=_pending)

    def _kept(self, beam: list[Hypothesis], told: Node) -> list[Hypothesis]:
        """The hypotheses worth keeping.

        The cost of waiting counts for their order only: it ends when something happens.
        """
        costs = self.setting.costs
        most = beam[0].pending + costs.margin
        agreeing = (hyp.pending for hyp in beam if hyp.node.line_after(told) is not None)
        most_told = min(agreeing, default=most) + costs.margin_told
        sound: dict[object, Cost] = {}
        kept: list[Hypothesis] = []
        for hyp in beam:
            if len(kept) >= costs.beam:
                break
            world = hyp.world()
            if hyp.pending > sound.setdefault(world, hyp.pending) + costs.margin_faults:
                continue
            if hyp.cost > (most if hyp.node.line_after(told) is not None else most_told):
                continue
            kept.append(hyp)
        else:
            return kept
        upset = next((hyp for hyp in beam if _upset(hyp, told) and hyp.cost <= most), None)
        return kept if upset is None or upset in kept else [*kept[:-1], upset]


def _upset(hyp: Hypothesis, told: Node) -> bool:
    """Whether nothing is played and pieces lie wrong.

    The best of these is never crowded out: many more edges of the same moment may follow.
    """
    return bool(hyp.lying) and hyp.node is told and not hyp.busy


def _pending(hyp: Hypothesis) -> Cost:
    return hyp.pending


def gated(found: Iterable[Hypothesis], margin: Cost) -> list[Hypothesis]:
    """The hypotheses that are not too far behind the likeliest to be worth any work."""
    all_found = list(found)
    most = min((hyp.cost for hyp in all_found), default=0) + margin
    return [hyp for hyp in all_found if hyp.cost <= most]


def explained(hyp: Hypothesis, edge: Edge, setting: Setting) -> Iterator[Hypothesis]:
    """What one hypothesis becomes by an edge."""
    usual = PLACED if edge.placed else LIFTED
    for deed in TOUCHED if edge.soft else usual:
        for new in deed(hyp, edge, setting):
            sensors.mark_told(new, edge, setting)
            yield new


def ended_by(hyp: Hypothesis, setting: Setting) -> Iterator[Hypothesis]:
    """What the same board may also mean: the ply is made."""
    yield from completing.completed(hyp, setting)
    yield from unlawful.left(hyp, setting)


def merge(merged: dict[object, Hypothesis], hyp: Hypothesis, told: Node) -> None:
    """Adds a hypothesis, or joins it with one of the same world.

    Then their likelihoods add up, and the likelier path is kept. What was touched binds a player
    until the ply is told, so it keeps worlds apart until then.
    """
    key = hyp.same(), hyp.touched_since(told.depth)
    other = merged.get(key)
    if other is None:
        merged[key] = hyp
        return
    kept = hyp.copy() if hyp.cost < other.cost else other.copy()
    kept.cost = either(hyp.cost, other.cost)
    merged[key] = kept
