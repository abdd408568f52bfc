"""Boards of linear Hall sensors on simulated physics: readings, crownings, whole games, and what a scan costs.

    python -m benchmarks.bench_hall [--settled 2000] [--crownings 1000] [--games 20] [--jobs 2] [--seed 1]

Men stand off the middle of their points by a quarter of a square, each in a direction of his own; the board goes
from -10 to 45 degrees Celsius and back in 20 minutes; readings are noisy, and one in 270 is thrown off by ten times the
noise (`drivers/sim/hall.py`). Everything goes through the models of the chips, the driver and the core's thresholds.
With nothing seen in n trials the true rate may be up to 3 / n.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from controller.core.sensing.marks import LevelReader, Sensor, Tone
from controller.shell.evening import mixes
from controller.shell.hardware import COLD_AND_WARM, PITCH_MM
from controller.shell.simulate import Asked, outcome_of
from drivers.hall import HallMatrix
from drivers.sim.hall import DRV5055A1, DRV5055Z1, FieldCircuit, Parts
from drivers.sim.hall_bench import hall_fitted
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.sim.bench import Fitted
    from rules.game import Game

MS = 1_000_000
QUARTER = 0.25
GAMES = ("chess", "draughts-100", "xiangqi")
BOARDS: Mapping[str, Parts] = {"DRV5055A1": DRV5055A1, "DRV5055Z1": DRV5055Z1}
_TURNS = 40
"""Arrangements that one board is looked at in; then another one, of other sensors and magnets, is taken."""


@dataclass
class Table:
    """A board with men that are set where one likes, and what the core makes of it."""

    game: Game
    fitted: Fitted
    seed: int
    square_mm: float = PITCH_MM

    def __post_init__(self) -> None:
        assert isinstance(self.fitted.circuit, FieldCircuit)
        assert isinstance(self.fitted.matrix, HallMatrix)
        self.field = self.fitted.circuit
        self.matrix = self.fitted.matrix
        self.dice = random.Random(self.seed)
        self.reader = LevelReader(self.game, Sensor.FIELD)
        self.at_ns = 0
        self.seen: dict[int, int] = {}
        self.under = (0.0, 0.0)

    def put(self, point: int, pole: int, off: float, *, level: int = 0) -> None:
        """Sets a man down, so many squares off the middle; one on top lies nearly over the one below."""
        x, y = self.place(point)
        if level:
            x, y = self.under
            off = self.dice.uniform(0, DRV5055A1.aside_mm / self.square_mm)
        angle = self.dice.uniform(0, 6.2832)
        shift = 1j ** (angle / 1.5708) * off * self.square_mm
        self.under = (x + shift.real, y + shift.imag)
        weight = pole * (1 + self.dice.uniform(-1, 1) * DRV5055A1.moment_spread)
        self.field.put((point, level), *self.under, level=level, weight=weight)

    def place(self, point: int) -> tuple[float, float]:
        """Where a point is, in millimetres."""
        column, row = self.game.place(point)
        return column * self.square_mm, row * self.square_mm

    def look(self, for_ms: int, every_ms: int = 100) -> None:
        """Scans for a time."""
        for _ in range(for_ms // every_ms):
            self.at_ns += every_ms * MS
            self.field.advance(self.at_ns)
            scan = self.matrix.scan(self.at_ns)
            assert not scan.unknown, scan.faults
            seen = {point: int(level) for point, level in (scan.readings or {}).items()}
            changes = {p: level for p, level in seen.items() if self.seen.get(p) != level}
            self.reader.take(self.at_ns, changes | dict.fromkeys(self.seen.keys() - seen, 0))
            self.seen = seen


def table(name: str, parts: Parts, seed: int) -> Table:
    """A board of a game."""
    game = game_by_name(name)
    places = [game.place(point) for point in range(len(game.points))]
    at_mm = [(column * PITCH_MM, row * PITCH_MM) for column, row in places]
    temperature = COLD_AND_WARM
    return Table(game, hall_fitted(at_mm, seed=seed, parts=parts, temperature=temperature), seed)


def settled(board: str, off: float, name: str, seed: int) -> Counter[str]:
    """Readings of men who stand, in arrangements one after the other; each point of each scan counts."""
    found: Counter[str] = Counter()
    board_ = table(name, BOARDS[board], seed)
    dice, points = board_.dice, range(len(board_.game.points))
    men: dict[int, int] = {}
    board_.at_ns = dice.randrange(1200) * 1000 * MS
    board_.look(1000)
    for _ in range(_TURNS):
        for point in dice.sample(points, 3):  # three men go or come
            if men.pop(point, None) is not None:
                board_.field.take((point, 0))
        while len(men) < 0.4 * len(points):
            point = dice.choice(points)
            if point not in men:
                men[point] = dice.choice((1, -1))
                board_.put(point, men[point], off)
        board_.look(30_000, every_ms=1000)
        marks = board_.reader.marks or {}
        for point in points:
            pole = men.get(point)
            mark = marks.get(point)
            tone = None if pole is None else Tone.LIGHT if pole > 0 else Tone.DARK
            found["readings"] += 1
            found["wrong"] += (None if mark is None else mark.tone) is not tone
            found["stacked"] += mark is not None and bool(mark.stacked)
    return found


def crownings(board: str, off: float, name: str, seed: int) -> Counter[str]:
    """Men who get another man on top, and lose him again."""
    found: Counter[str] = Counter()
    board_ = table(name, BOARDS[board], seed)
    dice, points = board_.dice, range(len(board_.game.points))
    board_.at_ns = dice.randrange(1200) * 1000 * MS
    for point in dice.sample(points, len(points) // 3):  # the others on the board
        board_.put(point, dice.choice((1, -1)), off)
    board_.look(1000)
    for _ in range(_TURNS):
        point, pole = dice.choice(points), dice.choice((1, -1))
        board_.field.take((point, 0))
        board_.look(2000, every_ms=250)
        board_.put(point, pole, off)
        board_.look(1500)
        found["crownings"] += 1
        found["before"] += _stacked(board_, point)
        board_.put(point, pole, off, level=1)
        board_.look(1000)
        found["missed"] += not _stacked(board_, point)
        board_.field.take((point, 1))
        board_.look(1000)
        found["after"] += _stacked(board_, point)
    return found


def _stacked(board: Table, point: int) -> bool:
    mark = (board.reader.marks or {}).get(point)
    return mark is not None and bool(mark.stacked)


def evening(mix: str, plies: int, job: tuple[str, int]) -> tuple[Counter[str], list[str]]:
    """One whole game with men off the middle by up to a quarter of a square."""
    name, seed = job
    usual = mixes.MIXES[mix]
    known = cast("dict[str, mixes.Mix]", mixes.MIXES)
    known[mix] = replace(usual, noise=replace(usual.noise, offset=QUARTER))
    try:
        outcome = outcome_of(Asked(game=name, mix=mix, sensor=Sensor.FIELD, plies=plies), seed)
    finally:
        known[mix] = usual
    found = Counter(games=1, moves=outcome.moves, lost=outcome.lost, asked=outcome.asked)
    found["false irregularities"] = outcome.false_irregularities
    if outcome.failing is not None:
        found[outcome.failing.value] += 1
    told = outcome.failing is not None or outcome.false_irregularities
    return found, [f"{name} seed {seed}: {outcome.failing} {outcome.what}"] if told else []


def cost() -> str:
    """What a scan of a chess board costs."""
    board = table("chess", DRV5055A1, 1)
    board.look(1000)
    wire = next(iter(board.fitted.machine.wires.values()))
    transfers, clocks, start_s = wire.transfers, wire.clocks, time.process_time()
    scans = 400
    for _ in range(scans):
        board.at_ns += 5 * MS
        board.matrix.scan(board.at_ns)
    passed_ms = (time.process_time() - start_s) * 1000 / scans
    transfers, clocks = wire.transfers - transfers, wire.clocks - clocks
    return (
        f"a scan of 64 sensors: {transfers / scans:.2f} transfers, {clocks / scans:.0f} clocks "
        f"({clocks / scans / 400:.1f} ms at 400 kHz), {passed_ms:.2f} ms of processor time with the models of the chips"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Hall boards on simulated physics")
    parser.add_argument("--settled", type=int, default=2000, help="arrangements")
    parser.add_argument("--crownings", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--mix", default="club", choices=tuple(mixes.MIXES))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(cost())
    with ProcessPoolExecutor(asked.jobs) as pool:
        for what, work, times in (
            ("settled", settled, asked.settled),
            ("crownings", crownings, asked.crownings),
        ):
            seeds = range(asked.seed, asked.seed + times // _TURNS)
            name = "draughts-100" if work is crownings else "chess"
            for board in BOARDS if times else ():
                total: Counter[str] = Counter()
                for found in pool.map(partial(work, board, QUARTER, name), seeds):
                    total.update(found)
                print(f"{what}, {board}, {name}: {dict(total)}", flush=True)
        jobs = [(GAMES[n % len(GAMES)], asked.seed + n) for n in range(asked.games)]
        total = Counter()
        for n, (found, told) in enumerate(
            pool.map(partial(evening, asked.mix, asked.plies), jobs), 1
        ):
            total.update(found)
            for line in told:
                print(line, flush=True)
            if n % 50 == 0 or n == len(jobs):
                print(f"{asked.mix}: {dict(total)}", flush=True)


if __name__ == "__main__":
    main()
