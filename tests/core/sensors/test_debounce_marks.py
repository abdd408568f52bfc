"""Debounce of what sensors tell: every pattern of nothing, light and dark, against a slow specification."""

from __future__ import annotations

from itertools import product

import pytest

from controller.core.sensing.debounce import Debounce, Edge
from controller.core.sensing.marks import DARK, LIGHT, Mark
from tests.core.rig import MS

SCAN_MS = 5
LIFT_MS, PLACE_MS = 15, 10
SAMPLES = 9
DRAIN = 4
LIFT, PLACE = LIFT_MS // SCAN_MS + 1, PLACE_MS // SCAN_MS + 1
VALUES = (None, LIGHT, DARK)


def specified(settled: Mark | None, history: list[Mark | None]) -> Mark | None:
    """What is settled after a scan, given all scans up to it."""
    if all(value is None for value in history[-LIFT:]):
        return None
    if settled is None:
        occupied = all(value is not None for value in history[-PLACE:])
        return history[-1] if occupied else None
    same = history[-1] is not None and len({id(value) for value in history[-PLACE:]}) == 1
    return history[-1] if same else settled


@pytest.mark.parametrize("start", VALUES)
def test_every_pattern(start: Mark | None) -> None:
    """3^9 patterns at once, each on a point of its own."""
    patterns = [(*p, *[p[-1]] * DRAIN) for p in product(VALUES, repeat=SAMPLES)]
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    every = (1 << len(patterns)) - 1
    first = {} if start is None else dict.fromkeys(range(len(patterns)), start)
    debounce.reset(every if start else 0, 0, first)
    settled: list[Mark | None] = [start] * len(patterns)
    history: list[list[Mark | None]] = [[start] * LIFT for _ in patterns]
    edges: list[Edge] = []
    for scan in range(SAMPLES + DRAIN):
        marks = {n: mark for n, p in enumerate(patterns) if (mark := p[scan]) is not None}
        levels = int.from_bytes(
            bytes(
                sum((8 * b + k in marks) << k for k in range(8))
                for b in range(-(-len(patterns) // 8))
            ),
            "little",
        )
        edges += debounce.frame((scan + 1) * SCAN_MS * MS, levels, 0, marks)
        for n, pattern in enumerate(patterns):
            history[n].append(pattern[scan])
            settled[n] = specified(settled[n], history[n])
        assert [debounce.marks.get(n) for n in range(len(patterns))] == settled, scan
    assert settled == [pattern[-1] for pattern in patterns]
    assert debounce.deadline() is None
    standing = list[Mark | None]([start] * len(patterns))
    for edge in edges:  # each lift takes what stood there, each placing brings what stands after
        assert edge.placed is (standing[edge.point] is None)
        if not edge.placed:
            assert edge.mark == standing[edge.point]
        standing[edge.point] = edge.mark if edge.placed else None
    assert standing == settled


def test_an_exchange_is_dated_by_when_the_first_man_went() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0, {0: DARK})
    debounce.frame(100 * MS, 0, 0, {})
    assert debounce.frame(110 * MS, 1, 0, {0: LIGHT}) == []
    assert debounce.deadline() == 120 * MS
    lift, place = debounce.tick(120 * MS)
    assert (lift.at_ns, lift.placed, lift.mark) == (100 * MS, False, DARK)
    assert (place.at_ns, place.placed, place.mark) == (110 * MS, True, LIGHT)


def test_what_changed_unseen_is_blind() -> None:
    debounce = Debounce(lift_ms=LIFT_MS, place_ms=PLACE_MS)
    debounce.reset(1, 0, {0: DARK})
    debounce.frame(100 * MS, 0, 1, {0: LIGHT})
    assert debounce.frame(500 * MS, 1, 0, {0: LIGHT}) == []
    edges = debounce.tick(510 * MS)
    assert [(e.placed, e.blind, e.mark) for e in edges] == [
        (False, True, DARK),
        (True, True, LIGHT),
    ]
