"""Random programs of whole games against the plain model: time, rights and the record are kept after every step.

COUNT programs of 200 steps each: moves, touches, claims, presses, results, disconnections, restarts, and what arbiters
do. A program that fails is printed as a list of what was done, with every step left out that does not matter.
"""

from __future__ import annotations

from collections import Counter

from controller.core.messages import Claim, kind
from tests.model.programs import STEPS, program, report, run
from tests.soak import _running

COUNT = 2000


def said(seed: int) -> tuple[Counter[str], str | None]:
    """What the board says in a program, by kind, and the claims by theirs; and what it and the model differ in.

    Returns:
        The counts, and the shortest program that shows the difference; None where there is none.
    """
    error, world = run(seed, program(seed))
    found = Counter(kind(message) for message in world.rig.said)
    found.update(f"claim {message.kind}" for message in world.rig.of(Claim))
    return found, None if error is None else report(seed)


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Runs so many programs.

    Raises:
        AssertionError: the board and the model differ; tells the shortest programs that show it.
    """
    found: Counter[str] = Counter()
    violations: list[str] = []
    for counts, violation in _running.dealt(said, range(seed, seed + count)):
        found += counts
        if violation is not None:
            violations.append(violation)
    assert not violations, f"{len(violations)} of {count} programs\n\n" + "\n\n".join(violations)
    return {"programs": count, "steps": count * STEPS, "violations": 0, **found}
