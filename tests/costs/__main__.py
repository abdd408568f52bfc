"""Counts the numbers of the belief, plots how reliable its odds are, and shows what errors of the numbers do.

scripts/costs count [--seed N] [--plies N] [--rounds N] [--games chess,go] [--hands simulate,physical] [--keep NAMES] [--write]
scripts/costs reliability [--seed N] [--plies N] [--games ...] [--hands ...]
scripts/costs perturb [--seed N] [--plies N] [--times N] [--by 0.25] [--games ...] [--hands ...]
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from controller.core.belief.costs import costs, table
from tests.costs import counting, dealt, perturbing, reliability, writing
from tests.costs.forced import followed
from tests.costs.paid import PaidCosts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.judging import TrueEvening

COMMANDS = ("count", "reliability", "perturb")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="scripts/costs",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plies", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--by", type=float, default=0.25)
    parser.add_argument("--games", default="")
    parser.add_argument("--hands", default=",".join(dealt.HANDS))
    parser.add_argument("--keep", default="", help="numbers that stay as they are")
    parser.add_argument("--write", action="store_true", help="write them into costs.toml")
    given = parser.parse_args(arguments)
    work = {"count": _count, "reliability": _reliability, "perturb": _perturb}
    return work[given.command](given)


def _count(given: argparse.Namespace) -> int:
    kept = [name for name in given.keep.split(",") if name]
    before, rows = table(), table()
    found: list[counting.Counted] = []
    for number in range(given.rounds):
        tally, broken = counting.Tally(), []
        for _, evening in _dealt(given):
            paths, whole = followed(evening, PaidCosts(rows))
            tally.add(paths, sum(ply.pressed_us is not None for ply in evening.truth))
            broken += [] if whole else [evening.name]
        found = counting.counted(tally, writing.corners_of(before))
        rows = writing.renewed(before, found, kept)
        sys.stderr.write(
            f"round {number + 1}: {tally.cases['plies']} plies; not followed: {broken}\n"
        )
    sys.stdout.write(writing.table_of(before, found))
    if given.write:
        writing.write(writing.renewed(before, found, kept))
    return 0


def _reliability(given: argparse.Namespace) -> int:
    found = [each for _, evening in _dealt(given) for each in reliability.samples(evening, costs())]
    told = [each for each in found if not each.asked]
    sys.stdout.write(f"All plies when they are complete:\n\n{reliability.plot(told)}\n")
    asked = [each for each in found if each.asked]
    sys.stdout.write(f"The likeliest candidate of each question:\n\n{reliability.plot(asked)}")
    return 0


def _perturb(given: argparse.Namespace) -> int:
    evenings = [evening for _, evening in _dealt(given)]
    rows = {}
    for seed in range(given.times + 1):
        name = f"factors {seed}" if seed else "as they are"
        rows[name] = perturbing.scored(evenings, perturbing.perturbed(seed, given.by))
    sys.stdout.write(perturbing.table_of(rows))
    return 0


def _dealt(given: argparse.Namespace) -> list[tuple[str, TrueEvening]]:
    games = [name for name in given.games.split(",") if name]
    return list(dealt.evenings(given.seed, given.plies, games, given.hands.split(",")))


if __name__ == "__main__":
    sys.exit(main())
