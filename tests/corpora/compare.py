"""Both cores on the frozen evenings, side by side: `python -m tests.corpora.compare [--each N] [--fault] [--sensor KIND]`.

Nobody answers questions. A row a kind of hands and game and core; below, the evenings that the new core has wrong and the old one has not.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from controller.shell.cores import CORES
from controller.shell.judging import judge
from controller.shell.scoring import Score
from controller.shell.scoring_table import table_of
from tests.corpora import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.corpora.evenings import Source

FAULTY = ("worn", "faulty")


def main(words: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=1, help="only every so many evenings")
    parser.add_argument("--sensor", help="only of this kind")
    parser.add_argument("--faulty", action="store_true", help="those with failing sensors instead")
    args = parser.parse_args(words)
    rows: dict[str, Score] = {}
    worse = []
    for source in _wanted(args.sensor, faulty=args.faulty)[:: args.each]:
        evening = frozen.read(source)
        wrong = {}
        for core in CORES:
            judged = judge(evening, core, answering=False)
            name = f"{source.hands} {source.game}: {core}"
            rows[name] = rows.get(name, Score()) + judged.score
            wrong[core] = judged.score.wrong or bool(judged.crash)
            if judged.crash:
                sys.stderr.write(f"{source.name} {core}: {judged.crash}\n")
        if wrong["belief"] and not wrong["old"]:
            worse.append(source.name)
    for core in CORES:
        kept = {name: score for name, score in rows.items() if name.endswith(f": {core}")}
        sys.stdout.write(table_of(kept, core) + "\n")
    sys.stdout.write("".join(f"worse: {name}\n" for name in worse))


def _wanted(sensor: str | None, *, faulty: bool) -> list[Source]:
    return [
        source
        for source in frozen.sources()
        if sensor in (None, source.sensor)
        and (bool(source.fault) or source.style in FAULTY) is faulty
    ]


if __name__ == "__main__":
    main()
