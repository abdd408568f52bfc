"""How long the scan thread is held up while games are played: by garbage collection, by long computations, by the disk.

    python -m benchmarks.bench_pauses [--minutes 60] [--speed 10]

The service with everything around it (journal, evidence, embedded broker, subscriber, viewer) plays games on a simulated
board at some times the usual speed, so an hour of the board's time takes six minutes. Every scan's start is noted. A
pause is what two starts are farther apart than they should be, in real time.

What the machine takes is measured beside it: a bare loop of the same period, in a process of its own, which does nothing.
As root all run before other programs (SCHED_RR); otherwise what else runs on the machine is in the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.soak.endurance import evening, record

if TYPE_CHECKING:
    from collections.abc import Sequence

SCAN_HZ = 50
"""In the board's time: at ten-fold speed 500 in a second."""
PRIORITY = 5
MS = 1e6


@dataclass
class Collections:
    """How long each collection of garbage took, in milliseconds, by generation."""

    took_ms: dict[int, list[float]] = field(default_factory=lambda: {0: [], 1: [], 2: []})
    _began: float = 0.0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.took_ms[info["generation"]].append((time.perf_counter() - self._began) * 1000)


def first() -> bool:
    """Lets this process go before others; whether that was possible."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(PRIORITY))
        return True
    return False


def pauses(starts: Sequence[int], period_ns: float) -> list[float]:
    """By how much each start was late after the one before, in milliseconds, the longest last."""
    between = zip(starts, list(starts)[1:], strict=False)
    return sorted(max(0.0, (later - one - period_ns) / MS) for one, later in between)


async def measure(minutes: float, speed: float) -> tuple[list[float], Collections, int]:
    """Pauses in real time, collections, and plies played."""
    collections, starts, plies = Collections(), deque[int](), 0
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), seed=1, speed=speed, scan_hz=SCAN_HZ) as playing:
            scanner = playing.service.scanner
            assert scanner is not None
            scanner.scans.starts = starts
            gc.callbacks.append(collections)
            until = time.monotonic() + minutes * 60 / speed
            while time.monotonic() < until:
                plies += await playing.play(record())
                await playing.anew()
            gc.callbacks.remove(collections)
            found = list(starts)
    return [late / speed for late in pauses(found, 1e9 / SCAN_HZ)], collections, plies


def bare(seconds: float, period_s: float) -> list[float]:
    """The same for a loop that does nothing but wait."""
    starts, due = [], time.monotonic_ns()
    end = due + seconds * 1e9
    while (now := time.monotonic_ns()) < end:
        if now < due:
            time.sleep((due - now) / 1e9)
            continue
        starts.append(now)
        due = max(due + int(period_s * 1e9), now)
    return pauses(starts, period_s * 1e9)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="pauses of the scan thread")
    parser.add_argument("--minutes", type=float, default=60, help="of the board's time (60)")
    parser.add_argument("--speed", type=float, default=10, help="of the board's time (10)")
    parser.add_argument("--bare", type=float, metavar="SECONDS", help=argparse.SUPPRESS)
    asked = parser.parse_args(argv)
    before_others = first()
    period_s = 1 / SCAN_HZ / asked.speed
    if asked.bare is not None:
        sys.stdout.write(json.dumps(bare(asked.bare, period_s)))
        return
    found, collections, plies, floor = asyncio.run(beside(asked.minutes, asked.speed))
    print(f"python -m benchmarks.bench_pauses --minutes {asked.minutes:g} --speed {asked.speed:g}")
    order = "before other programs" if before_others else "among other programs"
    print(f"{plies} plies, {len(found)} scans, {1 / period_s:g} a second, {order}\n")
    print(f"{'milliseconds late':32}{'p50':>8}{'p99':>8}{'p99.9':>8}{'longest':>9}")
    for label, late in (("scan thread", found), ("bare loop beside it", floor)):
        p50, p99, p999 = (late[int(part * (len(late) - 1))] for part in (0.5, 0.99, 0.999))
        print(f"{label:32}{p50:8.2f}{p99:8.2f}{p999:8.2f}{late[-1]:9.2f}")
    for generation, took in collections.took_ms.items():
        longest = max(took, default=0.0)
        print(f"{f'collections, generation {generation}':32}{len(took):8} times{longest:21.2f}")


async def beside(minutes: float, speed: float) -> tuple[list[float], Collections, int, list[float]]:
    """Both measurements at the same time."""
    seconds = minutes * 60 / speed
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.bench_pauses"),
        *("--speed", f"{speed:g}", "--bare", f"{seconds:g}"),
        stdout=asyncio.subprocess.PIPE,
    )
    waiting = asyncio.create_task(process.communicate())
    found, collections, plies = await measure(minutes, speed)
    out, _ = await waiting
    return found, collections, plies, json.loads(out)


if __name__ == "__main__":
    main()
