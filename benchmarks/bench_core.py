"""What one scan costs in the core, and what it buys, beside the simplest tracker there is.

    python -m benchmarks.bench_core [--noise normal] [--seed 1]

A recorded game is played by simulated hands; every scan at 200 Hz is kept. Then the same scans go

* through the core: debouncing, readings of the evidence, touch law. As from the real scanner, a scan
  that shows nothing new reaches it only when it has asked to be told of the time;
* through a baseline: when the contacts have not changed for three scans, and exactly one legal move
  would leave just these points occupied, that was the move.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from dataclasses import dataclass, field
from importlib import resources
from random import Random
from typing import TYPE_CHECKING

from controller.core.inputs import Frame, Input, Tick
from controller.core.messages import Correction, Message, Move
from controller.core.session import Session
from controller.core.settings import Settings
from controller.shell.bench import men_of
from controller.shell.moving import motions
from controller.shell.pump import Pump
from drivers.sim.bench import SimBench
from drivers.sim.hands import CLUB, Hands
from drivers.sim.noise import NOISES
from rules.chess.pgn import read_games
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rules.game import Position

CHESS = game_by_name("chess")
MS = 1_000_000
SCAN_NS = 5 * MS
QUIET_SCANS = 3
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description="cost of one scan")
    parser.add_argument("--noise", default="normal", choices=NOISES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    text = (resources.files("controller.shell") / "data" / "demo-chess.pgn").read_text("utf-8")
    line = read_games(text)[0].moves
    scans = played(line, asked.noise, asked.seed)
    core = [core_run(scans) for _ in range(ROUNDS)]
    base = [baseline_run(scans) for _ in range(ROUNDS)]
    print(f"python -m benchmarks.bench_core --noise {asked.noise} --seed {asked.seed}")
    minutes = len(scans) * SCAN_NS / 6e10
    print(f"{len(line)} plies, {len(scans)} scans at 200 Hz ({minutes:.1f} minutes of play)\n")
    print(f"{'microseconds':26}{'core':>12}{'baseline':>12}{'ratio':>10}")
    for label, pick, measure in ROWS:
        ours = statistics.median(measure(pick(run)) for run in core)
        theirs = statistics.median(measure(pick(run)) for run in base)
        print(f"{label:26}{ours:12.1f}{theirs:12.1f}{ours / theirs:9.1f}x")
    for name, runs in (("core", core), ("baseline", base)):
        print(f"moves followed, {name + ':':10}{right(runs[0].found, line):4} of {len(line)}")
    busy = statistics.median(sum(run.every) for run in core) / (len(scans) * SCAN_NS)
    print(f"of one processor, the core takes {busy:.2%} at 200 Hz")


@dataclass
class Run:
    """Nanoseconds of each scan, by its kind, and the moves found.

    Attributes:
        idle: nothing has changed and nothing is due.
        due: nothing has changed, and it is time to conclude something.
        changed: the contacts have changed.
    """

    idle: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    found: list[str] = field(default_factory=list)

    @property
    def every(self) -> list[int]:
        return self.idle + self.due + self.changed


def percentile(part: float) -> Callable[[list[int]], float]:
    return lambda times: sorted(times)[int(part * (len(times) - 1))] / 1000


def total(times: list[int]) -> float:
    return sum(times) / 1000


ROWS: list[tuple[str, Callable[[Run], list[int]], Callable[[list[int]], float]]] = [
    ("idle scan, median", lambda run: run.idle, percentile(0.5)),
    ("idle but due, median", lambda run: run.due, percentile(0.5)),
    ("scan with change, median", lambda run: run.changed, percentile(0.5)),
    ("scan with change, p99", lambda run: run.changed, percentile(0.99)),
    ("worst scan", lambda run: run.every, percentile(1)),
    ("all scans of the game", lambda run: run.every, total),
]


def played(line: Sequence[str], noise: str, seed: int) -> list[int]:
    """The closed contacts at every scan of a game."""
    bench = SimBench(noise=NOISES[noise], seed=seed)
    hands, dice = Hands(seed, CLUB), Random(seed)
    position: Position = CHESS.start()
    bench.board.setup(men_of(CHESS, position))
    scans: list[int] = []

    def scan_until(until_ns: int) -> None:
        while len(scans) * SCAN_NS < until_ns:
            scans.append(bench.matrix.scan(len(scans) * SCAN_NS).levels)

    scan_until(1000 * MS)
    for text in line:
        move = position.by_text(text)
        assert move is not None
        start_ns = len(scans) * SCAN_NS + dice.randint(250, 2500) * MS
        acts = motions(CHESS, position, move, dice)
        scan_until(hands.schedule(bench.board, acts, start_ns))
        position = position.play(move)
    scan_until(len(scans) * SCAN_NS + 3000 * MS)
    return scans


def core_run(scans: Sequence[int]) -> Run:
    session = Session(Settings(game=CHESS, rulebook=CHESS.rulebook))
    pump, run, said = Pump(session), Run(), list[Message]()
    shown, deadline_ns = -1, session.next_deadline()
    gc.collect()
    for n, levels in enumerate(scans):
        at_ns = n * SCAN_NS
        times = run.idle
        start = time.perf_counter_ns()
        item: Input | None = None
        if levels != shown:
            times, item = run.changed, Frame(at_ns=at_ns, levels=levels)
        elif deadline_ns is not None and deadline_ns <= at_ns:
            times, item = run.due, Tick(at_ns=at_ns)
        if item is not None:
            for _, effects in pump.advance(item):
                said += effects.messages
            deadline_ns = session.next_deadline()
        times.append(time.perf_counter_ns() - start)
        shown = levels
    for message in said:
        if isinstance(message, Correction):
            del run.found[message.from_ply - 1 :]
        elif isinstance(message, Move):
            run.found.append(message.move)
    return run


class Baseline:
    """Believes a settled board that one legal move explains."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._position: Position = CHESS.start()
        self._levels = -1
        self._quiet = 0

    def settled(self, levels: int) -> bool:
        """Whether these levels have just been seen for the third time and are not known."""
        if levels != self._levels:
            self._levels, self._quiet = levels, 0
            return False
        self._quiet += 1
        return self._quiet == QUIET_SCANS and levels != self._position.occupied

    def conclude(self, levels: int) -> None:
        fits = []
        for move in self._position.moves():
            steps = move.footprint
            if self._position.occupied & ~steps.empties | steps.fills == levels:
                fits.append(move)
        queens = [move for move in fits if move.choice in ("", "q")]
        if len(queens) == 1:
            self.found.append(queens[0].text)
            self._position = self._position.play(queens[0])


def baseline_run(scans: Sequence[int]) -> Run:
    tracker, run = Baseline(), Run()
    shown = -1
    gc.collect()
    for levels in scans:
        times = run.changed if levels != shown else run.idle
        start = time.perf_counter_ns()
        if tracker.settled(levels):
            times = run.due
            tracker.conclude(levels)
        times.append(time.perf_counter_ns() - start)
        shown = levels
    run.found = tracker.found
    return run


def right(found: Sequence[str], line: Sequence[str]) -> int:
    """Moves up to the first that is wrong or missing."""
    return next(
        (n for n, (a, b) in enumerate(zip(found, line, strict=False)) if a != b),
        min(len(found), len(line)),
    )


if __name__ == "__main__":
    main()
