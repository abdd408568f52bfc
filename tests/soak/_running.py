"""What long tests share: games that are named in the environment, and seeds dealt to processes."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from rules.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Done = TypeVar("Done")
JOBS = int(os.environ.get("TOUCHMOVE_JOBS", "1"))
"""Processes that a long test may use."""
CHUNK = 16
"""Seeds that a process takes at a time."""


def games() -> list[str]:
    """The games that are tested: TOUCHMOVE_GAMES names some of them ("chess,go"); else all."""
    asked = os.environ.get("TOUCHMOVE_GAMES", "")
    return [name for name in GAMES if not asked or name in asked.split(",")]


def dealt(work: Callable[[int], Done], seeds: Iterable[int]) -> Iterator[Done]:
    """What comes of each seed, in their order, by as many processes as `JOBS` says."""
    if JOBS == 1:
        yield from map(work, seeds)
        return
    with ProcessPoolExecutor(JOBS) as pool:
        yield from pool.map(work, seeds, chunksize=CHUNK)
