"""Scores for people: one line of figures, and a table of Markdown with upper bounds of the rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.scoring import total, upper_bound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.shell.scoring import Score

COLUMNS = (
    "evenings", "whole", "plies", "wrong", "corrected", "lost", "unfinished", "entered", "asked",
    "asked_last", "by_evidence", "early", "irregularities", "false", "penalties",
)  # fmt: skip
"""Counts of a table, in this order."""
RATES = ("wrong", "lost", "asked", "early", "false")
"""Of these the upper bound for each 10,000 plies is told."""
PER = 10_000


def line_of(score: Score) -> str:
    """A score in one line: what is none is left out."""
    told = [f"{score.evenings} evenings, {score.whole} whole, {score.plies} plies"]
    told += [f"{name} {count}" for name in COLUMNS[3:] if (count := score.counts[name])]
    if score.late_us:
        told.append(f"late {_late(score)} ms, {max(score.late_plies)} plies at most")
    return ", ".join(told)


def rates_of(score: Score) -> str:
    """What is counted in 10,000 plies, with the upper bound of each."""
    told = []
    for name in RATES:
        count, plies = score.counts[name], score.plies
        rate = PER * count / max(1, plies)
        told.append(f"{name} {rate:.2f} (< {PER * upper_bound(count, plies):.2f})")
    return f"of {PER:,} plies, with the upper bound of 95 %: " + ", ".join(told)


def table_of(rows: Mapping[str, Score], head: str = "") -> str:
    """A table of Markdown, one row a score and the sum below; nothing is left blank."""
    columns = [name.replace("_", " ") for name in COLUMNS]
    lines = [f"| {head} | {' | '.join(columns)} | late ms p50 / p98 / max | plies late |"]
    lines.append("|---|" + "---:|" * (len(COLUMNS) + 2))
    for name, score in {**rows, "all": total(rows.values())}.items():
        counts = " | ".join(str(score.counts[column]) for column in COLUMNS)
        late = max(score.late_plies, default=0)
        lines.append(f"| {name} | {counts} | {_late(score)} | {late} |")
    return "\n".join(lines) + "\n"


def _late(score: Score) -> str:
    told = (score.late_ms(share) for share in (0.5, 0.98, 1.0))
    return " / ".join("-" if ms is None else f"{ms:.0f}" for ms in told)
