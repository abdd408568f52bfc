"""What a list of legal moves costs in each game, and a play of Go, beside libraries of others.

    python -m benchmarks.bench_rules [--positions 100] [--rounds 3] [--seed 1]

Positions come from games that are played at random from a seed. Each program gets the same ones, and
each list is made anew: reading the position is not timed, nor anything that a program remembers of it.
The libraries live in environments of their own (scripts/oracles.sh) and measure inside their own process
(benchmarks/rules_server.py), in the same run. The number of moves found shows that all did the same
work; pydraughts counts captures with several paths more than once.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rules.registry import GAMES
from tests.oracles.client import Oracle, python_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rules.game import Game
    from rules.position import Position

SERVER = Path(__file__).with_name("rules_server.py")
GAMES_PLAYED = 10
PLIES = {"chess": 80, "xiangqi": 80, "go": 160}
PLIES_ELSEWHERE = 60
LIBRARIES: dict[str, tuple[str, ...]] = {
    "chess": ("chess", "pyffish"),
    "draughts-100": ("py-draughts", "pydraughts"),
    "draughts-russian": ("py-draughts", "pydraughts"),
    "draughts-brazilian": ("py-draughts", "pydraughts"),
    "xiangqi": ("pyffish", "cchess"),
}
PLAY_LIBRARIES = ("sgfmill",)


@dataclass(frozen=True, slots=True)
class Figure:
    """The median of one program, in microseconds, and how many moves it found or made."""

    micros: float
    moves: int


def main() -> None:
    parser = argparse.ArgumentParser(description="cost of a list of legal moves")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(
        f"python -m benchmarks.bench_rules --positions {asked.positions} --rounds {asked.rounds}"
        f" --seed {asked.seed}\n"
    )
    print(f"{'':32}{'median':>12}{'theirs':>12}{'moves':>9}")
    print(f"{'':32}{'µs':>12}{'/ ours':>12}{'found':>9}")
    for name, game in GAMES.items():
        lines = list(played(game, Random(asked.seed)))
        chosen = spread([position for line in lines for position in line], asked.positions)
        ours = lists(game, chosen, asked.rounds)
        show(f"{name}, list of moves", ours)
        for library in LIBRARIES.get(name, ()):
            request = {
                "ask": "lists",
                "game": name,
                "positions": [for_library(game, position, library) for position in chosen],
                "rounds": asked.rounds,
            }
            show_library(library, request, ours)
        if name == "go":
            bench_plays(game, lines, asked.rounds)


def played(game: Game, dice: Random) -> Iterator[list[Position]]:
    """Games of random legal moves, as their positions."""
    for _ in range(GAMES_PLAYED):
        line = [game.start()]
        while len(line) <= PLIES.get(game.name, PLIES_ELSEWHERE):
            # A pass would end the game of Go before it has begun.
            moves = [move for move in line[-1].moves() if move.target is not None]
            if not moves or game.ending(line, game.rulebook) is not None:
                break
            line.append(line[-1].play(dice.choice(moves)))
        yield line


def spread(positions: Sequence[Position], wanted: int) -> list[Position]:
    """So many positions with a move to make, evenly from all of them."""
    having = [position for position in positions if position.moves()]
    step = max(1, len(having) // wanted)
    return having[::step][:wanted]


def lists(game: Game, positions: Sequence[Position], rounds: int) -> Figure:
    """The median time of a list of legal moves."""
    times, found = [], 0
    for _ in range(rounds):
        # A text cannot carry what a position of Go remembers, so superko costs nothing here.
        fresh = [game.start(position.text) for position in positions]
        for position in fresh:
            start = time.perf_counter_ns()
            moves = position.moves()
            times.append(time.perf_counter_ns() - start)
            found += len(moves)
    return Figure(statistics.median(times) / 1000, found // rounds)


def bench_plays(game: Game, lines: Sequence[Sequence[Position]], rounds: int) -> None:
    """What making a move costs, its text being known, in whole games."""
    texts = [[move_between(a, b) for a, b in pairwise(line)] for line in lines]
    times = []
    for _ in range(rounds):
        for line in texts:
            position = game.start()
            for text in line:
                start = time.perf_counter_ns()
                move = position.by_text(text)
                assert move is not None
                position = position.play(move)
                times.append(time.perf_counter_ns() - start)
    ours = Figure(statistics.median(times) / 1000, sum(map(len, texts)))
    show(f"{game.name}, play", ours)
    points = [
        [[place[1], place[0]] for text in line for place in [game.place(game.index[text])]]
        for line in texts
    ]
    for library in PLAY_LIBRARIES:
        request = {"ask": "plays", "size": game.columns, "games": points, "rounds": rounds}
        show_library(library, request, ours)


def move_between(before: Position, after: Position) -> str:
    """The point that was played."""
    come = after.occupied & ~before.occupied
    return next(
        move.text for move in before.moves() if move.target is not None and come == 1 << move.target
    )


def for_library(game: Game, position: Position, library: str) -> str:
    """The position as a library reads it."""
    if not game.name.startswith("draughts"):
        return position.text
    men: dict[str, list[str]] = {"white": [], "black": []}
    for point, name in enumerate(game.points):
        man = position.piece_at(point)
        if man is not None:
            # py-draughts numbers squares on every board; pydraughts wants names on the small one.
            square = str(point + 1) if library == "py-draughts" else name
            men[man.side].append("K" * man.letter.isupper() + square)
    turn = position.side_to_move[0].upper()
    return f"{turn}:W{','.join(men['white'])}:B{','.join(men['black'])}"


def show_library(library: str, request: dict[str, object], ours: Figure) -> None:
    # The product runs on the library chess, which has no environment of its own.
    python = Path(sys.executable) if library == "chess" else python_of(library)
    if not python.exists():
        print(f"    {library:28}not installed: scripts/oracles.sh {library}")
        return
    with Oracle(library, SERVER, python=python) as oracle:
        answer = oracle.ask({"library": library, **request})
    assert isinstance(answer, dict)
    show(f"    {library}", Figure(answer["micros"], answer["moves"]), ours)


def show(label: str, figure: Figure, ours: Figure | None = None) -> None:
    ratio = "" if ours is None else f"{figure.micros / ours.micros:.1f}x"
    print(f"{label:32}{figure.micros:12.1f}{ratio:>12}{figure.moves:9}")


if __name__ == "__main__":
    main()
