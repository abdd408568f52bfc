"""The numbers of the belief can be counted, written, trusted, and wrong by a quarter."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.belief.costs import Costs, costs, table
from rules.registry import GAMES
from tests.costs import counting, dealt, perturbing, reliability, writing
from tests.costs.forced import followed
from tests.costs.paid import Paid, PaidCosts, Part, names, parts_of

if TYPE_CHECKING:
    from pathlib import Path

    from controller.shell.judging import TrueEvening

SEED = 99
"""Of no count that is written down."""
PLIES = 300
"""Of evenings that tests play: as many as are fast."""


@pytest.fixture(scope="module")
def evenings() -> list[tuple[str, TrueEvening]]:
    """One or two of each game and both kinds of hands."""
    return list(dealt.evenings(SEED, PLIES))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9))), st.integers(0, 9))
def test_a_sum_of_paid_costs_is_the_sum_and_remembers_its_parts(
    paid: list[tuple[str, int]], plain: int
) -> None:
    left = plain + sum((Paid(cost, Part(name)) for name, cost in paid), start=Paid(0, None))
    assert left == plain + sum(cost for _, cost in paid)
    assert list(parts_of(left)) == [Part(name) for name, _ in paid]
    assert list(parts_of(left - Paid(1, Part("z")))) == [Part(name) for name, _ in paid]


def test_paid_costs_are_the_costs_of_the_table() -> None:
    paid, plain = PaidCosts(table()), costs()
    for name in names():
        one, other = getattr(paid, name), getattr(plain, name)
        assert one(500_000_000) == other(500_000_000) if callable(other) else one == other


@pytest.mark.parametrize("rising", [True, False])
@given(pairs=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_counts_in_order_keep_their_sums_and_rise(
    pairs: list[tuple[int, int]], *, rising: bool
) -> None:
    counts = [(min(k, n), n) for k, n in pairs]
    pooled = counting.in_order(counts, rising=rising)
    shares = [
        max(k, counting.HALF) / n if n else float("inf")
        for k, n in (pooled if rising else reversed(pooled))
    ]
    assert all(one >= other for one, other in pairwise(shares))
    assert {(k, n) for k, n in pooled if n} <= {
        (sum(k for k, _ in counts[i:j]), sum(n for _, n in counts[i:j]))
        for i in range(len(counts))
        for j in range(i + 1, len(counts) + 1)
    }


def test_what_is_counted_stands_in_the_table() -> None:
    curves = {*counting.SHARES, *counting.SURVIVALS, *counting.DENSITIES}
    assert set(counting.OPPORTUNITIES) <= {n for section in table().values() for n in section}
    assert curves <= set(writing.corners_of(table()))


def test_true_lines_are_followed_and_their_deeds_counted(
    evenings: list[tuple[str, TrueEvening]],
) -> None:
    tally, plies = counting.Tally(), 0
    for _, evening in evenings:
        paths, _ = followed(evening, PaidCosts(table()))
        tally.add(paths)
        plies += len(evening.truth)
    assert len(evenings) >= len(GAMES) * len(dealt.HANDS)
    assert plies - len(evenings) <= tally.cases["plies"] <= plies
    assert tally.cases["landings"] > tally.cases["pieces taken up by their side"] / 2
    found = {each.name: each for each in counting.counted(tally, writing.corners_of(table()))}
    assert found["victim"].nats is not None
    assert found["victim"].nats < 1
    assert 0 < found["victim"].cases <= found["victim"].opportunities


def test_counted_numbers_are_written_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "costs.toml"
    file.write_text(writing.FILE.read_text(encoding="utf-8"), encoding="utf-8")
    found = [
        counting.Counted("late_removal", 3.7, 7, 250, "landings"),
        counting.Counted("hold", 1.5, 9, 40, "states", 1000),
        counting.Counted("touch", None, 0, 3, "plies"),
    ]
    new = writing.renewed(table(), found)
    writing.write(new, file)
    again = tomllib.loads(file.read_text(encoding="utf-8"))
    assert again == new
    assert again["choices"]["late_removal"]["nats"] == 3.7
    assert "7 of 250 landings" in again["choices"]["late_removal"]["why"]
    assert again["choices"]["touch"] == table()["choices"]["touch"]
    before = writing.FILE.read_text(encoding="utf-8").splitlines()
    after = file.read_text(encoding="utf-8").splitlines()
    comments = [[line.partition(" # ")[2] for line in lines] for lines in (before, after)]
    assert comments[0] == comments[1]
    assert Costs(again).late_removal == 3700


def test_what_is_told_at_long_odds_is_right(evenings: list[tuple[str, TrueEvening]]) -> None:
    found = [each for _, evening in evenings for each in reliability.samples(evening, costs())]
    sure = [each for each in found if each.odds >= 0.98 and not each.asked]
    assert len(sure) > PLIES / 2
    assert sum(not each.right for each in sure) <= 0.02 * len(sure)
    assert sum(each.number for each in reliability.binned(found)) == len(found)


def test_factors_stay_near_one_and_differ_from_it() -> None:
    assert perturbing.perturbed(1, 0.25).astray != costs().astray
    for seed in range(5):
        costs_of = perturbing.perturbed(seed, 0.25)
        for name in names():
            one, other = getattr(costs_of, name), getattr(costs(), name)
            if not callable(other):
                assert 0.75 * other - 1 <= one <= 1.25 * other + 1
                assert seed or one == other


def test_errors_of_a_quarter_make_nothing_wrong(evenings: list[tuple[str, TrueEvening]]) -> None:
    sound = [evening for _, evening in evenings[::3]]
    for seed in (0, 1):
        score = perturbing.scored(sound, perturbing.perturbed(seed, 0.25))
        assert score.wrong <= score.plies / 50
        assert score.lost <= score.plies / 4
        assert "wrong" in perturbing.table_of({"run": score})
