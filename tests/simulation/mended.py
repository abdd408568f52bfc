"""Evenings that once went wrong, until what was missing then was mended: `mended.csv`.

Each was found by chance among thousands and is a hard one. So the whole is judged by shares, not evening by evening.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from controller.shell.evening.oracles import Failing
from controller.shell.simulate import Asked, outcome_of

FAILING = frozenset({"worn", "faulty"})
"""Mixes in which sensors break."""


@dataclass(frozen=True, slots=True)
class Mended:
    """One evening.

    Attributes:
        was: what was wrong before the board once, as far as anybody has written it down.
    """

    game: str
    mix: str
    seed: int
    plies: int
    was: str


def mended() -> list[Mended]:
    """All of them, by game and mix."""
    with Path(__file__).with_name("mended.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [
            Mended(row["game"], row["mix"], int(row["seed"]), int(row["plies"]), row["was"])
            for row in rows
        ]


def figures(evenings: Iterable[Mended]) -> Counter[str]:
    """Plays them, and counts evenings, plies, and what went wrong."""
    found: Counter[str] = Counter()
    for each in evenings:
        asked = Asked(game=each.game, mix=each.mix, seed=each.seed, plies=each.plies)
        outcome = outcome_of(asked, each.seed)
        ill = outcome.failing not in (None, Failing.INDISTINGUISHABLE)
        found.update(evenings=1, plies=outcome.moves, asked=outcome.asked, ill=int(ill))
        found.update(accused=outcome.false_irregularities)
        if outcome.failing is not None:
            found[outcome.failing.value] += 1
    return found
