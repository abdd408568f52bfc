"""Multiplexers that do not switch, seen in what their sensors read.

Sensors differ in what they give without a man by far more than in noise. Where all sixteen of a multiplexer
read the same it does not pass them on. Where they read the same in pairs a select line does not arrive.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from drivers.hc4067 import LINES, POSITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SAME: Final = 0.25
"""Part of the usual differences below which sensors read the same."""
_USUAL_MIN: Final = 1.0
"""Counts that sensors must differ by, one with another, for anything to be seen."""
_PAIRS_MIN: Final = 3


def does_not_switch(counts: Mapping[int, int], baselines: Mapping[int, float]) -> str | None:
    """What is wrong with a multiplexer, in words; None where nothing shows.

    Args:
        counts: what is read at its positions.
        baselines: what the sensors there give without a man.
    """
    every = sorted(counts)
    if _same(list(pairwise(every)), counts, baselines):
        return "all its inputs read the same"
    for line in range(LINES):
        bit = 1 << line
        pairs = [
            (n, n | bit) for n in range(POSITIONS) if not n & bit and {n, n | bit} <= set(every)
        ]
        if _same(pairs, counts, baselines):
            return f"its inputs read the same with S{line} high and low"
    return None


def _same(
    pairs: Sequence[tuple[int, int]], counts: Mapping[int, int], baselines: Mapping[int, float]
) -> bool:
    if len(pairs) < _PAIRS_MIN:
        return False
    usual = sum(abs(baselines[one] - baselines[other]) for one, other in pairs)
    found = sum(abs(counts[one] - counts[other]) for one, other in pairs)
    return usual >= _USUAL_MIN * len(pairs) and found <= _SAME * usual
