"""Scores the board on the frozen evenings, compares it with the answers that were frozen, and makes evenings anew.

  scripts/corpora score [--people] [--by game,hands,fault] [--shift N] [FILTERS]
  scripts/corpora compare [--people] [FILTERS]   with the frozen answers
  scripts/corpora answers [--people]             freezes what the board makes of all evenings (with people: of the faulty)
  scripts/corpora trace NAME                     a trace, for `touchmove replay`
  scripts/corpora freeze [FILTERS]               makes the archives of these evenings anew

--shift scores fresh evenings of the same kinds instead: their seeds are those of the frozen ones and N.
FILTERS are attributes of an evening as in the index: game=go hands=physical fault= seed=7529000000.
TOUCHMOVE_JOBS says how many processes may be used.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from controller.shell.scoring import Score, total
from controller.shell.scoring_table import rates_of, table_of
from tests.corpora import evenings, frozen, scored

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.corpora.evenings import Source

COMMANDS = ("score", "compare", "answers", "trace", "freeze")


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
    parser.add_argument("--people", action="store_true", help="people answer what is asked")
    parser.add_argument(
        "--shift", type=int, default=0, help="makes fresh evenings, so many seeds on"
    )
    parser.add_argument("--by", default="hands,fault", help="the rows of the table")
    given = parser.parse_intermixed_args(arguments)
    work = {
        "score": _score,
        "compare": _compare,
        "answers": _answers,
        "trace": _trace,
        "freeze": _freeze,
    }
    return work[given.command](given)


def _score(given: argparse.Namespace) -> int:
    wanted = chosen(frozen.sources(), given.filters)
    shifted = [replace(source, seed=source.seed + given.shift) for source in wanted]
    found = list(scored.all_scored(shifted, answering=given.people, fresh=given.shift > 0))
    sys.stdout.write(table_of(scored.rows_of(found, given.by.split(",")), given.by))
    sys.stdout.write(f"\n{rates_of(total(each.score for each in found))}\n")
    for each in found:
        if "crash" in each.answer:
            sys.stdout.write(f"{each.source.name}: {each.answer['crash']}\n")
        elif each.parted:
            sys.stdout.write(f"{each.source.name}: {each.parted}\n")
    return 0


def _compare(given: argparse.Namespace) -> int:
    """Lists where the board differs from its frozen answers; 1 where it is anywhere worse."""
    wanted = chosen(frozen.sources(), given.filters)
    before = frozen.answers(answering=given.people)
    worse_in = 0
    for each in scored.all_scored(wanted, answering=given.people):
        then = before[each.source.name]
        old = Score(**then["counts"])
        worse, better = scored.worse(old, each.score), scored.worse(each.score, old)
        worse_in += bool(worse)
        first = scored.first_difference(frozen.read(each.source), then, each.answer)
        if first or worse or better:
            verdict = [f"worse: {', '.join(worse)}"] if worse else []
            verdict += [f"better: {', '.join(better)}"] if better else []
            sys.stdout.write(f"{each.source.name}: {'; '.join([*verdict, first])}\n")
            sys.stdout.flush()
    sys.stdout.write(f"worse than the frozen answers in {worse_in} evenings\n")
    return int(worse_in > 0)


def _answers(given: argparse.Namespace) -> int:
    wanted = [each for each in frozen.sources() if each.fault or not given.people]
    found = scored.all_scored(wanted, answering=given.people)
    answers = {each.source.name: each.answer for each in found}
    frozen.keep_answers(answers, answering=given.people)
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
