"""What is hidden, against the currents themselves: every set of closed contacts of small matrices."""

from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ghosts import hidden


def currents(rows: Sequence[int], columns: int) -> tuple[int, ...]:
    """What each row reads: the columns that current reaches through closed contacts, step by step."""
    read = []
    for first in range(len(rows)):
        live_rows, live_columns = {first}, 0
        while True:
            more_columns = live_columns
            for row in live_rows:
                more_columns |= rows[row]
            more_rows = {row for row, joined in enumerate(rows) if joined & more_columns}
            if more_columns == live_columns and more_rows <= live_rows:
                break
            live_columns, live_rows = more_columns, live_rows | more_rows
        read.append(live_columns & (1 << columns) - 1)
    return tuple(read)


def split(closed: int, rows: int, columns: int) -> tuple[int, ...]:
    return tuple(closed >> row * columns & (1 << columns) - 1 for row in range(rows))


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 6), (6, 1), (2, 2), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3)]
)
def test_exactly_what_cannot_be_known_is_hidden(rows: int, columns: int) -> None:
    alike = defaultdict(list)
    for closed in range(1 << rows * columns):
        alike[currents(split(closed, rows, columns), columns)].append(closed)
    for read, truths in alike.items():
        always = never = (1 << rows * columns) - 1
        for truth in truths:
            always &= truth
            never &= ~truth
        known = always | never
        unknown = {
            divmod(contact, columns)
            for contact in range(rows * columns)
            if not known >> contact & 1
        }
        assert hidden(read, columns) == unknown
        as_read = sum(reached << row * columns for row, reached in enumerate(read))
        assert all((as_read ^ truth) & known == 0 for truth in truths)


@given(st.data())
def test_the_contacts_themselves_hide_as_much_as_what_is_read_of_them(data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 19))
    sparse = st.sets(st.integers(0, columns - 1), max_size=3).map(lambda s: sum(1 << c for c in s))
    rows = data.draw(st.lists(sparse, min_size=1, max_size=19))
    read = currents(rows, columns)
    assert hidden(rows, columns) == hidden(read, columns)
    for row, (true, seen) in enumerate(zip(rows, read, strict=True)):
        for column in range(columns):
            if (row, column) not in hidden(read, columns):
                assert (true ^ seen) >> column & 1 == 0


def test_a_missing_corner_of_a_rectangle_is_hidden_with_the_others() -> None:
    assert hidden([0b11, 0b01], 2) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_men_in_one_row_or_one_column_hide_nothing() -> None:
    assert hidden([0b1111_1111, 0, 0], 8) == set()
    assert hidden([0b100] * 8, 8) == set()


def test_columns_that_are_not_there_join_nothing() -> None:
    assert hidden([0b101, 0b100, 0b001], 1) == set()
