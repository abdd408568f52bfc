"""The Berger tables, beside the printed ones and a library's."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.berger import berger, rounds_of
from rules.terms import RulesError
from tests.oracles.client import Oracle


@pytest.mark.law("DR-18")
def test_the_printed_table_of_six() -> None:
    """FIDE Handbook C.05, Annex 1."""
    assert [berger(6, round_) for round_ in range(1, 6)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


@given(st.integers(2, 30), st.integers(1, 3))
def test_everybody_meets_everybody_once_in_each_cycle(players: int, cycles: int) -> None:
    met = []
    for round_ in range(1, rounds_of(players, cycles) + 1):
        games = berger(players, round_, cycles)
        assert sorted(n for game in games for n in game) == list(range(1, 2 * len(games) + 1))
        met += [game for game in games if max(game) <= players]
    pairs = sorted(tuple(sorted(game)) for game in met)
    assert pairs == sorted([*combinations(range(1, players + 1), 2)] * cycles)
    if cycles == 2:
        assert sorted(met) == sorted((black, white) for white, black in met)


@pytest.mark.parametrize(("players", "round_"), [(1, 1), (4, 0), (4, 4), (5, 6)])
def test_rounds_that_there_are_not(players: int, round_: int) -> None:
    with pytest.raises(RulesError, match="has rounds 1 to"):
        berger(players, round_)


@pytest.mark.needs("oracle:caissify-pairings")
def test_the_tables_are_those_of_the_library() -> None:
    sizes = range(2, 41, 2)
    with Oracle("caissify-pairings", "caissify_server") as oracle:
        found = oracle.ask_all([{"ask": "berger", "players": n} for n in sizes])
    ours = [[[list(game) for game in berger(n, round_)] for round_ in range(1, n)] for n in sizes]
    assert found == ours
