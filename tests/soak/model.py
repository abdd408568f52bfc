"""Random programs of whole games against the plain model: time, rights and the record are kept after every step.

COUNT programs of 200 steps each: moves, touches, claims, presses, results, disconnections, restarts, and what arbiters
do. A program that fails is printed as a list of what was done, with every step left out that does not matter.
"""

from __future__ import annotations

from collections import Counter

from controller.core.messages import Claim, Move, kind
from tests.model.programs import STEPS, program, report, run
from tests.soak import _running

COUNT = 2000


def said(seed: int) -> Counter[str]:
    """What the board says in a program, by kind, and the claims by theirs.

    Raises:
        AssertionError: it and the model differ; tells the shortest program that shows it.
    """
    error, world = run(seed, program(seed))
    if error is not None:
        raise AssertionError(report(seed))
    found = Counter(kind(message) for message in world.rig.said)
    found.update(f"claim {message.kind}" for message in world.rig.of(Claim))
    found["plies"] = len(world.rig.of(Move))
    return found


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Runs so many programs.

    Raises:
        AssertionError: as `said`.
    """
    found: Counter[str] = Counter()
    for each in _running.dealt(said, range(seed, seed + count)):
        found += each
    return {"programs": count, "steps": count * STEPS, "violations": 0, **found}
