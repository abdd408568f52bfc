"""Scores of many evenings, now and as they were frozen."""

from __future__ import annotations

import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from controller.shell.judging import judge
from controller.shell.scoring import total
from tests.corpora import evenings, frozen
from tests.corpora.simulated import Unplayable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from controller.shell.judging import TrueEvening
    from controller.shell.scoring import Score
    from tests.corpora.evenings import Source

JOBS = int(os.environ.get("TOUCHMOVE_JOBS", "1"))
"""Processes that may be used."""
BAD = ("wrong", "lost", "false", "early", "penalties", "asked", "asked_last")
"""What less is better of, the worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The score of an evening, and the board's answer in short (`frozen.answer_of`).

    `parted` says at which ply the record left what was made; "" where it never did.
    """

    source: Source
    score: Score
    answer: dict[str, object]
    parted: str


def scored(source: Source, *, answering: bool, fresh: bool = False) -> Scored | None:
    """Feeds an evening to a board, a frozen one or one that is made anew; None where it cannot be made."""
    try:
        evening = evenings.made(source) if fresh else frozen.read(source)
    except Unplayable:
        return None
    judged = judge(evening, answering=answering)
    answer = frozen.answer_of(evening, judged)
    parted = ""
    if not judged.score.counts["whole"]:
        made = [true.move for true in evening.truth[answer["same"] :]]
        told = next(iter(answer["then"]), "nothing")
        parted = f"ply {answer['same'] + 1}: {told}, and {next(iter(made), 'nothing')} was made"
    return Scored(source=source, score=judged.score, answer=answer, parted=parted)


def all_scored(
    wanted: Iterable[Source], *, answering: bool, fresh: bool = False
) -> Iterator[Scored]:
    """Scores evenings in their order, by as many processes as `JOBS` says."""
    work = partial(scored, answering=answering, fresh=fresh)
    if JOBS == 1:
        yield from filter(None, map(work, wanted))
        return
    with ProcessPoolExecutor(JOBS) as pool:
        yield from filter(None, pool.map(work, wanted, chunksize=8))


def rows_of(found: Iterable[Scored], columns: Sequence[str]) -> dict[str, Score]:
    """The sums of evenings that agree in these attributes of their sources ("game", "hands", "fault")."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for each in found:
        key = ", ".join(str(getattr(each.source, column)) or "sound" for column in columns)
        groups[key].append(each.score)
    return {key: total(scores) for key, scores in sorted(groups.items())}


def worse(before: Score, after: Score) -> list[str]:
    """In what the second score is worse than the first."""
    return [name for name in BAD if after.counts[name] > before.counts[name]]


def first_difference(
    evening: TrueEvening, before: Mapping[str, Any], now: Mapping[str, Any]
) -> str:
    """The first ply of which two answers' records differ, and what was made; "" where they agree."""
    truth = [true.move for true in evening.truth]
    one, other = ([*truth[: each["same"]], *each["then"]] for each in (before, now))
    for n in range(max(len(one), len(other))):
        told = [line[n] if n < len(line) else "nothing" for line in (one, other)]
        if told[0] != told[1]:
            true = truth[n] if n < len(truth) else "nothing"
            return f"ply {n + 1}: {told[0]} | {told[1]}, and {true} was made"
    return ""
