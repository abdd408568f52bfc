"""A child process that appends for ever and says what is recorded. The test kills it.

Arguments: folder, board.
"""

from __future__ import annotations

import sys
from pathlib import Path

from controller.journal.store import Journal
from tests.journal.samples import lifted, move, started


def main() -> None:
    with Journal.open(Path(sys.argv[1]), sys.argv[2]) as journal:
        game_id = journal.new_game_id()
        journal.append([started()], game_id=game_id, at_us=0)
        ply = 0
        while True:
            ply += 1
            done = journal.append([lifted(), lifted("d2"), move(ply)], game_id=game_id, at_us=ply)
            sys.stdout.write(f"{done[-1].seq}\n")
            sys.stdout.flush()
            journal.advance_cursor("reader", done[-1].seq)


if __name__ == "__main__":
    main()
