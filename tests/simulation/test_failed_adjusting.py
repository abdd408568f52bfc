"""Evenings with messy hands that failed until the cause was mended: men adjusted beside bad sensors, moves taken back."""

from __future__ import annotations

import pytest

from tests.simulation.test_failed_before import evening


@pytest.mark.parametrize(
    ("game", "seed"),
    [("chess", 1016), ("xiangqi", 1016), ("draughts-russian", 1004), ("draughts-brazilian", 1000)],
)
def test_men_are_adjusted_beside_a_sensor_that_breaks(game: str, seed: int) -> None:
    """Adjusting did not end, and nobody saw what was played from then on."""
    failing, lost, _ = evening(game, "worn", seed)
    assert (failing, lost) == (None, 0)


def test_men_are_adjusted_beside_a_sensor_that_people_have_called_wrong() -> None:
    assert evening("draughts-100", "messy", 187000294) == (None, 0, 0)


@pytest.mark.parametrize("seed", [187000072, 189000034])
def test_a_capture_of_go_taken_back_is_no_ko_retaken(seed: int) -> None:
    assert evening("go", "messy", seed) == (None, 0, 0)
