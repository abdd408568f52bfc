"""Random programs of whole games against the plain model: time, rights and the record are kept.

`TOUCHMOVE_PROGRAMS=2000 pytest tests/model` runs more of them. One that fails is printed as a list of what
was done, with every step left out that does not matter; its number runs it again (`report`).
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from controller.core.messages import Claim, Correction, Irregularity, Move, Result, kind
from rules.registry import GAMES
from tests.model.clock import MS, PlainClock
from tests.model.programs import program, report, run

PROGRAMS = int(os.environ.get("TOUCHMOVE_PROGRAMS", "48"))
BATCH = 8


@pytest.mark.parametrize("first", range(0, PROGRAMS, BATCH))
def test_programs_agree_with_the_model(first: int) -> None:
    found = (report(seed) for seed in range(first, min(first + BATCH, PROGRAMS)))
    assert not (wrong := [each for each in found if each]), "\n\n".join(wrong)


def test_the_programs_get_far() -> None:
    """Or else they would prove nothing."""
    said: Counter[str] = Counter()
    plies = 0
    for seed in range(len(GAMES) * 2):
        error, world = run(seed, program(seed))
        assert error is None, error
        plies += len(world.rig.of(Move))
        said.update(kind(message) for message in world.rig.said)
        said.update(f"claim {message.kind}" for message in world.rig.of(Claim))
    assert plies > 300
    for each in (Claim, Correction, Irregularity, Result):
        assert said[each.__name__.lower()], each
    assert {"claim draw-offer", "claim repetition", "claim resignation"} <= set(said)


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
