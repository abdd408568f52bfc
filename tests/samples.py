"""How many of what a test could try it does try.

`./check` has to end within minutes, so tests of chance take a fixed sample there, and of a long table of
combinations enough rows that each pair of values meets in one. It is the same sample each time.
`TOUCHMOVE_FULL=1` before a command takes all.
"""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

FULL = os.environ.get("TOUCHMOVE_FULL", "") not in ("", "0")
ROWS_MAX = 24
"""Tables up to this length are taken whole."""


def sample(check: int, full: int) -> int:
    """How many to take: `check` in `./check`, `full` where all are asked for."""
    return full if FULL else check


def all_pairs(rows: Sequence[tuple[int, ...]]) -> list[int]:
    """The numbers of some rows in which each pair of values of two columns meets, as far as it does in any row.

    So nothing is left out of a table of one column, nor of two that are crossed. Each time the row with the most
    new pairs is taken, the first of equals.
    """
    missing = [_pairs(row) for row in rows]
    taken: list[int] = []
    while any(missing):
        best = max(range(len(rows)), key=lambda n: len(missing[n]))
        taken.append(best)
        found = set(missing[best])
        missing = [each - found for each in missing]
    return sorted(taken)


def _pairs(row: tuple[int, ...]) -> set[tuple[tuple[int, int], ...]]:
    cells = tuple(enumerate(row))
    return set(combinations(cells, 2)) if len(cells) > 1 else {(cell,) for cell in cells}


def thinned(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Which tests are taken, and which rows of long tables are left out.

    A column is what one `parametrize` gives.
    """
    tables: defaultdict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            tables[item.nodeid.partition("[")[0]].append(item)
    left_out: set[pytest.Item] = set()
    for table in tables.values():
        if len(table) > ROWS_MAX:
            taken = {table[n] for n in all_pairs(_rows(table))}
            left_out.update(item for item in table if item not in taken)
    return [i for i in items if i not in left_out], [i for i in items if i in left_out]


def _rows(table: Sequence[pytest.Function]) -> list[tuple[int, ...]]:
    columns = [
        [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
        for names in (mark.args[0] for mark in table[0].iter_markers("parametrize"))
    ]
    known = {name for names in columns for name in names}
    columns += [[name] for name in table[0].callspec.params if name not in known]
    numbers: list[dict[tuple[int, ...], int]] = [{} for _ in columns]
    return [
        tuple(
            seen.setdefault(tuple(id(item.callspec.params.get(name)) for name in names), len(seen))
            for names, seen in zip(columns, numbers, strict=True)
        )
        for item in table
    ]
