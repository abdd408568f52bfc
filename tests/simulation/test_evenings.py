"""Evenings of chance and of masters; `scripts/soak evenings` plays thousands."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from controller.shell.evening.drawing import line_of
from controller.shell.evening.mixes import MIXES
from controller.shell.evening.oracles import Failing
from controller.shell.evening.outcome import Outcome
from rules.registry import GAMES
from rules.terms import RulesError
from tests.simulation.lines import masters
from tests.soak import evenings


def test_a_few_evenings() -> None:
    found = evenings.Evenings()
    for seed in range(len(GAMES)):
        found.add(evenings.played(seed))
    assert found.ill == []
    assert found.figures()["evenings"] == len(GAMES)


def test_a_move_lost_or_wrong_breaks_the_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "played", lambda seed: Outcome(seed=seed, moves=40))
    assert evenings.soak(seed=0, count=3)["moves"] == 120
    broken: tuple[dict[str, Any], ...] = (
        {"failing": Failing.WRONG},
        {"failing": Failing.LOST, "lost": 1},
        {"asked": 3},
    )
    for ill in broken:
        outcome = partial(Outcome, moves=40, **ill)
        monkeypatch.setattr(evenings, "played", lambda seed, made=outcome: made(seed=seed))
        with pytest.raises(AssertionError, match='"evenings": 3'):
            evenings.soak(seed=0, count=3)


def test_seeds_deal_every_game_and_mix_and_games_of_masters() -> None:
    dealt = [evenings.dealt(seed) for seed in range(len(GAMES) * len(MIXES) * 3)]
    assert len({(name, mix) for name, mix, _ in dealt}) == len(GAMES) * len(MIXES)
    assert sum(master for _, _, master in dealt) == len(dealt) // 3
    with_masters = {name for name in GAMES if masters(name)}
    assert with_masters == set(GAMES) - {"draughts-brazilian"}


def test_a_recorded_game_is_followed_and_a_wrong_one_refused() -> None:
    positions, line = line_of(GAMES["chess"], ["e2e4", "e7e5"])
    assert (len(positions), [move.text for move in line]) == (3, ["e2e4", "e7e5"])
    with pytest.raises(RulesError, match='"e2e4" is not a legal move'):
        line_of(GAMES["chess"], ["e2e4", "e2e4"])
