"""What one scan costs in the core, and what it buys, beside the simplest tracker there is.

    python -m benchmarks.bench_core [--games 5] [--plies 100] [--seed 1] [--only cost|trackers]

Evenings of `touchmove simulate` are played by simulated hands on simulated chips, and watched. Then

* cost: all scans of such evenings, 200 a second, go through the core once more (debouncing, readings of
  the evidence, touch law). As from the real scanner, a scan that shows nothing new reaches it only when it
  has asked to be told of the time;
  Counted is processor time, with about 0.3 microseconds of reading its clock;
* trackers: the core beside `plain.py`, which believes a settled board that one legal move explains.
"""

from __future__ import annotations

import argparse
import gc
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.plain import Score, followed
from benchmarks.watching import Watched
from controller.core.inputs import Tick
from controller.core.settings import Timings
from controller.shell.cores import new_board
from controller.shell.evening.drawing import draw
from controller.shell.evening.oracles import Failing
from controller.shell.pump import Pump
from rules.registry import GAMES, game_by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inputs import Input
    from rules.game import Game

MS = 1_000_000
SCAN_NS = 5 * MS
BOARDS: tuple[tuple[str, dict[str, object]], ...] = (
    ("chess", {}),
    ("xiangqi", {}),
    ("go", {"size": 19}),
)
IDLE_TARGET_US = 15
CHANGE_TARGET_US = 150
LARGE = 361
"""Points of a board that may cost twice as much."""
GO_PLIES = 250
"""Of a game on the large board: enough to fill most of it."""
MIXES = ("club", "messy")
QUIET_MS = (100, 250, 750)


def main() -> None:
    parser = argparse.ArgumentParser(description="cost of one scan, and two trackers compared")
    parser.add_argument("--games", type=int, default=5, help="evenings of each game and mix")
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("cost", "trackers"))
    asked = parser.parse_args()
    if asked.only != "trackers":
        show_costs(asked.seed, asked.plies)
    if asked.only != "cost":
        show_trackers(range(asked.seed, asked.seed + asked.games), asked.plies)


# What a scan costs


@dataclass
class Run:
    """Nanoseconds of each scan, by its kind.

    Attributes:
        idle: nothing has changed and nothing is due.
        due: nothing has changed, and it is time to conclude something.
        changed: the contacts have changed.
        said: messages.
    """

    idle: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    said: int = 0

    @property
    def busy_ns(self) -> int:
        """All that was computed."""
        return sum(self.due) + sum(self.changed)


def show_costs(seed: int, plies: int) -> None:
    print("microseconds a scan, one evening of mix club each, 200 scans a second; median and p99")
    print(f"{'':16}{'points':>7}{'scans':>8}{'idle':>14}{'idle but due':>18}{'change':>18}{'':>6}")
    for name, options in BOARDS:
        game = game_by_name(name, options)
        points = len(game.points)
        evening = watched(game, "club", seed, GO_PLIES if points == LARGE else plies)
        run = core_run(evening)
        columns = [figures(times) for times in (run.idle, run.due, run.changed)]
        scans = len(run.idle) + len(run.due) + len(run.changed)
        share = (sum(run.idle) + run.busy_ns) / evening.at_ns
        kept = targets(run, 2 if points == LARGE else 1)
        print(
            f"{name:16}{points:7}{scans:8}{columns[0]:>14}{columns[1]:>18}{columns[2]:>18}"
            f"   {kept}; {share:.2%} of one processor"
        )
    print()


def figures(times: Sequence[int]) -> str:
    return f"{percentile(times, 0.5):.1f} / {percentile(times, 0.99):.1f}"


def percentile(times: Sequence[int], part: float) -> float:
    """In microseconds."""
    return sorted(times)[int(part * (len(times) - 1))] / 1000


def targets(run: Run, times: int) -> str:
    """Whether the medians keep to their targets, that many times over."""
    idle = percentile(run.idle, 0.5) <= IDLE_TARGET_US * times
    change = percentile(run.changed, 0.5) <= CHANGE_TARGET_US * times
    limits = f"{IDLE_TARGET_US * times} and {CHANGE_TARGET_US * times}"
    return f"{'within' if idle and change else 'NOT within'} {limits}"


def watched(game: Game, mix: str, seed: int, plies: int) -> Watched:
    return Watched(draw(game, mix, seed, plies), Timings()).to_end()


def core_run(evening: Watched) -> Run:
    """The core's work on an evening, scan by scan."""
    board, run = new_board(evening.settings), Run()
    pump, at_ns = Pump(board), 0
    deadline_ns = board.next_deadline()
    gc.collect()
    for item in evening.inputs:
        while at_ns < item.at_ns:
            start = time.thread_time_ns()
            due = deadline_ns is not None and deadline_ns <= at_ns
            if due:
                run.said += feed(pump, Tick(at_ns=at_ns))
                deadline_ns = board.next_deadline()
            (run.due if due else run.idle).append(time.thread_time_ns() - start)
            at_ns += SCAN_NS
        start = time.thread_time_ns()
        run.said += feed(pump, item)
        deadline_ns = board.next_deadline()
        run.changed.append(time.thread_time_ns() - start)
        at_ns = item.at_ns + SCAN_NS
    return run


def feed(pump: Pump, item: Input) -> int:
    """Feeds an input; how many messages follow."""
    return sum(len(effects.messages) for _, effects in pump.advance(item))


# What it buys


def show_trackers(seeds: range, plies: int) -> None:
    print(
        f"{len(seeds)} evenings of each game. Plain believes a board at rest for so long; unaided are"
        "\nthe moves of a game before it has to be set right, which it is at once. One move may count"
        "\nas wrong, as a question and as right after it."
    )
    print(
        f"{'mix':8}{'game':20}{'tracker':14}{'moves':>7}{'right':>7}{'':>9}{'questions':>11}"
        f"{'wrong':>7}{'lost':>6}{'unaided':>10}{'ms a move':>12}"
    )
    for mix in MIXES:
        sums: dict[str, Score] = {}
        for name in GAMES:
            game = game_by_name(name, {"size": 9} if name == "go" else {})
            scores: dict[str, Score] = {}
            for seed in seeds:
                for label, score in compared(watched(game, mix, seed, plies)).items():
                    scores.setdefault(label, Score()).add(score)
                    sums.setdefault(label, Score()).add(score)
            show(mix, name, scores)
        show(mix, "all six", sums)


def compared(evening: Watched) -> dict[str, Score]:
    """Both trackers on one evening, the plain one with each of its waits."""
    outcome = evening.outcome
    wrong = int(outcome.failing is Failing.WRONG) + evening.taken_back
    ours = Score(
        moves=outcome.moves,
        right=len(evening.record.line) - outcome.asked,
        questions=outcome.asked,
        wrong=wrong,
        lost=outcome.lost,
        unaided=outcome.moves if outcome.failing is None else len(evening.record.line),
        spent_ns=core_run(evening).busy_ns,
    )
    return {"Touchmove": ours} | {f"plain {ms} ms": followed(evening, ms) for ms in QUIET_MS}


def show(mix: str, game: str, scores: dict[str, Score]) -> None:
    for label, score in scores.items():
        moves = max(1, score.moves)
        spent_ms = score.spent_ns / MS / moves
        print(
            f"{mix:8}{game:20}{label:14}{score.moves:7}{score.right:7}{score.right / moves:9.2%}"
            f"{score.questions:11}{score.wrong:7}{score.lost:6}{score.unaided:10}{spent_ms:12.2f}"
        )
    print()


if __name__ == "__main__":
    main()
