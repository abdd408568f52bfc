"""What the delayed feed writes: `python -m benchmarks.bench_feed [--boards 500] [--minutes 90]`.

Boards play a ply every nine seconds on a time of its own; what the public waits for is kept on disk as a hub keeps
it. Printed are the bytes a second that are written, with and without the times at which the file is written anew.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.running import KEEP_S

if TYPE_CHECKING:
    from collections.abc import Sequence

DELAY_S = 900
PLY_S = 9
PLIES = 160
HEAD = '[Event "Club evening"]\n[White "Menchik, Vera"]\n[Black "Graf, Sonja"]\n[Result "*"]\n\n'


class Board:
    """A board whose record grows ply by ply; then another game begins."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._ply = number * 7 % PLIES
        self._text = HEAD

    def ply(self, at_s: float) -> Entered:
        """One more."""
        self._ply = self._ply % PLIES + 1
        before = HEAD if self._ply == 1 else self._text
        self._text = f"{before}{self._ply}. Nf3 {{[%clk 1:15:19]}} {{[%emt 0:00:12]}} "
        return Entered(board=self.number, at_s=at_s, text=f"{self._text}*\n", live=True)


async def run(boards: int, minutes: int, folder: Path) -> None:
    """Plays, and prints the figures."""
    passed_s = [0.0]
    file = FeedFile(
        folder / "feed.jsonl",
        SteadyTime(wall=lambda: 0.0, passed=lambda: passed_s[0], boot="b"),
    )
    line, players = DelayLine(DELAY_S), [Board(n) for n in range(1, boards + 1)]
    step_s, size, appended, anew, spent_s = int(KEEP_S), 0, 0, 0, 0.0
    for at_s in range(0, minutes * 60, step_s):
        passed_s[0] = at_s
        for board in players[at_s // step_s % (PLY_S // step_s) :: PLY_S // step_s]:
            line.put(board.ply(at_s))
        line.visible(at_s)
        before, begun_s = size, time.process_time()
        await file.keep(line)
        spent_s += time.process_time() - begun_s
        size = file.path.stat().st_size
        whole = size < before or not before
        appended += 0 if whole else size - before
        anew += size if whole else 0
    seconds = minutes * 60
    sys.stdout.write(
        f"{boards} boards, a ply every {PLY_S} s, {minutes} minutes: {appended / seconds / 1024:.1f} KiB/s appended, "
        f"{anew / seconds / 1024:.1f} KiB/s where it is written anew; {size / 1e6:.1f} MB at the end, "
        f"{1000 * spent_s / seconds:.2f} ms a second\n"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Runs with these arguments."""
    parser = argparse.ArgumentParser(prog="bench_feed", description="What the delayed feed writes")
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--minutes", type=int, default=90)
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(asked.boards, asked.minutes, Path(folder)))


if __name__ == "__main__":
    main()
