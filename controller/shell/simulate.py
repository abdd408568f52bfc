"""The command `touchmove simulate`: evenings of simulated games, judged, and failing ones cut short."""

from __future__ import annotations

import contextlib
import errno
import gc
import hashlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.journal.store import Journal
from controller.shell.evening.drawing import draw
from controller.shell.evening.ledger import BOARD, DiskJournal
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.oracles import Failing
from controller.shell.evening.outcome import Outcome
from controller.shell.evening.plan import Plan, as_json
from controller.shell.evening.playing import play
from controller.shell.evening.shrinking import shrink, symptom
from controller.shell.evening.table import SCAN_NS, settings_of
from controller.shell.evidence_note import Recorded, note_of
from controller.shell.evidence_tape import Tape, header_of
from rules.registry import game_by_name
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rules.game import Game

PLIES = 100
"""Of each game; a game that is not over by then is left open."""
GO_SIZE = 9
NAMED_MAX = 10
"""Failing seeds that are named one by one."""
GARBAGE_AFTER = 100_000
"""Objects made before Python looks for cycles. Evenings leave few, and looking often takes an eighth of the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked for.

    Attributes:
        seed: of the first evening; the others count up from it.
        sensor: what the boards' sensors tell; hands do the same before all of them.
        disk: journals are real ones, in a folder that is deleted afterwards.
    """

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    mix: str = "club"
    sensor: Sensor = Sensor.PRESENCE
    seed: int = 1
    games: int = 10
    plies: int = PLIES
    jobs: int = 1
    disk: bool = False

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)


def main(asked: Asked, *, plan_only: bool, trace: Path | None) -> int:
    """Plays, prints one line of JSON, and explains the first failure on standard error.

    Args:
        plan_only: prints the plans, a line each, and plays nothing.
        trace: where the trace of a failing evening goes; a name made of the seed where left out.

    Returns:
        0, or 1 where an evening went wrong.

    Raises:
        RulesError: there is no such game, option or mix.
        FileNotFoundError: there is no folder for the trace; said before hours are played.
    """
    if trace is not None and not trace.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(trace))
    if asked.mix not in MIXES:
        known = ", ".join(MIXES)
        raise RulesError(f"{quoted(asked.mix)} is no mix of faults; known: {known}")
    game_of(asked)
    if plan_only:
        for seed in asked.seeds:
            sys.stdout.write(_line(as_json(plan_of(asked, seed))) + "\n")
        return 0
    gc.set_threshold(GARBAGE_AFTER)
    started_s = time.monotonic()
    total = Total()
    for outcome in outcomes(asked):
        total.add(outcome)
    sys.stdout.write(_line(total.summary(asked)) + "\n")
    sys.stdout.flush()
    passed_s = time.monotonic() - started_s
    rate = total.counts["moves"] / max(passed_s, 1e-9)
    sys.stderr.write(f"{asked.games} games in {passed_s:.1f} s, {rate:.0f} moves a second\n")
    if total.ill:
        _explain(asked, total.ill, trace)
    return 1 if total.failed else 0


def game_of(asked: Asked) -> Game:
    """The game with its options; Go on a small board where nothing else is said."""
    options = dict(asked.options)
    game = game_by_name(asked.game, options)
    if "size" in game.options and "size" not in options:
        game = game_by_name(asked.game, {**options, "size": GO_SIZE})
    return game


def plan_of(asked: Asked, seed: int) -> Plan:
    """The plan of one evening."""
    return draw(game_of(asked), asked.mix, seed, asked.plies)


def outcome_of(asked: Asked, seed: int) -> Outcome:
    """Plays one evening."""
    plan = plan_of(asked, seed)
    if not asked.disk:
        return play(plan, sensor=asked.sensor)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder), BOARD) as journal:
        return play(plan, sensor=asked.sensor, journal=DiskJournal(journal))


def outcomes(asked: Asked) -> Iterator[Outcome]:
    """Plays every evening; in the order of the seeds, however many processes play."""
    player = partial(outcome_of, asked)
    if asked.jobs == 1:
        yield from map(player, asked.seeds)
        return
    with ProcessPoolExecutor(asked.jobs) as pool:
        yield from pool.map(player, asked.seeds, chunksize=max(1, asked.games // asked.jobs // 8))


class Total:
    """Sums over evenings.

    Attributes:
        ill: outcomes with a symptom, the worse ones first.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        self._ill: list[Outcome] = []
        self._digest = hashlib.sha256()

    def add(self, outcome: Outcome) -> None:
        for name in (
            "moves", "asked", "answered", "none_of_these", "irregularities", "false_irregularities",
            "refused", "lost",
        ):  # fmt: skip
            self.counts[name] += getattr(outcome, name)
        if outcome.failing is not None and outcome.failing is not Failing.LOST:
            self.counts[outcome.failing.value] += 1
        self.seconds += outcome.seconds
        self._digest.update(outcome.digest.encode())
        if symptom(outcome) is not None:
            self._ill.append(outcome)

    @property
    def failed(self) -> bool:
        """Whether an evening went wrong as it need not; irregularities named wrongly are only counted."""
        forgiven = (None, Failing.INDISTINGUISHABLE)
        return any(outcome.failing not in forgiven for outcome in self._ill)

    @property
    def ill(self) -> list[Outcome]:
        forgiven = (Failing.INDISTINGUISHABLE, None)
        return sorted(
            self._ill,
            key=lambda outcome: (
                forgiven.index(outcome.failing) + 1 if outcome.failing in forgiven else 0
            ),
        )

    def summary(self, asked: Asked) -> dict[str, Any]:
        """One JSON object; the same for the same seeds, byte for byte."""
        counts = self.counts
        return {
            "game": asked.game,
            "game_options": dict(game_of(asked).options),
            "faults": asked.mix,
            "sensors": asked.sensor.value,
            "seed": asked.seed,
            "games": asked.games,
            "moves": counts["moves"],
            "wrong": counts[Failing.WRONG],
            "indistinguishable": counts[Failing.INDISTINGUISHABLE],
            "lost": counts["lost"],
            "asked": counts["asked"],
            "answered": counts["answered"],
            "none_of_these": counts["none_of_these"],
            "irregularities": counts["irregularities"],
            "false_irregularities": counts["false_irregularities"],
            "refused": counts["refused"],
            "blocked": counts[Failing.BLOCKED],
            "untrue": counts[Failing.UNTRUE],
            "crashed": counts[Failing.CRASHED],
            "seconds": round(self.seconds, 3),
            "digest": self._digest.hexdigest(),
            "seeds": [outcome.seed for outcome in self.ill],
        }


def _explain(asked: Asked, ill: list[Outcome], trace: Path | None) -> None:
    """Names the seeds, and writes the shortest evening that shows what the first one suffers from."""
    say = sys.stderr.write
    for outcome in ill[:NAMED_MAX]:
        say(f"seed {outcome.seed}: {symptom(outcome)} in turn {outcome.turn}: {outcome.what}\n")
    if len(ill) > NAMED_MAX:
        say(f"and {len(ill) - NAMED_MAX} seeds more\n")
    worst = ill[0]
    plan = plan_of(asked, worst.seed)
    player = partial(play, sensor=asked.sensor)
    short = shrink(plan, worst, player)
    tape = tape_for(short, asked.sensor)
    outcome = player(short, tape=tape)
    file = trace or Path(f"simulate-{asked.game}-{asked.mix}-{worst.seed}.jsonl")
    with file.open("w", encoding="utf-8") as out, contextlib.suppress(BrokenPipeError):
        out.write(tape.finish())
    say(f"shrunk from {len(plan.turns)} turns to {len(short.turns)}: {_line(as_json(short))}\n")
    say(f"there it is {symptom(outcome)}: {outcome.what}\n")
    say(f"  touchmove replay {file}\n")
    say(f"  {_again(asked, worst.seed)}\n")


def tape_for(plan: Plan, sensor: Sensor = Sensor.PRESENCE) -> Tape:
    """A tape that an evening is recorded on."""
    settings = settings_of(plan, sensor)
    note = f"simulated: {plan.mix}, seed {plan.seed}"
    if settings.timings != Timings():
        note = note_of(Recorded(timings=asdict(settings.timings)))  # it is replayed with them
    return Tape(settings, header_of(settings, sensor=sensor, scan_hz=1e9 / SCAN_NS, note=note))


def _again(asked: Asked, seed: int) -> str:
    """The command that plays one evening again."""
    words = ["touchmove simulate", f"--game {asked.game}", "--games 1", f"--seed {seed}"]
    words += [f"--faults {asked.mix}", f"--plies {asked.plies}"]
    if asked.sensor is not Sensor.PRESENCE:
        words.append(f"--sensors {asked.sensor.value}")
    if asked.options:
        words.append(f"--options '{_line(asked.options)}'")
    return " ".join(words)


def _line(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
