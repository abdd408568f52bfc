"""What the journal costs: appending, opening, proving, archiving, at so many records.

    python -m benchmarks.bench_journal [--records 50000] [--folder DIR]

The folder decides which disk is measured; without it, that of temporary files. Times of the processor stand beside those of the
clock, since other programs may be running.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from controller.journal.store import Journal
from tests.journal.samples import lifted, move, result, started

if TYPE_CHECKING:
    from collections.abc import Callable

APPENDS = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as made:
        folder = Path(made) / "journal"
        _written(folder, given.records)
        size = (folder / "journal.db").stat().st_size
        sys.stdout.write(f"{given.records} records, {size / 1e6:.1f} MB\n")
        _timed("opening (the newest 1,000 proved)", lambda: Journal.open(folder, "b1").close())
        with Journal.open(folder, "b1") as journal:
            _timed("proving all of it", journal.verify)
            _sliced(journal)
            _appended(journal)
            newest = journal.games()[-1].game_id
            _timed("reading the newest game, proved", lambda: journal.messages_of(newest))
            _timed("archiving 2,000 records", lambda: journal.archive(1000))
            _timed("reading an archived game, proved", lambda: journal.messages_of("g1"))
        parts = [path.stat().st_size for path in (folder / "archive").iterdir()]
        sys.stdout.write(f"{'a file of the archive':40} {parts[0] / 1e3:8.1f} kB\n")


def _written(folder: Path, records: int) -> None:
    with Journal.open(folder, "b1") as journal:
        while journal.newest_seq < records:
            plies = [(lifted(), lifted("d2"), move(ply)) for ply in range(1, 161)]
            told = [started(), *(message for ply in plies for message in ply), result()]
            journal.append(told, game_id=journal.new_game_id(), at_us=0)


def _timed(name: str, work: Callable[[], object]) -> None:
    began_s, began_cpu_s = time.perf_counter(), time.process_time()
    work()
    took_ms, cpu_ms = (
        (time.perf_counter() - began_s) * 1e3,
        (time.process_time() - began_cpu_s) * 1e3,
    )
    sys.stdout.write(f"{name:40} {took_ms:8.1f} ms, {cpu_ms:8.1f} of the processor\n")


def _sliced(journal: Journal) -> None:
    """As in the background: what one slice holds up."""
    slices, times = journal.verifying(), []
    while True:
        began_s = time.thread_time()
        if next(slices, None) is None:
            break
        times.append((time.thread_time() - began_s) * 1e3)
    words = (
        f"{statistics.median(times):8.2f} ms of the processor each, {max(times):.2f} the longest"
    )
    sys.stdout.write(f"{f'in {len(times)} slices':40} {words}\n")


def _appended(journal: Journal) -> None:
    times, cpu_ms = [], 0.0
    for n in range(APPENDS):
        began_s, began_cpu_s = time.perf_counter(), time.process_time()
        journal.append([lifted(), move(n + 1)], game_id="g9999", at_us=n)
        times.append((time.perf_counter() - began_s) * 1e3)
        cpu_ms += (time.process_time() - began_cpu_s) * 1e3
    times.sort()
    p50, p99 = times[APPENDS // 2], times[APPENDS * 99 // 100]
    words = f"p50 {p50:.2f} ms, p99 {p99:.2f}; {cpu_ms / APPENDS:.2f} of the processor"
    sys.stdout.write(f"{'an append of two messages':40} {words}\n")


if __name__ == "__main__":
    main()
