"""What errors of the numbers do: evenings judged with every cost multiplied by a factor of its own, drawn by chance."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from controller.core.belief.costs import Costs, table
from controller.core.belief.tracker import Belief
from controller.shell.judging import judge
from controller.shell.scoring import total
from tests.costs.paid import names
from tests.costs.shadow import Shadow

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.settings import Settings
    from controller.shell.judging import TrueEvening
    from controller.shell.scoring import Score
    from tests.costs.writing import Tables

COUNTS = ("wrong", "corrected", "lost", "unfinished", "asked", "early")
"""What is told of each run."""


class Priced(Shadow):
    """The core of a replay around a belief with a table of its own."""

    def __init__(self, given: Settings, costs: Costs) -> None:
        super().__init__(given)
        start = given.game.start(given.start)
        self.belief = Belief(given.game, start, given.timings, table=costs)


def perturbed(seed: int, by: float, rows: Tables | None = None) -> Costs:
    """The table with each cost multiplied by something between 1 - `by` and 1 + `by`; seed 0 leaves all as they are."""
    dice = Random(f"costs {seed}")
    spread = by if seed else 0.0
    return Costs(rows or table(), {name: dice.uniform(1 - spread, 1 + spread) for name in names()})


def scored(evenings: Sequence[TrueEvening], costs: Costs) -> Score:
    """The sum of the scores of evenings, nobody answering."""
    found = (
        judge(each, answering=False, making=lambda given: Priced(given, costs)) for each in evenings
    )
    return total(judged.score for judged in found)


def table_of(rows: Mapping[str, Score]) -> str:
    """A table of Markdown, one row a run."""
    lines = [f"| costs | plies | whole | {' | '.join(COUNTS)} | late ms p50 / p98 |"]
    lines.append("|---|" + "---:|" * (len(COUNTS) + 3))
    for name, score in rows.items():
        counts = " | ".join(str(score.counts[count]) for count in COUNTS)
        late = " / ".join(f"{score.late_ms(share) or 0:.0f}" for share in (0.5, 0.98))
        lines.append(f"| {name} | {score.plies} | {score.whole} | {counts} | {late} |")
    return "\n".join(lines) + "\n"
