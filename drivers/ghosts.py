"""What a matrix of contacts without diodes cannot tell.

Each contact joins a row to a column. Where no diodes keep the currents apart, a row that is read is
joined to every column that any path through closed contacts leads to. Three closed corners of a
rectangle therefore read like four. A matrix with diodes has no such ghosts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def hidden(rows: Sequence[int], columns: int) -> set[tuple[int, int]]:
    """The contacts that nobody can know: what is read would be the same whether they are open or closed.

    Rows and columns that closed contacts join make one net, and in a net every row reads every column.
    With one row or one column each contact of the net is needed to join it; with two or more of both
    there is another way round any single contact. No smaller set would do, and for rows as read at one
    moment all other contacts are as they read.

    Rows that were read while a contact moved may lack corners of a net; those are hidden too.

    Args:
        rows: the columns that read closed in each row: bit n for column n. The contacts that truly are
            closed give the same answer.
        columns: how many there are; bits above are ignored.

    Returns:
        Row and column of each.
    """
    everything = (1 << columns) - 1
    nets: list[tuple[list[int], int]] = []
    for row, read in enumerate(rows):
        joined, reached = [row], read & everything
        if not reached:
            continue
        apart = []
        for net in nets:
            if net[1] & reached:
                joined += net[0]
                reached |= net[1]
            else:
                apart.append(net)
        nets = [*apart, (joined, reached)]
    return {
        (row, column)
        for joined, reached in nets
        if len(joined) > 1 and reached.bit_count() > 1
        for row in joined
        for column in range(columns)
        if reached >> column & 1
    }
