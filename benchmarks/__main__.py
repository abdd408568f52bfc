"""All that must not grow, in one run: `python -m benchmarks [--quick]`.

What a move costs at plies 100, 1,000 and 10,000; bytes to a viewer; press to message; memory of `touchmove run`; what a
hub costs at 60, 500 and 2,000 boards; the longest pause of the scan thread in an hour of play at ten-fold speed. It takes
about fifteen minutes on a machine without other work, and as root it runs before what else there is. `--quick` takes three,
and shows whether all of it works.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from benchmarks import bench_growth, bench_hub, bench_memory, bench_pauses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Part = tuple[str, "Callable[[Sequence[str]], None]", "Sequence[str]", "Sequence[str]"]
PARTS: Sequence[Part] = (
    ("A move in a long game", bench_growth.main, [], ["--plies", "10", "--presses", "5"]),
    ("Memory", lambda _: bench_memory.main(), [], []),
    ("A hub", bench_hub.main, [], ["--boards", "60", "--seconds", "5"]),
    ("Pauses of the scan thread", bench_pauses.main, [], ["--minutes", "5"]),
)
"""Title, what measures it, its arguments, and those of a quick run."""


def main() -> None:
    parser = argparse.ArgumentParser(description="all that must not grow")
    parser.add_argument("--quick", action="store_true", help="less of each")
    quick = parser.parse_args().quick
    for title, measure, whole, short in PARTS:
        print(f"\n{title}\n{'=' * len(title)}")
        sys.stdout.flush()
        measure(short if quick else whole)


if __name__ == "__main__":
    main()
