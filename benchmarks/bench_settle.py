"""How long a move should rest before it counts: delay against moves that turn out wrong.

    python -m benchmarks.bench_settle [--games 15] [--plies 100] [--seed 1] [--jobs 2] [--svg FILE]

The same seeded evenings, those of `touchmove simulate`, are played once for each `settle_ms`. An evening
ends with the first wrong move, since what its hands do next was planned for the right one; so all counts
are given for 10,000 moves made. With nothing seen in n moves, the true rate may be up to 3 / n.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.watching import Watched
from controller.core.settings import Timings
from controller.shell.evening.drawing import draw
from controller.shell.evening.oracles import Failing
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GAMES = ("chess", "draughts-100", "xiangqi")
MIXES = ("club", "messy")
SETTLE_MS = (150, 250, 350, 500, 750, 1000, 1500)
COUNTED = ("wrong", "questions", "false_irregularities", "lost", "other")


@dataclass
class Counts:
    """Of some evenings.

    Attributes:
        events: moves; those `wrong` or taken back; `questions`; `false_irregularities`; evenings with a
            move `lost`, or that failed in any `other` way.
        settled_ms: the delay of each move that was completed by rest.
    """

    events: Counter[str] = field(default_factory=Counter)
    settled_ms: list[float] = field(default_factory=list)

    def rate(self, name: str) -> float:
        """For 10,000 moves."""
        return 10_000 * self.events[name] / max(1, self.events["moves"])

    @property
    def disturbing(self) -> float:
        """Wrong moves and false irregularities for 10,000 moves."""
        return self.rate("wrong") + self.rate("false_irregularities")

    @property
    def delay_ms(self) -> float:
        """Median; nan where nothing was completed by rest."""
        return statistics.median(self.settled_ms) if self.settled_ms else math.nan


def main() -> None:
    parser = argparse.ArgumentParser(description="settle_ms: delay against retractions")
    parser.add_argument("--games", type=int, default=15, help="evenings of each game and mix")
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--svg", type=Path, help="where the plot goes")
    asked = parser.parse_args()
    seeds = range(asked.seed, asked.seed + asked.games)
    evenings = list(product(MIXES, SETTLE_MS, GAMES, seeds))
    curves = {mix: {settle_ms: Counts() for settle_ms in SETTLE_MS} for mix in MIXES}
    with ProcessPoolExecutor(asked.jobs) as pool:
        played = pool.map(partial(play, asked.plies), evenings, chunksize=4)
        for (mix, settle_ms, _, _), found in zip(evenings, played, strict=True):
            curves[mix][settle_ms].events.update(found.events)
            curves[mix][settle_ms].settled_ms += found.settled_ms
    print(f"{asked.games} evenings each of {', '.join(GAMES)}; counts for 10,000 moves made\n")
    for row in table(curves):
        print("| " + " | ".join(row) + " |")
    if asked.svg is not None:
        asked.svg.write_text(plot(curves), encoding="utf-8")


def play(plies: int, evening: tuple[str, int, str, int]) -> Counts:
    """Plays one evening."""
    mix, settle_ms, game, seed = evening
    plan = draw(game_by_name(game), mix, seed, plies)
    watched = Watched(plan, Timings(settle_ms=settle_ms)).to_end()
    outcome = watched.outcome
    kind = {None: "good", Failing.WRONG: "wrong", Failing.LOST: "lost"}.get(
        outcome.failing, "other"
    )
    events = Counter(
        {
            "moves": outcome.moves,
            "questions": outcome.asked,
            "false_irregularities": outcome.false_irregularities,
            "wrong": watched.taken_back,
        }
    )
    events[kind] += 1
    return Counts(events, watched.settled_after_ms())


def table(curves: Mapping[str, Mapping[int, Counts]]) -> list[list[str]]:
    """Rows of a table in Markdown."""
    heads = ["mix", "`settle_ms`", "moves", "wrong or taken back", "questions"]
    heads += ["false irregularities", "lost", "other failures", "median delay", "by rest"]
    rows = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for mix, curve in curves.items():
        for settle_ms, counts in curve.items():
            moves = counts.events["moves"]
            rows.append([mix, str(settle_ms), str(moves)])
            rows[-1] += [f"{counts.rate(name):.1f}" for name in COUNTED]
            rows[-1] += [f"{counts.delay_ms:.0f} ms", f"{len(counts.settled_ms) / moves:.0%}"]
    return rows


# The plot

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 700, 50, 340
X_TICKS = (0, 250, 500, 750, 1000, 1250, 1500)
Y_TICKS = (0, 1, 3, 10, 30, 100, 300, 1000)
STYLE = """
text { font: 13px sans-serif; fill: #24292f; }
.grid { stroke: #d0d7de; }
.club { stroke: #0969da; fill: #0969da; }
.messy { stroke: #bc4c00; fill: #bc4c00; }
path { fill: none !important; stroke-width: 2; }
text.club, text.messy { stroke: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .grid { stroke: #444c56; }
  .club { stroke: #58a6ff; fill: #58a6ff; }
  .messy { stroke: #f0883e; fill: #f0883e; }
}
"""


def plot(curves: Mapping[str, Mapping[int, Counts]]) -> str:
    """The curves as SVG, one for each mix; its points carry their `settle_ms`."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Delay of settled moves against moves that turned out wrong</title>",
        f"<style>{STYLE}</style>",
        text(LEFT, 20, "Wrong moves and false irregularities, for 10,000 moves"),
        text(RIGHT, HEIGHT - 12, "median delay of moves completed by rest, ms", "end"),
    ]
    for ms in X_TICKS:
        parts.append(line((x_of(ms), TOP), (x_of(ms), BOTTOM)))
        parts.append(text(x_of(ms), BOTTOM + 20, str(ms), "middle"))
    for rate in Y_TICKS:
        parts.append(line((LEFT, y_of(rate)), (RIGHT, y_of(rate))))
        parts.append(text(LEFT - 8, y_of(rate) + 4, str(rate), "end"))
    for n, (mix, curve) in enumerate(curves.items()):
        parts += curve_parts(mix, curve)
        parts.append(text(RIGHT - 10, TOP + 20 + 20 * n, mix, "end", mix))
    return "\n".join([*parts, "</svg>", ""])


def curve_parts(mix: str, curve: Mapping[int, Counts]) -> list[str]:
    """One curve with its points."""
    known = [(ms, counts) for ms, counts in curve.items() if counts.settled_ms]
    at = [(x_of(counts.delay_ms), y_of(counts.disturbing)) for _, counts in known]
    way = " L ".join(f"{x:.1f} {y:.1f}" for x, y in at)
    parts = [f'<path class="{mix}" d="M {way}"/>']
    for (ms, _), (x, y) in zip(known, at, strict=True):
        parts.append(f'<circle class="{mix}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(text(x + 4, y - 9, str(ms), "start", mix))
    return parts


def x_of(ms: float) -> float:
    return LEFT + (RIGHT - LEFT) * ms / 1600


def y_of(rate: float) -> float:
    """Logarithmic, with a place for 0."""
    return BOTTOM - (BOTTOM - TOP) * math.log1p(rate) / math.log1p(Y_TICKS[-1])


def line(start: Sequence[float], end: Sequence[float]) -> str:
    (x1, y1), (x2, y2) = start, end
    return f'<line class="grid" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "label") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


if __name__ == "__main__":
    main()
