"""Scores cores on the frozen evenings, compares two, and makes the evenings anew.

  scripts/corpora score [--core NAME] [--people] [--by game,hands,fault] [--shift N] [FILTERS]
  scripts/corpora side-by-side [--cores old,belief] [--people] [FILTERS]
  scripts/corpora answers [--core NAME] [--people]    freezes what a core makes of all evenings (with people: of the faulty)
  scripts/corpora trace NAME                          a trace, for `touchmove replay`
  scripts/corpora freeze [FILTERS]                    makes the archives of these evenings anew

--shift scores fresh evenings of the same kinds instead: their seeds are those of the frozen ones and N.
FILTERS are attributes of an evening as in the index: game=go hands=physical fault= seed=7529000000.
TOUCHMOVE_JOBS says how many processes may be used.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.cores import USUAL
from controller.shell.scoring import total
from controller.shell.scoring_table import rates_of, table_of
from tests.corpora import evenings, frozen, scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.corpora.evenings import Source

COMMANDS = ("score", "side-by-side", "answers", "trace", "freeze")


def chosen(found: Iterable[Source], filters: Sequence[str]) -> list[Source]:
    """The evenings that have these attributes."""
    wanted = [text.split("=", 1) for text in filters]
    return [
        source
        for source in found
        if all(str(getattr(source, key)) == value for key, value in wanted)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="scripts/corpora",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("filters", nargs="*", metavar="FILTER")
    parser.add_argument("--core", default=USUAL)
    parser.add_argument("--cores", default="old,belief")
    parser.add_argument("--people", action="store_true", help="people answer what is asked")
    parser.add_argument(
        "--shift", type=int, default=0, help="makes fresh evenings, so many seeds on"
    )
    parser.add_argument("--by", default="hands,fault", help="the rows of the table")
    given = parser.parse_intermixed_args(arguments)
    work = {
        "score": _score,
        "side-by-side": _side_by_side,
        "answers": _answers,
        "trace": _trace,
        "freeze": _freeze,
    }
    return work[given.command](given)


def _score(given: argparse.Namespace) -> int:
    wanted = chosen(frozen.sources(), given.filters)
    shifted = [replace(source, seed=source.seed + given.shift) for source in wanted]
    found = list(
        scored.all_scored(given.core, shifted, answering=given.people, fresh=given.shift > 0)
    )
    sys.stdout.write(table_of(scored.rows_of(found, given.by.split(",")), given.by))
    sys.stdout.write(f"\n{rates_of(total(each.score for each in found))}\n")
    for each in found:
        if "crash" in each.answer:
            sys.stdout.write(f"{each.source.name}: {each.answer['crash']}\n")
    return 0


def _side_by_side(given: argparse.Namespace) -> int:
    """Lists where two cores differ; 1 where the second is anywhere worse."""
    cores = given.cores.split(",")
    worse_in = 0
    for source in chosen(frozen.sources(), given.filters):
        one, other, first = scored.side_by_side(cores, source, answering=given.people)
        worse, better = scored.worse(one, other), scored.worse(other, one)
        worse_in += bool(worse)
        if first or worse or better:
            verdict = [f"worse: {', '.join(worse)}"] if worse else []
            verdict += [f"better: {', '.join(better)}"] if better else []
            sys.stdout.write(f"{source.name}: {'; '.join([*verdict, first])}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{cores[1]} is worse than {cores[0]} in {worse_in} evenings\n")
    return int(worse_in > 0)


def _answers(given: argparse.Namespace) -> int:
    wanted = [each for each in frozen.sources() if each.fault or not given.people]
    found = scored.all_scored(given.core, wanted, answering=given.people)
    answers = {each.source.name: each.answer for each in found}
    frozen.keep_answers(given.core, answers, answering=given.people)
    return 0


def _trace(given: argparse.Namespace) -> int:
    for source in frozen.sources():
        if source.name in given.filters:
            sys.stdout.write(frozen.read(source).trace.decode())
    return 0


def _freeze(given: argparse.Namespace) -> int:
    frozen.freeze(chosen(evenings.sources(), given.filters))
    return 0


if __name__ == "__main__":
    sys.exit(main())
