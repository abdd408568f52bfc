"""The board on the frozen evenings: nowhere worse than the answers that were frozen.

The first COUNT evenings of the index, from number SEED on, nobody answering. TOUCHMOVE_JOBS as in `_running`. The
sums are printed by hands and fault; `scripts/corpora score` prints more.
"""

from __future__ import annotations

import json

from controller.shell.scoring import Score
from tests.corpora import frozen, scored

COUNT = 1200
"""All of them, and a few to come."""


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Scores evenings.

    Raises:
        AssertionError: names the evenings in which the board is worse than the frozen answers, and in what.
    """
    wanted = frozen.sources()[seed - 1 : seed - 1 + count]
    found = list(scored.all_scored(wanted, answering=False))
    before = frozen.answers(answering=False)
    worse = {
        each.source.name: names
        for each in found
        if (names := scored.worse(Score(**before[each.source.name]["counts"]), each.score))
    }
    assert not worse, json.dumps(worse)
    rows = scored.rows_of(found, ("hands", "fault"))
    return {
        key: {name: count for name, count in row.counts.items() if count}
        for key, row in rows.items()
    }
