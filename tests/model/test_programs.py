"""Random programs of whole games against the plain model: time, rights and the record are kept.

`scripts/soak model` runs more of them. One that fails is printed as a list of what was done, with every step left
out that does not matter; its number runs it again (`report`).
"""

from __future__ import annotations

import pytest

from tests.model.clock import MS, PlainClock
from tests.samples import sample
from tests.soak import model

PROGRAMS = sample(24, 480)
BATCH = 8


@pytest.mark.parametrize("first", range(0, PROGRAMS, BATCH))
def test_programs_agree_with_the_model_and_get_far(first: int) -> None:
    figures = model.soak(seed=first, count=BATCH)
    assert figures["violations"] == 0
    # They get far, or else they would prove nothing.
    assert {"move", "claim", "correction", "irregularity", "result", "claim draw-offer"} <= set(
        figures
    )


@pytest.mark.parametrize("seed", [20024, 20253])
def test_a_press_that_ends_adjusting_counts_as_any_other(seed: int) -> None:
    assert model.said(seed)[1] is None


class TestThePlainClock:
    """The model is judged too, by what the laws say."""

    def test_an_increment_comes_with_the_press(self) -> None:
        clock = PlainClock("5:00+0:03", ("white", "black"))
        clock.runs = "white"
        clock.press("white", 10_000 * MS)
        assert clock.hands["white"].left == (300 + 3 - 10 + 3) * 1000 * MS
        assert clock.runs == "black"

    def test_a_flag_falls_when_the_last_period_is_gone(self) -> None:
        clock = PlainClock("0:30,2x0:10", ("black", "white"))
        clock.runs = "black"
        clock.until(49_999 * MS)
        assert (clock.hands["black"].yomi, clock.hands["black"].fell) == (1, None)
        clock.until(60_000 * MS)
        assert clock.hands["black"].fell == 50_000 * MS
