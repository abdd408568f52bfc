"""Simulated evenings: games by chance and of masters, played by hands of every mix, before sound and before failing boards.

Of the moves none is published wrong and none is lost, whatever the electronics do. Healthy boards ask about at most
one move in 2,000, and all together about at most one in 200. The seed deals game, line and mix, so every seed from
one on is another evening. TOUCHMOVE_GAMES and TOUCHMOVE_JOBS as in `_running`.
"""

from __future__ import annotations

import gc
import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from controller.shell.evening.drawing import draw
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.oracles import Failing
from controller.shell.evening.playing import play
from controller.shell.simulate import GARBAGE_AFTER, Asked, game_of, plan_of
from rules.registry import game_by_name
from tests.simulation.lines import masters
from tests.soak import _running

if TYPE_CHECKING:
    from controller.shell.evening.outcome import Outcome
    from controller.shell.evening.plan import Plan

COUNT = 10_000
PLIES = 40
MASTER_PLIES = 80
FAULTY = ("worn", "faulty")
"""Mixes in which sensors break."""
ASKED_MAX = {"healthy": 0.0005, "faulty": 0.005}
"""Questions a move; for `faulty`, of all evenings together."""


def dealt(seed: int) -> tuple[str, str, bool]:
    """The game and the mix of a seed, and whether it is a game of masters."""
    games = _running.games()
    number, place = divmod(seed, len(games))
    return games[place], list(MIXES)[number % len(MIXES)], number // len(MIXES) % 3 == 2


def planned(seed: int) -> Plan:
    """The evening of a seed."""
    name, mix, master = dealt(seed)
    records = masters(name) if master else ()
    if not records:
        return plan_of(Asked(game=name, mix=mix, plies=PLIES), seed)
    record = Random(f"master {seed}").choice(records)
    game = game_by_name(name, record.options) if record.options else game_of(Asked(game=name))
    return draw(game, mix, seed, MASTER_PLIES, record.moves)


def played(seed: int) -> Outcome:
    """Plays the evening of a seed."""
    return play(planned(seed))


class Evenings:
    """Sums over evenings.

    Attributes:
        counts: by mix and what is counted.
        ill: what went wrong, a line a seed.
    """

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {mix: Counter() for mix in MIXES}
        self.ill: list[str] = []

    def add(self, outcome: Outcome) -> None:
        name, mix, master = dealt(outcome.seed)
        found = self.counts[mix]
        failing = outcome.failing
        found.update(evenings=1, moves=outcome.moves, asked=outcome.asked, lost=outcome.lost)
        found.update(false_irregularities=outcome.false_irregularities, masters=int(master))
        if failing is not None and failing is not Failing.LOST:
            found[failing.value] += 1
        if failing not in (None, Failing.INDISTINGUISHABLE):
            self.ill.append(f"{outcome.seed} ({name}, {mix}): {failing}, {outcome.what}")

    def share(self, *, faulty: bool) -> float:
        """Questions a move, before healthy boards or before all."""
        mixes = [self.counts[mix] for mix in MIXES if faulty or mix not in FAULTY]
        return sum(found["asked"] for found in mixes) / max(1, sum(f["moves"] for f in mixes))

    def figures(self) -> dict[str, object]:
        total: Counter[str] = Counter()
        for found in self.counts.values():
            total += found
        return {
            **total,
            "asked_healthy_percent": round(100 * self.share(faulty=False), 4),
            "asked_percent": round(100 * self.share(faulty=True), 4),
            "mixes": {mix: dict(found) for mix, found in self.counts.items() if found},
            "ill": self.ill,
        }


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Plays so many evenings.

    Raises:
        AssertionError: with all figures, where a move was wrong or lost, or too much was asked.
    """
    gc.set_threshold(GARBAGE_AFTER)
    evenings = Evenings()
    for outcome in _running.dealt(played, range(seed, seed + count)):
        evenings.add(outcome)
    figures = evenings.figures()
    kept = (
        not evenings.ill
        and evenings.share(faulty=False) <= ASKED_MAX["healthy"]
        and evenings.share(faulty=True) <= ASKED_MAX["faulty"]
    )
    assert kept, json.dumps(figures, ensure_ascii=False)
    return figures
