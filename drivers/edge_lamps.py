"""One row and one column of lamps along the edges of a board, on lamps of any kind.

A point is shown by the lamp of its column and the lamp of its row. Several points at once are read as every
crossing of a lit column with a lit row; `turns` says which points may be shown together without feigning others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from drivers.ports import Colour, Lamps

Place = tuple[int, int]
"""Column and row, counted from 0."""


class EdgeLamps:
    """Points shown by the lamps of their column and row. Implements `Lamps`.

    Args:
        lamps: of any kind; closed together with these.
        columns: the channel of each column's lamp.
        rows: the channel of each row's lamp.
        places: of each point; a channel here is a point, by its number in this list.

    Raises:
        ValueError: a lamp that does not exist or is named twice, or a point beside the edges.
    """

    def __init__(
        self, lamps: Lamps, columns: Sequence[int], rows: Sequence[int], places: Sequence[Place]
    ) -> None:
        named = [*columns, *rows]
        if len(set(named)) != len(named) or not all(0 <= n < lamps.count for n in named):
            raise ValueError(f"each column and row needs a lamp of its own, 0 to {lamps.count - 1}")
        for column, row in places:
            if not (0 <= column < len(columns) and 0 <= row < len(rows)):
                raise ValueError(f"there are no edge lamps for column {column}, row {row}")
        self._lamps = lamps
        self._pairs = [(columns[column], rows[row]) for column, row in places]

    @property
    def count(self) -> int:
        return len(self._pairs)

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights column and row of each of these points and darkens all others.

        A lamp that two points of different colours share takes the later one's. Show points together only as
        `turns` groups them.

        Raises:
            ValueError: a point that does not exist or a level outside 0 to 255.
            WorldFault: the lamps could not be written; the next call tries again.
        """
        lit: dict[int, Colour] = {}
        for channel, colour in colours.items():
            if not 0 <= channel < len(self._pairs):
                raise ValueError(f"lamp {channel} of {self.count} cannot show {colour}")
            lit |= dict.fromkeys(self._pairs[channel], colour)
        self._lamps.show(lit)

    def close(self) -> None:
        """Darkens the lamps and releases the bus. May be called twice."""
        self._lamps.close()


def turns(places: Iterable[Place]) -> tuple[tuple[Place, ...], ...]:
    """Groups of places, each to be shown by itself: every crossing of a group's columns and rows is one of its places.

    The groups are in the order of their first places, rows of the same columns together (or columns of the
    same rows, if that makes fewer groups).
    """
    found = tuple(places)
    by_rows, by_columns = _alike(found, 1), _alike(found, 0)
    return by_columns if len(by_columns) < len(by_rows) else by_rows


def _alike(places: tuple[Place, ...], axis: int) -> tuple[tuple[Place, ...], ...]:
    """The places, by lines along one axis; lines that are filled alike together."""
    lines: dict[int, set[int]] = {}
    for place in places:
        lines.setdefault(place[axis], set()).add(place[1 - axis])
    groups: dict[frozenset[int], list[Place]] = {}
    for place in places:
        groups.setdefault(frozenset(lines[place[axis]]), []).append(place)
    return tuple(tuple(group) for group in groups.values())
