"""The same seed gives the same bytes: twice, with other hash seeds, by other versions of Python; old files are recovered.

COUNT short evenings of every game and mix are played in a process each for three hash seeds, and for each Python that
TOUCHMOVE_PYTHONS names (paths with commas between; each needs our dependencies). All messages of an evening, with their
times and the journal's chained digest, must be the same everywhere. Then every journal and trace of earlier versions
(tests/data/kept) is recovered, and compared with the state that was recorded beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from controller.shell.evening.ledger import MemoryJournal
from controller.shell.evening.playing import play
from controller.shell.simulate import Asked, plan_of
from tests import kept
from tests.soak.evenings import dealt

COUNT = 1000
PLIES = 4
HASH_SEEDS = ("0", "1", "20261129")
PYTHONS = [path for path in os.environ.get("TOUCHMOVE_PYTHONS", "").split(",") if path]
ROOT = Path(__file__).resolve().parents[2]


def digest(seed: int) -> str:
    """Of all that is said in an evening: its messages with their times, and the records of its journal."""
    name, mix, _ = dealt(seed)
    journal = MemoryJournal()
    outcome = play(plan_of(Asked(game=name, mix=mix, plies=PLIES), seed), journal=journal)
    return f"{seed} {outcome.digest} {journal.digest.hex()}\n"


def digests(python: str, hash_seed: str, seed: int, count: int) -> list[str]:
    """The digests as another process finds them."""
    done = subprocess.run(
        [python, "-m", "tests.soak.determinism", str(seed), str(count)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines(keepends=True)


def everywhere(seed: int, count: int) -> int:
    """Plays so many evenings here and in other processes; how many processes played them.

    Raises:
        AssertionError: something differs; names the seed.
    """
    here = [digest(each) for each in range(seed, seed + count)]
    ways = [(sys.executable, hash_seed) for hash_seed in HASH_SEEDS]
    ways += [(python, HASH_SEEDS[0]) for python in PYTHONS]
    for python, hash_seed in ways:
        there = digests(python, hash_seed, seed, count)
        differing = [one for one, other in zip(here, there, strict=True) if one != other]
        assert not differing, f"{python}, hash seed {hash_seed}: {differing[:3]}"
    return len(ways) + 1


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Plays so many evenings everywhere, and recovers what is kept.

    Raises:
        AssertionError: something differs; names the seed, or the file.
    """
    processes = everywhere(seed, count)
    files = kept.files()
    lost = [file.name for file in files if not kept.holds(kept.found_in(file), kept.expected(file))]
    assert not lost, f"not recovered to what was recorded: {lost}"
    return {"evenings": count, "processes": processes, "differing": 0, "kept": len(files)}


if __name__ == "__main__":
    first, number = map(int, sys.argv[1:])
    sys.stdout.writelines(digest(each) for each in range(first, first + number))
