"""Boards of linear Hall sensors in play: a small sample of what `benchmarks.bench_hall` measures at length."""

from __future__ import annotations

import pytest

from benchmarks.bench_hall import QUARTER, crownings, evening, settled
from controller.core.sensing.marks import Sensor
from controller.shell.simulate import Asked, outcome_of


@pytest.mark.parametrize("board", ["DRV5055Z1"])
def test_men_who_stand_badly_in_cold_and_warmth_are_read_rightly(board: str) -> None:
    found = settled(board, QUARTER, "chess", seed=1)
    assert found["readings"] > 2000
    assert (found["wrong"], found["stacked"]) == (0, 0)


@pytest.mark.parametrize("board", ["DRV5055A1"])
def test_a_man_is_crowned_by_a_man_on_top(board: str) -> None:
    found = crownings(board, QUARTER, "draughts-100", seed=1)
    assert found["crownings"] == 40
    assert (found["before"], found["missed"], found["after"]) == (0, 0, 0)


@pytest.mark.parametrize("name", ["chess", "draughts-100", "xiangqi"])
def test_games_of_men_who_stand_badly_are_followed(name: str) -> None:
    found, told = evening("club", 16, (name, 3))
    assert told == []
    assert (found["moves"], found["lost"], found["asked"]) == (16, 0, 0)


@pytest.mark.parametrize(
    ("name", "mix", "seed"),
    [
        ("chess", "messy", 3),
        ("go", "club", 2),
        ("draughts-russian", "bus", 4),
    ],
)
def test_evenings_of_every_kind(name: str, mix: str, seed: int) -> None:
    outcome = outcome_of(Asked(game=name, mix=mix, sensor=Sensor.FIELD, plies=16), seed)
    assert (outcome.failing, outcome.lost) == (None, 0), outcome.what
    assert outcome.moves == 16
