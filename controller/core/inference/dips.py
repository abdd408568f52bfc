"""What it costs that a man was off his point for a while, or passed an empty one: told once for all the lines of moves that leave it unexplained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.core.inference.evidence import Judge, Pair
from controller.core.sensing.debounce import Edge
from rules.terms import Man, Point


class Dips:
    """The prices of the dips in one window of evidence.

    Args:
        around: all edges of the window, see `Judge.dip`.
    """

    def __init__(self, judge: Judge, around: Sequence[Edge]) -> None:
        self._judge, self._around = judge, around
        self._known: dict[tuple[Point, int, int, bool, Man | None], float] = {}
        self._passed: dict[tuple[Point, int, int], float] = {}

    def price(self, pair: Pair, *, own: bool, man: Man | None) -> float:
        """See `Judge.dip`."""
        key = pair.first.point, pair.first.at_ns, pair.second.at_ns, own, man
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._judge.dip(pair, self._around, own=own, man=man)
        return found

    def passing(self, pair: Pair, edges: Sequence[Edge]) -> float:
        """See `Judge.crossing` and `Judge.overlap`.

        Args:
            edges: all edges of the window that are believed, always the same.
        """
        key = pair.first.point, pair.first.at_ns, pair.second.at_ns
        found = self._passed.get(key)
        if found is None:
            found = self._judge.crossing(pair) + self._judge.overlap(pair, edges)
            self._passed[key] = found
        return found


def times_off(edges: Sequence[Edge], man: Man | None, *, makes_way: bool) -> Iterator[Pair]:
    """Each time that a man was off his point; where none stands, each time that one stood there.

    Another who stood there meanwhile, and has made way for the man himself, does not end it.

    Args:
        edges: of one point, in order.
        man: who stands there by the record.
        makes_way: see `exchanged`.
    """
    n = 0
    while n + 1 < len(edges):
        left, back = edges[n], n + 1
        if Pair(left, edges[back]).swapped(man, makes_way=makes_way):
            later = range(n + 3, len(edges), 2)
            own = (m for m in later if not Pair(left, edges[m]).swapped(man, makes_way=makes_way))
            back = next(own, back)
        yield Pair(left, edges[back])
        n = back + 1
