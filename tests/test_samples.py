"""A thinned table still has every pair of values."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from tests.samples import all_pairs

ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.tuples(*[st.integers(0, 4)] * width), min_size=1, max_size=60)
)


@given(ROWS)
def test_every_pair_that_meets_in_a_row_meets_in_one_that_is_taken(
    rows: list[tuple[int, ...]],
) -> None:
    taken = [rows[n] for n in all_pairs(rows)]

    def met(some: list[tuple[int, ...]]) -> set[object]:
        return {pair for row in some for pair in combinations(enumerate(row), min(2, len(row)))}

    assert met(taken) == met(rows)


def test_of_two_columns_everything_is_taken_and_of_three_a_part() -> None:
    assert len(all_pairs([*product(range(6), range(5))])) == 30
    assert len(all_pairs([*product(range(6), range(5), range(4))])) < 40
