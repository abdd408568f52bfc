"""Random programs, run against the model; one that fails is cut down to the steps that matter."""

from __future__ import annotations

from random import Random
from traceback import extract_tb

from rules.registry import GAMES
from tests.model.people import World
from tests.model.world import Step, settings

STEPS = 200
WEIGHTS = {
    "move": 90, "press": 4, "touch": 6, "wrong": 5, "restore": 5, "wait": 5, "gap": 4, "restart": 5,
    "draw": 10, "claim": 6, "rule": 4, "penalty": 5, "correct": 4, "position": 2, "clock": 3,
    "pause": 4, "resume": 6, "adjourn": 2, "open": 3, "result": 4, "resign": 2, "reopen": 12,
    "pass-": 2, "count": 5, "demand": 4, "answer": 4, "adjust": 2, "promote": 1, "noise": 6,
    "halfway": 4,
}  # fmt: skip
LONG = {**WEIGHTS, "move": 500, "correct": 0, "position": 0, "wrong": 1, "penalty": 1, "resign": 0,
        "adjourn": 1, "result": 1}  # fmt: skip
"""Programs of long games."""


def program(seed: int, steps: int = STEPS) -> list[Step]:
    """The steps of a program."""
    dice = Random(f"model {seed}")
    weights = LONG if seed // len(GAMES) % 4 == 3 else WEIGHTS
    kinds = dice.choices(list(weights), list(weights.values()), k=steps)
    return [Step(kind, dice.randrange(10**6)) for kind in kinds]


def run(seed: int, steps: list[Step]) -> tuple[Exception | None, World]:
    """Runs a program; what it found wrong, if anything."""
    world = World(settings(seed))
    for step in steps:
        try:
            world.step(step)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is looked for
            return error, world
    return None, world


def place(error: Exception | None) -> tuple[str, int] | None:
    """Where it went wrong: a shorter program must go wrong there too."""
    if error is None:
        return None
    last = extract_tb(error.__traceback__)[-1]
    return last.filename, last.lineno or 0


def shortened(seed: int, steps: list[Step], tries: int = 150) -> list[Step]:
    """Fewer steps that fail as well: pieces are left out, large ones first."""
    where = place(run(seed, steps)[0])
    size = max(1, len(steps) // 2)
    while size:
        start = 0
        while start < len(steps) and tries:
            fewer = steps[:start] + steps[start + size :]
            tries -= 1
            if place(run(seed, fewer)[0]) == where:
                steps = fewer
            else:
                start += size
        size //= 2
    return steps


def report(seed: int) -> str | None:
    """What a program has found wrong, as a list that can be read and run; None for nothing."""
    error, world = run(seed, program(seed))
    if error is None:
        return None
    steps = shortened(seed, program(seed)[: len(world.did)])
    error, world = run(seed, steps)
    options = world.settings
    head = f"{options.rulebook.name}, {options.time_control}, {options.mode}, clock {options.clock}"
    return "\n".join([f"program {seed}: {head}", *world.did, f"{type(error).__name__}: {error}"])
