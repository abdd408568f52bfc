"""How much of what is told at odds of so much is right: the reliability plot (also: calibration plot).

A sample is taken when a ply behind the last one told leads for the first time, being complete by the law: the share of the
posterior that its line has then, whether or not the one rule tells it, and whether it was played. It leads where it is
likelier than all else together. One more is taken of each question: the odds of its likeliest
candidate. Samples behind a wrong ply are left out.
"""

from __future__ import annotations

import io
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.belief.decision import Doubt
from controller.core.belief.posterior import posterior
from controller.core.belief.tracker import Belief
from controller.shell.replay import effects_of, settings
from controller.shell.scoring import upper_bound
from controller.shell.trace import read_trace
from tests.costs.shadow import Shadow
from tests.costs.truth import Truth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.core.belief.costs import Costs
    from controller.core.belief.decision import Decision
    from controller.core.belief.line import Node
    from controller.core.settings import Settings
    from controller.shell.judging import TrueEvening

LEADS = 0.5
BINS = (0.0, LEADS, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999, 1.0)
"""Odds between which samples are told apart; the last bin holds all above the last but one."""
WIDTH = 40
"""Of a plot, in characters."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was believed of one ply, and whether it was played.

    Attributes:
        odds: the share of the posterior, the null hypothesis counted too.
        asked: it was the likeliest candidate of a question.
    """

    odds: float
    right: bool
    asked: bool = False


class Watched(Belief):
    """A belief that notes how sure it was of each ply when it was complete.

    Attributes:
        samples: in the order of time.
    """

    truth: Truth | None = None

    def decide(self, now_ns: int) -> Decision | None:
        if self.truth is None:
            return super().decide(now_ns)
        self._watch(self.truth, now_ns)
        told = self.told
        found = super().decide(now_ns)
        if isinstance(found, Doubt) and found.candidates and self.truth.reached(told) >= 0:
            best = found.candidates[0]
            self.samples.append(Sample(found.odds[0] / 1000, self.truth.reached(best) >= 0, True))
        return found

    def watch(self, truth: Truth) -> None:
        """Begins to note."""
        self.truth = truth
        self.samples: list[Sample] = []
        self._seen: set[Node] = set()

    def _watch(self, truth: Truth, now_ns: int) -> None:
        if truth.reached(self.told) < 0:
            return
        found = posterior(self.beam, self.told, now_ns, self.deciding.refused)
        best = max(found.plies, key=lambda node: found.plies[node], default=None)
        if best is None or best in self._seen or found.plies[best] < LEADS:
            return
        if self.deciding.complete(found.best[best], best, now_ns, self.setting) is not None:
            self._seen.add(best)
            self.samples.append(Sample(found.plies[best], truth.reached(best) >= 0))


class WatchedShadow(Shadow):
    """The core of a replay around a belief that is watched."""

    def __init__(self, given: Settings, evening: TrueEvening, table: Costs) -> None:
        super().__init__(given)
        start = given.game.start(given.start)
        self.belief = self.watched = Watched(given.game, start, given.timings, table=table)
        self.watched.watch(Truth(evening, self.belief.root))


def samples(evening: TrueEvening, table: Costs) -> list[Sample]:
    """What was believed of the plies of an evening."""
    header, lines = read_trace(io.BytesIO(evening.trace), evening.name)
    core = WatchedShadow(settings(header), evening, table)
    for _ in effects_of(header, lines, core):
        pass
    return core.watched.samples


@dataclass(frozen=True, slots=True)
class Bin:
    """Samples of about the same odds.

    Attributes:
        low, high: the odds between which they lie.
        mean: of their odds.
    """

    low: float
    high: float
    number: int
    right: int
    mean: float

    @property
    def wrong(self) -> int:
        return self.number - self.right

    @property
    def expected(self) -> float:
        """How many should be wrong."""
        return self.number * (1 - self.mean)


def binned(found: Iterable[Sample]) -> list[Bin]:
    """Samples told apart by their odds; bins without any are left out."""
    groups: defaultdict[int, list[Sample]] = defaultdict(list)
    for each in found:
        groups[max(n for n, low in enumerate(BINS[:-1]) if each.odds >= low)].append(each)
    return [
        Bin(
            low=BINS[n],
            high=BINS[n + 1],
            number=len(members),
            right=sum(each.right for each in members),
            mean=sum(each.odds for each in members) / len(members),
        )
        for n, members in sorted(groups.items())
    ]


def plot(found: Iterable[Sample]) -> str:
    """A table, and beside it bars of the share that was right, from one half on."""
    return "\n".join(_plotted(binned(found))) + "\n"


def _plotted(bins: Iterable[Bin]) -> Iterator[str]:
    yield "| odds % | plies | wrong | expected wrong | wrong at most (95 %) | right % |"
    yield "|---|---:|---:|---:|---:|---|"
    for each in bins:
        right = each.right / each.number
        bar = "#" * round(max(0.0, right - 0.5) * 2 * WIDTH)
        most = upper_bound(each.wrong, each.number)
        yield (
            f"| {100 * each.low:g}–{100 * each.high:g} | {each.number} | {each.wrong} |"
            f" {each.expected:.1f} | {100 * most:.2f} % | `{bar:<{WIDTH}}` {100 * right:.1f} |"
        )
