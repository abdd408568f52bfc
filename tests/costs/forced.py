"""The belief with the truth forced: only hypotheses on the true line survive, and the likeliest says what was done.

This is the first half of hard expectation-maximization (also: Viterbi training); the second is `counting`.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.belief.beam import Beam, explained
from controller.core.belief.line import Node
from controller.core.belief.tracker import Belief
from controller.core.belief.waiting import waiting
from controller.core.belief.world import Felt, Hypothesis, Symptom
from controller.shell.replay import effects_of, settings
from controller.shell.trace import read_trace
from rules.terms import points_of
from tests.costs.paid import Part, noted, parts_of
from tests.costs.shadow import Shadow
from tests.costs.truth import Truth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.core.belief.costs import Costs
    from controller.core.belief.world import Held
    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Settings
    from controller.shell.judging import TrueEvening


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What explained one edge on the true path.

    Attributes:
        name: of the deed.
        silences: what the silence before had cost, where it ended by this deed: curves and durations.
        off_ns: how long a piece that is set down was off; None where none is.
        mine: that piece is of the side on move.
        again: it was set down before in this ply.
        near: it is set down on a neighbour of the point where it stood.
        captured_ns: how long a piece has been off that stood here and that the ply may capture; None where none did.
        made: before this deed the board stood as a legal move leaves it.
    """

    name: str
    silences: tuple[Part, ...] = ()
    off_ns: int | None = None
    mine: bool = False
    again: bool = False
    near: bool = False
    captured_ns: int | None = None
    made: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """What was done in a stretch of an evening, and the plies that were made in it."""

    parts: tuple[Part | Step, ...]
    plies: tuple[Node, ...]


class ForcedBeam(Beam):
    """A beam in which only the true line is believed.

    Attributes:
        lost: paths that ended because no hypothesis was left: a deed is missing in the model.
    """

    def __init__(self, belief: Belief, truth: Truth) -> None:
        super().__init__(belief.setting, belief.root, 0)
        self.truth = truth
        self.lost: list[Path] = []
        self._root = belief.root
        self._began = 0
        self._now_ns = 0

    def explain(self, edge: Edge) -> Iterator[Hypothesis]:
        for hyp in self.hypotheses:
            silent = waiting(hyp, edge.at_ns, self.setting)
            for new in explained(hyp, edge, self.setting):
                still = waiting(new, edge.at_ns, self.setting)
                new.cost = noted(new.cost, _step(hyp, new, edge, _ended(silent, still)))
                yield new

    def spread(
        self, found: Iterable[Hypothesis], now_ns: int, told: Node, unknown: int = 0
    ) -> None:
        self._now_ns = now_ns
        super().spread(found, now_ns, told, unknown)

    def _kept(self, beam: list[Hypothesis], told: Node) -> list[Hypothesis]:
        reached = self.truth.reached
        true = [hyp for hyp in beam if reached(hyp.node) >= 0]
        due = self.truth.due(self._now_ns // 1000)
        timely = [hyp for hyp in true if reached(hyp.node) >= due]
        if not true:
            self.lost.append(self.path())
            timely = [self._anew()]
        kept = super()._kept(timely or true, told)
        return kept or (timely or true)[:1]

    def path(self) -> Path:
        """What was done on the likeliest path."""
        best = self.hypotheses[0]
        plies: list[Node] = []
        node = self._root
        for number, true in enumerate(self.truth.plies[: self.truth.reached(best.node)]):
            node = self.truth.after(node, true)
            if number >= self._began:
                plies.append(node)
        return Path(tuple(parts_of(best.cost)), tuple(plies))

    def _anew(self) -> Hypothesis:
        """All stands as the plies made until now have left it, whatever sensors say."""
        made = self._began = sum(ply.made_us * 1000 <= self._now_ns for ply in self.truth.plies)
        new = Hypothesis(self.truth.line(self._root, made), at_ns=self._now_ns)
        occupied = new.node.position.occupied
        for point in points_of((occupied ^ self.setting.stable) & ~self.setting.blind):
            symptom = Symptom.SILENT if occupied >> point & 1 else Symptom.GHOST
            new.feel(point, Felt(symptom, self._now_ns))
        return new


def _step(hyp: Hypothesis, new: Hypothesis, edge: Edge, silences: tuple[Part, ...]) -> Step:
    gone = [held for held in hyp.air if held not in new.air] if edge.placed else []
    came: Held | None = gone[0] if gone else None
    game = hyp.node.game
    origin = came.origin if came is not None else new.log[-1].origin
    theirs = hyp.node.book.theirs
    captured = [
        edge.at_ns - held.since_ns
        for held in hyp.air
        if edge.placed and held.origin == edge.point and theirs >> edge.point & 1
    ]
    return Step(
        name=new.log[-1].name,
        silences=silences,
        off_ns=None if came is None else edge.at_ns - came.since_ns,
        mine=came is not None and (came.origin < 0 or not theirs >> came.origin & 1),
        again=came is not None and came.left >= 0,
        near=origin >= 0 and bool(game.neighbours(origin) >> edge.point & 1),
        captured_ns=captured[-1] if captured and hyp.node.book.live(hyp.play).count else None,
        made=hyp.busy and hyp.node.book.made(hyp.key) is not None,
    )


def _ended(silent: int, still: int) -> tuple[Part, ...]:
    """The silences that are over: they no longer cost the same after a deed."""
    going_on = set(parts_of(still))
    return tuple(
        part for part in parts_of(silent) if isinstance(part, Part) and part not in going_on
    )


class Forced(Shadow):
    """The belief of an evening of which the truth is known."""

    def __init__(self, given: Settings, evening: TrueEvening, table: Costs) -> None:
        super().__init__(given)
        self.belief = Belief(given.game, given.game.start(given.start), given.timings, table=table)
        self.beam = ForcedBeam(self.belief, Truth(evening, self.belief.root))
        self.belief.beam = self.beam


def followed(evening: TrueEvening, table: Costs) -> tuple[list[Path], bool]:
    """What was done in an evening, and whether it was followed to its end without a break."""
    header, lines = read_trace(io.BytesIO(evening.trace), evening.name)
    core = Forced(settings(header), evening, table)
    for _ in effects_of(header, lines, core):
        pass
    return [*core.beam.lost, core.beam.path()], not core.beam.lost
