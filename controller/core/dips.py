"""What it costs that a man was off his point for a while: told once for all the lines of moves that leave it unexplained."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.debounce import Edge
from controller.core.evidence import Judge, Pair
from rules.terms import Man, Point


class Dips:
    """The prices of the dips in one window of evidence.

    Args:
        around: all edges of the window, see `Judge.dip`.
    """

    def __init__(self, judge: Judge, around: Sequence[Edge]) -> None:
        self._judge, self._around = judge, around
        self._known: dict[tuple[Point, int, int, bool, Man | None], float] = {}

    def price(self, pair: Pair, *, own: bool, man: Man | None) -> float:
        """See `Judge.dip`."""
        key = pair.first.point, pair.first.at_ns, pair.second.at_ns, own, man
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._judge.dip(pair, self._around, own=own, man=man)
        return found
