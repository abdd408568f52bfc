"""Evenings that once went wrong: in CI a few of each game, `scripts/soak mended` plays all."""

from __future__ import annotations

from tests.samples import sample
from tests.soak import mended


def test_of_evenings_that_once_went_wrong_most_end_well_now() -> None:
    assert mended.soak(seed=1, count=sample(12, 48))["evenings"] == sample(12, 48)
