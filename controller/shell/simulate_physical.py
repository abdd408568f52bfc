"""The command `touchmove simulate --hands physical`: games of the physical hands, fed to a core, nobody answering."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

from controller.shell.judging import TrueEvening, judge
from controller.shell.physical.evening import play
from controller.shell.scoring import Score, total
from controller.shell.scoring_table import rates_of
from controller.shell.simulate import Asked, game_of
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator


def main(asked: Asked, *, style: str, fault: str | None) -> int:
    """Plays, prints one line of JSON, and the rates on standard error.

    Args:
        style: of both players, or `mixed`.
        fault: of one sensor a game; None where all are sound.

    Returns:
        0, or 1 where a move was told wrongly or never, or the core crashed.

    Raises:
        RulesError: there is no such game, option, style or fault.
    """
    started_s = time.monotonic()
    crashes: list[str] = []
    score = total(_scores(asked, style, fault, crashes))
    summary = {
        "game": asked.game,
        "game_options": dict(game_of(asked).options),
        "hands": "physical",
        "style": style,
        "one_fault": fault,
        "sensors": asked.sensor.value,
        "seed": asked.seed,
        "games": asked.games,
        "moves": score.plies,
        **{
            name: count
            for name, count in score.counts.items()
            if name not in ("evenings", "plies", "false")
        },
        "false_irregularities": score.false,
        "late_ms": {
            name: score.late_ms(part) for name, part in (("p50", 0.5), ("p98", 0.98), ("max", 1.0))
        },
        "crashed": len(crashes),
        "seconds": round(time.monotonic() - started_s, 1),
    }
    sys.stdout.write(json.dumps(summary, separators=(",", ":")) + "\n")
    sys.stderr.write(rates_of(score) + "\n" + "".join(f"{crash}\n" for crash in crashes[:10]))
    return 1 if score.wrong or score.lost or crashes else 0


def _scores(asked: Asked, style: str, fault: str | None, crashes: list[str]) -> Iterator[Score]:
    game = game_of(asked)
    for seed in asked.seeds:
        try:
            made = play(
                game, seed=seed, plies=asked.plies, style=style, sensor=asked.sensor, fault=fault
            )
        except ValueError as error:
            raise RulesError(str(error)) from error
        evening = TrueEvening(name=f"seed {seed}", trace=made.text().encode(), truth=made.truth)
        judged = judge(evening, answering=False)
        if judged.crash:
            crashes.append(f"seed {seed}: {judged.crash}")
        yield judged.score
